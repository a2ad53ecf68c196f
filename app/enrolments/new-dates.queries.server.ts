import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type Database, db } from '../database/client.server'
import { decisions, postponementAnswers, postponements, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import { isLive } from './enrolments.sql'

/** Whether the person of a row of `user_courses` was in the edition before a row of `postponements`. */
export const joinedBeforePostponement = lt(
  sql`coalesce(${userCourses.approvedAt}, ${userCourses.requestedAt})`,
  postponements.createdAt,
)

/** Whether a postponement asks a person: they take part in the edition, and did so before the postponement. */
export const isAskedAboutNewDates = and(
  isLive,
  inArray(userCourses.status, ['approved', 'in_progress']),
  joinedBeforePostponement,
)

/** Whether the office can no longer take the postponement back, so that people may know of it. */
export const isPostponementFinal = sql<boolean>`exists (select from ${decisions} where ${decisions.id} = ${postponements.decisionId} and ${decisions.heldUntil} <= now())`

/**
 * The last day to answer a postponement, YYYY-MM-DD, by enrolment. Only enrolments that the last postponement of their
 * edition asks, without an answer so far, before that day is past.
 * @param condition on `user_courses`
 * @param countsOpen whether a postponement counts that the office can still take back: people do not know of it yet
 */
export async function newDatesDeadlinesWhere(
  condition: SQL,
  from: Database = db,
  { countsOpen = false }: { countsOpen?: boolean } = {},
): Promise<Map<string, string>> {
  const { decisionId, courseId, answerBy, createdAt } = postponements
  const rows = await from
    .selectDistinctOn([userCourses.id], {
      id: userCourses.id,
      answerBy,
      // An answer without `stays` is a departure that the office has taken back: the question is open again.
      isUnanswered: sql<boolean>`not exists (select from ${postponementAnswers} as answer
        where answer.postponement_id = ${decisionId} and answer.enrolment_id = ${userCourses.id} and answer.stays)`,
    })
    .from(userCourses)
    .innerJoin(postponements, eq(courseId, userCourses.courseId))
    .where(and(condition, isAskedAboutNewDates, countsOpen ? undefined : isPostponementFinal))
    .orderBy(userCourses.id, desc(createdAt))
  const day = today()
  return new Map(
    rows.flatMap(({ id, answerBy, isUnanswered }) =>
      isUnanswered && answerBy >= day ? [[id, answerBy]] : [],
    ),
  )
}
