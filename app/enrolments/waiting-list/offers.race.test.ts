/** What must hold when many act in the same instant. On a server these run on several connections at once. */

import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { controlled, expectToNeedLocks } from '../../../tests/unlocked'
import { aFreedSeat, aFullCourse, openOffers, waitFor } from '../../../tests/waiting'
import { aMember, anAdmin, emptyDatabase } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { seatsTaken } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { courses, seatOffers, userCourses } from '../../database/schema'
import { cancelEdition } from '../../editions/commands.server'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { moveEnrolment } from '../leave/office.commands.server'
import { withdrawRequest } from '../request/commands.server'
import { approveRequest, approveRequests } from '../review/commands.server'
import { answerOwn } from './answer.commands.server'
import { endDueOffers, offerSeats } from './offers.commands.server'
import { offerSeatTo } from './office.commands.server'

beforeEach(emptyDatabase)

const atOnce = (works: Promise<unknown>[]) => Promise.allSettled(works)
const takenOf = async ({ id }: { id: string }) =>
  (await db.select({ seatsTaken }).from(courses).where(eq(courses.id, id)))[0]?.seatsTaken

const LOCKED: Record<string, () => Promise<void>> = {
  'fifty accept while the office approves and offers and the schedule offers: the last seat is given once':
    async () => {
      const admin = await anAdmin()
      const { course, waiting } = await aFreedSeat(50)
      await atOnce([
        ...waiting.flatMap(({ member, id }, i) => [
          answerOwn(member, id, 'accept'),
          i % 2 ? approveRequest(admin, id) : offerSeatTo(admin, id, { reason: 'prova' }),
          ...(i % 10 ? [] : [offerSeats(SYSTEM)]),
        ]),
      ])
      expect(await takenOf(course)).toBe(1)
    },
}

test.each(Object.entries(LOCKED))('%s', async (_what, holds) => {
  await holds()
  expect(await brokenInvariants()).toEqual([])
})

test.each(controlled(LOCKED))('the control, without the lock: %s fails', (_what, holds) =>
  expectToNeedLocks(holds, 90_000),
)

test('several processes make one offer for one seat', async () => {
  const { course, waiting } = await aFreedSeat(3)
  await atOnce(Array.from({ length: 8 }, () => offerSeats(SYSTEM)))
  expect(await openOffers()).toMatchObject([{ enrolmentId: waiting[0]?.id }])
  expect(await takenOf(course)).toBe(1)
  expect(await brokenInvariants()).toEqual([])
})

test('an offer that expires while somebody takes it up, withdraws and expires it causes no deadlock', async () => {
  const { course, waiting } = await aFreedSeat(1)
  const [{ member, id }] = waiting as [(typeof waiting)[0]]
  for (let round = 0; round < 10; round++) {
    await offerSeats(SYSTEM)
    await db.update(seatOffers).set({ expiresAt: sql`now()` }).where(sql`answered_at is null`)
    const done = await atOnce([
      answerOwn(member, id, 'accept'),
      endDueOffers(SYSTEM),
      endDueOffers(SYSTEM),
      offerSeats(SYSTEM),
      withdrawRequest(member, id),
    ])
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await brokenInvariants()).toEqual([])
    await db.delete(userCourses)
    const again = {
      id,
      userId: member.id,
      courseId: course.id,
      waitingSince: new Date(),
      admittedAt: new Date(),
    }
    await db.insert(userCourses).values(again)
  }
})

test('moves between two editions, and decisions about both, cause no deadlock', async () => {
  for (let round = 0; round < 10; round++) {
    await emptyDatabase()
    const [admin, a] = [await anAdmin(), await aFullCourse()]
    const b = await aFullCourse(1, { seriesId: a.seriesId })
    const ids = [await waitFor(await aMember('ada'), a), await waitFor(await aMember('bea'), b)]
    const [inA, inB] = [await seatedIn(a), await seatedIn(b)]
    const done = await atOnce([
      moveEnrolment(admin, inA, b.id, { overCapacity: true }),
      moveEnrolment(admin, inB, a.id, { overCapacity: true }),
      approveRequests(admin, ids, { overCapacity: true }),
      cancelEdition(admin, b.id, { title: b.title, reason: 'prova' }),
      offerSeats(SYSTEM),
    ])
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await brokenInvariants()).toEqual([])
  }
})

async function seatedIn({ id }: { id: string }): Promise<string> {
  const isSeated = and(eq(userCourses.courseId, id), eq(userCourses.status, 'approved'))
  const [enrolment] = await db.select({ id: userCourses.id }).from(userCourses).where(isSeated)
  return enrolment?.id ?? ''
}
