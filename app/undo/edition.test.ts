import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, enrolmentRows, withUndo } from '../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { archiveCourse, restoreCourse, updateCourse } from '../course-editor/commands.server'
import { type CourseText, readCourse, writeCourse } from '../course-editor/rules'
import { courseByKey } from '../courses/office.queries.server'
import { db } from '../database/client.server'
import { courseSessions, courses, outgoingMail, userCourses } from '../database/schema'
import { cancelEdition, confirmEdition, postponeEdition } from '../editions/commands.server'
import { changeLesson } from '../editions/lessons.commands.server'
import { mistakesToCancel } from '../editions/rules'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { cancelEnrolment, moveEnrolment } from '../enrolments/leave/office.commands.server'
import { requestEnrolment } from '../enrolments/request/commands.server'
import {
  approveRequest,
  markEnrolment,
  rejectRequest,
  reopenRequest,
} from '../enrolments/review/commands.server'
import { formatDate } from '../italian/dates'
import { sendMessage } from '../messages/commands.server'
import { brokenInvariants } from '../operations/invariants.queries.server'
import { writeSessions } from '../parsing/sessions.rules'
import { undoDecision } from './commands.server'

beforeEach(emptyDatabase)
beforeEach(withUndo)

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
    enrolments: await enrolmentRows(),
    sessions: await db.select().from(courseSessions).orderBy(courseSessions.position),
    course: (await db.select().from(courses)).map(({ version, updatedAt, updatedBy, ...facts }) => facts),
  })
  return { admin, course, snapshot, before: await snapshot() }
}

test('a lesson keeps its topic, place and link on a new day, and gets them back with a lesson that was left out', async () => {
  const { admin, course, snapshot } = await anEditionWithPeople()
  const details = { topic: 'Leggere il mercato', place: 'Sala Rossa', link: 'https://lezioni.example.it/uno' }
  await db.update(courseSessions).set(details)
  const { sessions } = await snapshot()
  const outcome = (await ACTS.postpone?.(admin, course)) as Parameters<typeof decisionOf>[0]
  expect((await snapshot()).sessions).toMatchObject([{ startDate: inDays(30), ...details }])
  await undoDecision(admin, decisionOf(outcome))
  expect((await snapshot()).sessions).toEqual(sessions)
})

test('the e-mails about new dates name the edition by its new first day', async () => {
  const { admin, course } = await anEditionWithPeople()
  await ACTS.postpone?.(admin, course)
  const subjects = (await db.select().from(outgoingMail)).map(({ subject }) => subject)
  expect(subjects).toHaveLength(3)
  for (const subject of subjects) expect(subject).toContain(formatDate(inDays(30), 'd MMMM yyyy'))
})

test('who has asked with new dates that are taken back is told the former ones at once', async () => {
  const { admin, course } = await anEditionWithPeople()
  const dates = (days: number) => ({ sessions: inDays(days), answerBy: inDays(5) })
  const decisions: string[] = []
  for (const [name, days] of [
    ['gino', 30],
    ['bea', 60],
  ] as const) {
    decisions.push(decisionOf(await postponeEdition(admin, course.id, dates(days))))
    expect(await requestEnrolment(await aMember(name), course.id)).toEqual({ ok: true })
  }
  const changes = async () =>
    (await db.select().from(outgoingMail).orderBy(outgoingMail.id))
      .filter(({ kind, decisionId }) => kind === 'edition-changed' && !decisionId)
      .map(({ toAddress, subject, text, dueAt }) => ({
        toAddress,
        subject,
        text,
        isDue: dueAt <= new Date(),
      }))
  const emailTo = (name: string, start: string) => ({
    toAddress: `${name}@example.it`,
    subject: expect.stringContaining(formatDate(start, 'd MMMM yyyy')),
    text: expect.stringMatching(/Date, prima: .*Date, adesso: /s),
    isDue: true,
  })
  expect(await undoDecision(admin, decisions[1] ?? '')).toMatchObject({ ok: true })
  expect(await changes()).toEqual([emailTo('bea', inDays(30))])
  expect(await undoDecision(admin, decisions[0] ?? '')).toMatchObject({ ok: true })
  const [, ...later] = await changes()
  expect(later).toHaveLength(2)
  expect(later).toEqual(expect.arrayContaining([emailTo('bea', inDays(9)), emailTo('gino', inDays(9))]))
})

