/** What must hold when many act in the same instant. On a server these run on several connections at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { expectToNeedLocks } from '../../../tests/unlocked'
import { aFreedSeat, aFullCourse, freeSeat, openOffers, waitFor } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase } from '../../../tests/world'
import { joinSeries } from '../../courses/editor/edition.commands.server'
import { db, inTransaction } from '../../database/client.server'
import { courses, seatOffers, seatsTaken, userCourses } from '../../database/schema'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { approveRequest } from '../admin/commands.server'
import { cancelEdition } from '../admin/edition.commands.server'
import { requestEnrolment, withdrawRequest } from '../commands.server'
import { answerOwn } from './answer.commands.server'
import { expireOffers, offerSeats } from './offers.commands.server'
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
          i % 2 ? approveRequest(admin, id) : offerSeatTo(admin, id, course.id, { reason: 'prova' }),
          ...(i % 10 ? [] : [offerSeats(null)]),
        ]),
      ])
      expect(await takenOf(course)).toBe(1)
    },
}

test.each(Object.entries(LOCKED))('%s', async (_what, holds) => {
  await holds()
  expect(await brokenInvariants()).toEqual([])
})

test.each(Object.entries(LOCKED))(
  'the control, without the lock: %s fails on a server; the embedded database queues anyway',
  (_what, holds) => expectToNeedLocks(holds, 90_000),
)

test('a request that waits while its course joins another one is not lost', async () => {
  const [admin, ada, course, other] = [
    await anAdmin(),
    await aMember('ada'),
    await aCourse(),
    await aCourse(),
  ]
  const held = Promise.withResolvers<void>()
  // The join has written its series and waits for its audit entry.
  const blocking = inTransaction(async (tx) => {
    await tx.execute(sql`lock table audit_logs in exclusive mode`)
    await held.promise
  })
  const joining = joinSeries(admin, course.id, other.id)
  await sleep(300)
  const asking = requestEnrolment(ada, course.id)
  await sleep(300)
  held.resolve()
  await blocking
  expect(await joining).toMatchObject({ ok: true })
  expect(await asking).toEqual({ ok: true })
})

test('several processes make one offer for one seat, and one of two editions is offered to a person', async () => {
  const { course, waiting } = await aFreedSeat(3)
  const other = await aFullCourse(1, { seriesId: course.seriesId })
  await freeSeat(other)
  await db
    .update(userCourses)
    .set({ anyEdition: true })
    .where(eq(userCourses.id, waiting[0]?.id ?? ''))
  await atOnce(Array.from({ length: 8 }, () => offerSeats(null)))
  expect((await openOffers()).map(({ enrolmentId }) => enrolmentId).sort()).toEqual(
    expect.arrayContaining([waiting[0]?.id]),
  )
  expect(await takenOf(course)).toBeLessThanOrEqual(1)
  expect(await brokenInvariants()).toEqual([])
})

test('an offer that expires while somebody takes it up, withdraws and expires it causes no deadlock', async () => {
  const { course, waiting } = await aFreedSeat(1)
  const [{ member, id }] = waiting as [(typeof waiting)[0]]
  for (let round = 0; round < 10; round++) {
    await offerSeats(null)
    await db.update(seatOffers).set({ expiresAt: sql`now()` }).where(sql`answered_at is null`)
    const done = await atOnce([
      answerOwn(member, id, 'accept'),
      expireOffers(null),
      expireOffers(null),
      offerSeats(null),
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

test('decisions in two editions about people with offers in the other one cause no deadlock', async () => {
  for (let round = 0; round < 10; round++) {
    await emptyDatabase()
    const [admin, a] = [await anAdmin(), await aFullCourse()]
    const b = await aFullCourse(1, { seriesId: a.seriesId })
    const ids: string[] = []
    for (const [name, home, seat] of [
      ['ada', a, b],
      ['bea', b, a],
    ] as const) {
      const id = await waitFor(await aMember(name), home, { anyEdition: true })
      await db.update(userCourses).set({ admittedAt: new Date() }).where(eq(userCourses.id, id))
      await freeSeat(seat)
      await offerSeats(null)
      ids.push(id)
    }
    const done = await atOnce([
      ...ids.map((id) => approveRequest(admin, id, { overCapacity: true })),
      cancelEdition(admin, b.id, { title: b.title, reason: 'prova' }),
    ])
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await brokenInvariants()).toEqual([])
  }
})
