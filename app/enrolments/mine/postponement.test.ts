import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import { deletedAccountProfile } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, outgoingMail, postponements, profiles, userCourses } from '../../database/schema'
import { postponeEdition } from '../../editions/commands.server'
import { answerPostponement, recordPhoneAnswer } from '../../editions/postponement-answers.commands.server'
import { undoDecision } from '../../undo/commands.server'
import { cancelOwnEnrolment } from '../leave/commands.server'
import { moveEnrolment } from '../leave/office.commands.server'
import {
  lastPostponementOf,
  newDatesDeadlinesOfPerson,
  newDatesQuestionFor,
  newDatesQuestionOf,
  pastPostponements,
} from './postponement.queries.server'
import { enrolmentsOf } from './queries.server'

beforeEach(emptyDatabase)

async function postponed() {
  const admin = await anAdmin()
  const course = await aCourse({}, [{ startDate: inDays(9) }])
  const people = await Promise.all(['ada', 'bruno', 'dario'].map((name) => aMember(name)))
  const links = people.map(({ id }) => ({ userId: id, courseId: course.id, ...decided('approved') }))
  const made = await db.insert(userCourses).values(links).returning()
  const decided_ = await postponeEdition(admin, course.id, { sessions: inDays(30), answerBy: inDays(3) })
  const idOf = (name: string) => made.find(({ userId }) => userId === name)?.id ?? ''
  return { admin, course, people, idOf, decision: decided_.ok ? decided_.decision : '' }
}

test('everybody is asked, answers for themselves, and may change the answer', async () => {
  const { admin, course, people, idOf } = await postponed()
  const [ada, bruno] = people
  if (!ada || !bruno) throw new Error('Nobody is there')
  await db.update(outgoingMail).set({ attempts: 1 })
  expect(await answerPostponement(bruno, idOf('ada'), true)).toMatchObject({ refusal: 'unknown-question' })
  expect(await answerPostponement(ada, 'x', true)).toMatchObject({ refusal: 'unknown-question' })
  expect((await enrolmentsOf(ada))[0]).toMatchObject({ newDatesDeadline: inDays(3) })
  expect(await newDatesQuestionFor(bruno, idOf('ada'))).toBeUndefined()

  expect(await answerPostponement(ada, idOf('ada'), true)).toEqual({ ok: true })
  expect(await answerPostponement(ada, idOf('ada'), true)).toEqual({ ok: true })
  expect((await enrolmentsOf(ada))[0]).toMatchObject({ newDatesDeadline: null, group: 'now' })
  expect(await newDatesQuestionFor(ada, idOf('ada'))).toMatchObject({ stays: true })

  expect(await answerPostponement(bruno, idOf('bruno'), false)).toEqual({ ok: true })
  expect((await enrolmentsOf(bruno))[0]).toMatchObject({ ending: 'cancelled_by_person', group: 'over' })
  expect(await answerPostponement(bruno, idOf('bruno'), true)).toMatchObject({ refusal: 'unknown-question' })
  expect(await lastPostponementOf(admin, course.id)).toMatchObject({
    stayCount: 1,
    leftCount: 1,
    answerBy: inDays(3),
  })
  const kinds = (await db.select().from(outgoingMail)).map(({ kind }) => kind).sort()
  expect(kinds).toEqual(
    ['cancelled-for-office', ...Array(3).fill('edition-postponed'), 'enrolment-cancelled'].sort(),
  )
})

test('who leaves before the question could be mailed is no longer asked by e-mail', async () => {
  const { people, idOf } = await postponed()
  const [ada] = people
  expect(ada && (await answerPostponement(ada, idOf('ada'), false))).toEqual({ ok: true })
  const mails = await db.select().from(outgoingMail)
  expect(mails.filter(({ toAddress }) => toAddress === ada?.email)).toMatchObject([
    { kind: 'enrolment-cancelled' },
  ])
})

test('who gives up the seat elsewhere has left, whatever they answered, and later people do not count', async () => {
  const { admin, course, people, idOf } = await postponed()
  const [ada, bruno] = people
  if (!ada || !bruno) throw new Error('Nobody is there')
  expect(await lastPostponementOf(admin, course.id)).toMatchObject({
    stayCount: 0,
    leftCount: 0,
    openCount: 3,
  })
  await answerPostponement(ada, idOf('ada'), true)
  await answerPostponement(bruno, idOf('bruno'), true)
  expect(await cancelOwnEnrolment(ada, idOf('ada'))).toEqual({ ok: true })
  const late = { userId: (await aMember('elena')).id, courseId: course.id, ...decided('approved') }
  await db.insert(userCourses).values(late)
  expect(await lastPostponementOf(admin, course.id)).toMatchObject({
    stayCount: 1,
    leftCount: 1,
    openCount: 1,
  })
})

test('who deletes the account is not among those whose answer is missing', async () => {
  const { admin, course, idOf } = await postponed()
  const [deleted] = await db.insert(profiles).values(deletedAccountProfile('x')).returning()
  await db
    .update(userCourses)
    .set({ userId: deleted?.id ?? '' })
    .where(eq(userCourses.id, idOf('dario')))
  expect(await lastPostponementOf(admin, course.id)).toMatchObject({ openCount: 2, leftCount: 0 })
})

