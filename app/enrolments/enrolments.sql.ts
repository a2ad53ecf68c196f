import { inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { SEATED } from '../courses/seats.rules'
import {
  certificates,
  courses,
  personalDocuments,
  postponementAnswers,
  postponements,
  userCourses,
} from '../database/schema'

/** The enrolment has not ended. */
export const isLive = isNull(userCourses.endedAt)

/** The enrolment holds a seat: it counts against 'Max N partecipanti'. */
export const holdsSeat = sql`(${inArray(userCourses.status, [...SEATED])} and ${isLive})`

/** What an enrolment is to pay, in euros: what was agreed, else the price of the course; null without one. */
export const enrolmentPrice = sql<
  number | null
>`coalesce(${userCourses.agreedPrice}, ${courses.price})`.mapWith(courses.price)

/** The request waits for the office: it is not decided, nor admitted to the waiting list. */
export const isUndecided = sql`(${userCourses.status} = 'pending' and ${isLive} and ${userCourses.admittedAt} is null)`

/** The enrolment has an attestato of the site that is valid for the office. */
export const hasValidCertificate = (enrolment: SQL | AnyPgColumn) =>
  sql<boolean>`exists (select from ${certificates} as valid where valid.enrolment_id = ${enrolment} and valid.ended_at is null)`

/** The document is an attestato that was revoked or replaced. */
const isOfEndedCertificate = (document: SQL) =>
  sql<boolean>`exists (select from ${certificates} as paper where paper.document_id = ${document} and paper.ended_at is not null)`

/** The person of the enrolment has been given the certificate of the course. A count: `exists` may scan the whole table. */
export const hasCertificate = sql<boolean>`(select count(*) > 0 from ${personalDocuments} as given where given.enrolment_id = ${userCourses}.id and given.kind = 'attestato' and given.deleted_at is null and not ${isOfEndedCertificate(sql`given.id`)})`

/** The answer of the person to the last new dates of the edition: null where nobody asked. */
export const newDates = sql<'resta' | 'aperta' | null>`(select case when answer.stays then 'resta'
    when ${userCourses}.status <> 'completed' and coalesce(${userCourses}.approved_at, ${userCourses}.requested_at) < moved.created_at then 'aperta' end
  from ${postponements} as moved left join ${postponementAnswers} as answer
    on answer.postponement_id = moved.decision_id and answer.enrolment_id = ${userCourses}.id
  where moved.course_id = ${userCourses}.course_id and ${isLive} order by moved.created_at desc limit 1)`
