import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { changes } from '../audit/rules'
import { lockCourse } from '../courses/lock.server'
import type { CourseOutcome } from '../courses/refusals.rules'
import { markedSessionChanged, sessionsOf, writeSessionsOf } from '../courses/sessions.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { courseSlugs, courses, remindersSent, userCourses } from '../database/schema'
import { writePartners, writeTeachers } from '../parsing/entries.rules'
import { numberSessions, type SessionFacts, spanOf, writeSessions } from '../parsing/sessions.rules'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { refuse } from '../runtime/outcome.rules'
import { keepDecisionsUndoable } from '../undo/edition.server'
import { type CourseField, type CourseTyped, descriptionOf, FIELD_LIMITS } from './rules'
import { chooseSlug, removeFormerSlug } from './slugs.server'

type Row = typeof courses.$inferSelect
type SaveOutcome = CourseOutcome<{ id: string; slug: string }>

/** A course as the form gives it. Only the title is required. */
export type NewCourse = { title: string } & Partial<CourseTyped>

/**
 * Creates a published or coming course, or a draft.
 * @param address the wanted slug; '' derives it from the title
 * @param seriesId the series that the course joins as an edition; undefined begins a series of its own
 * @param id the key of the form, which becomes the id, so that a form sent twice creates one course
 * @returns id and slug; refusal 'taken' if the slug is or was another course's, or is reserved; 'exists' if the
 *   form was sent before
 */
export async function createCourse(
  staff: Staff,
  facts: NewCourse,
  {
    address = '',
    id = randomUUID(),
    seriesId,
  }: { address?: string; id?: string; seriesId?: string | undefined } = {},
): Promise<SaveOutcome> {
  const { sessions = [], ...typed } = facts
  return inTransaction(async (tx) => {
    const slug = await chooseSlug(tx, address, typed.title, id)
    if (!slug) return refuse('taken')
    const [course] = await tx
      .insert(courses)
      .values({
        ...typed,
        ...spanOf(sessions),
        description: descriptionOf(typed),
        id,
        slug,
        seriesId,
        updatedBy: staff.id,
      })
      .onConflictDoNothing({ target: courses.id })
      .returning()
    if (!course) return refuse('exists')

    await removeFormerSlug(tx, slug)
    await writeSessionsOf(tx, id, numberSessions(sessions, []))
    const { title, comingSoon } = course
    const details = { title, slug, comingSoon, new: formFacts(course, sessions) }
    await record(tx, staff, { action: 'create', entity: 'courses', id, details })
    return { ok: true, id, slug }
  })
}

/**
 * Changes a course. Another slug leaves the old one as a redirect. Refuses a slug as 'taken' like `createCourse`; a
 * `version` that is not the stored one as 'stale', unless nothing changes; a draft of a course with enrolments as
 * 'has-people'; a change of a session with marked attendance as 'marked'; e-mails that lack somebody as 'changed'. With
 * another first day, unless it is over, the joining instructions are sent again.
 * @param address the wanted slug; '' derives it from the title
 * @param enqueueEmails enqueues e-mails about the change, in the same transaction; false if somebody has none
 */
export async function updateCourse(
  staff: Staff,
  courseId: string,
  facts: CourseTyped,
  {
    version,
    address,
    enqueueEmails,
  }: { version: number; address: string; enqueueEmails?: (tx: Transaction) => Promise<boolean> },
): Promise<SaveOutcome> {
  if (!isId(courseId)) return refuse('unknown')
  const { sessions, ...typed } = facts
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    if (course.archivedAt) return refuse('archived')
    const slug = address === course.slug ? address : await chooseSlug(tx, address, typed.title, courseId)
    if (!slug) return refuse('taken')

    const after = { ...typed, description: descriptionOf(typed), slug }
    const before = { ...course, sessions: await sessionsOf(tx, courseId) }
    const details = changes(readableFacts(before), readableFacts({ ...after, sessions }))
    if (Object.keys(details.new).length === 0) return { ok: true, id: courseId, slug }
    if (course.version !== version) return refuse('stale')
    if (typed.draft && !course.draft && (await hasPeople(tx, courseId))) return refuse('has-people')

    const afterSessions = numberSessions(sessions, before.sessions)
    if (await markedSessionChanged(tx, courseId, before.sessions, afterSessions)) return refuse('marked')
    if (enqueueEmails && !(await enqueueEmails(tx))) return refuse('changed')

    const nextVersion = course.version + 1
    const span = spanOf(sessions)
    await removeFormerSlug(tx, slug)
    await tx
      .update(courses)
      .set({ ...after, ...span, version: nextVersion, ...changeStamp(staff) })
      .where(eq(courses.id, courseId))
    if ('sessions' in details.new) await writeSessionsOf(tx, courseId, afterSessions)
    if (span.startDate !== course.startDate && !isPast(span.startDate))
      await forgetJoiningEmails(tx, courseId)
    const isNews = ['sessions', 'location', 'lessonsUrl'].some((fact) => fact in details.new)
    await keepDecisionsUndoable(tx, courseId, { isNews })
    if (slug !== course.slug) await tx.insert(courseSlugs).values({ slug: course.slug, courseId })
    await record(tx, staff, {
      action: 'update',
      entity: 'courses',
      id: courseId,
      details: { ...details, title: typed.title, version: nextVersion },
    })
    return { ok: true, id: courseId, slug }
  })
}

