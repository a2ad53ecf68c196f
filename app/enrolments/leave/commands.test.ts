import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import type { Admin, Member } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courseSeats, courses, outgoingMail, userCourses } from '../../database/schema'
import { cancelEdition, confirmEdition, postponeEdition } from '../../editions/commands.server'
import { undoDecision } from '../../undo/commands.server'
import { enrolmentOf, enrolmentsOf } from '../mine/queries.server'
import { enrolSelf, requestEnrolment } from '../request/commands.server'
import type { EnrolmentState } from '../rules'
import { cancelOwnEnrolment, moveOwnEnrolment } from './commands.server'
import { cancelEnrolment, moveEnrolment } from './office.commands.server'
import { editionsToMoveTo } from './office.queries.server'
import { editionsForOwnMove } from './queries.server'

beforeEach(emptyDatabase)

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const rows = () => db.select().from(userCourses).orderBy(userCourses.requestedAt, userCourses.id)
const mails = async () =>
  (await db.select().from(outgoingMail).orderBy(outgoingMail.id)).map(({ kind, toAddress }) => [
    kind,
    toAddress,
  ])
const seats = async () =>
  Object.fromEntries((await db.select().from(courseSeats)).map((row) => [row.courseId, row.approved]))

async function enrolled(status: EnrolmentState = 'approved', startsIn = 9) {
  const member = await aMember('ada')
  const course = await aCourse({ title: 'Uno', maxPartecipanti: 1 }, [{ startDate: inDays(startsIn) }])
  const other = await aCourse({ title: 'Uno', seriesId: course.seriesId, maxPartecipanti: 1 }, [
    { startDate: inDays(30) },
  ])
  const [row] = await db
    .insert(userCourses)
    .values({ userId: member.id, courseId: course.id, ...decided(status) })
    .returning()
  return { member, course, other, id: row?.id ?? '' }
}

test('while the office can undo the end of an enrolment its person takes no other one in the course', async () => {
  withUndo()
  const admin = await anAdmin()
  const { id, course, other, member } = await enrolled()
  const updating = { ok: false, refusal: 'updating' }
  for (const end of [
    () => cancelEnrolment(admin, id, 'Chiuso'),
    () => moveEnrolment(admin, id, other.id),
    () => cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' }),
  ]) {
    const decision = decisionOf(await end())
    expect(await requestEnrolment(member, course.id)).toEqual(updating)
    expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  }
  const links = { userId: member.id, courseId: other.id, ...decided('approved') }
  const [second] = await db.insert(userCourses).values(links).returning()
  await cancelEnrolment(admin, second?.id ?? '', 'Chiuso')
  expect(await moveOwnEnrolment(member, id, other.id)).toEqual(updating)

  await enrolSelf(admin, other.id)
  const ownEnrolment = (await rows()).find(({ userId }) => userId === admin.id)
  await cancelEnrolment(admin, ownEnrolment?.id ?? '', 'Chiuso')
  expect(await enrolSelf(admin, other.id)).toEqual(updating)
  await settleDecisions()
  expect(await enrolSelf(admin, other.id)).toEqual({ ok: true })
  expect(await requestEnrolment(member, other.id)).toEqual({ ok: true })
})

test('the office cancels with a reason: the seat is free, the person is told, the state stays', async () => {
  const admin = await anAdmin()
  const { id, course, member } = await enrolled()
  for (const unknown of ['', 'x', UNKNOWN_ID])
    expect(await cancelEnrolment(admin, unknown, 'Chiuso')).toMatchObject({ refusal: 'unknown-request' })
  expect(await cancelEnrolment(admin, id, ' \0 ')).toMatchObject({ refusal: 'no-reason' })
  expect(await cancelEnrolment(admin, id, 'x'.repeat(501))).toMatchObject({ refusal: 'long-reason' })
  expect(await cancelEnrolment(admin, id, ' Mancano i requisiti ')).toMatchObject({ ok: true })
  expect(await rows()).toMatchObject([
    { status: 'approved', ending: 'cancelled_by_office', endReason: 'Mancano i requisiti', endedBy: 'carla' },
  ])
  expect(await seats()).toMatchObject({ [course.id]: 0 })
  expect(await mails()).toEqual([['enrolment-cancelled', 'ada@example.it']])
  const [entry] = await db.select().from(auditLogs)
  expect(entry).toMatchObject({
    action: 'update',
    userId: 'carla',
    details: {
      old: { status: 'approved' },
      new: { ending: 'cancelled_by_office' },
      reason: 'Mancano i requisiti',
    },
  })
  expect(await cancelEnrolment(admin, id, 'Chiuso')).toMatchObject({ refusal: 'unknown-request' })
  expect(await requestEnrolment(member, course.id)).toEqual({ ok: true })
})

test.each(['pending', 'rejected', 'completed'] as const)('%s is not cancelled', async (status) => {
  const admin = await anAdmin()
  const { id, member } = await enrolled(status)
  expect(await cancelEnrolment(admin, id, 'Chiuso')).toMatchObject({
    refusal: 'not-cancellable',
    state: status,
  })
  expect(await cancelOwnEnrolment(member, id)).toMatchObject({ ok: false })
})

