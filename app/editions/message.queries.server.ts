import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import {
  courses,
  decisionRows,
  decisions,
  editionMessages,
  outgoingMail,
  profiles,
  userCourses,
} from '../database/schema'
import { isLive } from '../enrolments/enrolments.sql'
import { ENROLMENT_STATES, type EnrolmentState } from '../enrolments/rules'

/** Messages of an edition on its page. */
const SHOWN = 20

/** Ids of the live enrolments in these states, one more than a message may reach. */
export async function recipientsOf(_admin: Admin, courseId: string, states: readonly EnrolmentState[]) {
  if (states.length === 0) return []
  const { id, status } = userCourses
  const rows = await db
    .select({ id })
    .from(userCourses)
    .where(and(eq(userCourses.courseId, courseId), inArray(status, [...states]), isLive))
    .orderBy(asc(id))
    .limit(501)
  return rows.map(({ id }) => id)
}

/** Live enrolments of an edition by state. */
export async function peopleByState(
  _admin: Admin,
  courseId: string,
): Promise<Record<EnrolmentState, number>> {
  const { status } = userCourses
  const rows = await db
    .select({ status, people: count() })
    .from(userCourses)
    .where(and(eq(userCourses.courseId, courseId), isLive))
    .groupBy(status)
  const countOf = (state: EnrolmentState) => rows.find((row) => row.status === state)?.people ?? 0
  return Object.fromEntries(ENROLMENT_STATES.map((state) => [state, countOf(state)])) as Record<
    EnrolmentState,
    number
  >
}

/** Names of the people that a message names. */
const NAMED = 50

/** The newest messages to an edition: author, people that they are for, and what became of their e-mails. */
export function messagesOf(_admin: Admin, courseId: string) {
  const { decisionId, subject, text, createdAt } = editionMessages
  const emails = (state: SQL) =>
    sql<number>`(select count(*)::int from ${outgoingMail} as mail where mail.decision_id = ${decisionId} and ${state})`
  return db
    .select({
      id: decisionId,
      subject,
      text,
      createdAt,
      by: sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
      undoneAt: decisions.undoneAt,
      people: sql<number>`(select count(*)::int from ${decisionRows} as notified where notified.decision_id = ${decisionId})`,
      names: sql<string[]>`array(select person.first_name || ' ' || person.last_name
        from ${decisionRows} as notified join ${profiles} as person on person.id = notified.user_id
        where notified.decision_id = ${decisionId} order by person.last_name, person.first_name limit ${NAMED})`,
      delivered: emails(sql`mail.sent_at is not null`),
      waiting: emails(sql`mail.sent_at is null and mail.failed_at is null`),
      undelivered: sql<string[]>`array(select mail.to_name from ${outgoingMail} as mail
        where mail.decision_id = ${decisionId} and mail.failed_at is not null order by mail.to_name limit ${NAMED})`,
    })
    .from(editionMessages)
    .innerJoin(decisions, eq(decisions.id, decisionId))
    .leftJoin(profiles, eq(profiles.id, decisions.actorId))
    .where(eq(editionMessages.courseId, courseId))
    .orderBy(desc(createdAt))
    .limit(SHOWN)
}
export type SentMessage = Awaited<ReturnType<typeof messagesOf>>[number]

/** The newest messages that reached a person, with their author. */
export function messagesTo(_admin: Admin, personId: string, limit: number) {
  const { decisionId, courseId, subject, createdAt } = editionMessages
  return db
    .select({
      ...{ id: decisionId, courseId, subject, createdAt, course: courses.title },
      by: sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
    })
    .from(decisionRows)
    .innerJoin(editionMessages, eq(decisionId, decisionRows.decisionId))
    .innerJoin(decisions, and(eq(decisions.id, decisionId), isNull(decisions.undoneAt)))
    .innerJoin(courses, eq(courses.id, courseId))
    .leftJoin(profiles, eq(profiles.id, decisions.actorId))
    .where(eq(decisionRows.userId, personId))
    .orderBy(desc(createdAt), desc(decisionId))
    .limit(limit)
}
