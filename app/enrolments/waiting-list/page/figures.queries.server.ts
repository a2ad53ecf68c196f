import { sql } from 'drizzle-orm'
import type { Staff } from '../../../accounts/rules'
import type { StoredCourse } from '../../../courses/queries.server'
import { seatsLeft } from '../../../courses/rules'
import { peopleAwaitingOffer } from '../../../courses/seats.sql'
import { db } from '../../../database/client.server'

type Count = 'asked' | 'enrolled' | 'approved' | 'ended' | 'attending' | 'completed' | 'expired' | 'waiting'
type Course = Pick<StoredCourse, 'id' | 'price' | 'maxPartecipanti' | 'seatsTaken'>

/**
 * Counts the enrolments of an edition, ended ones included; withdrawn requests are not among them, since they are
 * deleted. `asked`: those that began with a request, or that the office put on the list; `enrolled`: those that the
 * office made without a request, so that request and approval have the same moment; of people who were moved here the
 * first of their enrolments decides; `approved`: all that got a seat; `ended`: those of them that have ended;
 * `attending`: in progress or completed; `expired`: offers that expired; `waiting`: people on the list without an open
 * offer.
 */
async function countEnrolments(courseId: string) {
  const here = sql`${courseId}::uuid`
  // A move keeps the moment of the request.
  const isWithoutRequest = sql`exists (select from user_courses former where former.user_id = user_courses.user_id
    and former.requested_at = user_courses.requested_at and former.approved_at = former.requested_at)`
  const { rows } = await db.execute<Record<Count, number>>(sql`
    select (count(*) filter (where not ${isWithoutRequest}))::int as asked,
      (count(*) filter (where ${isWithoutRequest}))::int as enrolled,
      count(approved_at)::int as approved,
      (count(*) filter (where approved_at is not null and ended_at is not null))::int as ended,
      (count(*) filter (where status in ('in_progress', 'completed')))::int as attending,
      (count(*) filter (where status = 'completed'))::int as completed,
      (select count(*)::int from seat_offers where course_id = ${here} and answer = 'expired') as expired,
      ${peopleAwaitingOffer(here)} as waiting
    from user_courses where course_id = ${here}`)
  return rows[0]
}
/**
 * The figures of an edition for the office. `furtherSeats`: how many further seats the waiting list would fill, and
 * their full price in euros; null unless the edition is full, has a price and people wait. The other figures: as in
 * `countEnrolments`.
 */
export async function editionFigures(_staff: Staff, course: Course) {
  const row = await countEnrolments(course.id)
  if (!row) throw new Error('A count has a row')
  const { waiting, ...counts } = row
  const { price } = course
  const isFull = seatsLeft(course, course.seatsTaken) === 0
  return {
    ...counts,
    furtherSeats: isFull && price && waiting ? { count: waiting, euros: waiting * price } : null,
  }
}
export type Figures = Awaited<ReturnType<typeof editionFigures>>
