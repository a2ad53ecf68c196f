import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../../tests/decisions'
import { aVisitor } from '../../../tests/people'
import {
  aFullCourse,
  aList,
  enrolmentOfPerson,
  freeSeat,
  kindsTo,
  offers,
  openOffers,
  seatsOffered,
  tokenFor,
  waitFor,
} from '../../../tests/waiting'
import { aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { peopleWaiting } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { courseSessions, courses, outgoingMail, seatOffers, userCourses } from '../../database/schema'
import { confirmEdition, postponeEdition } from '../../editions/commands.server'
import { formatDate } from '../../italian/dates'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { env } from '../../runtime/env.server'
import { undoDecision } from '../../undo/commands.server'
import { cancelEnrolment } from '../leave/office.commands.server'
import { endOffers } from '../offer.server'
import { withdrawRequest } from '../request/commands.server'
import { admitRequests, approveRequest, rejectRequest } from '../review/commands.server'
import { answerByLink, answerOwn } from './answer.commands.server'
import { endDueOffers, offerSeats } from './offers.commands.server'
import { offerSeatTo } from './office.commands.server'
import { offerByToken } from './queries.server'

beforeEach(emptyDatabase)

/** A list with Ada, whose admission can no longer be undone, and the enrolment that holds the seat. */
async function aSettledList() {
  withUndo()
  const list = await aList(['ada'])
  await settleDecisions()
  await db.update(userCourses).set({ decisionId: null })
  const [seated] = await db.select().from(userCourses).where(eq(userCourses.status, 'approved'))
  return { ...list, seated: seated?.id ?? '', id: list.members[0]?.id ?? '' }
}

test('a seat whose release can still be undone is offered to nobody', async () => {
  const { admin, course, seated } = await aSettledList()
  const decision = decisionOf(await cancelEnrolment(admin, seated, 'Lo ha chiesto'))
  expect(await offerSeats(SYSTEM)).toBe(0)
  await undoDecision(admin, decision)
  expect(await offerSeats(SYSTEM)).toBe(0)

  await cancelEnrolment(admin, seated, 'Lo ha chiesto')
  await db.execute(sql`update decisions set held_until = now() - interval '1 second'`)
  expect(await offerSeats(SYSTEM)).toBe(1)
  expect(await seatsOffered(course.id)).toBe(1)
})

test('the office may offer a seat at once: the decision that released it is not undone any more', async () => {
  const { admin, course, seated, id } = await aSettledList()
  const decision = decisionOf(await cancelEnrolment(admin, seated, 'Lo ha chiesto'))
  expect(await offerSeatTo(admin, id)).toEqual({ ok: true })
  expect(await undoDecision(admin, decision)).toMatchObject({
    refusal: 'seat-given',
    name: expect.any(String),
  })
  expect(await seatsOffered(course.id)).toBe(1)
  await endOffers(db as never, undefined, 'withdrawn')
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
})

test('a released seat that somebody else has got since is not given back, where there is no other', async () => {
  const { admin, course, seated, id } = await aSettledList()
  const decision = decisionOf(await cancelEnrolment(admin, seated, 'Lo ha chiesto'))
  await approveRequest(admin, id)
  expect(await undoDecision(admin, decision)).toMatchObject({ refusal: 'seat-given' })
  await db.update(courses).set({ maxPartecipanti: 2 }).where(eq(courses.id, course.id))
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
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
  expect(await offerSeats(SYSTEM)).toBe(0)
  await undoDecision(admin, decision)
  const rows = await db.select().from(userCourses).orderBy(userCourses.id)
  expect(rows).toEqual(before.filter(({ status }) => status === 'pending'))
})

test.each(['approve', 'reject'] as const)(
  '%s withdraws the offer; once it is undone the person is next again',
  async (step) => {
    const { admin, course, id } = await aSettledList()
    await freeSeat(course)
    await offerSeats(SYSTEM)
    const before = await db.select().from(userCourses)
    const decided = step === 'approve' ? await approveRequest(admin, id) : await rejectRequest(admin, id)
    expect(decided).toMatchObject({ ok: true })
    expect(await offers()).toMatchObject([{ answer: 'withdrawn' }])
    expect(await offerSeats(SYSTEM)).toBe(0)
    expect(await undoDecision(admin, decisionOf(decided))).toMatchObject({ ok: true })
    expect(await db.select().from(userCourses)).toEqual(before)
    expect(await offerSeats(SYSTEM)).toBe(1)
    expect(await openOffers()).toMatchObject([{ enrolmentId: id }])
    expect(await brokenInvariants()).toEqual([])
  },
)

test('the schedule offers no seat on dates that can still be undone', async () => {
  const { admin, course } = await aSettledList()
  await freeSeat(course)
  const dates = { sessions: inDays(90), answerBy: inDays(20) }
  const decision = decisionOf(await postponeEdition(admin, course.id, dates))
  expect(await offerSeats(SYSTEM)).toBe(0)
  await undoDecision(admin, decision)
  expect(await offerSeats(SYSTEM)).toBe(1)
})

test('nobody gets or is offered a seat by hand while the news of the edition can still be undone', async () => {
  const { admin, course, id, members } = await aSettledList()
  const [ada] = members.map(({ member }) => member)
  const bea = await aMember('bea')
  const asked = await waitFor(bea, course)
  await db.update(courses).set({ maxPartecipanti: 3 })
  expect(await offerSeatTo(admin, id)).toEqual({ ok: true })
  const token = ada ? await tokenFor(ada) : ''
  const dates = { sessions: inDays(90), answerBy: inDays(20) }
  for (const decide of [
    () => postponeEdition(admin, course.id, dates),
    () => confirmEdition(admin, course.id),
  ]) {
    const decision = decisionOf(await decide())
    expect(await offerSeatTo(admin, asked, { reason: 'Ha telefonato' })).toEqual({
      ok: false,
      refusal: 'edition-open',
    })
    for (const reply of ['accept', 'decline'] as const) {
      expect(await answerByLink(aVisitor(), token, reply)).toEqual({ ok: false, refusal: 'updating' })
      expect(ada && (await answerOwn(ada, id, reply))).toEqual({ ok: false, refusal: 'updating' })
    }
    expect((await offerByToken(token))?.isEditionUpdating).toBe(true)
    expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  }
  expect(await answerByLink(aVisitor(), token, 'accept')).toEqual({ ok: true })
  expect(await offerSeatTo(admin, asked)).toEqual({ ok: true })
})

test('an offer that ends while nobody can answer it lasts an hour longer than that', async () => {
  const { admin, course, members } = await aSettledList()
  const [ada] = members
  await freeSeat(course)
  await offerSeats(SYSTEM)
  const [whole] = await offers()
  const endSoon = () => db.update(seatOffers).set({ expiresAt: sql`now() + interval '3 minutes'` })
  const expiry = async () => (await offers())[0]?.expiresAt ?? new Date(0)
  const dates = { sessions: inDays(90), answerBy: inDays(20) }
  const confirm = () => confirmEdition(admin, course.id)
  for (const decide of [confirm, () => postponeEdition(admin, course.id, dates)]) {
    await db.update(seatOffers).set({ expiresAt: whole?.expiresAt ?? new Date(0) })
    expect(await undoDecision(admin, decisionOf(await decide()))).toMatchObject({ ok: true })
    expect(await expiry()).toEqual(whole?.expiresAt)
    await endSoon()
    expect(await undoDecision(admin, decisionOf(await decide()))).toMatchObject({ ok: true })
    expect((await expiry()).getTime()).toBeGreaterThanOrEqual(Date.now() + 60 * 60_000)
  }
  await endSoon()
  const soon = new Date(Date.now() + 30 * 60_000)
  const [startDate, startTime] = [formatDate(soon, 'yyyy-MM-dd'), formatDate(soon, 'HH:mm')]
  await db.update(courseSessions).set({ startDate, startTime, endDate: startDate })
  expect(await undoDecision(admin, decisionOf(await confirm()))).toMatchObject({ ok: true })
  expect((await expiry()).getTime()).toBeLessThan(Date.now() + 4 * 60_000)
  await db.update(courseSessions).set({ startDate: inDays(60), startTime: '09:00', endDate: inDays(60) })
  env.undoMinutes = 0
  expect(await confirm()).toMatchObject({ ok: true })
  expect((await expiry()).getTime()).toBeLessThan(Date.now() + 4 * 60_000)
  await db.update(seatOffers).set({ expiresAt: sql`now() - interval '1 second'` })
  env.undoMinutes = 5
  await postponeEdition(admin, course.id, dates)
  expect(await endDueOffers(SYSTEM)).toBe(1)
  expect(ada && (await kindsTo(ada.member))).toContain('offer-expired')
  expect(await brokenInvariants()).toEqual([])
})

test('who leaves the list or declines a seat gets no e-mail about new dates that has not left', async () => {
  const { admin, course, id, members } = await aSettledList()
  const [ada, bea] = [members[0]?.member, await aMember('bea')]
  const asked = await waitFor(bea, course)
  await freeSeat(course)
  await offerSeats(SYSTEM)
  const dates = { sessions: inDays(90), answerBy: inDays(20) }
  expect(await postponeEdition(admin, course.id, dates)).toMatchObject({ ok: true, notified: 2 })
  expect(await withdrawRequest(bea, asked)).toEqual({ ok: true })
  expect(await kindsTo(bea)).not.toContain('edition-changed')
  await settleDecisions()
  expect(ada && (await kindsTo(ada))).toContain('edition-changed')
  expect(ada && (await answerOwn(ada, id, 'decline'))).toEqual({ ok: true })
  expect(ada && (await kindsTo(ada))).not.toContain('edition-changed')
})

test('an offer by the office replaces the e-mail of an admission that has not left', async () => {
  withUndo()
  const { admin, members } = await aList(['ada', 'bea'])
  const [ada, bea] = members as [(typeof members)[0], (typeof members)[0]]
  expect(await offerSeatTo(admin, ada.id, { overCapacity: true })).toEqual({ ok: true })
  expect(await kindsTo(ada.member)).toEqual(['request-received', 'seat-offered'])
  expect(await kindsTo(bea.member)).toContain('admitted-to-list')
})

test('of two admissions of one person in one act, only the e-mail about the withdrawn request is dropped', async () => {
  withUndo()
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  const [first, second] = [await aFullCourse(), await aFullCourse(1, { title: 'Leadership' })]
  const [withdrawn, staying] = [await waitFor(ada, first), await waitFor(ada, second)]
  await admitRequests(admin, [withdrawn, staying])
  expect(await withdrawRequest(ada, withdrawn)).toEqual({ ok: true })
  const admissions = await db
    .select({ enrolmentId: outgoingMail.enrolmentId })
    .from(outgoingMail)
    .where(eq(outgoingMail.kind, 'admitted-to-list'))
  expect(admissions).toEqual([{ enrolmentId: staying }])
})
