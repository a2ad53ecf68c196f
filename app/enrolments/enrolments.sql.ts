import { inArray, isNull, sql } from 'drizzle-orm'
import { SEATED } from '../courses/seats.rules'
import { personalDocuments, postponementAnswers, postponements, userCourses } from '../database/schema'

/** The enrolment has not ended. */
export const isLive = isNull(userCourses.endedAt)

/** The enrolment holds a seat: it counts against 'Max N partecipanti'. */
export const holdsSeat = sql`(${inArray(userCourses.status, [...SEATED])} and ${isLive})`

/** The request waits for the office: it is not decided, nor admitted to the waiting list. */
export const isUndecided = sql`(${userCourses.status} = 'pending' and ${isLive} and ${userCourses.admittedAt} is null)`

/** The person of the enrolment has been given the certificate of the course. A count: `exists` may scan the whole table. */
export const hasCertificate = sql<boolean>`(select count(*) > 0 from ${personalDocuments} as given where given.enrolment_id = ${userCourses}.id and given.kind = 'attestato' and given.deleted_at is null)`

/** The answer of the person to the last new dates of the edition: null where nobody asked. */
export const newDates = sql<'resta' | 'aperta' | null>`(select case when answer.stays then 'resta'
    when ${userCourses}.status <> 'completed' and coalesce(${userCourses}.approved_at, ${userCourses}.requested_at) < moved.created_at then 'aperta' end
  from ${postponements} as moved left join ${postponementAnswers} as answer
    on answer.postponement_id = moved.decision_id and answer.enrolment_id = ${userCourses}.id
  where moved.course_id = ${userCourses}.course_id and ${isLive} order by moved.created_at desc limit 1)`