async function beginsToday() {
  const [startDate, endDate] = [inDays(0), inDays(0)]
  await db.update(courses).set({ startDate })
  await db.update(courseSessions).set({ startDate, endDate }).where(eq(courseSessions.position, 0))
}

const sentTo = async () =>
  (await db.select().from(outgoingMail).orderBy(outgoingMail.toAddress)).map(
    ({ toAddress }) => toAddress.split('@')[0],
  )

const ACTS: Record<string, (admin: Admin, course: { id: string; title: string }) => Promise<unknown>> = {
  cancel: (admin, { id, title }) =>
    cancelEdition(admin, id, { title: ` ${title.toUpperCase()} `, reason: 'Pochi iscritti' }),
  confirm: (admin, { id }) => confirmEdition(admin, id),
  postpone: (admin, { id }) =>
    postponeEdition(admin, id, { sessions: `${inDays(30)} 9:00-13:00`, answerBy: inDays(5) }),
}
const TOLD: Record<string, string[]> = {
  cancel: ['ada', 'bruno', 'dario'],
  confirm: ['ada', 'bruno'],
  postpone: ['ada', 'bruno', 'dario'],
}

test.each(Object.keys(ACTS))('%s of an edition tells its people, and is taken back whole', async (name) => {
  const { admin, course, snapshot, before } = await anEditionWithPeople()
  const outcome = await ACTS[name]?.(admin, course)
  expect(outcome).toMatchObject({ ok: true, notified: TOLD[name]?.length })
  expect(await snapshot()).not.toEqual(before)
  expect(await sentTo()).toEqual(TOLD[name])
  const { decision } = outcome as { decision: string }
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await snapshot()).toEqual(before)
  expect(await sentTo()).toEqual([])
})

test('decisions about an edition are taken back one after another', async () => {
  const { admin, course, snapshot, before } = await anEditionWithPeople()
  const made: string[] = []
  for (const name of ['confirm', 'postpone', 'cancel']) {
    const outcome = (await ACTS[name]?.(admin, course)) as Parameters<typeof decisionOf>[0]
    made.unshift(decisionOf(outcome))
  }
  expect(await undoDecision(admin, made[1] ?? '')).toMatchObject({ refusal: 'changed' })
  for (const decision of made) expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await snapshot()).toEqual(before)
})

test('a form to postpone that began before a colleague changed the sessions is refused, and then goes on', async () => {
  const { admin, course, snapshot } = await anEditionWithPeople()
  const stored = async () => writeSessions((await snapshot()).sessions)
  const postpone = async (before: string) =>
    postponeEdition(admin, course.id, { before, sessions: inDays(40), answerBy: inDays(5) })
  const began = await stored()
  await ACTS.postpone?.(admin, course)
  const ofColleague = await stored()
  expect(await postpone(began)).toEqual({ ok: false, refusal: 'stale' })
  expect(await postpone('')).toEqual({ ok: false, refusal: 'stale' })
  expect(await stored()).toBe(ofColleague)
  expect(await postpone(ofColleague)).toMatchObject({ ok: true })
  expect((await snapshot()).sessions).toMatchObject([{ startDate: inDays(40) }])
})

test('the line ends of a browser do not make a form to postpone stale', async () => {
  const { admin, course, before } = await anEditionWithPeople()
  const lines = writeSessions(before.sessions).replaceAll('\n', '\r\n')
  expect(lines).toContain('\r\n')
  const dates = { before: lines, sessions: inDays(30), answerBy: inDays(5) }
  expect(await postponeEdition(admin, course.id, dates)).toMatchObject({ ok: true })
})

test('what was held today stays, or who had begun is approved again until it is taken back', async () => {
  const { admin, course, snapshot } = await anEditionWithPeople()
  await beginsToday()
  const before = await snapshot()
  const [firstSession] = writeSessions(before.sessions).split('\n')
  const postpone = async (sessions: string) => {
    const outcome = await postponeEdition(admin, course.id, { sessions, answerBy: inDays(5) })
    return { outcome, states: (await snapshot()).enrolments.map(({ status }) => status) }
  }
  expect((await postpone(`${firstSession}\n${inDays(0)} 20:00-21:00`)).outcome).toMatchObject({
    refusal: 'past',
  })
  const withFirstSession = await postpone(`${firstSession}\n${inDays(30)}`)
  expect(withFirstSession).toMatchObject({
    outcome: { ok: true },
    states: before.enrolments.map(({ status }) => status),
  })
  expect(await undoDecision(admin, decisionOf(withFirstSession.outcome))).toMatchObject({ ok: true })

  const whole = await postpone(inDays(30))
  expect(whole.states).toEqual(['approved', 'approved', 'pending', 'completed', 'rejected'])
  expect(await undoDecision(admin, decisionOf(whole.outcome))).toMatchObject({ ok: true })
  expect(await snapshot()).toEqual(before)
})

