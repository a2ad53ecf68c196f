import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { isPublished } from '../../courses/queries.server'
import { hasSeatsLeftAtMost, isOffered, isOnWaitingListOf } from '../../courses/seats.sql'
import { firstSessionStart } from '../../courses/sessions.sql'
import { db } from '../../database/client.server'
import { courses, seatOffers } from '../../database/schema'
import { isJustNow } from '../../database/sent-twice.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { isSchoolClosed } from '../../site/closures'
import { MOST_LISTED, offerEnd } from '../waiting-list.rules'
import { waitingListOrder } from './order.queries.server'
import { instantOf } from './queries.server'

/**
 * A person who waits. `id`: of the enrolment; `since`: when the wait began; `moveReason`: why they were moved to the
 * top, null if not; `offeredUntil`: when the open offer ends, null without one.
 */
export type WaitingPerson = {
  id: string
  personId: string
  name: string
  email: string
  phone: string | null
  company: string | null
  since: Date
  isAdmitted: boolean
  moveReason: string | null
  offeredUntil: Date | null
}

/**
 * The waiting list of a course in its order. `missed`: admitted people who have let an offer expire and have not gone
 * back on the list. At most `MOST_LISTED` people in all, of whom the missed ones come first.
 */
export async function waitingListOf(_staff: Staff, courseId: string) {
  // Moments are in seconds since 1970.
  type Row = Omit<WaitingPerson, 'since' | 'offeredUntil'> & {
    since: number | null
    offeredUntil: number | null
  }
  const { rows } = await db.execute<Row>(sql`
    select w.id, profile.id as "personId", profile.first_name || ' ' || profile.last_name as name,
      profile.email, profile.phone, profile.company, extract(epoch from w.waiting_since)::float8 as since,
      w.admitted_at is not null as "isAdmitted", w.move_reason as "moveReason",
      (select extract(epoch from offer.expires_at)::float8 from seat_offers offer
        where offer.enrolment_id = w.id and offer.answered_at is null) as "offeredUntil"
    from user_courses w join profiles profile on profile.id = w.user_id
    where w.course_id = ${courseId} and w.status = 'pending' and w.ended_at is null
      and (w.waiting_since is not null or w.admitted_at is not null)
    order by w.waiting_since is not null, ${waitingListOrder('w')} limit ${MOST_LISTED}`)
  const people = rows.map((row) => ({
    ...row,
    since: instantOf(row.since),
    offeredUntil: instantOf(row.offeredUntil),
  }))
  return {
    list: people.filter((person): person is WaitingPerson => person.since !== null),
    missed: people.filter(({ since }) => since === null),
  }
}

/**
 * Whom the office should call about a seat. First, for each edition that has a free seat and begins too soon for offers
 * by e-mail, the first admitted person without an offer on its list; then everybody with an open offer, the one that
 * ends soonest first. `offeredUntil`: when the open offer ends, null for a seat offered by telephone; `start`: of the
 * course, for such a seat.
 */
export async function peopleToCall(_staff: Staff) {
  // Moments are in seconds since 1970.
  type Row = Pick<WaitingPerson, 'name' | 'email' | 'phone'> & {
    courseId: string
    title: string
    offeredUntil: number | null
    start: number | null
  }
  // Editions that begin in more than two days are surely not too near; `offerEnd` decides about the others.
  const { rows } = await db.execute<Row>(sql`
    select ${courses}.id as "courseId", ${courses}.title, extract(epoch from first_session.start)::float8 as start,
      first_in_turn.name, first_in_turn.email, first_in_turn.phone,
      null::float8 as "offeredUntil"
    from ${courses}
      cross join lateral (select ${firstSessionStart(sql`${courses}.id`)} as start) first_session
      cross join lateral (select profile.first_name || ' ' || profile.last_name as name, profile.email,
          profile.phone
        from user_courses w join profiles profile on profile.id = w.user_id
        where ${isOnWaitingListOf(sql`${courses}.id`)} and w.admitted_at is not null
          and not ${isOffered(sql`w`)} order by ${waitingListOrder('w')} limit 1) first_in_turn
    where ${courses}.start_date <= ${today()}::date + 2 and ${courses}.end_date >= ${today()}::date
      and ${isPublished} and not ${courses}.coming_soon and not coalesce(${hasSeatsLeftAtMost(0)}, false)
    union all
    select offer.course_id, course.title, null, profile.first_name || ' ' || profile.last_name, profile.email,
      profile.phone, extract(epoch from offer.expires_at)::float8
    from seat_offers offer join user_courses w on w.id = offer.enrolment_id
      join profiles profile on profile.id = w.user_id join courses course on course.id = offer.course_id
    where offer.answered_at is null
    order by "offeredUntil" nulls first, start, "courseId"`)
  return rows
    .map((row) => ({ ...row, offeredUntil: instantOf(row.offeredUntil), start: instantOf(row.start) }))
    .filter(
      ({ offeredUntil, start }) =>
        offeredUntil !== null || offerEnd(new Date(), start, isSchoolClosed) === null,
    )
}
/** A call to make about a free or offered seat. */
export type SeatCall = Awaited<ReturnType<typeof peopleToCall>>[number]

/**
 * Whether this member of staff offered the enrolment a seat within the last ten seconds, and the offer is still open.
 */
export async function hasJustOffered(staff: Staff, enrolment: string): Promise<boolean> {
  if (!isId(enrolment)) return false
  const { enrolmentId, madeBy, madeAt, answeredAt } = seatOffers
  const isOpen = and(eq(enrolmentId, enrolment), isNull(answeredAt))
  return (await db.$count(seatOffers, and(isOpen, eq(madeBy, staff.id), isJustNow(madeAt)))) > 0
}
