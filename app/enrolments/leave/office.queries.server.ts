import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { priceOn } from '../../courses/price.rules'
import { seatsTaken } from '../../courses/seats.sql'
import { titleConditions } from '../../courses/table/queries.server'
import { db } from '../../database/client.server'
import { courses, userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { SUGGESTED_COURSES } from '../direct/rules'
import type { EnrolmentState } from '../rules'
import { acceptsRequestsSql } from '../waiting-list/queries.server'

/**
 * The editions that the office may move people to, full ones too: first those of the same course, then other courses,
 * the earliest first, at most `SUGGESTED_COURSES`. `text`: only those with all its words in the title. `existing`: the
 * state of the live enrolment of `person` there, who then cannot be moved to it; null without one, and for several
 * people (`person` is null). `price`: in euros, of a request made at `requestedAt`; null without that moment.
 */
export async function editionsToMoveTo(
  _staff: Staff,
  {
    course,
    person,
    requestedAt,
  }: { course: { id: string; seriesId: string }; person: { id: string } | null; requestedAt: Date | null },
  text = '',
) {
  const { id, title, startDate, place, seriesId, maxPartecipanti } = courses
  const { price, priceEarlyBird, earlyBirdUntil } = courses
  const isSameCourse = sql<boolean>`${eq(seriesId, course.seriesId)}`
  const rows = await db
    .select({
      id,
      title,
      startDate,
      place,
      maxPartecipanti,
      seatsTaken,
      isSameCourse,
      existing: sql<EnrolmentState | null>`(select live.status from ${userCourses} as live
        where live.user_id = ${person?.id ?? ''} and live.course_id = ${courses}.id and live.ended_at is null)`,
      prices: { price, priceEarlyBird, earlyBirdUntil },
    })
    .from(courses)
    .where(and(acceptsRequestsSql(sql`${courses}`), ne(id, course.id), ...titleConditions(text)))
    .orderBy(desc(isSameCourse), sql`${startDate} asc nulls last`, asc(id))
    .limit(SUGGESTED_COURSES)
  return rows.map(({ prices, ...edition }) => ({
    ...edition,
    price: requestedAt && priceOn(prices, today(requestedAt)),
  }))
}
export type EditionToMoveTo = Awaited<ReturnType<typeof editionsToMoveTo>>[number]
