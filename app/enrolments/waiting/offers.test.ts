import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../../tests/decisions'
import {
  aFullCourse,
  enrolmentOfPerson,
  freeSeat,
  kindsTo,
  offers,
  tokenFor,
  waitFor,
} from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import {
  auditLogs,
  courseSeats,
  courses,
  peopleWaiting,
  seatOffers,
  userCourses,
} from '../../database/schema'
import { undoDecision } from '../../decisions/commands.server'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { admitRequests, approveRequest, rejectRequest } from '../admin/commands.server'
import { cancelEnrolment } from '../admin/end.commands.server'
import { withdrawRequest } from '../commands.server'
import { answerByLink, answerOwn } from './answer.commands.server'
import { rejoinList } from './commands.server'
import { expireOffers, offerSeats } from './offers.commands.server'
import { offerSeatTo } from './office.commands.server'
import { placeIn } from './queries.server'

beforeEach(emptyDatabase)

const visitor = { address: '192.0.2.1', device: '' }
const open = async () => (await offers()).filter(({ answeredAt }) => !answeredAt)
const seatsOffered = async (id: string) =>
  (await db.select().from(courseSeats).where(eq(courseSeats.courseId, id)))[0]?.offered
const pass = () =>
  db.update(seatOffers).set({ expiresAt: sql`now() - interval '1 second'` }).where(sql`answered_at is null`)

/** A full course with one seat, and people who wait for it and are admitted. */
async function aList(people: string[], admin?: Admin) {
  const office = admin ?? (await anAdmin())
  const course = await aFullCourse()
  const members = []
  for (const name of people) {
    const member = await aMember(name)
    members.push({ member, id: await waitFor(member, course) })
  }
  await admitRequests(
    office,
    members.map(({ id }) => id),
  )
  return { admin: office, course, members }
}

test('nobody is offered anything while the edition is full', async () => {
  await aList(['ada'])
  expect(await offerSeats(null)).toBe(0)
  expect(await offers()).toEqual([])
})

test('a freed seat is offered once to the first who is admitted, and counts as taken', async () => {
  const { course, members } = await aList(['ada', 'bea'])
  await freeSeat(course)
  expect(await offerSeats(null)).toBe(1)
  expect(await offerSeats(null)).toBe(0)
  expect(await offers()).toMatchObject([{ courseId: course.id, enrolmentId: members[0]?.id, madeBy: null }])
  expect(await seatsOffered(course.id)).toBe(1)
  expect(await kindsTo(members[0]?.member as never)).toEqual([
    'request-received',
    'admitted-to-list',
    'seat-offered',
  ])
  expect(await kindsTo(members[1]?.member as never)).not.toContain('seat-offered')
  expect(await brokenInvariants()).toEqual([])
})

test('whoever the office has not admitted is passed over', async () => {
  const admin = await anAdmin()
  const course = await aFullCourse()
  await waitFor(await aMember('ada'), course)
  const second = await waitFor(await aMember('bea'), course)
  await admitRequests(admin, [second])
  await freeSeat(course)
  await offerSeats(null)
  expect(await offers()).toMatchObject([{ enrolmentId: second }])
})

test('accepting by the link gives the seat, once', async () => {
  const { course, members } = await aList(['ada'])
  const ada = members[0]?.member as never
  await freeSeat(course)
  await offerSeats(null)
  const token = await tokenFor(ada)
  expect(await answerByLink(visitor, token, 'accept')).toEqual({ ok: true })
  expect(await enrolmentOfPerson(ada, course)).toMatchObject({ status: 'approved', approvedBy: null })
  expect(await kindsTo(ada)).toContain('request-approved')
  expect(await seatsOffered(course.id)).toBe(0)
  expect(await answerByLink(visitor, token, 'accept')).toMatchObject({ refusal: 'accepted' })
  expect(await answerByLink(visitor, token, 'decline')).toMatchObject({ refusal: 'accepted' })
  const entries = await db.select().from(auditLogs).where(sql`details ->> 'offer' = 'accettato'`)
  expect(entries).toMatchObject([
    { userId: 'ada', details: { course: course.title, email: 'ada@example.it' } },
  ])
})

test('an unknown link changes nothing', async () => {
  const { course } = await aList(['ada'])
  await freeSeat(course)
  await offerSeats(null)
  for (const token of ['', 'x', 'A'.repeat(32), '\0'.repeat(32)])
    expect(await answerByLink(visitor, token, 'accept')).toEqual({ ok: false, refusal: 'unknown' })
  expect(await open()).toHaveLength(1)
})

