import { and, desc, eq, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm'
import { type Database, db } from '../database/client.server'
import { decisions, postponementAnswers, postponements, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import { isLive } from './enrolments.sql'

/** The person is in the edition since before the postponement. */
export const joinedBefore = lt(
  sql`coalesce(${userCourses.approvedAt}, ${userCourses.requestedAt})`,
  postponements.createdAt,
)

/** Takes part, since before the postponement. */
export const isAsked = and(isLive, inArray(userCourses.status, ['approved', 'in_progress']), joinedBefore)

/** The office can no longer take the postponement back. */
export const isOut = sql`exists (select from ${decisions} where ${decisions.id} = ${postponements.decisionId} and ${decisions.heldUntil} <= now())`

/** The unanswered questions about new dates to the people of enrolments. */
export function questionsAbout(
  enrolments: readonly string[],
  from: Database = db,
): Promise<Map<string, string>> {
  return questionsOf(inArray(userCourses.id, [...enrolments]), from)
}

/** The unanswered questions about new dates of these enrolments: the day to answer by, by the enrolment's id. */
export async function questionsOf(which: SQL, from: Database = db): Promise<Map<string, string>> {
  const { decisionId, courseId, answerBy, createdAt } = postponements
  const answered = from
    .select({ one: sql`1` })
    .from(postponementAnswers)
    .where(
      and(
        eq(postponementAnswers.postponementId, decisionId),
        eq(postponementAnswers.enrolmentId, userCourses.id),
        // A departure that was taken back is no answer.
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
    .where(and(which, isAsked, isOut))
    .orderBy(userCourses.id, desc(createdAt))
  const day = today()
  return new Map(rows.flatMap(({ id, answerBy, open }) => (open && answerBy >= day ? [[id, answerBy]] : [])))
}
