import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, enrolmentRows, withUndo } from '../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { type Admin, SYSTEM } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, courses, outgoingMail, userCourses } from '../database/schema'
import { confirmEdition, postponeEdition } from '../editions/commands.server'
import { startEnrolments } from '../editions/start.commands.server'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { cancelOwnEnrolment } from '../enrolments/leave/commands.server'
import { cancelEnrolment, moveEnrolment } from '../enrolments/leave/office.commands.server'
import { requestEnrolment, withdrawRequest } from '../enrolments/request/commands.server'
import {
  admitRequest,
  approveRequest,
  approveRequests,
  markEnrolment,
  rejectRequest,
  reopenRequest,
} from '../enrolments/review/commands.server'
import type { EnrolmentOutcome, EnrolmentState } from '../enrolments/rules'
import { putOnList } from '../enrolments/waiting-list/office.commands.server'
import { sendMessage } from '../messages/commands.server'
import { deletePerson } from '../privacy/commands.server'
import { env } from '../runtime/env.server'
import { undoDecision } from './commands.server'
import { explainUndoRefusal, type UndoRefused, undoneInWords } from './rules'

beforeEach(emptyDatabase)
beforeEach(withUndo)

const waiting = () => db.$count(outgoingMail)

async function anEnrolment(status: EnrolmentState, name = 'ada') {
  const member = await aMember(name)
  const course = await aCourse({ maxPartecipanti: 1 }, [{ startDate: inDays(9) }])
  const other = await aCourse({ seriesId: course.seriesId }, [{ startDate: inDays(30) }])
  const [row] = await db
    .insert(userCourses)
    .values({ userId: member.id, courseId: course.id, ...decided(status) })
    .returning()
  return { member, course, other, id: row?.id ?? '' }
}

const ids = async (courseId: string) =>
  (await db.select().from(userCourses)).find((row) => row.courseId === courseId && !row.endedAt)?.id ?? ''

type Setting = { admin: Admin; course: string; other: string }
type Act = (setting: Setting) => Promise<EnrolmentOutcome<{ decision: string }>>

const on =
  (act: (admin: Admin, id: string) => Promise<EnrolmentOutcome<{ decision: string }>>): Act =>
  async ({ admin, course }) =>
    act(admin, await ids(course))

const ACTS: Record<string, Act> = {
  approve: on(approveRequest),
  reject: on((admin, id) => rejectRequest(admin, id, 'No')),
  reopen: on(reopenRequest),
  start: on((admin, id) => markEnrolment(admin, id, 'start', { isEarlyConfirmed: true })),
  complete: on((admin, id) => markEnrolment(admin, id, 'complete', { isEarlyConfirmed: true })),
  uncomplete: on((admin, id) => markEnrolment(admin, id, 'uncomplete')),
  unstart: on((admin, id) => markEnrolment(admin, id, 'unstart')),
  cancel: on((admin, id) => cancelEnrolment(admin, id, 'Chiuso')),
  transfer: ({ admin, course, other }) => ids(course).then((id) => moveEnrolment(admin, id, other)),
  enrol: async ({ admin, course }) => {
    const enrolled = await enrolPerson(admin, 'ada@example.it', [course])
    const { decision } = { decision: undefined, ...enrolled }
    return decision ? { ok: true, decision } : { ok: false, refusal: 'existing' }
  },
}

const FROM: Record<string, EnrolmentState | undefined> = {
  approve: 'pending',
  reject: 'pending',
  reopen: 'rejected',
  start: 'approved',
  complete: 'in_progress',
  uncomplete: 'completed',
  unstart: 'in_progress',
  cancel: 'approved',
  transfer: 'in_progress',
  enrol: 'rejected',
}

test.each(Object.keys(ACTS))('%s and every act after it are taken back to the former rows', async (first) => {
  for (const [name, act] of Object.entries(ACTS)) {
    await emptyDatabase()
    const admin = await anAdmin()
    const { course, other } = await anEnrolment(FROM[first] ?? 'pending')
    const setting = { admin, course: course.id, other: other.id }
    const before = await enrolmentRows()
    const outcome = await ACTS[first]?.(setting)
    expect(outcome).toMatchObject({ ok: true })
    const between = await enrolmentRows()
    expect(between).not.toEqual(before)
    const two = await act(setting)
    if (two.ok) {
      expect(await undoDecision(admin, decisionOf(outcome)), `${first}, ${name}`).toMatchObject({
        refusal: 'changed',
      })
      expect(await undoDecision(admin, decisionOf(two))).toMatchObject({ ok: true })
    }
    expect(await enrolmentRows()).toEqual(between)
    expect(await undoDecision(admin, decisionOf(outcome))).toMatchObject({ ok: true })
    expect(await enrolmentRows()).toEqual(before)
    expect(await waiting()).toBe(0)
  }
})

