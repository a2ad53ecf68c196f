import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { changes } from '../audit/rules'
import { lockCourse } from '../courses/lock.server'
import { courseById } from '../courses/queries.server'
import type { CourseOutcome } from '../courses/refusals.rules'
import { sessionsOf } from '../courses/sessions.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { courseSessions, courses, decisions } from '../database/schema'
import type { DecisionKind } from '../enrolments/decision.rules'
import { formatDate } from '../italian/dates'
import { writeSession } from '../parsing/sessions.rules'
import { isId } from '../parsing/text.rules'
import { refuse } from '../runtime/outcome.rules'
import { prepareEmailsAboutChange } from './change-emails.server'
import { type LessonDetails, visibleChanges } from './lessons.rules'

/**
 * Changes topic, place and link of a lesson. The version of the course stays, since its form has none of these fields.
 * Refuses as 'stale' if the stored lesson is not `before`, unless nothing changes, and as 'changed' if more people would
 * be e-mailed than the office has seen.
 * @param number the number of the session
 * @param before the lesson with which the form began
 * @param notifyAtMost how many participants may be e-mailed about another place or link; `note` then says how many are
 *   notified. Without it no e-mail is sent
 */
export async function changeLesson(
  staff: Staff,
  courseId: string,
  number: number,
  { lesson, before, notifyAtMost }: { lesson: LessonDetails; before: LessonDetails; notifyAtMost?: number },
): Promise<CourseOutcome<{ note?: string | undefined }>> {
  if (!isId(courseId)) return refuse('unknown')
  const emails =
    notifyAtMost === undefined
      ? undefined
      : await prepareLessonEmails(staff, courseId, number, before, lesson)
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    if (course.archivedAt) return refuse('archived')
    const session = (await sessionsOf(tx, courseId)).find((candidate) => candidate.number === number)
    if (!session) return refuse('no-lesson')
    const { topic = null, place = null, link = null } = session
    const current: LessonDetails = { topic, place, link }
    const changedFields = changes<LessonDetails>(current, lesson)
    if (Object.keys(changedFields.new).length === 0) return { ok: true }
    if (Object.keys(changes<LessonDetails>(current, before).new).length > 0) return refuse('stale')
    if (emails && (emails.count > (notifyAtMost ?? 0) || !(await emails.send(tx)))) return refuse('changed')

    const isLesson = and(eq(courseSessions.courseId, courseId), eq(courseSessions.number, number))
    await tx.update(courseSessions).set(lesson).where(isLesson)
    await tx
      .update(courses)
      .set({ updatedAt: sql`now()`, updatedBy: staff.id })
      .where(eq(courses.id, courseId))
    const isNews = 'place' in changedFields.new || 'link' in changedFields.new
    await forbidUndoOverLesson(tx, courseId, { isNews })
    await record(tx, staff, {
      action: 'update',
      entity: 'courses',
      id: courseId,
      details: { ...changedFields, title: course.title, lesson: writeSession(session) },
    })
    return { ok: true, note: emails?.sentence }
  })
}

/**
 * Keeps the postponements of a locked edition from being undone, which would overwrite a changed lesson. With `isNews`,
 * after a change of place or link, its cancellations too: people would come back without being told. A decision is
 * undone only while it has the version of the course, which a changed lesson does not raise.
 */
async function forbidUndoOverLesson(tx: Transaction, courseId: string, { isNews }: { isNews: boolean }) {
  const kinds: DecisionKind[] = isNews ? ['postpone', 'cancel-edition'] : ['postpone']
  await tx
    .update(decisions)
    .set({ courseVersion: sql`${decisions.courseVersion} - 1` })
    .where(
      and(
        eq(decisions.courseId, courseId),
        gt(decisions.heldUntil, sql`now()`),
        inArray(decisions.kind, kinds),
      ),
    )
}

/**
 * Prepares the e-mails about another place or link of a lesson; undefined if neither changes.
 */
async function prepareLessonEmails(
  staff: Staff,
  courseId: string,
  number: number,
  before: LessonDetails,
  after: LessonDetails,
) {
  const course = await courseById(courseId)
  const session = course?.sessions.find((candidate) => candidate.number === number)
  if (!course || !session) return undefined
  const day = formatDate(session.startDate, 'EEEE d MMMM')
  return prepareEmailsAboutChange(staff, courseId, visibleChanges(course, day, before, after))
}
