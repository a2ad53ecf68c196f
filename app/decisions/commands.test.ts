import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, courseSessions, courses, outgoingMail, userCourses } from '../database/schema'
import {
  approveRequest,
  approveRequests,
  markEnrolment,
  rejectRequest,
  reopenRequest,
} from '../enrolments/admin/commands.server'
import { cancelEdition, confirmEdition, postponeEdition } from '../enrolments/admin/edition.commands.server'
import { cancelEnrolment, transferEnrolment } from '../enrolments/admin/end.commands.server'
import { enrolPerson } from '../enrolments/admin/enrol.commands.server'
import { requestEnrolment, withdrawRequest } from '../enrolments/commands.server'
import { cancelOwn } from '../enrolments/end.commands.server'
import type { Decided, EnrolmentState } from '../enrolments/rules'
import { startEnrolments } from '../enrolments/start.commands.server'
import { env } from '../runtime/env.server'
import { undoDecision } from './commands.server'

beforeEach(emptyDatabase)
beforeEach(() => {
  env.undoMinutes = 5
  onTestFinished(() => {
    env.undoMinutes = 0
  })
})

const rows = () => db.select().from(userCourses).orderBy(userCourses.requestedAt, userCourses.id)
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
type Act = (setting: Setting) => Promise<Decided>

const on =
  (act: (admin: Admin, id: string) => Promise<Decided>): Act =>
  async ({ admin, course }) =>
    act(admin, await ids(course))

