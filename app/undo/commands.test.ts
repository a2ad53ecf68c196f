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
  approveRequest,
  approveRequests,
  markEnrolment,
  rejectRequest,
  reopenRequest,
} from '../enrolments/review/commands.server'
import type { EnrolmentOutcome, EnrolmentState } from '../enrolments/rules'
import { sendMessage } from '../messages/commands.server'
import { deletePerson } from '../privacy/commands.server'
import { env } from '../runtime/env.server'
import { undoDecision } from './commands.server'
import { explainUndoRefusal, type UndoRefused } from './rules'

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

test('a later decision about the same person, or about the whole edition, is taken back first', async () => {
  const admin = await anAdmin()
  const { course, id } = await anEnrolment('pending')
  await db.update(courses).set({ maxPartecipanti: 0 })
  const other = await aMember('bea')
  await db.insert(userCourses).values({ userId: other.id, courseId: course.id, ...decided('approved') })
  const message = { subject: 'Aula', text: 'Al piano terra', attachments: [] }
  const laterActs = [
    () => confirmEdition(admin, course.id),
    () => postponeEdition(admin, course.id, { sessions: inDays(30), answerBy: inDays(5) }),
    () => sendMessage(admin, course.id, { ...message, key: randomUUID(), to: [id] }),
  ]
  for (const decide of [approveRequest, rejectRequest])
    for (const act of laterActs) {
      const first = decisionOf(await decide(admin, id))
      const later = decisionOf(await act())
      expect(await undoDecision(admin, first)).toEqual({ ok: false, refusal: 'changed' })
      for (const decision of [later, first])
        expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
      expect(await waiting()).toBe(0)
    }
})

test('a later decision about another person of the edition is no reason to wait', async () => {
  const admin = await anAdmin()
  const { course, id } = await anEnrolment('pending')
  await db.update(courses).set({ maxPartecipanti: 0 })
  await requestEnrolment(await aMember('bea'), course.id)
  const otherId = (await db.select().from(userCourses)).find((row) => row.id !== id)?.id ?? ''
  const first = decisionOf(await approveRequest(admin, id))
  const second = decisionOf(await approveRequest(admin, otherId))
  expect(await undoDecision(admin, first)).toMatchObject({ ok: true })
  expect(await db.$count(outgoingMail, eq(outgoingMail.decisionId, second))).toBe(1)
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
  await enrolPerson(admin, member.email, [course.id])
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