test('nobody is asked while the office can take the postponement back', async () => {
  withUndo()
  const { admin, people, idOf, decision } = await postponed()
  const [ada] = people
  if (!ada) throw new Error('Nobody is there')
  expect((await enrolmentsOf(ada))[0]).toMatchObject({ newDatesDeadline: null })
  expect(await newDatesQuestionFor(ada, idOf('ada'))).toBeUndefined()
  expect(await answerPostponement(ada, idOf('ada'), true)).toMatchObject({ refusal: 'not-asked-yet' })
  expect(await newDatesQuestionOf(admin, idOf('ada'))).toMatchObject({ isFinal: false })
  for (const stays of [true, false])
    expect(await recordPhoneAnswer(admin, idOf('ada'), stays)).toMatchObject({ refusal: 'not-asked-yet' })
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
})

test('while a second postponement can be taken back, nobody answers the first', async () => {
  const { admin, course, people, idOf } = await postponed()
  const [ada] = people
  if (!ada) throw new Error('Nobody is there')
  withUndo()
  const second = await postponeEdition(admin, course.id, { sessions: inDays(60), answerBy: inDays(5) })
  expect(await newDatesQuestionFor(ada, idOf('ada'))).toBeUndefined()
  expect(await newDatesQuestionOf(admin, idOf('ada'))).toMatchObject({ isFinal: false })
  for (const stays of [true, false]) {
    expect(await answerPostponement(ada, idOf('ada'), stays)).toMatchObject({ refusal: 'not-asked-yet' })
    expect(await recordPhoneAnswer(admin, idOf('ada'), stays)).toMatchObject({ refusal: 'not-asked-yet' })
  }
  expect(await undoDecision(admin, decisionOf(second))).toMatchObject({ ok: true })
  expect(await newDatesQuestionFor(ada, idOf('ada'))).toMatchObject({ answerBy: inDays(3) })
  await postponeEdition(admin, course.id, { sessions: inDays(60), answerBy: inDays(5) })
  await settleDecisions()
  expect(await newDatesQuestionFor(ada, idOf('ada'))).toMatchObject({ answerBy: inDays(5) })
  expect(await recordPhoneAnswer(admin, idOf('ada'), true)).toEqual({ ok: true })
  expect(await lastPostponementOf(admin, course.id)).toMatchObject({ stayCount: 1 })
})

test('once people are asked, the postponement is no longer taken back', async () => {
  const { admin, people, idOf, decision } = await postponed()
  if (people[0]) expect(await answerPostponement(people[0], idOf('ada'), true)).toMatchObject({ ok: true })
  expect(await undoDecision(admin, decision)).toMatchObject({ refusal: 'late' })
})

test('after the day of the answer the office is asked', async () => {
  const { people, idOf } = await postponed()
  await db.update(postponements).set({ answerBy: inDays(-1) })
  if (people[0])
    expect(await answerPostponement(people[0], idOf('ada'), true)).toMatchObject({ refusal: 'answer-over' })
})

test('somebody who joins with the new dates is not asked about them', async () => {
  const { admin, course } = await postponed()
  const late = await aMember('elena')
  const link = { userId: late.id, courseId: course.id, ...decided('approved') }
  const [made] = await db.insert(userCourses).values(link).returning()
  expect((await enrolmentsOf(late))[0]).toMatchObject({ newDatesDeadline: null })
  expect(await newDatesQuestionFor(late, made?.id ?? '')).toBeUndefined()
  const refused = { refusal: 'unknown-question' }
  expect(await answerPostponement(late, made?.id ?? '', false)).toMatchObject(refused)
  expect(await recordPhoneAnswer(admin, made?.id ?? '', false)).toMatchObject(refused)
  expect((await enrolmentsOf(late))[0]).toMatchObject({ ending: null })
})

test('who was moved into an edition reads its postponements since then', async () => {
  const { admin, course } = await postponed()
  const [elena, fabio] = [await aMember('elena'), await aMember('fabio')]
  const other = await aCourse({ seriesId: course.seriesId }, [{ startDate: inDays(15) }])
  const requestedAt = new Date(Date.now() - 9 * 86_400_000)
  const [away, waiting] = await db
    .insert(userCourses)
    .values([
      { userId: elena.id, courseId: other.id, ...decided('approved'), requestedAt },
      { userId: fabio.id, courseId: course.id, ...decided('pending'), requestedAt },
    ])
    .returning()
  await moveEnrolment(admin, away?.id ?? '', course.id)
  const there = (await enrolmentsOf(elena)).find(({ ending }) => !ending)?.id ?? ''
  expect(await pastPostponements(elena, there)).toEqual([])
  expect(await pastPostponements(fabio, waiting?.id ?? '')).toHaveLength(1)

  await postponeEdition(admin, course.id, { sessions: inDays(60), answerBy: inDays(3) })
  expect(await pastPostponements(elena, there)).toMatchObject([{ from: inDays(30), to: inDays(60) }])
})