test('a postponement that a later decision builds upon is not taken back before it', async () => {
  const { admin, course, snapshot } = await anEditionWithPeople()
  await beginsToday()
  const before = await snapshot()
  const postponed = await postponeEdition(admin, course.id, { sessions: inDays(30), answerBy: inDays(5) })
  const bruno = before.enrolments.find(({ userId }) => userId === 'bruno')?.id ?? ''
  const cancelled = await cancelEnrolment(admin, bruno, 'Chiuso')
  expect(await undoDecision(admin, decisionOf(postponed))).toMatchObject({ refusal: 'changed' })
  for (const decided of [cancelled, postponed])
    expect(await undoDecision(admin, decisionOf(decided))).toMatchObject({ ok: true })
  expect(await snapshot()).toEqual(before)
  expect(await brokenInvariants()).toEqual([])
})

test('a confirmation or new dates that a later seat or refund builds upon are not taken back before it', async () => {
  for (const act of ['confirm', 'postpone']) {
    await emptyDatabase()
    const { admin, course, snapshot } = await anEditionWithPeople()
    const other = await aCourse({ seriesId: course.seriesId }, [{ startDate: inDays(40) }])
    const gina = await aMember('gina')
    await db.insert(userCourses).values({ userId: gina.id, courseId: other.id, ...decided('approved') })
    const before = await snapshot()
    const idOf = (name: string) => before.enrolments.find(({ userId }) => userId === name)?.id ?? ''
    const enrol = async () => {
      const enrolled = await enrolPerson(admin, (await aMember('ivo')).email, [course.id])
      return { ok: true as const, decision: (enrolled.ok && enrolled.decision) || '' }
    }
    const made = decisionOf((await ACTS[act]?.(admin, course)) as Parameters<typeof decisionOf>[0])
    const seats = [
      await approveRequest(admin, idOf('dario')),
      await enrol(),
      await moveEnrolment(admin, idOf('gina'), course.id),
    ]
    for (const seat of seats) {
      expect(await undoDecision(admin, made), act).toMatchObject({ refusal: 'changed' })
      expect(await undoDecision(admin, decisionOf(seat))).toMatchObject({ ok: true })
    }
    if (act === 'postpone') {
      const cancelled = await cancelEnrolment(admin, idOf('bruno'), 'Chiuso')
      expect(await undoDecision(admin, made)).toMatchObject({ refusal: 'changed' })
      expect(await undoDecision(admin, decisionOf(cancelled))).toMatchObject({ ok: true })
    }
    expect(await undoDecision(admin, made), act).toMatchObject({ ok: true })
  }
})

test('new dates that a later e-mail names are not taken back before it', async () => {
  const { admin, course, before } = await anEditionWithPeople()
  const idOf = (name: string) => before.enrolments.find(({ userId }) => userId === name)?.id ?? ''
  const postponed = (await ACTS.postpone?.(admin, course)) as Parameters<typeof decisionOf>[0]
  const message = { subject: 'Aula', text: 'Al piano terra', attachments: [], key: randomUUID() }
  for (const notified of [
    await sendMessage(admin, course.id, { ...message, to: [idOf('ada')] }),
    await rejectRequest(admin, idOf('dario'), 'No'),
  ]) {
    expect(await undoDecision(admin, decisionOf(postponed))).toEqual({ ok: false, refusal: 'changed' })
    expect(await undoDecision(admin, decisionOf(notified))).toMatchObject({ ok: true })
  }
  expect(await undoDecision(admin, decisionOf(postponed))).toMatchObject({ ok: true })
})

