import { type SQL, sql } from 'drizzle-orm'
import { courseSeats, courses, seatOffers, type userCourses } from '../database/schema'
import { SEATED } from './seats.rules'

/** An enrolment is on the waiting list of its course. `row`: `userCourses`, or its alias in the query. */
export const isOnWaitingList = (row: typeof userCourses | SQL) =>
  sql`(${row}.status = 'pending' and ${row}.ended_at is null and ${row}.waiting_since is not null)`

/** The enrolment `w` is on the waiting list of a course. */
export const isOnWaitingListOf = (course: SQL) =>
  sql`(w.course_id = ${course} and ${isOnWaitingList(sql`w`)})`

/** How many people are on the waiting list. For a column of a query. */
export const peopleWaiting = sql<number>`(select seats.waiting from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/** An enrolment is offered a seat, which `seatsTaken` counts. `row`: `userCourses`, or its alias in the query. */
export const isOffered = (row: typeof userCourses | SQL) =>
  sql<boolean>`exists (select from ${seatOffers} as offer where offer.enrolment_id = ${row}.id and offer.answered_at is null)`

/** How many people on the waiting list of a course have no offer. For a column or a condition. */
export const peopleNext = (
  course: SQL,
  except: { id: string } | null = null,
) => sql<number>`(select count(*)::int from user_courses w where ${isOnWaitingListOf(course)}
    and w.user_id <> ${except?.id ?? ''} and not ${isOffered(sql`w`)})`

const enrolled = sql.raw(SEATED.map((column) => `seats.${column}`).join(' + '))
/** The taken seats of `seats`, an alias of `course_seats`. */
export const seated = sql`${enrolled} + seats.offered`

/** For a column of a query. Drizzle omits the table of a column in a query of one table. */
export const seatsTaken = sql<number>`(select ${seated} from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/** Whether people who are enrolled, are offered a seat or wait take every seat; `seats` is `courseSeats`, joined. */
const isTakenUp = sql`(${courses.maxPartecipanti} > 0 and ${enrolled} + seats.waiting >= ${courses.maxPartecipanti})`

/** A person who asks now would have a seat; `seats` is `courseSeats`, joined. */
export const hasFreeSeat = sql`not coalesce(${isTakenUp}, false)`

/** The same, looked up for each course. */
export const withFreeSeat = sql`exists (select from ${courseSeats} as seats where seats.course_id = ${courses}.id and ${hasFreeSeat})`

/** Taken seats, and the free ones where all of them are for people who wait. For a column of a query. */
export const seatsReserved = sql<number>`(select case when ${isTakenUp} then greatest(${seated}, ${courses.maxPartecipanti})
  else ${seated} end from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/** Taken seats without the offered ones. For a column of a query. */
export const peopleEnrolled = sql<number>`(select ${enrolled} from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/** Has a limit and at most `most` seats left. */
export const withSeatsLeft = (most: number | SQL) =>
  sql`${courses.maxPartecipanti} > 0 and exists (select from ${courseSeats} as seats where seats.course_id = ${courses}.id and ${seated} >= ${courses.maxPartecipanti} - ${most}::int)`
