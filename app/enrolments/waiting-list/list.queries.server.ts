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

const personColumns = sql`profile.id as "personId", profile.first_name || ' ' || profile.last_name as name,
  profile.email, profile.phone, profile.company`

/** `id`: of the enrolment. */
type Person = {
  id: string
  personId: string
  name: string
  email: string
  phone: string | null
  company: string | null
}

/**
 * A person on the waiting list. `since`: when the wait began; `moveReason`: why they were moved to the top, null if
 * not.
 */
export type WaitingPerson = Person & {
  since: Date
  isAdmitted: boolean
  moveReason: string | null
  /** When the open offer ends; null without one. */
  offeredUntil: Date | null
}

/** As `WaitingPerson`, with moments in seconds since 1970. */
type ListRow = Omit<WaitingPerson, 'since' | 'offeredUntil'> & { since: number; offeredUntil: number | null }

/**
 * The waiting list of a course, at most `MOST_LISTED` people in its order. `missed`: admitted people who have let an
 * offer expire and have not gone back on the list, at most `MOST_LISTED`.
 */
export async function waitingListOf(_staff: Staff, courseId: string) {
  const { rows } = await db.execute<ListRow | (Person & { since: null })>(sql`
    (select w.id, ${personColumns}, extract(epoch from w.waiting_since)::float8 as since,
      w.admitted_at is not null as "isAdmitted", w.move_reason as "moveReason",
      (select extract(epoch from offer.expires_at)::float8 from seat_offers offer
        where offer.enrolment_id = w.id and offer.answered_at is null) as "offeredUntil"
    from user_courses w join profiles profile on profile.id = w.user_id
    where ${isOnWaitingListOf(sql`${courseId}::uuid`)} order by ${waitingListOrder('w')} limit ${MOST_LISTED})
    union all
    (select w.id, ${personColumns}, null, true, null, null
    from user_courses w join profiles profile on profile.id = w.user_id
    where w.course_id = ${courseId} and w.status = 'pending' and w.ended_at is null and w.admitted_at is not null
      and w.waiting_since is null order by w.requested_at limit ${MOST_LISTED})`)
  return {
    list: rows.flatMap((row) => (row.since === null ? [] : [waitingPersonFrom(row)])),
    missed: rows.filter((row) => row.since === null),
  }
}

function waitingPersonFrom({ since, offeredUntil, ...row }: ListRow): WaitingPerson {
  return {
    ...row,
    since: new Date(since * 1_000),
    offeredUntil: offeredUntil === null ? null : new Date(offeredUntil * 1_000),
  }
}

/** A call to make about a free or offered seat. */
export type SeatCall = {
  courseId: string
  title: string
  name: string
  email: string
  phone: string | null
  /** When the open offer ends; null: there is none, the seat is offered by telephone. */
  offeredUntil: Date | null
  /** When the course begins, if the seat is offered by telephone; else null. */
  start: Date | null
  /** Whether the course has begun, if the seat is offered by telephone; else false. */
  hasBegun: boolean
}

/**
 * Whom the office should call about a seat. First, for each edition that has a free seat and begins too soon for offers
 * by e-mail, the first admitted person without an offer on its list; then everybody with an open offer, the one that
 * ends soonest first.
 */
export async function peopleToCall(_staff: Staff): Promise<SeatCall[]> {
  type Row = Omit<SeatCall, 'offeredUntil' | 'start'> & { offeredUntil: number | null; start: number | null }
  // Editions that begin in more than two days are surely not too near; `offerEnd` decides about the others.
  const { rows } = await db.execute<Row>(sql`
    select ${courses}.id as "courseId", ${courses}.title, extract(epoch from first_session.start)::float8 as start,
      first_session.start <= now() as "hasBegun", first_in_turn.name, first_in_turn.email, first_in_turn.phone,
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
    select offer.course_id, course.title, null, false, profile.first_name || ' ' || profile.last_name, profile.email,
      profile.phone, extract(epoch from offer.expires_at)::float8
    from seat_offers offer join user_courses w on w.id = offer.enrolment_id
      join profiles profile on profile.id = w.user_id join courses course on course.id = offer.course_id
    where offer.answered_at is null
    order by "offeredUntil" nulls first, start, "courseId"`)
  const instant = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))
  return rows
    .map((row) => ({ ...row, offeredUntil: instant(row.offeredUntil), start: instant(row.start) }))
    .filter(
      ({ offeredUntil, start }) =>
        offeredUntil !== null || offerEnd(new Date(), start, isSchoolClosed) === null,
    )
}

/**
 * Whether this member of staff offered the enrolment a seat within the last ten seconds, and the offer is still open.
 */
export async function hasJustOffered(staff: Staff, enrolment: string): Promise<boolean> {
  if (!isId(enrolment)) return false
  const { enrolmentId, madeBy, madeAt, answeredAt } = seatOffers
  const isOpen = and(eq(enrolmentId, enrolment), isNull(answeredAt))
  return (await db.$count(seatOffers, and(isOpen, eq(madeBy, staff.id), isJustNow(madeAt)))) > 0
}