/** Archives a course, which the office calls 'eliminare'. Enrolled people keep their enrolments (ADR 8). */
export async function archiveCourse(staff: Staff, courseId: string): Promise<CourseOutcome> {
  return setArchived(staff, courseId, 'delete')
}

/** Restores an archived course. */
export async function restoreCourse(staff: Staff, courseId: string): Promise<CourseOutcome> {
  return setArchived(staff, courseId, 'restore')
}

async function setArchived(
  staff: Staff,
  courseId: string,
  step: 'delete' | 'restore',
): Promise<CourseOutcome> {
  if (!isId(courseId)) return refuse('unknown')
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    const isArchived = course.archivedAt !== null
    if (isArchived === (step === 'delete')) {
      return refuse(isArchived ? 'already-archived' : 'not-archived')
    }
    const version = course.version + 1
    await tx
      .update(courses)
      .set({ archivedAt: step === 'delete' ? sql`now()` : null, ...changeStamp(staff), version })
      .where(eq(courses.id, courseId))
    await keepDecisionsUndoable(tx, courseId, { isNews: false })
    const { title, slug } = course
    const old = formFacts(course, await sessionsOf(tx, courseId))
    await record(tx, staff, {
      action: step === 'delete' ? 'delete' : 'update',
      entity: 'courses',
      id: courseId,
      details: { title, slug, ...(step === 'delete' ? { old } : { restored: true }) },
    })
    return { ok: true }
  })
}

/** The columns that say when and by whom a course was changed. */
const changeStamp = ({ id }: Staff) => ({ updatedAt: sql`now()`, updatedBy: id })

const FORM_FIELDS = [...(Object.keys(FIELD_LIMITS) as CourseField[]), 'comingSoon', 'draft'] as const

/** The facts of a stored course that its form has, as the log keeps them of its creation and deletion. */
function formFacts(course: Row, sessions: readonly SessionFacts[]) {
  const facts = readableFacts({ ...course, sessions })
  return Object.fromEntries(FORM_FIELDS.map((field) => [field, facts[field]]))
}

type Readable = Pick<CourseTyped, 'partnerPromotori' | 'teachers'> & { sessions: readonly SessionFacts[] }

/** The facts of a course as the audit log keeps them: sessions, partners and teachers as lines of text. */
function readableFacts<Facts extends Readable>({ sessions, partnerPromotori, teachers, ...facts }: Facts) {
  const lines = (text: string) => text.split('\n').filter(Boolean)
  return {
    ...facts,
    sessions: lines(writeSessions(sessions)),
    partnerPromotori: lines(writePartners(partnerPromotori)),
    teachers: lines(writeTeachers(teachers)),
  }
}

/** Whether a first day, YYYY-MM-DD, is over; a course without one is still to come. */
const isPast = (startDate: string | null) => startDate !== null && startDate < today()

/** Lets the joining instructions of a course be sent again, because those that were sent name another first day. */
async function forgetJoiningEmails(tx: Transaction, courseId: string) {
  const enrolments = tx
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(eq(userCourses.courseId, courseId))
  await tx
    .delete(remindersSent)
    .where(and(eq(remindersSent.kind, 'joining'), inArray(remindersSent.enrolmentId, enrolments)))
}

/** Whether a course has enrolments, ended ones too. The course is locked, so that none is added meanwhile. */
async function hasPeople(tx: Transaction, courseId: string): Promise<boolean> {
  return (await tx.$count(userCourses, eq(userCourses.courseId, courseId))) > 0
}
