import { and, eq, lt, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { markedSessionChanged, sessionsOf, writeSessionsOf } from '../courses/sessions.server'
import type { Transaction } from '../database/client.server'
import { courses, decisions, postponements } from '../database/schema'
import type { DecisionKind } from '../enrolments/decision.rules'
import { spanOf } from '../parsing/sessions.rules'

type EditionDecision = { id: string; kind: DecisionKind; courseId: string; courseVersion: number | null }

/**
 * Restores what a decision changed in a locked edition; false if the edition has changed since. `courseVersion`: of the
 * edition after the decision; null if the decision left the edition as it was: then nothing is done, and the result is
 * true.
 */
export async function restoreEdition(
  tx: Transaction,
  staff: Staff,
  { id, kind, courseId, courseVersion }: EditionDecision,
): Promise<boolean> {
  if (courseVersion === null) return true
  const [course] = await tx
    .select({ title: courses.title, version: courses.version })
    .from(courses)
    .where(eq(courses.id, courseId))
  if (course?.version !== courseVersion) return false
  const columns = kind === 'postpone' ? await restoreSessions(tx, id, courseId) : COLUMNS_BEFORE[kind]
  if (!columns) return false
  const version = courseVersion + 1
  await tx
    .update(courses)
    .set({ ...columns, version, updatedAt: sql`now()`, updatedBy: staff.id })
    .where(eq(courses.id, courseId))
  // The decision and its undoing have raised the version of the edition by two. The versions of earlier decisions follow,
  // so that the last of them can be undone next.
  await tx
    .update(decisions)
    .set({ courseVersion: sql`${decisions.courseVersion} + 2` })
    .where(and(eq(decisions.courseId, courseId), lt(decisions.courseVersion, courseVersion)))
  const details = { title: course.title, undone: true }
  await record(tx, staff, { action: 'update', entity: 'courses', id: courseId, details })
  return true
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
 * has not left yet. Returns first and last day and hours of the course (`spanOf`); undefined without a postponement, or
 * if a session with marks would change.
 */
async function restoreSessions(tx: Transaction, decisionId: string, courseId: string) {
  const ofDecision = eq(postponements.decisionId, decisionId)
  const [postponed] = await tx.select().from(postponements).where(ofDecision)
  if (!postponed) return undefined
  const currentSessions = await sessionsOf(tx, courseId)
  if (await markedSessionChanged(tx, courseId, currentSessions, postponed.sessionsBefore)) return undefined
  await writeSessionsOf(tx, courseId, postponed.sessionsBefore)
  await tx.delete(postponements).where(ofDecision)
  return spanOf(postponed.sessionsBefore)
}
