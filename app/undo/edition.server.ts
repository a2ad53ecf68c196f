import { and, eq, gt, gte, lt, notInArray, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { markedSessionChanged, sessionsOf, writeSessionsOf } from '../courses/sessions.server'
import type { Transaction } from '../database/client.server'
import { courses, decisions, postponements, userCourses } from '../database/schema'
import { editionChanged } from '../editions/emails'
import type { DecisionKind } from '../enrolments/decision.rules'
import { enrolmentFacts } from '../enrolments/emails.queries.server'
import { isLive } from '../enrolments/enrolments.sql'
import { enqueueEmail } from '../mail/outbox.server'
import { spanOf, writeSessions } from '../parsing/sessions.rules'

type Decision = Pick<typeof decisions.$inferSelect, 'id' | 'kind' | 'courseId' | 'courseVersion'>

/**
 * Restores what a decision changed in a locked edition; false if a later decision has changed it since, if people would
 * come back to a deleted edition, or if sessions, place or link are not those after the decision. Who has asked for the
 * edition since it was postponed gets an e-mail. `courseVersion`: of the edition after the decision, and after the
 * changes that `keepDecisionsUndoable` followed; null if the decision left the edition as it was: then nothing is done,
 * and the result is true.
 */
export async function restoreEdition(
  tx: Transaction,
  staff: Staff,
  { id, kind, courseId, courseVersion }: Decision,
): Promise<boolean> {
  if (!courseId || courseVersion === null) return true
  const [course] = await tx
    .select({ title: courses.title, version: courses.version, archivedAt: courses.archivedAt })
    .from(courses)
    .where(eq(courses.id, courseId))
  if (course?.version !== courseVersion) return false
  if (kind === 'cancel-edition' && course.archivedAt) return false
  const restored = kind === 'postpone' ? await restoreSessions(tx, id, courseId) : undefined
  const columns = restored?.span ?? COLUMNS_BEFORE[kind]
  if (!columns) return false
  const version = courseVersion + 1
  await tx
    .update(courses)
    .set({ ...columns, version, updatedAt: sql`now()`, updatedBy: staff.id })
    .where(eq(courses.id, courseId))
  // The decision and its undoing have raised the version of the edition by two. The versions of earlier decisions
  // follow, so that the last of them can be undone next.
  await tx
    .update(decisions)
    .set({ courseVersion: sql`${decisions.courseVersion} + 2` })
    .where(and(eq(decisions.courseId, courseId), lt(decisions.courseVersion, courseVersion)))
  if (restored) await enqueueEmailsAboutFormerDates(tx, id, courseId, restored.dates)
  const details = { title: course.title, undone: true }
  await record(tx, staff, { action: 'update', entity: 'courses', id: courseId, details })
  return true
}

/**
 * Keeps the decisions about a locked edition undoable after a change that is no decision and has raised the version by
 * one: their versions follow. With `isNews`, after a change of sessions, place or link, those of postponements and
 * cancellations stay behind: undoing one would overwrite the change, or bring back people who were not told of it.
 */
export async function keepDecisionsUndoable(
  tx: Transaction,
  courseId: string,
  { isNews }: { isNews: boolean },
) {
  await tx
    .update(decisions)
    .set({ courseVersion: sql`${decisions.courseVersion} + 1` })
    .where(
      and(
        eq(decisions.courseId, courseId),
        gt(decisions.heldUntil, sql`now()`),
        isNews ? notInArray(decisions.kind, ['postpone', 'cancel-edition']) : undefined,
      ),
    )
}

/**
 * The columns that undoing a decision about an edition writes back; undoing a postponement restores sessions instead.
 */
const COLUMNS_BEFORE: Partial<Record<DecisionKind, object>> = {
  'cancel-edition': { cancelledAt: null, cancelReason: null },
  'confirm-edition': { confirmedAt: null },
}

/**
 * Writes back the sessions from before a postponement and deletes the postponement, since its question to participants
 * has not left yet. `span`: first and last day and hours of the course; `dates`: its sessions before and after, as lines
 * of text. Undefined without a postponement, or if a session with marks would change.
 */
async function restoreSessions(tx: Transaction, decisionId: string, courseId: string) {
  const ofDecision = eq(postponements.decisionId, decisionId)
  const [postponed] = await tx.select().from(postponements).where(ofDecision)
  if (!postponed) return undefined
  const currentSessions = await sessionsOf(tx, courseId)
  if (await markedSessionChanged(tx, courseId, currentSessions, postponed.sessionsBefore)) return undefined
  await writeSessionsOf(tx, courseId, postponed.sessionsBefore)
  await tx.delete(postponements).where(ofDecision)
  const dates = { before: writeSessions(currentSessions), after: writeSessions(postponed.sessionsBefore) }
  return { span: spanOf(postponed.sessionsBefore), dates }
}

/**
 * Enqueues e-mails to the people who have asked for an edition since it was postponed: the e-mails about their requests
 * have left with the new dates. Rendering takes time, but they are few: those of the minutes in which it can be undone.
 */
async function enqueueEmailsAboutFormerDates(
  tx: Transaction,
  decisionId: string,
  courseId: string,
  dates: { before: string; after: string },
) {
  const { id, status, requestedAt } = userCourses
  // The database compares the moments, since a Date drops their microseconds.
  const postponedAt = tx.select({ at: decisions.madeAt }).from(decisions).where(eq(decisions.id, decisionId))
  const requests = await tx
    .select({ id })
    .from(userCourses)
    .where(
      and(
        eq(userCourses.courseId, courseId),
        eq(status, 'pending'),
        isLive,
        gte(requestedAt, sql`(${postponedAt})`),
      ),
    )
    .orderBy(id)
  const ids = requests.map(({ id }) => id)
  for (const { id, ...facts } of await enrolmentFacts(ids, {}, tx))
    await enqueueEmail(tx, editionChanged(facts, [{ what: 'Date', ...dates }]), undefined, id)
}