test('an offer belongs to its person', async () => {
  const { course, members } = await aList(['ada'])
  const somebody = await aMember('zoe')
  await freeSeat(course)
  await offerSeats(null)
  const id = members[0]?.id ?? ''
  expect(await answerOwn(somebody, id, 'accept')).toMatchObject({ ok: false })
  expect(await rejoinList(somebody, id)).toMatchObject({ refusal: 'unknown-request' })
  expect(await open()).toHaveLength(1)
  expect(await answerOwn(members[0]?.member as never, id, 'accept')).toEqual({ ok: true })
})

test('declining withdraws the request, and the seat goes to the next', async () => {
  const { course, members } = await aList(['ada', 'bea'])
  const ada = members[0]?.member as never
  await freeSeat(course)
  await offerSeats(null)
  expect(await answerByLink(visitor, await tokenFor(ada), 'decline')).toEqual({ ok: true })
  expect(await enrolmentOfPerson(ada, course)).toBeUndefined()
  expect(await offerSeats(null)).toBe(1)
  expect(await offers()).toMatchObject([
    { answer: 'declined', enrolmentId: null },
    { answer: null, enrolmentId: members[1]?.id },
  ])
  expect(await brokenInvariants()).toEqual([])
})

test('an expired offer passes on; its person may go to the end of the list', async () => {
  const { course, members } = await aList(['ada', 'bea'])
  const [ada, bea] = members.map(({ member }) => member) as [never, never]
  await freeSeat(course)
  await offerSeats(null)
  const token = await tokenFor(ada)
  await pass()
  expect(await answerByLink(visitor, token, 'accept')).toMatchObject({ refusal: 'expired' })
  expect(await expireOffers(null)).toBe(1)
  expect(await expireOffers(null)).toBe(0)
  expect(await kindsTo(ada)).toContain('offer-expired')
  expect(await enrolmentOfPerson(ada, course)).toMatchObject({ status: 'pending', waitingSince: null })
  await offerSeats(null)
  expect(await open()).toMatchObject([{ enrolmentId: members[1]?.id }])

  expect(await rejoinList(ada, members[0]?.id ?? '')).toEqual({ ok: true })
  const [{ waitingSince }] = [(await enrolmentOfPerson(ada, course)) ?? { waitingSince: null }]
  expect(await rejoinList(ada, members[0]?.id ?? '')).toEqual({ ok: true })
  expect(await enrolmentOfPerson(ada, course)).toMatchObject({ waitingSince })
  await pass()
  await expireOffers(null)
  await offerSeats(null)
  expect(await open()).toMatchObject([{ enrolmentId: members[0]?.id }])
  expect(await kindsTo(bea)).toContain('offer-expired')
})

test('a seat whose release can still be undone is offered to nobody', async () => {
  withUndo()
  const { admin, course } = await aList(['ada'])
  await db.update(userCourses).set({ decisionId: null })
  const [seated] = await db.select().from(userCourses).where(eq(userCourses.status, 'approved'))
  const decision = decisionOf(await cancelEnrolment(admin, seated?.id ?? '', 'Lo ha chiesto'))
  expect(await offerSeats(null)).toBe(0)
  await undoDecision(admin, decision)
  expect(await offerSeats(null)).toBe(0)

  await cancelEnrolment(admin, seated?.id ?? '', 'Lo ha chiesto')
  await db.execute(sql`update decisions set held_until = now() - interval '1 second'`)
  expect(await offerSeats(null)).toBe(1)
  expect(await seatsOffered(course.id)).toBe(1)
})

test('the office offers no seat whose release can still be undone, unless knowingly', async () => {
  withUndo()
  const { admin, course, members } = await aList(['ada'])
  await db.update(userCourses).set({ decisionId: null })
  const [seated] = await db.select().from(userCourses).where(eq(userCourses.status, 'approved'))
  await cancelEnrolment(admin, seated?.id ?? '', 'Lo ha chiesto')
  const id = members[0]?.id ?? ''
  expect(await offerSeatTo(admin, id, course.id)).toMatchObject({ refusal: 'full' })
  expect(await offerSeatTo(admin, id, course.id, { overCapacity: true })).toEqual({ ok: true })
})

test('whoever asks while people wait goes behind them, also where a seat is free', async () => {
  const { course } = await aList(['ada'])
  await freeSeat(course)
  const bea = await aMember('bea')
  await waitFor(bea, course)
  expect((await placeIn(bea, course.id))?.ahead?.people).toBe(1)
})