test('a person gives up their own seat until the day before the course', async () => {
  const { id, member } = await enrolled()
  expect(await cancelOwnEnrolment(await aMember('bruno'), id)).toMatchObject({ refusal: 'unknown-request' })
  expect(await cancelOwnEnrolment(member, 'x')).toMatchObject({ refusal: 'unknown-request' })
  expect(await cancelOwnEnrolment(member, id)).toEqual({ ok: true })
  expect(await cancelOwnEnrolment(member, id)).toMatchObject({ refusal: 'unknown-request' })
  expect(await rows()).toMatchObject([{ ending: 'cancelled_by_person', endReason: null, endedBy: 'ada' }])
  expect(await mails()).toEqual([
    ['enrolment-cancelled', 'ada@example.it'],
    ['cancelled-for-office', 'segreteria@example.org'],
  ])
})

test('on the first day only the office cancels', async () => {
  const { id, member } = await enrolled('approved', 0)
  expect(await cancelOwnEnrolment(member, id)).toMatchObject({ refusal: 'too-late' })
  expect(await cancelEnrolment(await anAdmin(), id, 'Chiuso')).toMatchObject({ ok: true })
})

test('the office moves a person: one seat is free, another taken, both enrolments know of each other', async () => {
  const admin = await anAdmin()
  const { id, course, other } = await enrolled('in_progress')
  expect(await moveEnrolment(admin, id, course.id)).toMatchObject({ refusal: 'same-course' })
  for (const unknown of ['x', UNKNOWN_ID])
    expect(await moveEnrolment(admin, id, unknown)).toMatchObject({ refusal: 'unknown-course' })
  expect(await moveEnrolment(admin, UNKNOWN_ID, other.id)).toMatchObject({ refusal: 'unknown-request' })
  expect(await moveEnrolment(admin, id, other.id)).toMatchObject({ ok: true })
  const before = (await rows()).find((row) => row.id === id)
  const after = (await rows()).find((row) => row.id !== id)
  expect(before).toMatchObject({ status: 'in_progress', ending: 'transferred', transferredTo: after?.id })
  expect(after).toMatchObject({ courseId: other.id, status: 'approved', approvedBy: 'carla', endedAt: null })
  expect(after?.requestedAt).toEqual(before?.requestedAt)
  expect(await seats()).toMatchObject({ [course.id]: 0, [other.id]: 1 })
  expect(await mails()).toEqual([['enrolment-moved', 'ada@example.it']])
})

test('a move into an edition that is announced, concluded or a draft is refused with its reason', async () => {
  const admin = await anAdmin()
  const { id, other } = await enrolled('approved')
  const refusalWith = async (facts: Partial<typeof courses.$inferInsert>) => {
    await db
      .update(courses)
      .set({ comingSoon: false, draft: false, ...facts })
      .where(eq(courses.id, other.id))
    return moveEnrolment(admin, id, other.id)
  }
  expect(await refusalWith({ comingSoon: true })).toMatchObject({ refusal: 'coming' })
  expect(await refusalWith({ draft: true })).toMatchObject({ refusal: 'unknown-course' })
  expect(await refusalWith({ cancelledAt: new Date() })).toMatchObject({ refusal: 'cancelled' })
})

test('nobody is moved into a full edition unknowingly, nor where they already are', async () => {
  const admin = await anAdmin()
  const { id, member, other } = await enrolled()
  const bruno = await aMember('bruno')
  await db.insert(userCourses).values({ userId: bruno.id, courseId: other.id, ...decided('approved') })
  expect(await moveEnrolment(admin, id, other.id)).toMatchObject({ refusal: 'full' })
  expect(await moveOwnEnrolment(member, id, other.id)).toMatchObject({ refusal: 'full' })
  expect(await moveEnrolment(admin, id, other.id, { overCapacity: true })).toMatchObject({ ok: true })
  const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(entries.at(-1)?.details).toMatchObject({ overCapacity: true, from: 'Uno' })

  const third = await aCourse({ title: 'Due' })
  await db.insert(userCourses).values({ userId: 'ada', courseId: third.id })
  const [moved] = (await rows()).filter(
    ({ userId, endedAt, courseId }) => userId === 'ada' && !endedAt && courseId === other.id,
  )
  expect(await moveEnrolment(admin, moved?.id ?? '', third.id)).toMatchObject({
    refusal: 'there-already',
    state: 'pending',
  })
  const about = { course: other, person: member, requestedAt: new Date() }
  const offered = await editionsToMoveTo(admin, about)
  expect(offered.find((edition) => edition.id === third.id)).toMatchObject({ existing: 'pending' })
})

