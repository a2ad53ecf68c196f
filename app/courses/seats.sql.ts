import { type SQL, sql } from 'drizzle-orm'
import { courseSeats, courses } from '../database/schema'
import { SEATED } from './seats.rules'

/** `w` is on the waiting list of a course. */
export const isOnListOf = (course: SQL) =>
  sql`(w.course_id = ${course} and w.status = 'pending' and w.ended_at is null and w.waiting_since is not null)`

/** How many people are on the waiting list. For a column of a query. */
export const peopleWaiting = sql<number>`(select count(*)::int from user_courses w where ${isOnListOf(sql`${courses}.id`)})`

/** `w` is offered a seat. */
export const hasOffer = sql`exists (select from seat_offers offer where offer.enrolment_id = w.id and offer.answered_at is null)`

/** How many people on the waiting list of a course have no offer. For a column or a condition. */
export const peopleNext = (
  course: SQL,
  except: { id: string } | null = null,
) => sql<number>`(select count(*)::int from user_courses w where ${isOnListOf(course)}
    and w.user_id <> ${except?.id ?? ''} and not ${hasOffer})`

const enrolled = sql.raw(SEATED.map((column) => `seats.${column}`).join(' + '))
/** The taken seats of `seats`, an alias of `course_seats`. */
export const seated = sql`${enrolled} + seats.offered`

/** For a column of a query. Drizzle omits the table of a column in a query of one table. */
export const seatsTaken = sql<number>`(select ${seated} from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/** Taken seats, and the free ones where all of them are for people who wait. For a column of a query. */
export const seatsReserved = sql<number>`greatest(${seatsTaken},
  case when ${peopleNext(sql`${courses}.id`)} >= ${courses.maxPartecipanti} - ${seatsTaken} then ${courses.maxPartecipanti} end)`

/** Taken seats without the offered ones. For a column of a query. */
export const peopleEnrolled = sql<number>`(select ${enrolled} from ${courseSeats} as seats where seats.course_id = ${courses}.id)`

/** Has a limit and at most `most` seats left. */
export const withSeatsLeft = (most: number | SQL) =>
  sql`${courses.maxPartecipanti} > 0 and exists (select from ${courseSeats} as seats where seats.course_id = ${courses}.id and ${seated} >= ${courses.maxPartecipanti} - ${most}::int)`

/** Without a free seat; `seats` is `courseSeats`, joined. Faster for many courses than a lookup for each. */
export const isFull = sql`coalesce(${courses.maxPartecipanti} > 0 and ${seated} >= ${courses.maxPartecipanti}, false)`

/**
 * The ids of courses whose free seats are all for people who wait. Looked for among the courses that people wait for: they are
 * few, while a count for every course is slow.
 */
const reservedCourses = sql`(select candidate.id from ${courses} candidate
  join ${courseSeats} as seats on seats.course_id = candidate.id and ${seated} < candidate.max_partecipanti
  where candidate.id = any(array(select awaited.course_id from user_courses awaited
      where awaited.status = 'pending' and awaited.ended_at is null and awaited.waiting_since is not null))
    and ${peopleNext(sql`candidate.id`)} >= candidate.max_partecipanti - (${seated}))`

/** Free seats for which as many people wait are taken: the same as `seatsReserved`, as a condition. */
export const isReserved = sql`${courses.id} in ${reservedCourses}`
