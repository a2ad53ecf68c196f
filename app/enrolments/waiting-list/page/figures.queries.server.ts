import { sql } from 'drizzle-orm'
import type { Staff } from '../../../accounts/rules'
import type { StoredCourse } from '../../../courses/queries.server'
import { seatsLeft } from '../../../courses/rules'
import { peopleNext } from '../../../courses/seats.sql'
import { db } from '../../../database/client.server'

type Course = Pick<StoredCourse, 'id' | 'price' | 'maxPartecipanti' | 'seatsTaken'>

/**
 * People of an edition since it began to take requests, ended enrolments included; withdrawn requests are deleted.
 * `enrolled`: by the office, without a request; `ended`: approved, and cancelled or moved since; `expired`: offers; `waiting`: on the list, without an offer.
 */
async function peopleOf(courseId: string) {
  const here = sql`${courseId}::uuid`
  const { rows } = await db.execute<Record<(typeof COUNTS)[number], number>>(sql`
    select (count(*) filter (where requested_at is distinct from approved_at))::int as asked,
      (count(*) filter (where requested_at = approved_at))::int as enrolled,
      count(approved_at)::int as approved,
      (count(*) filter (where approved_at is not null and ended_at is not null))::int as ended,
      (count(*) filter (where status in ('in_progress', 'completed')))::int as attending,
      (count(*) filter (where status = 'completed'))::int as completed,
      (select count(*)::int from seat_offers where course_id = ${here} and answer = 'expired') as expired,
      ${peopleNext(here)} as waiting
    from user_courses where course_id = ${here}`)
  return rows[0]
}
const COUNTS = [
  'asked',
  'enrolled',
  'approved',
  'ended',
  'attending',
  'completed',
  'expired',
  'waiting',
] as const

/** `more`: seats that the list would fill, and their full price in euros; null unless the edition is full. */
export async function editionFigures(_staff: Staff, course: Course) {
  const people = await peopleOf(course.id)
  if (!people) throw new Error('A count has a row')
  const { waiting, ...counts } = people
  const { price } = course
  const isFull = seatsLeft(course, course.seatsTaken) === 0
  return { ...counts, more: isFull && price && waiting ? { seats: waiting, euros: waiting * price } : null }
}
export type Figures = Awaited<ReturnType<typeof editionFigures>>
