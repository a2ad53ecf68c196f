import { and, desc, eq, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm'
import { type Database, db } from '../database/client.server'
import { decisions, postponementAnswers, postponements, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import { isLive } from './enrolments.sql'

/** Whether the person of a row of `user_courses` was in the edition before a row of `postponements`. */
export const joinedBeforePostponement = lt(
  sql`coalesce(${userCourses.approvedAt}, ${userCourses.requestedAt})`,
  postponements.createdAt,
)

/** Whether a person is asked about new dates: they take part in the edition, and did so before the postponement. */
export const isAskedAboutNewDates = and(
  isLive,
  inArray(userCourses.status, ['approved', 'in_progress']),
  joinedBeforePostponement,
)

/** Whether the office can no longer take the postponement back, so that its people may know of it. */
export const isPostponementFinal = sql`exists (select from ${decisions} where ${decisions.id} = ${postponements.decisionId} and ${decisions.heldUntil} <= now())`

/** As `newDatesDeadlinesWhere`, of the enrolments with these ids. */
export function newDatesDeadlinesOf(
  enrolments: readonly string[],
  from: Database = db,
): Promise<Map<string, string>> {
  return newDatesDeadlinesWhere(inArray(userCourses.id, [...enrolments]), from)
}

/**
 * The last day to answer, YYYY-MM-DD, of each open question about new dates, by enrolment. Only the last postponement
 * of an edition asks; its question closes with the answer or after that day. `which`: condition on `user_courses`.
 */
export async function newDatesDeadlinesWhere(which: SQL, from: Database = db): Promise<Map<string, string>> {
  const { decisionId, courseId, answerBy, createdAt } = postponements
  const answered = from
    .select({ one: sql`1` })
    .from(postponementAnswers)
    .where(
      and(
        eq(postponementAnswers.postponementId, decisionId),
        eq(postponementAnswers.enrolmentId, userCourses.id),
        // `stays` is false of a departure that the office has taken back: the question is open again.
        eq(postponementAnswers.stays, true),
      ),
    )
  const rows = await from
    .selectDistinctOn([userCourses.id], {
      id: userCourses.id,
      answerBy,
      open: notExists(answered).mapWith(Boolean),
    })
    .from(userCourses)
    .innerJoin(postponements, eq(courseId, userCourses.courseId))
    .where(and(which, isAskedAboutNewDates, isPostponementFinal))
    .orderBy(userCourses.id, desc(createdAt))
  const day = today()
  return new Map(rows.flatMap(({ id, answerBy, open }) => (open && answerBy >= day ? [[id, answerBy]] : [])))
}