test('a lesson that was changed since a decision stays, and nobody comes back to another place without being told', async () => {
  const nothing = { topic: null, place: null, link: null }
  for (const [name, field, refusal] of [
    ['postpone', 'place', 'changed'],
    ['postpone', 'topic', 'changed'],
    ['cancel', 'link', 'changed'],
    ['cancel', 'topic', undefined],
    ['confirm', 'place', undefined],
  ] as const) {
    await emptyDatabase()
    const { admin, course, snapshot } = await anEditionWithPeople()
    const made = decisionOf((await ACTS[name]?.(admin, course)) as Parameters<typeof decisionOf>[0])
    const lesson = { ...nothing, [field]: 'https://lezioni.example.it/uno' }
    expect(await changeLesson(admin, course.id, 1, { lesson, before: nothing })).toMatchObject({ ok: true })
    await saveForm(admin, course.id, { price: '250' })
    const outcome = await undoDecision(admin, made)
    expect(outcome, `${name} ${field}`).toMatchObject(refusal ? { refusal } : { ok: true })
    expect((await snapshot()).sessions[0], `${name} ${field}`).toMatchObject(lesson)
  }
})

test('an edition is cancelled knowingly, once', async () => {
  const { admin, course } = await anEditionWithPeople()
  const cancel = (title: string, reason: string) => cancelEdition(admin, course.id, { title, reason })
  expect(await cancel('Altro', 'Pochi iscritti')).toMatchObject({ refusal: 'other-title' })
  expect(await cancel(course.title, ' ')).toMatchObject({ refusal: 'no-reason' })
  expect(await cancel(course.title, 'x'.repeat(501))).toMatchObject({ refusal: 'long-reason' })
  expect(await cancel(course.title, 'Pochi iscritti')).toMatchObject({ ok: true })
  expect(await cancel(course.title, 'Pochi iscritti')).toMatchObject({ refusal: 'cancelled' })
  expect(await confirmEdition(admin, course.id)).toMatchObject({ refusal: 'cancelled' })
  const ended = (await enrolmentRows()).filter(({ endedAt }) => endedAt)
  expect(ended.map(({ userId, ending, endReason }) => [userId, ending, endReason])).toEqual(
    ['ada', 'bruno', 'dario'].map((name) => [name, 'edition_cancelled', 'Pochi iscritti']),
  )
})

test('the people of a cancelled edition are led to the next one with a free seat', async () => {
  const { admin, course } = await anEditionWithPeople()
  const emails = () => db.select({ text: outgoingMail.text }).from(outgoingMail)
  const edition = (day: number, facts: object = {}) =>
    aCourse({ seriesId: course.seriesId, location: 'Fermo, sede', ...facts }, [{ startDate: inDays(day) }])
  await edition(-1, { endDate: inDays(30) })
  await edition(20, { comingSoon: true })
  await edition(20, { cancelledAt: new Date() })
  const full = await edition(25, { maxPartecipanti: 1 })
  await db.insert(userCourses).values({ userId: 'elena', courseId: full.id, ...decided('approved') })
  const act = () => cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' })
  const undo = await act()
  const [first] = await emails()
  expect(first?.text, 'a full one rather than none').toContain(`/corsi/${full.slug}\n`)
  await undoDecision(admin, decisionOf(undo))

  const free = await edition(40)
  await act()
  const date = formatDate(free.startDate, 'd MMMM yyyy')
  for (const { text } of await emails()) {
    expect(text.replace(/\s+/g, ' ')).toContain(`un’altra edizione dello stesso corso: ${date}, Fermo.`)
    expect(text).toContain(`/corsi/${free.slug}\n`)
  }
})

test('a person who takes part in the next edition too is not led to it', async () => {
  const { admin, course } = await anEditionWithPeople()
  const other = await aCourse({ seriesId: course.seriesId }, [{ startDate: inDays(40) }])
  const there = await aMember('there')
  for (const { id } of [course, other])
    await db.insert(userCourses).values({ userId: there.id, courseId: id, ...decided('approved') })
  await cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' })
  const emails = await db.select().from(outgoingMail)
  for (const { toAddress, text } of emails)
    expect(text.includes(`/corsi/${other.slug}`), toAddress).toBe(toAddress !== there.email)
  expect(emails.map(({ toAddress }) => toAddress)).toContain(there.email)
})