test('an enrolment that a decision made goes with it, and the log keeps both', async () => {
  const admin = await anAdmin()
  await aMember('ada')
  const course = await aCourse()
  const enrolled = await enrolPerson(admin, 'ada@example.it', [course.id])
  expect(await enrolmentRows()).toHaveLength(1)
  const colleague = await anAdmin('dora')
  expect(await undoDecision(colleague, enrolled.ok ? (enrolled.decision ?? '') : '')).toMatchObject({
    ok: true,
  })
  expect(await enrolmentRows()).toEqual([])
  expect(await waiting()).toBe(0)
  const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(entries.map(({ action, userId }) => [action, userId])).toEqual([
    ['create', 'carla'],
    ['delete', 'dora'],
  ])
  expect(entries[1]?.details).toMatchObject({ undone: true, email: 'ada@example.it', course: course.title })
})

test('who loses the seat gets no e-mail of a later decision about the edition', async () => {
  for (const name of ['approve', 'enrol']) {
    await emptyDatabase()
    const admin = await anAdmin()
    const { course, other, id } = await anEnrolment(FROM[name] ?? 'pending')
    await db.update(courses).set({ maxPartecipanti: 0 })
    const bea = await aMember('bea')
    await db.insert(userCourses).values({ userId: bea.id, courseId: course.id, ...decided('approved') })
    const outcome = await ACTS[name]?.({ admin, course: course.id, other: other.id })
    const confirmation = await confirmEdition(admin, course.id)
    const message = { subject: 'Aula', text: 'Al piano terra', attachments: [], key: randomUUID() }
    await sendMessage(admin, course.id, { ...message, to: [await ids(course.id), id] })
    expect(await undoDecision(admin, decisionOf(outcome)), name).toMatchObject({ ok: true })
    const emails = await db.select().from(outgoingMail)
    expect(
      emails.map(({ toAddress }) => toAddress),
      name,
    ).not.toContain('ada@example.it')
    expect(emails.filter(({ decisionId }) => decisionId === decisionOf(confirmation))).toMatchObject([
      { toAddress: 'bea@example.it' },
    ])
  }
})

test('who no longer waits gets no e-mail of a later decision about the edition', async () => {
  const admin = await anAdmin()
  const { course, id } = await anEnrolment('rejected')
  const [seated, bea] = [await aMember('seated'), await aMember('bea')]
  await db.insert(userCourses).values({ userId: seated.id, courseId: course.id, ...decided('approved') })
  const decisions = [await reopenRequest(admin, id), await putOnList(admin, bea.email, course.id)]
  const dates = { sessions: inDays(30), answerBy: inDays(5) }
  expect(await postponeEdition(admin, course.id, dates)).toMatchObject({ ok: true, notified: 3 })
  for (const decision of decisions)
    expect(await undoDecision(admin, decisionOf(decision))).toMatchObject({ ok: true })
  expect(await db.select().from(outgoingMail)).toMatchObject([{ toAddress: seated.email }])
})

test('who is no longer rejected, or no longer on the waiting list, gets no message to those people', async () => {
  const admin = await anAdmin()
  const { course, id } = await anEnrolment('pending')
  const seated = await aMember('seated')
  await db.insert(userCourses).values({ userId: seated.id, courseId: course.id, ...decided('approved') })
  const aRequest = async (name: string, waitingSince?: Date) => {
    const { id: userId } = await aMember(name)
    const values = { userId, courseId: course.id, ...decided('pending'), waitingSince }
    const [row] = await db.insert(userCourses).values(values).returning()
    return row?.id ?? ''
  }
  const newOnList = await aRequest('bea')
  const longOnList = await aRequest('dario', new Date())
  const decisions = [
    await rejectRequest(admin, id),
    await admitRequest(admin, newOnList),
    await admitRequest(admin, longOnList),
  ]
  const message = { subject: 'Lista', text: 'Ecco che cosa succede', attachments: [], key: randomUUID() }
  const sent = await sendMessage(admin, course.id, { ...message, to: [id, newOnList, longOnList] })
  expect(sent).toMatchObject({ notified: 3 })
  for (const decision of decisions)
    expect(await undoDecision(admin, decisionOf(decision))).toMatchObject({ ok: true })
  expect(await db.select().from(outgoingMail)).toMatchObject([{ toAddress: 'dario@example.it' }])
})