test('who reads the history of an enrolment reads no new dates that can be taken back', async () => {
  const { admin, course, people, idOf } = await postponed()
  const [ada] = people
  if (!ada) throw new Error('Nobody is there')
  withUndo()
  for (const days of [10, 60])
    await postponeEdition(admin, course.id, { sessions: inDays(days), answerBy: inDays(3) })
  expect(await pastPostponements(ada, idOf('ada'))).toMatchObject([{ from: inDays(9), to: inDays(30) }])
  expect((await enrolmentsOf(ada))[0]).toMatchObject({ course: { startDate: inDays(30) } })
  await settleDecisions()
  expect(await pastPostponements(ada, idOf('ada'))).toMatchObject([
    { from: inDays(9), to: inDays(30) },
    { from: inDays(30), to: inDays(10) },
    { from: inDays(10), to: inDays(60) },
  ])
})

const lastEntry = async () => {
  const [entry] = await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1)
  return entry
}

test('the office enters the answers that come by telephone, also after their day', async () => {
  const { admin, course, people, idOf } = await postponed()
  const [ada, bruno] = people
  if (!ada || !bruno) throw new Error('Nobody is there')
  await db.update(postponements).set({ answerBy: inDays(-1) })
  expect(await recordPhoneAnswer(admin, idOf('ada'), true)).toEqual({ ok: true })
  expect(await lastEntry()).toMatchObject({
    userId: admin.id,
    entityId: idOf('ada'),
    details: { new: { stays: true }, channel: 'phone', email: ada.email },
  })
  expect(await newDatesQuestionFor(ada, idOf('ada'))).toMatchObject({ stays: true })

  expect(await recordPhoneAnswer(admin, idOf('bruno'), false)).toMatchObject({ ok: true })
  expect(await lastEntry()).toMatchObject({
    userId: admin.id,
    details: { new: { ending: 'cancelled_by_person' }, channel: 'phone', email: bruno.email },
  })
  expect(await recordPhoneAnswer(admin, idOf('bruno'), false)).toMatchObject({ refusal: 'unknown-question' })
  expect(await lastPostponementOf(admin, course.id)).toMatchObject({
    stayCount: 1,
    leftCount: 1,
    openCount: 1,
  })
  const [email] = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'enrolment-cancelled'))
  expect(email).toMatchObject({ toAddress: bruno.email })
  expect(email?.text).toContain('come ci hai detto al telefono')
})

test('a departure by telephone can be taken back, and the question is open again', async () => {
  const { admin, course, people, idOf } = await postponed()
  withUndo()
  await db.execute(sql`update decisions set held_until = now() - interval '1 minute'`)
  const left = await recordPhoneAnswer(admin, idOf('ada'), false)
  if (!left.ok || !left.decision) throw new Error('Ada has left')
  expect(await undoDecision(admin, left.decision)).toMatchObject({ ok: true })
  expect(await lastPostponementOf(admin, course.id)).toMatchObject({
    stayCount: 0,
    leftCount: 0,
    openCount: 3,
  })
  expect([...(await newDatesDeadlinesOfPerson(admin, people[0]?.id ?? '')).keys()]).toEqual([idOf('ada')])
})

test('the person reads a departure by telephone once it is final, and not after it was taken back', async () => {
  const { admin, people, idOf } = await postponed()
  const [ada] = people
  if (!ada) throw new Error('Nobody is there')
  await answerPostponement(ada, idOf('ada'), true)
  withUndo()
  const answers = async () => (await pastPostponements(ada, idOf('ada'))).map(({ stays }) => stays)
  expect(await answers()).toEqual([true])
  const left = await recordPhoneAnswer(admin, idOf('ada'), false)
  if (!left.ok || !left.decision) throw new Error('Ada has left')
  expect(await answers()).toEqual([null])
  expect(await undoDecision(admin, left.decision)).toMatchObject({ ok: true })
  expect(await answers()).toEqual([null])
  await recordPhoneAnswer(admin, idOf('ada'), false)
  await settleDecisions()
  expect(await answers()).toEqual([false])
})

test('who cancels after a departure that was taken back has not answered with it', async () => {
  const { admin, people, idOf } = await postponed()
  const [ada] = people
  if (!ada) throw new Error('Nobody is there')
  withUndo()
  const left = await recordPhoneAnswer(admin, idOf('ada'), false)
  await undoDecision(admin, left.ok ? (left.decision ?? '') : '')
  expect(await cancelOwnEnrolment(ada, idOf('ada'))).toEqual({ ok: true })
  expect(await pastPostponements(ada, idOf('ada'))).toMatchObject([{ stays: null, answeredAt: null }])
})

test('nobody is entered who is not asked', async () => {
  const admin = await anAdmin()
  const [ada, course] = [await aMember('ada'), await aCourse()]
  const link = { userId: ada.id, courseId: course.id, ...decided('approved') }
  const [made] = await db.insert(userCourses).values(link).returning()
  for (const id of [made?.id ?? '', 'x', ''])
    expect(await recordPhoneAnswer(admin, id, true)).toMatchObject({ refusal: 'unknown-question' })
})