test('the form to cancel an edition names every mistake at once', () => {
  const mistakes = (title: string, reason: string) => mistakesToCancel({ title, reason }, 'Ceramica')
  expect(mistakes('', ' ')).toEqual({ title: 'other-title', reason: 'no-reason' })
  expect(mistakes(' ceramica ', 'x'.repeat(501))).toEqual({ reason: 'long-reason' })
  expect(mistakes('Ceramica', 'Pochi iscritti')).toEqual({})
})

test('new sessions are readable and later than today, the answer comes before them', async () => {
  const { admin, course } = await anEditionWithPeople()
  const postpone = (sessions: string, answerBy: string) =>
    postponeEdition(admin, course.id, { sessions, answerBy })
  expect(await postpone('', inDays(5))).toMatchObject({ refusal: 'no-sessions' })
  expect(await postpone('domani', inDays(5))).toMatchObject({ refusal: 'unreadable' })
  expect(await postpone(inDays(0), inDays(5))).toMatchObject({ refusal: 'past' })
  const [first, second] = [inDays(9), `${inDays(16)} 9:00`]
  expect(await postpone(`${first}\n${second}`, inDays(5))).toMatchObject({ refusal: 'unchanged' })
  for (const day of ['', 'x', '2026-99-99', inDays(-1), inDays(30)])
    expect(await postpone(inDays(30), day)).toMatchObject({ refusal: 'answer-late' })
  expect(await postponeEdition(admin, 'x', { sessions: inDays(30), answerBy: inDays(5) })).toMatchObject({
    refusal: 'unknown',
  })
})

test('nobody comes back into an edition that was cancelled since, nor is decided there', async () => {
  const { admin, course } = await anEditionWithPeople()
  const enrolmentIdOf = async (name: string) =>
    (await enrolmentRows()).find(({ userId }) => userId === name)?.id ?? ''
  const rejected = decisionOf(await rejectRequest(admin, await enrolmentIdOf('dario'), 'No'))
  const cancelled = decisionOf(await cancelEnrolment(admin, await enrolmentIdOf('ada'), 'Chiuso'))
  await cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' })
  for (const decision of [rejected, cancelled])
    expect(await undoDecision(admin, decision)).toMatchObject({ refusal: 'changed' })
  expect(await reopenRequest(admin, await enrolmentIdOf('fabio'))).toMatchObject({ refusal: 'cancelled' })
  expect(await markEnrolment(admin, await enrolmentIdOf('elena'), 'uncomplete')).toMatchObject({
    refusal: 'cancelled',
  })
})

/** Saves the course form as it is, with some fields changed. */
async function saveForm(admin: Admin, courseId: string, changed: Partial<CourseText>) {
  const course = await courseByKey(admin, courseId)
  if (!course) throw new Error('The course does not exist')
  const { course: facts } = readCourse({ ...writeCourse(course), ...changed })
  const saved = await updateCourse(admin, courseId, facts, { version: course.version, address: course.slug })
  if (!saved.ok) throw new Error(saved.refusal)
}

test.each(Object.keys(ACTS))(
  '%s of an edition is taken back after changes that are no decisions',
  async (name) => {
    const { admin, course, snapshot } = await anEditionWithPeople()
    const made = (await ACTS[name]?.(admin, course)) as Parameters<typeof decisionOf>[0]
    await saveForm(admin, course.id, { price: '250' })
    await archiveCourse(admin, course.id)
    await restoreCourse(admin, course.id)
    expect(await undoDecision(admin, decisionOf(made))).toMatchObject({ ok: true })
    const { sessions, course: courseRows } = await snapshot()
    expect(courseRows).toMatchObject([
      { cancelledAt: null, cancelReason: null, confirmedAt: null, price: 250 },
    ])
    expect(sessions.map(({ startDate }) => startDate)).toEqual([inDays(9), inDays(16)])
  },
)

test('decisions are taken back one after another around changes that are no decisions', async () => {
  const { admin, course } = await anEditionWithPeople()
  const made: string[] = []
  for (const [index, name] of ['confirm', 'postpone', 'cancel'].entries()) {
    const outcome = (await ACTS[name]?.(admin, course)) as Parameters<typeof decisionOf>[0]
    made.unshift(decisionOf(outcome))
    await saveForm(admin, course.id, { price: String(200 + index) })
  }
  expect(await undoDecision(admin, made[1] ?? '')).toMatchObject({ refusal: 'changed' })
  for (const decision of made) expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
})