const ACTS: Record<string, Act> = {
  approve: on(approveRequest),
  reject: on((admin, id) => rejectRequest(admin, id, 'No')),
  reopen: on(reopenRequest),
  start: on((admin, id) => markEnrolment(admin, id, 'start', { early: true })),
  complete: on((admin, id) => markEnrolment(admin, id, 'complete', { early: true })),
  uncomplete: on((admin, id) => markEnrolment(admin, id, 'uncomplete')),
  unstart: on((admin, id) => markEnrolment(admin, id, 'unstart')),
  cancel: on((admin, id) => cancelEnrolment(admin, id, 'Chiuso')),
  transfer: ({ admin, course, other }) => ids(course).then((id) => transferEnrolment(admin, id, other)),
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

const done = (decided: Decided | undefined) => (decided?.ok ? decided.decision : '')

test.each(Object.keys(ACTS))('%s and every act after it are taken back to the former rows', async (first) => {
  for (const [name, act] of Object.entries(ACTS)) {
    await emptyDatabase()
    const admin = await anAdmin()
    const { course, other } = await anEnrolment(FROM[first] ?? 'pending')
    const setting = { admin, course: course.id, other: other.id }
    const before = await rows()
    const one = await ACTS[first]?.(setting)
    expect(one).toMatchObject({ ok: true })
    const between = await rows()
    expect(between).not.toEqual(before)
    const two = await act(setting)
    if (two.ok) {
      expect(await undoDecision(admin, done(one)), `${first}, ${name}`).toMatchObject({ refusal: 'changed' })
      expect(await undoDecision(admin, done(two))).toMatchObject({ ok: true })
    }
    expect(await rows()).toEqual(between)
    expect(await undoDecision(admin, done(one))).toMatchObject({ ok: true })
    expect(await rows()).toEqual(before)
    expect(await waiting()).toBe(0)
  }
})

test('an enrolment that a decision made goes with it, and the log keeps both', async () => {
  const admin = await anAdmin()
  await aMember('ada')
  const course = await aCourse()
  const enrolled = await enrolPerson(admin, 'ada@example.it', [course.id])
  expect(await rows()).toHaveLength(1)
  const colleague = await anAdmin('dora')
  expect(await undoDecision(colleague, enrolled.ok ? (enrolled.decision ?? '') : '')).toMatchObject({
    ok: true,
  })
  expect(await rows()).toEqual([])
  expect(await waiting()).toBe(0)
  const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(entries.map(({ action, userId }) => [action, userId])).toEqual([
    ['create', 'carla'],
    ['delete', 'dora'],
  ])
  expect(entries[1]?.details).toMatchObject({ undone: true, email: 'ada@example.it', course: course.title })
})

test('a decision is taken back once, by id, while its e-mails wait', async () => {
  const admin = await anAdmin()
  const { id } = await anEnrolment('pending')
  const decision = done(await approveRequest(admin, id))
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
  const decision = done(await rejectRequest(admin, id))
  const sentAt = new Date('2026-11-23T09:42:00Z')
  await db.update(outgoingMail).set({ attempts: 1, sentAt })
  expect(await undoDecision(admin, decision)).toEqual({
    ok: false,
    refusal: 'sent',
    at: '10:42',
    kind: 'reject',
  })
  expect((await rows())[0]?.status).toBe('rejected')
})

test('a decision without e-mails is taken back for some minutes', async () => {
  const admin = await anAdmin()
  const { id } = await anEnrolment('rejected')
  env.undoMinutes = 0
  const decision = done(await reopenRequest(admin, id))
  expect(await undoDecision(admin, decision)).toMatchObject({ refusal: 'late' })
})

test('what has changed since is not overwritten', async () => {
  const admin = await anAdmin()
  const { id, member, course } = await anEnrolment('rejected')
  const reopened = done(await reopenRequest(admin, id))
  await withdrawRequest(member, id)
  expect(await undoDecision(admin, reopened)).toMatchObject({ refusal: 'changed', name: 'Ada Prova' })

  await requestEnrolment(member, course.id)
  const approved = done(await approveRequest(admin, await ids(course.id)))
  await cancelOwn(member, await ids(course.id))
  expect(await undoDecision(admin, approved)).toMatchObject({ refusal: 'changed' })

  await requestEnrolment(member, course.id)
  await approveRequest(admin, await ids(course.id))
  const cancelled = done(await cancelEnrolment(admin, await ids(course.id), 'Chiuso'))
  await requestEnrolment(member, course.id)
  expect(await undoDecision(admin, cancelled)).toMatchObject({ refusal: 'changed', name: 'Ada Prova' })
})

test('the schedule starts nobody while a decision can be taken back', async () => {
  const admin = await anAdmin()
  const member = await aMember()
  const course = await aCourse({}, [{ startDate: inDays(-1), endDate: inDays(3) }])
  await requestEnrolment(member, course.id)
  const decision = done(await approveRequest(admin, await ids(course.id)))
  expect(await startEnrolments(null)).toBe(0)
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  env.undoMinutes = 0
  const late = done(await approveRequest(admin, await ids(course.id)))
  expect(await startEnrolments(null)).toBe(1)
  expect(await undoDecision(admin, late)).toMatchObject({ refusal: 'changed' })
})

test('many requests are decided each by its own rule, and taken back together', async () => {
  const admin = await anAdmin()
  const course = await aCourse({ maxPartecipanti: 2 })
  for (const name of ['ada', 'bruno', 'dario']) await requestEnrolment(await aMember(name), course.id)
  const before = await rows()
  const gone = '00000000-0000-4000-8000-000000000000'
  const outcome = await approveRequests(admin, [...before.map(({ id }) => id), gone])
  expect(outcome.refused).toEqual([
    { id: before[2]?.id, ok: false, refusal: 'full' },
    { id: gone, ok: false, refusal: 'unknown-request' },
  ])
  expect((await rows()).map(({ status }) => status)).toEqual(['approved', 'approved', 'pending'])
  expect(await undoDecision(admin, outcome.decision ?? '')).toMatchObject({ ok: true })
  expect(await rows()).toEqual(before)
})

test('a seat that was given away meanwhile is given back beyond the limit, and the log says so', async () => {
  const admin = await anAdmin()
  const { id, course } = await anEnrolment('approved')
  const cancelled = done(await cancelEnrolment(admin, id, 'Chiuso'))
  await enrolPerson(admin, (await aMember('bruno')).email, [course.id])
  expect(await undoDecision(admin, cancelled)).toMatchObject({ ok: true })
  const [entry] = await db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.entityId, id))
    .orderBy(auditLogs.id)
    .offset(1)
  expect(entry?.details).toMatchObject({ undone: true, overCapacity: true })
})

// ── Decisions about an edition ──────────────────────────────────────────────────────────────────────

async function anEditionWithPeople() {
  const admin = await anAdmin()
  const course = await aCourse({}, [{ startDate: inDays(9) }, { startDate: inDays(16), startTime: '09:00' }])
  for (const [name, status] of [
    ['ada', 'approved'],
    ['bruno', 'in_progress'],
    ['dario', 'pending'],
    ['elena', 'completed'],
    ['fabio', 'rejected'],
  ] as const)
    await db
      .insert(userCourses)
      .values({ userId: (await aMember(name)).id, courseId: course.id, ...decided(status) })
  const snapshot = async () => ({
    enrolments: await rows(),
    sessions: await db.select().from(courseSessions).orderBy(courseSessions.position),
    course: (await db.select().from(courses)).map(({ version, updatedAt, updatedBy, ...facts }) => facts),
  })
  return { admin, course, snapshot, before: await snapshot() }
}

const sentTo = async () =>
  (await db.select().from(outgoingMail).orderBy(outgoingMail.toAddress)).map(
    ({ toAddress }) => toAddress.split('@')[0],
  )

