/** Whose turn it is, when seats are free and people wait. */
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  ALMOST_A_DAY,
  aFullCourse,
  aList,
  enrolmentOfPerson,
  freeSeat,
  waitFor,
} from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import { type Member, SYSTEM } from '../../accounts/rules'
import { firstListedCourses } from '../../courses/queries.server'
import { db } from '../../database/client.server'
import { outgoingMail, userCourses } from '../../database/schema'
import { otherCourses } from '../../editions/series.queries.server'
import { timeOfDay, today } from '../../runtime/clock'
import { moveOwnEnrolment } from '../leave/commands.server'
import { editionsForOwnMove } from '../leave/queries.server'
import { requestEnrolment } from '../request/commands.server'
import { admitRequests } from '../review/commands.server'
import { answerOwn } from './answer.commands.server'
import { peopleToCall, waitingListOf } from './list.queries.server'
import { offerSeats } from './offers.commands.server'

beforeEach(emptyDatabase)

const receivedBy = async ({ email }: Member) =>
  (
    await db
      .select({ text: outgoingMail.text })
      .from(outgoingMail)
      .where(and(eq(outgoingMail.toAddress, email), eq(outgoingMail.kind, 'request-received')))
  )[0]?.text

async function seatedIn(member: Member, course: { id: string }) {
  await db.insert(userCourses).values({ userId: member.id, courseId: course.id, ...decided('approved') })
  return (await enrolmentOfPerson(member, course))?.id ?? ''
}

test('an edition with more free seats than people who wait takes requests as usual', async () => {
  const open = await aFullCourse(2)
  await waitFor(await aMember('ada'), open)
  await freeSeat(open)
  await freeSeat(open)
  const [bea, cleo] = [await aMember('bea'), await aMember('cleo')]
  await requestEnrolment(bea, open.id)
  expect(await enrolmentOfPerson(bea, open)).toMatchObject({ waitingSince: null })
  expect(await receivedBy(bea)).not.toContain('lista d’attesa')
  await seatedIn(await aMember('dina'), open)
  await requestEnrolment(cleo, open.id)
  expect((await enrolmentOfPerson(cleo, open))?.waitingSince).not.toBeNull()
  expect(await receivedBy(cleo)).toContain(
    'Un’altra persona aspetta già un posto: sei in lista d’attesa, al 2° posto.',
  )
})

test('each edition has a list of its own, and a person may wait in several', async () => {
  const admin = await anAdmin()
  const here = await aFullCourse()
  const there = await aFullCourse(1, { seriesId: here.seriesId })
  const [ada, bea] = [await aMember('ada'), await aMember('bea')]
  const ids = [await waitFor(ada, here), await waitFor(ada, there), await waitFor(bea, there)]
  expect(await receivedBy(ada)).toContain('I posti sono presi: sei in lista d’attesa, al 1° posto.')
  expect((await waitingListOf(admin, here.id)).list.map(({ id }) => id)).toEqual([ids[0]])
  expect((await waitingListOf(admin, there.id)).list.map(({ id }) => id)).toEqual([ids[1], ids[2]])
  await admitRequests(admin, ids)
  for (const course of [here, there]) await freeSeat(course)
  expect(await offerSeats(SYSTEM)).toBe(2)
  expect(await answerOwn(ada, ids[0] ?? '', 'accept')).toEqual({ ok: true })
  expect(await enrolmentOfPerson(ada, there)).toMatchObject({ id: ids[1], status: 'pending' })
})

test('nobody moves by themselves to a seat for which somebody waits', async () => {
  const { course: full } = await aList([])
  const from = await aCourse({ seriesId: full.seriesId }, [{ startDate: inDays(40) }])
  const bea = await aMember('bea')
  const id = await seatedIn(bea, from)
  const edition = { id: from.id, startDate: inDays(40), endDate: inDays(40), seriesId: from.seriesId }
  const choices = async () =>
    (await editionsForOwnMove(bea, { course: { ...from, ...edition } } as never)).length
  await waitFor(await aMember('ada'), full)
  await freeSeat(full)
  expect(await moveOwnEnrolment(bea, id, full.id)).toMatchObject({ refusal: 'full' })
  expect(await choices()).toBe(0)
  // A seat that is offered is taken, and its person waits no longer for another one.
  await db.update(userCourses).set({ admittedAt: new Date() }).where(eq(userCourses.userId, 'ada'))
  await db.execute(sql`update courses set max_partecipanti = 2 where id = ${full.id}`)
  expect(await offerSeats(SYSTEM)).toBe(1)
  expect(await choices()).toBe(1)
  expect(await moveOwnEnrolment(bea, id, full.id)).toEqual({ ok: true })
})

test.each([
  ['has begun', today(), '00:00'],
  ['begins within a day', today(ALMOST_A_DAY), timeOfDay(ALMOST_A_DAY)],
])('of an edition that %s the office is told whom to call', async (_when, day, time) => {
  const admin = await anAdmin()
  const course = await aFullCourse(1, {}, day, time)
  await db.execute(sql`update courses set end_date = ${inDays(30)} where id = ${course.id}`)
  const ada = await aMember('ada', { phone: '0736' })
  await admitRequests(admin, [await waitFor(ada, course)])
  // Others are called for their own editions only.
  const later = await aFullCourse()
  await admitRequests(admin, [await waitFor(await aMember('bea'), later)])
  await freeSeat(course)
  expect(await offerSeats(SYSTEM)).toBe(0)
  expect(await peopleToCall(admin)).toMatchObject([{ courseId: course.id, name: 'Ada Prova' }])
  await db.execute(
    sql`update courses set end_date = ${inDays(-1)}, start_date = ${inDays(-1)} where id = ${course.id}`,
  )
  expect(await peopleToCall(admin)).toEqual([])
})

test('a free seat that somebody waits for is not shown on cards and beside other editions', async () => {
  const [here, ada] = [await aFullCourse(2), await aMember('ada')]
  const beside = await aFullCourse(1, { seriesId: here.seriesId })
  await waitFor(ada, here)
  await freeSeat(here)
  const shown = async () => {
    const card = (await firstListedCourses(10)).find(({ slug }) => slug === here.slug)
    const [edition] = (await otherCourses({ ...beside, theme: null, place: null })).editions
    return [card?.seatsTaken, edition?.seatsTaken]
  }
  expect(await shown()).toEqual([2, 2])
  await freeSeat(here)
  expect(await shown()).toEqual([0, 0])
})