test('a person moves within the editions of the course while both are far enough', async () => {
  const { id, member, course, other } = await enrolled()
  const elsewhere = await aCourse({ title: 'Altro' }, [{ startDate: inDays(30) }])
  const soon = await aCourse({ title: 'Uno', seriesId: course.seriesId }, [{ startDate: inDays(2) }])
  expect(await moveOwnEnrolment(member, id, elsewhere.id)).toMatchObject({ refusal: 'elsewhere' })
  expect(await moveOwnEnrolment(member, id, soon.id)).toMatchObject({ refusal: 'too-late' })
  expect(await moveOwnEnrolment(await aMember('bruno'), id, other.id)).toMatchObject({
    refusal: 'unknown-request',
  })
  const enrolment = await enrolmentOf(member, id)
  expect(enrolment && (await editionsForOwnMove(member, enrolment)).map((edition) => edition.id)).toEqual([
    other.id,
  ])
  expect(await moveOwnEnrolment(member, id, other.id)).toEqual({ ok: true })
  expect(await mails()).toEqual([
    ['enrolment-moved', 'ada@example.it'],
    ['moved-for-office', 'segreteria@example.org'],
  ])
  const standing = await enrolmentsOf(member)
  expect(standing.map(({ course, group, ending }) => [course.id, group, ending])).toEqual(
    expect.arrayContaining([
      [other.id, 'now', null],
      [course.id, 'over', 'transferred'],
    ]),
  )
  expect(await enrolmentOf(await aMember('dora'), id)).toBeUndefined()
})

test('nobody moves by themselves into an edition whose news can still be undone', async () => {
  withUndo()
  const admin = await anAdmin()
  const { id, member, other } = await enrolled()
  const dates = { sessions: inDays(40), answerBy: inDays(5) }
  for (const decide of [
    () => postponeEdition(admin, other.id, dates),
    () => confirmEdition(admin, other.id),
  ]) {
    const decision = decisionOf(await decide())
    expect(await moveOwnEnrolment(member, id, other.id)).toEqual({ ok: false, refusal: 'updating' })
    expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  }
  expect(await moveOwnEnrolment(member, id, other.id)).toEqual({ ok: true })
})

test('two days before the course only the office moves', async () => {
  const { id, member, other } = await enrolled('approved', 2)
  expect(await moveOwnEnrolment(member, id, other.id)).toMatchObject({ refusal: 'too-late' })
})

test.each<[string, (ids: { admin: Admin; member: Member; id: string; other: string }) => Promise<unknown>]>([
  [
    'cancels',
    async ({ member, id }) => {
      // Before that, nobody can cancel by themselves; the e-mails have not been tried yet.
      await settleDecisions()
      return cancelOwnEnrolment(member, id)
    },
  ],
  ['moves', ({ member, id, other }) => moveOwnEnrolment(member, id, other)],
  ['is cancelled by the office', ({ admin, id }) => cancelEnrolment(admin, id, 'Malattia')],
  ['is moved by the office', ({ admin, id, other }) => moveEnrolment(admin, id, other)],
])('who %s gets the waiting e-mails to participants only if that can be undone', async (who, act) => {
  withUndo()
  const admin = await anAdmin()
  const { member, course, other, id } = await enrolled('approved', 20)
  await db.update(courses).set({ maxPartecipanti: 0 })
  const bea = await aMember('bea')
  await db.insert(userCourses).values({ userId: bea.id, courseId: course.id, ...decided('approved') })
  const kindsTo = async (email: string) =>
    (await mails()).filter(([, address]) => address === email).map(([kind]) => kind)
  for (const decide of [
    () => confirmEdition(admin, course.id),
    () => postponeEdition(admin, course.id, { sessions: inDays(25), answerBy: inDays(3) }),
  ])
    expect(await decide()).toMatchObject({ ok: true })
  expect(await kindsTo(member.email)).toEqual(['edition-confirmed', 'edition-postponed'])
  expect(await act({ admin, member, id, other: other.id })).toMatchObject({ ok: true })
  const kinds = await kindsTo(member.email)
  expect(kinds.pop()).toMatch(/^enrolment-/)
  expect(kinds).toEqual(who.endsWith('office') ? ['edition-confirmed', 'edition-postponed'] : [])
  expect(await kindsTo(bea.email)).toEqual(['edition-confirmed', 'edition-postponed'])
})

test('editions of the same course come first, and a search finds only those with its words', async () => {
  const admin = await anAdmin()
  const { member, course } = await enrolled()
  for (let day = 40; day < 62; day++)
    await aCourse({ title: 'Uno', seriesId: course.seriesId }, [{ startDate: inDays(day) }])
  const elsewhere = await aCourse({ title: 'Ceramica' }, [{ startDate: inDays(90) }])
  const about = { course, person: member, requestedAt: new Date() }
  const offered = await editionsToMoveTo(admin, about)
  expect(offered.map(({ isSameCourse }) => isSameCourse)).toEqual(Array(20).fill(true))
  expect(await editionsToMoveTo(admin, about, 'ceramica')).toMatchObject([{ id: elsewhere.id }])
  expect(await editionsToMoveTo(admin, about, 'restauro')).toEqual([])
})