test('who is no longer on the waiting list is still told of the new dates', async () => {
  const admin = await anAdmin()
  const { course, id, member } = await anEnrolment('pending')
  const seated = await aMember('seated')
  await db.insert(userCourses).values({ userId: seated.id, courseId: course.id, ...decided('approved') })
  const admitted = await admitRequest(admin, id)
  const postponed = await postponeEdition(admin, course.id, { sessions: inDays(30), answerBy: inDays(5) })
  expect(await undoDecision(admin, decisionOf(admitted))).toMatchObject({ ok: true })
  const emails = await db
    .select()
    .from(outgoingMail)
    .where(eq(outgoingMail.decisionId, decisionOf(postponed)))
  expect(emails.map(({ toAddress }) => toAddress)).toContain(member.email)
})

test('who keeps the seat keeps the e-mail of a later decision about the edition', async () => {
  const admin = await anAdmin()
  const { course, id } = await anEnrolment('approved')
  const started = await markEnrolment(admin, id, 'start', { isEarlyConfirmed: true })
  await confirmEdition(admin, course.id)
  expect(await undoDecision(admin, decisionOf(started))).toMatchObject({ ok: true })
  expect(await db.select().from(outgoingMail)).toMatchObject([{ toAddress: 'ada@example.it' }])
})

test('undoing an enrolment or a payment speaks of those e-mails alone, since others may leave', () => {
  expect(undoneInWords('enrol')).toBe('Le iscrizioni sono come prima, e le loro email non partono.')
  expect(undoneInWords('payment')).toBe('Quanto registrato è tolto, e le sue email non partono.')
  expect(undoneInWords('approve')).toBe('Tutto è come prima, e nessuna email parte.')
})

test('a decision is taken back without the name of a former colleague whose account was deleted', async () => {
  const decidedByDora = {
    start: { ...decided('approved'), approvedBy: 'dora' },
    reopen: { ...decided('rejected'), rejectedBy: 'dora' },
  }
  for (const [name, columns] of Object.entries(decidedByDora)) {
    await emptyDatabase()
    const admin = await anAdmin()
    const dora = await aMember('dora')
    const { course, other } = await anEnrolment('pending')
    await db.update(userCourses).set(columns)
    const [before] = await enrolmentRows()
    const outcome = await ACTS[name]?.({ admin, course: course.id, other: other.id })
    expect(await deletePerson(admin, dora.id, dora.email)).toEqual({ ok: true })
    expect(await undoDecision(admin, decisionOf(outcome)), name).toMatchObject({ ok: true })
    const withoutDora = { ...before, approvedBy: null, rejectedBy: null }
    expect(await enrolmentRows(), name).toEqual([withoutDora])
  }
})

test('a decision is taken back once, by id, while its e-mails wait', async () => {
  const admin = await anAdmin()
  const { id } = await anEnrolment('pending')
  const decision = decisionOf(await approveRequest(admin, id))
  const [email] = await db.select().from(outgoingMail)
  expect(email?.dueAt.getTime()).toBeGreaterThan(Date.now() + 4 * 60_000)

  for (const unknown of ['', 'x', '00000000-0000-4000-8000-000000000000'])
    expect(await undoDecision(admin, unknown)).toMatchObject({ refusal: 'unknown' })
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await undoDecision(admin, decision)).toMatchObject({ refusal: 'undone' })
})

test('an e-mail that was tried may have left', async () => {
  const admin = await anAdmin()
  const { id } = await anEnrolment('pending')
  const decision = decisionOf(await rejectRequest(admin, id))
  const sentAt = new Date('2026-11-23T09:42:00Z')
  await db.update(outgoingMail).set({ attempts: 1, sentAt })
  expect(await undoDecision(admin, decision)).toEqual({
    ok: false,
    refusal: 'sent',
    at: 'lunedì 23 novembre alle 10:42',
    kind: 'reject',
  })
  expect((await enrolmentRows())[0]?.status).toBe('rejected')
})

test('an e-mail that the mail server did not take may have left too, and nothing says that it has', async () => {
  const admin = await anAdmin()
  const decision = decisionOf(await approveRequest(admin, (await anEnrolment('pending')).id))
  await db.update(outgoingMail).set({ attempts: 1 })
  const undone = await undoDecision(admin, decision)
  expect(explainUndoRefusal(undone as UndoRefused)).toBe('Troppo tardi: l’invio delle email è già cominciato')
})

