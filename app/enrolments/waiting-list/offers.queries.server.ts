import { and, eq, sql } from 'drizzle-orm'
import type { Member } from '../../accounts/rules'
import { peopleAwaitingOffer, seatsTakenJoined } from '../../courses/seats.sql'
import { type Database, db } from '../../database/client.server'
import { courses } from '../../database/schema'
import type { DecisionKind } from '../decision.rules'
import { hasOpenDecision, isEditionDecisionOpen } from '../decisions.sql'
import { acceptsRequestsSql, firstStartSeconds, instantOf, isRequestableBy } from './queries.server'

/**
 * Editions whose seats can be offered: they take requests, have a free seat and an admitted person on their list, and
 * the office can undo no decision about them. `freeSeats`: by the counts of `course_seats`, 1000 without a limit; the
 * caller counts the enrolments again under the lock.
 */
export async function editionsToOffer(): Promise<{ courseId: string; freeSeats: number }[]> {
  const { rows } = await db.execute<{ courseId: string; freeSeats: number }>(sql`
    select c.id as "courseId", coalesce(nullif(c.max_partecipanti, 0) - seats.taken, 1000)::int as "freeSeats"
    from courses c
    join (select seats.course_id, ${seatsTakenJoined} as taken from course_seats seats) seats on seats.course_id = c.id
    where c.id in (select w.course_id from user_courses w
        where w.status = 'pending' and w.ended_at is null and w.waiting_since is not null and w.admitted_at is not null)
      and ${acceptsRequestsSql(sql`c`)} and not ${hasOpenDecision(sql`c.id`)}
      and (nullif(c.max_partecipanti, 0) is null or c.max_partecipanti > seats.taken)
    order by c.id`)
  return rows
}

export type OfferToEnd = {
  id: string
  enrolmentId: string
  answer: 'expired' | 'withdrawn'
  acceptsRequests: boolean
}

/**
 * Open offers that have to end: all, or the one with this id. 'expired': their time has passed; 'withdrawn': the
 * edition takes no requests any more or begins before the offer ends, where new dates count once the office cannot
 * undo them. `acceptsRequests`: the edition does.
 */
export async function offersToEnd(from: Database, offerId?: string): Promise<OfferToEnd[]> {
  const endsInTime = sql`coalesce(extract(epoch from offer.expires_at) < ${firstStartSeconds(sql`${courses}.id`)}, true)`
  const canBeAccepted = sql`(${acceptsRequestsSql(sql`${courses}`)} and (${endsInTime} or ${isEditionDecisionOpen('postpone')}))`
  const { rows } = await from.execute<OfferToEnd>(sql`
    select offer.id, offer.enrolment_id as "enrolmentId",
      case when ${canBeAccepted} then 'expired' else 'withdrawn' end as answer,
      ${acceptsRequestsSql(sql`${courses}`)} as "acceptsRequests"
    from seat_offers offer join ${courses} on ${courses}.id = offer.course_id
    where offer.answered_at is null and offer.enrolment_id is not null ${offerId ? sql`and offer.id = ${offerId}` : sql``}
      and (offer.expires_at <= clock_timestamp() or not ${canBeAccepted})
    order by offer.expires_at`)
  return rows
}

/**
 * Other editions of a course in which a member can get a seat without waiting, the earliest first: they take requests,
 * have not begun, have more free seats than people who wait without an offer, and the member has no live enrolment in
 * them.
 */
export async function freeEditions(member: Member, courseId: string) {
  const { rows } = await db.execute<{ slug: string; startDate: string | null; place: string | null }>(sql`
    select edition.slug, edition.start_date as "startDate", edition.place
    from courses course join courses edition on edition.series_id = course.series_id and edition.id <> course.id
      join (select seats.course_id, ${seatsTakenJoined} as taken from course_seats seats) seats on seats.course_id = edition.id
    where course.id = ${courseId} and ${isRequestableBy(sql`edition`, member)}
      and coalesce(nullif(edition.max_partecipanti, 0) - seats.taken > ${peopleAwaitingOffer(sql`edition.id`, member)}, true)
    order by edition.start_date asc nulls last, edition.id`)
  return rows
}

/** When the first session of a course begins; null without one. */
export async function firstStartOf(courseId: string): Promise<Date | null> {
  return (await offersStateOf(courseId)).start
}

/**
 * What decides whether seats of a course are offered now. `start`: of the first session, null without one; `areOnHold`:
 * no offers are made until the office can undo no decision about the course or one of its enrolments.
 */
export async function offersStateOf(courseId: string) {
  const id = sql`${courseId}::uuid`
  const { rows } = await db.execute<{ seconds: number | null; areOnHold: boolean }>(sql`
    select ${firstStartSeconds(id)} as seconds, ${hasOpenDecision(id)} as "areOnHold"`)
  const { seconds = null, areOnHold = false } = rows[0] ?? {}
  return { start: instantOf(seconds), areOnHold }
}

/**
 * Whether the office can still undo a decision about a course or one of its enrolments. `kinds`: only decisions of
 * these kinds count.
 */
export async function hasOpenDecisionAbout(
  courseId: string,
  from: Database,
  kinds?: readonly DecisionKind[],
): Promise<boolean> {
  return (await from.$count(courses, and(eq(courses.id, courseId), hasOpenDecision(courses.id, kinds)))) > 0
}