test('an admission that can still be undone is not offered a seat, and undoing it gives the request back', async () => {
  withUndo()
  const admin = await anAdmin()
  const course = await aFullCourse()
  const [ada, bea] = [await aMember('ada'), await aMember('bea')]
  const asked = await waitFor(ada, course)
  await db.insert(userCourses).values({ userId: bea.id, courseId: course.id })
  const put = (await enrolmentOfPerson(bea, course))?.id ?? ''
  const before = await db.select().from(userCourses).orderBy(userCourses.id)
  const { decision = '' } = await admitRequests(admin, [asked, put])
  expect(await db.select({ peopleWaiting }).from(courses)).toEqual([{ peopleWaiting: 2 }])
  await freeSeat(course)
  expect(await offerSeats(null)).toBe(0)
  await undoDecision(admin, decision)
  const rows = await db.select().from(userCourses).orderBy(userCourses.id)
  expect(rows).toEqual(before.filter(({ status }) => status === 'pending'))
})

test.each(['approve', 'reject'] as const)(
  '%s withdraws the offer, undoing it opens the offer again',
  async (step) => {
    withUndo()
    const { admin, course, members } = await aList(['ada'])
    await db.update(userCourses).set({ decisionId: null })
    await freeSeat(course)
    await offerSeats(null)
    const id = members[0]?.id ?? ''
    const [before, rows] = [await offers(), await db.select().from(userCourses)]
    const decided = step === 'approve' ? await approveRequest(admin, id) : await rejectRequest(admin, id)
    expect(decided).toMatchObject({ ok: true })
    expect(await offers()).toMatchObject([{ answer: 'withdrawn' }])
    expect(await offerSeats(null)).toBe(0)
    expect(await undoDecision(admin, decisionOf(decided))).toMatchObject({ ok: true })
    expect(await offers()).toEqual(before)
    expect(await db.select().from(userCourses)).toEqual(rows)
    expect(await brokenInvariants()).toEqual([])
  },
)

test('withdrawing the request gives up the seat that is offered', async () => {
  const { course, members } = await aList(['ada'])
  await freeSeat(course)
  await offerSeats(null)
  await withdrawRequest(members[0]?.member as never, members[0]?.id ?? '')
  expect(await offers()).toMatchObject([{ answer: 'declined' }])
  expect(await seatsOffered(course.id)).toBe(0)
})

test('within a day of the start the office telephones', async () => {
  const admin = await anAdmin()
  const course = await aFullCourse(1, {}, inDays(0))
  const id = await waitFor(await aMember('ada'), course)
  await admitRequests(admin, [id])
  await freeSeat(course)
  expect(await offerSeats(null)).toBe(0)
})

test('a person for whom any edition would do is offered a seat in another one, and arrives there', async () => {
  const admin = await anAdmin()
  const here = await aFullCourse()
  const there = await aFullCourse(1, { seriesId: here.seriesId })
  const [ada, bea] = [await aMember('ada'), await aMember('bea')]
  const flexible = await waitFor(ada, here, { anyEdition: true })
  const own = await waitFor(bea, there)
  await admitRequests(admin, [flexible, own])
  await freeSeat(there)
  await offerSeats(null)
  expect(await open()).toMatchObject([{ courseId: there.id, enrolmentId: flexible }])
  await freeSeat(here)
  expect(await offerSeats(null)).toBe(0)
  expect(await answerByLink(visitor, await tokenFor(ada), 'accept')).toEqual({ ok: true })
  expect(await enrolmentOfPerson(ada, there)).toMatchObject({ id: flexible, status: 'approved' })
  expect(await db.select().from(courseSeats)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ courseId: here.id, approved: 0, offered: 0 }),
      expect.objectContaining({ courseId: there.id, approved: 1, offered: 0 }),
    ]),
  )
})

test('editions that take no requests offer nothing', async () => {
  const { course } = await aList(['ada'])
  await freeSeat(course)
  for (const facts of [
    { archivedAt: new Date() },
    { draft: true },
    { cancelledAt: new Date() },
    { comingSoon: true },
  ]) {
    await db.update(courses).set(facts)
    expect(await offerSeats(null)).toBe(0)
    await db.update(courses).set({ archivedAt: null, draft: false, cancelledAt: null, comingSoon: false })
  }
  expect(await offerSeats(null)).toBe(1)
})

test('a course without a limit has no list', async () => {
  const course = await aCourse({ maxPartecipanti: 0 })
  const ada = await aMember('ada')
  await waitFor(ada, course)
  expect(await enrolmentOfPerson(ada, course)).toMatchObject({ waitingSince: null })
})
