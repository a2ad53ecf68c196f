import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { SEATED_STATES } from '../courses/seats.rules'
import {
  certificates,
  courses,
  personalDocuments,
  postponementAnswers,
  postponements,
  userCourses,
} from '../database/schema'

/** Whether the enrolment has not ended. */
export const isLive = isNull(userCourses.endedAt)

/** Whether the enrolment holds a seat, which counts against 'Max N partecipanti'. */
export const holdsSeat = sql`(${inArray(userCourses.status, [...SEATED_STATES])} and ${isLive})`

/** Whether an enrolment is in the roster: it holds a seat, or held one until the edition was cancelled. */
export const isInRoster = and(
  inArray(userCourses.status, [...SEATED_STATES]),
  or(isLive, eq(userCourses.ending, 'edition_cancelled')),
)

/** The price of an enrolment in euros: the agreed one, else that of the course; null if neither is known. */
export const enrolmentPrice = sql<
  number | null
>`coalesce(${userCourses.agreedPrice}, ${courses.price})`.mapWith(courses.price)

/** Since when a request waits for its answer: since it was made, or reopened after a rejection. */
export const awaitsAnswerSince =
  sql<Date>`coalesce(${userCourses.reopenedAt}, ${userCourses.requestedAt})`.mapWith(userCourses.requestedAt)

/** Whether the enrolment is a request that the office has neither decided nor admitted to the waiting list. */
export const isUndecided = sql`(${userCourses.status} = 'pending' and ${isLive} and ${userCourses.admittedAt} is null)`

/** Whether the enrolment has an attestato made by the site that is not revoked or replaced. `enrolment`: its id. */
export const hasIssuedCertificate = (enrolment: SQL | AnyPgColumn) =>
  sql<boolean>`exists (select from ${certificates} as valid where valid.enrolment_id = ${enrolment} and valid.ended_at is null)`

/** Whether the document is an attestato that was revoked or replaced. `document`: its id. */
const isOfEndedCertificate = (document: SQL) =>
  sql<boolean>`exists (select from ${certificates} as ended where ended.document_id = ${document} and ended.ended_at is not null)`

/**
 * Whether the enrolment has an attestato, made by the site or uploaded, that is not deleted, revoked or replaced. A
 * count, since PostgreSQL may scan all personal documents for `exists`.
 */
export const hasCertificate = sql<boolean>`(select count(*) > 0 from ${personalDocuments} as document where document.enrolment_id = ${userCourses}.id and document.kind = 'attestato' and document.deleted_at is null and not ${isOfEndedCertificate(sql`document.id`)})`

/**
 * The answer of a person to the last postponement of their edition. 'resta': they stay; 'aperta': no answer so far,
 * also after the last day to answer, or a departure that the office has taken back; null: there was no postponement,
 * they came after it, or the enrolment has ended or is completed without an answer. Only for enrolments with a seat,
 * which it does not check.
 */
export const newDatesAnswer = sql<'resta' | 'aperta' | null>`(select case when answer.stays then 'resta'
    when ${userCourses}.status <> 'completed' and coalesce(${userCourses}.approved_at, ${userCourses}.requested_at) < postponement.created_at then 'aperta' end
  from ${postponements} as postponement left join ${postponementAnswers} as answer
    on answer.postponement_id = postponement.decision_id and answer.enrolment_id = ${userCourses}.id
  where postponement.course_id = ${userCourses}.course_id and ${isLive} order by postponement.created_at desc limit 1)`