test('a decision without e-mails is taken back for some minutes', async () => {
  const admin = await anAdmin()
  const { id } = await anEnrolment('rejected')
  env.undoMinutes = 0
  const decision = decisionOf(await reopenRequest(admin, id))
  expect(await undoDecision(admin, decision)).toMatchObject({ refusal: 'late' })
})

test('what has changed since is not overwritten', async () => {
  const admin = await anAdmin()
  const { id, member, course } = await anEnrolment('rejected')
  const reopened = decisionOf(await reopenRequest(admin, id))
  await withdrawRequest(member, id)
  expect(await undoDecision(admin, reopened)).toMatchObject({ refusal: 'changed', name: 'Ada Prova' })

  await requestEnrolment(member, course.id)
  const approved = decisionOf(await approveRequest(admin, await ids(course.id)))
  await cancelOwnEnrolment(member, await ids(course.id))
  expect(await undoDecision(admin, approved)).toMatchObject({ refusal: 'changed' })

  await requestEnrolment(member, course.id)
  await approveRequest(admin, await ids(course.id))
  const cancelled = decisionOf(await cancelEnrolment(admin, await ids(course.id), 'Chiuso'))
  await requestEnrolment(member, course.id)
  expect(await undoDecision(admin, cancelled)).toMatchObject({ refusal: 'changed', name: 'Ada Prova' })
})

test('the schedule starts nobody while a decision can be taken back', async () => {
  const admin = await anAdmin()
  const member = await aMember()
  const course = await aCourse({}, [{ startDate: inDays(-1), endDate: inDays(3) }])
  await requestEnrolment(member, course.id)
  const decision = decisionOf(await approveRequest(admin, await ids(course.id)))
  expect(await startEnrolments(SYSTEM)).toBe(0)
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  env.undoMinutes = 0
  const late = decisionOf(await approveRequest(admin, await ids(course.id)))
  expect(await startEnrolments(SYSTEM)).toBe(1)
  expect(await undoDecision(admin, late)).toMatchObject({ refusal: 'late' })
})

test('many requests are decided each by its own rule, and taken back together', async () => {
  const admin = await anAdmin()
  const course = await aCourse({ maxPartecipanti: 2 })
  for (const name of ['ada', 'bruno', 'dario']) await requestEnrolment(await aMember(name), course.id)
  const before = await enrolmentRows()
  const gone = '00000000-0000-4000-8000-000000000000'
  const outcome = await approveRequests(admin, [...before.map(({ id }) => id), gone])
  expect(outcome.refused).toEqual([
    { id: before[2]?.id, ok: false, refusal: 'full' },
    { id: gone, ok: false, refusal: 'unknown-request' },
  ])
  expect((await enrolmentRows()).map(({ status }) => status)).toEqual(['approved', 'approved', 'pending'])
  expect(await undoDecision(admin, outcome.decision ?? '')).toMatchObject({ ok: true })
  expect(await enrolmentRows()).toEqual(before)
})

test('a seat that somebody else has meanwhile is not given back, and the refusal says so', async () => {
  const admin = await anAdmin()
  const { id, course } = await anEnrolment('approved')
  const cancelled = decisionOf(await cancelEnrolment(admin, id, 'Chiuso'))
  await enrolPerson(admin, (await aMember('bruno')).email, [course.id])
  const undone = await undoDecision(admin, cancelled)
  expect(undone).toMatchObject({ refusal: 'seat-given' })
  expect(explainUndoRefusal(undone as UndoRefused)).toBe(
    'Nel frattempo il posto di Ada Prova è stato dato o offerto a un’altra persona',
  )
  const [enrolment] = await db.select().from(userCourses).where(eq(userCourses.id, id))
  expect(enrolment).toMatchObject({ ending: 'cancelled_by_office' })
})

test('a seat that was beyond the limit before is given back, and the log says so', async () => {
  const admin = await anAdmin()
  const { id, course } = await anEnrolment('approved')
  await db.update(courses).set({ maxPartecipanti: 0 })
  await enrolPerson(admin, (await aMember('bruno')).email, [course.id])
  await db.update(courses).set({ maxPartecipanti: 1 })
  const cancelled = decisionOf(await cancelEnrolment(admin, id, 'Chiuso'))
  expect(await undoDecision(admin, cancelled)).toMatchObject({ ok: true })
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, id)).orderBy(auditLogs.id)
  expect(entries.at(-1)?.details).toMatchObject({ undone: true, overCapacity: true })
})