test('sessions that a colleague has changed since a decision stay: only a confirmation is then taken back', async () => {
  for (const [name, refusal] of [
    ['postpone', 'changed'],
    ['confirm', undefined],
    ['cancel', 'changed'],
  ] as const) {
    await emptyDatabase()
    const { admin, course, snapshot } = await anEditionWithPeople()
    const made = decisionOf((await ACTS[name]?.(admin, course)) as Parameters<typeof decisionOf>[0])
    await saveForm(admin, course.id, { sessions: '10/03/2099 9:00-13:00' })
    const outcome = await undoDecision(admin, made)
    expect(outcome, name).toMatchObject(refusal ? { refusal } : { ok: true })
    expect((await snapshot()).sessions, name).toMatchObject([{ startDate: '2099-03-10' }])
  }
})

test('nobody comes back to another place without being told, nor to a deleted edition', async () => {
  const { admin, course } = await anEditionWithPeople()
  const cancelled = decisionOf((await ACTS.cancel?.(admin, course)) as Parameters<typeof decisionOf>[0])
  await archiveCourse(admin, course.id)
  expect(await undoDecision(admin, cancelled)).toMatchObject({ refusal: 'changed' })
  await restoreCourse(admin, course.id)
  await saveForm(admin, course.id, { location: 'Teramo' })
  expect(await undoDecision(admin, cancelled)).toMatchObject({ refusal: 'changed' })
})

test('nobody comes back into an edition without what its people were told meanwhile', async () => {
  const news = {
    confirm: ACTS.confirm,
    postpone: ACTS.postpone,
    message: async (admin: Admin, { id }: { id: string }) => {
      const [, bruno] = await enrolmentRows()
      const message = { subject: 'Aula', text: 'Al piano terra', attachments: [], key: randomUUID() }
      return sendMessage(admin, id, { ...message, to: [bruno?.id ?? ''] })
    },
  }
  for (const [name, notify] of Object.entries(news)) {
    await emptyDatabase()
    const { admin, course } = await anEditionWithPeople()
    const [ada] = await enrolmentRows()
    const cancelled = decisionOf(await cancelEnrolment(admin, ada?.id ?? '', 'Chiuso'))
    const notified = (await notify?.(admin, course)) as Parameters<typeof decisionOf>[0]
    expect(await undoDecision(admin, cancelled), name).toEqual({ ok: false, refusal: 'changed' })
    expect(await undoDecision(admin, decisionOf(notified)), name).toMatchObject({ ok: true })
    expect(await undoDecision(admin, cancelled), name).toMatchObject({ ok: true })
  }
})

test('who was completed by mistake comes back with what the edition was told meanwhile', async () => {
  const message = { subject: 'Aula', text: 'Al piano terra', attachments: [] }
  for (const act of ['confirm', 'postpone', 'message']) {
    await emptyDatabase()
    const { admin, course } = await anEditionWithPeople()
    const [ada, bruno] = (await enrolmentRows()).map(({ id }) => id)
    const completed = decisionOf(
      await markEnrolment(admin, bruno ?? '', 'complete', { isEarlyConfirmed: true }),
    )
    const notified = ACTS[act]
      ? ((await ACTS[act](admin, course)) as Parameters<typeof decisionOf>[0])
      : await sendMessage(admin, course.id, { ...message, key: randomUUID(), to: [ada ?? ''] })
    expect(await undoDecision(admin, completed), act).toEqual({ ok: false, refusal: 'changed' })
    expect(await undoDecision(admin, decisionOf(notified)), act).toMatchObject({ ok: true })
    expect(await undoDecision(admin, completed), act).toMatchObject({ ok: true })
  }
})

test('a request does not wait again after a postponement that it was not told of', async () => {
  for (const decide of [approveRequest, rejectRequest]) {
    await emptyDatabase()
    const { admin, course } = await anEditionWithPeople()
    const dario = (await enrolmentRows()).find(({ status }) => status === 'pending')
    const decision = decisionOf(await decide(admin, dario?.id ?? ''))
    const postponed = (await ACTS.postpone?.(admin, course)) as Parameters<typeof decisionOf>[0]
    expect(await undoDecision(admin, decision)).toEqual({ ok: false, refusal: 'changed' })
    expect(await undoDecision(admin, decisionOf(postponed))).toMatchObject({ ok: true })
    expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  }
})
