import { type SQL, sql } from 'drizzle-orm'
import { courseSeats, courses, seatOffers, type userCourses } from '../database/schema'
import { SEATED_STATES } from './seats.rules'

/** Whether an enrolment is on the waiting list of its course. `row`: `userCourses`, or its alias in the query. */
export const isOnWaitingList = (row: typeof userCourses | SQL) =>
  sql`(${row}.status = 'pending' and ${row}.ended_at is null and ${row}.waiting_since is not null)`

/** Whether the enrolment with the alias `w` is on the waiting list of a course. `course`: an id. */
export const isOnWaitingListOf = (course: SQL) =>
  sql`(w.course_id = ${course} and ${isOnWaitingList(sql`w`)})`

/** How many people are on the waiting list of a course, open offers included. A column for queries of `courses`. */
export const peopleWaiting = sql<number>`(select seats.waiting from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/**
 * Whether an enrolment has an open offer of a seat; `seatsTaken` counts such a seat. `row`: `userCourses`, or its
 * alias in the query.
 */
export const isOffered = (row: typeof userCourses | SQL) =>
  sql<boolean>`exists (select from ${seatOffers} as offer where offer.enrolment_id = ${row}.id and offer.answered_at is null)`

/**
 * How many people on the waiting list of a course have no open offer. A column, or a part of a condition. `course`: an
 * id; `except`: a person who is not counted.
 */
export const peopleAwaitingOffer = (
  course: SQL,
  except: { id: string } | null = null,
) => sql<number>`(select count(*)::int from user_courses w where ${isOnWaitingListOf(course)}
    and w.user_id <> ${except?.id ?? ''} and not ${isOffered(sql`w`)})`

/**
 * People with a seat, in a query that joins `course_seats` as `seats`. That table has a column for each state, which
 * counts the enrolments in it.
 */
const enrolledJoined = sql.raw(SEATED_STATES.map((column) => `seats.${column}`).join(' + '))
/** Taken seats, open offers included, in a query that joins `course_seats` as `seats`. */
export const seatsTakenJoined = sql`${enrolledJoined} + seats.offered`

/**
 * Taken seats of a course, open offers included. A column for queries of `courses`. It names the table itself, since
 * Drizzle omits the table of a column in a query of one table.
 */
export const seatsTaken = sql<number>`(select ${seatsTakenJoined} from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/**
 * Whether the enrolled people and the waiting list, open offers included, need every seat; null or false without a
 * limit. For a query that joins `course_seats` as `seats`.
 */
const areAllSeatsNeeded = sql`(${courses.maxPartecipanti} > 0 and ${enrolledJoined} + seats.waiting >= ${courses.maxPartecipanti})`

/**
 * Whether more seats are free than people wait, or there is no limit. For a query that joins `course_seats` as `seats`.
 */
export const hasFreeSeatJoined = sql`not coalesce(${areAllSeatsNeeded}, false)`

/** `hasFreeSeatJoined` for a query of `courses` that does not join `course_seats`. */
export const hasFreeSeat = sql`exists (select from ${courseSeats} as seats where seats.course_id = ${courses}.id and ${hasFreeSeatJoined})`

/**
 * Taken seats as the public sees them, open offers included: all seats if the waiting list needs the free ones. A
 * column for queries of `courses`.
 */
export const publicSeatsTaken = sql<number>`(select case when ${areAllSeatsNeeded} then greatest(${seatsTakenJoined}, ${courses.maxPartecipanti})
  else ${seatsTakenJoined} end from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/** How many people have a seat; open offers do not count. A column for queries of `courses`. */
export const peopleEnrolled = sql<number>`(select ${enrolledJoined} from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/** Whether a course has a limit of seats and at most `most` of them left; open offers take seats. */
export const hasSeatsLeftAtMost = (most: number | SQL) =>
  sql`${courses.maxPartecipanti} > 0 and exists (select from ${courseSeats} as seats where seats.course_id = ${courses}.id and ${seatsTakenJoined} >= ${courses.maxPartecipanti} - ${most}::int)`