const EDITION_ACTS: Record<
  string,
  (admin: Admin, course: { id: string; title: string }) => Promise<unknown>
> = {
  cancel: (admin, { id, title }) =>
    cancelEdition(admin, id, { title: ` ${title.toUpperCase()} `, reason: 'Pochi iscritti' }),
  confirm: (admin, { id }) => confirmEdition(admin, id),
  postpone: (admin, { id }) =>
    postponeEdition(admin, id, { sessions: `${inDays(30)} 9:00-13:00`, answerBy: inDays(5) }),
}
const TOLD: Record<string, string[]> = {
  cancel: ['ada', 'bruno', 'dario'],
  confirm: ['ada', 'bruno'],
  postpone: ['ada', 'bruno'],
}

test.each(Object.keys(EDITION_ACTS))(
  '%s of an edition tells its people, and is taken back whole',
  async (name) => {
    const { admin, course, snapshot, before } = await anEditionWithPeople()
    const outcome = await EDITION_ACTS[name]?.(admin, course)
    expect(outcome).toMatchObject({ ok: true, told: TOLD[name]?.length })
    expect(await snapshot()).not.toEqual(before)
    expect(await sentTo()).toEqual(TOLD[name])
    const { decision } = outcome as { decision: string }
    expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
    expect(await snapshot()).toEqual(before)
    expect(await sentTo()).toEqual([])
  },
)

test('an edition is cancelled knowingly, once', async () => {
  const { admin, course } = await anEditionWithPeople()
  const cancel = (title: string, reason: string) => cancelEdition(admin, course.id, { title, reason })
  expect(await cancel('Altro', 'Pochi iscritti')).toMatchObject({ refusal: 'other-title' })
  expect(await cancel(course.title, ' ')).toMatchObject({ refusal: 'no-reason' })
  expect(await cancel(course.title, 'x'.repeat(501))).toMatchObject({ refusal: 'long-reason' })
  expect(await cancel(course.title, 'Pochi iscritti')).toMatchObject({ ok: true })
  expect(await cancel(course.title, 'Pochi iscritti')).toMatchObject({ refusal: 'cancelled' })
  expect(await confirmEdition(admin, course.id)).toMatchObject({ refusal: 'cancelled' })
  const ended = (await rows()).filter(({ endedAt }) => endedAt)
  expect(ended.map(({ userId, ending, endReason }) => [userId, ending, endReason])).toEqual(
    ['ada', 'bruno', 'dario'].map((name) => [name, 'edition_cancelled', 'Pochi iscritti']),
  )
})

test('new sessions are readable and later than today, the answer comes before them', async () => {
  const { admin, course } = await anEditionWithPeople()
  const postpone = (sessions: string, answerBy: string) =>
    postponeEdition(admin, course.id, { sessions, answerBy })
  expect(await postpone('', inDays(5))).toMatchObject({ refusal: 'no-sessions' })
  expect(await postpone('domani', inDays(5))).toMatchObject({ refusal: 'unreadable' })
  expect(await postpone(inDays(0), inDays(5))).toMatchObject({ refusal: 'past' })
  for (const day of ['', 'x', '2026-99-99', inDays(-1), inDays(30)])
    expect(await postpone(inDays(30), day)).toMatchObject({ refusal: 'answer-late' })
  expect(await postponeEdition(admin, 'x', { sessions: inDays(30), answerBy: inDays(5) })).toMatchObject({
    refusal: 'unknown',
  })
})

test('nobody comes back into an edition that was cancelled since, nor is decided there', async () => {
  const { admin, course } = await anEditionWithPeople()
  const of = async (name: string) => (await rows()).find(({ userId }) => userId === name)?.id ?? ''
  const rejected = done(await rejectRequest(admin, await of('dario'), 'No'))
  const cancelled = done(await cancelEnrolment(admin, await of('ada'), 'Chiuso'))
  await cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' })
  for (const decision of [rejected, cancelled])
    expect(await undoDecision(admin, decision)).toMatchObject({ refusal: 'changed' })
  expect(await reopenRequest(admin, await of('fabio'))).toMatchObject({ refusal: 'cancelled' })
  expect(await markEnrolment(admin, await of('elena'), 'uncomplete')).toMatchObject({ refusal: 'cancelled' })
})

test('an edition that a colleague has changed since keeps the change', async () => {
  const { admin, course } = await anEditionWithPeople()
  const outcome = await confirmEdition(admin, course.id)
  await db.update(courses).set({ version: 9 })
  expect(await undoDecision(admin, outcome.ok ? outcome.decision : '')).toMatchObject({ refusal: 'changed' })
})
