import { and, asc, eq, gte, isNull, ne, or, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { priceOn } from '../../courses/price.rules'
import { seatsTaken } from '../../courses/seats.sql'
import { titleConditions } from '../../courses/table/queries.server'
import { db } from '../../database/client.server'
import { courses, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { SUGGESTED_COURSES } from '../direct/rules'
import { isLive } from '../enrolments.sql'

/** A live enrolment with its person and course; undefined if it does not exist or has ended. */
export async function enrolmentById(_staff: Staff, id: string) {
  if (!isId(id)) return undefined
  const { firstName, lastName, email } = profiles
  const { title, startDate, place, seriesId } = courses
  const [enrolment] = await db
    .select({
      id: userCourses.id,
      status: userCourses.status,
      requestedAt: userCourses.requestedAt,
      person: { id: profiles.id, firstName, lastName, email },
      course: { id: courses.id, title, startDate, place, seriesId },
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(eq(userCourses.id, id), isLive))
  return enrolment
}
export type EnrolmentById = NonNullable<Awaited<ReturnType<typeof enrolmentById>>>

/**
 * Editions that the office may move a person to, at most `SUGGESTED_COURSES`, full ones too: first those of the same
 * course, then other courses, if there is a `text` those with its words in the title. `price`: what a request made at
 * `requestedAt` costs, in euros. `person`: editions in which they already are get left out; null for several people,
 * some of whom may be there already.
 */
export async function editionsToMoveTo(
  _staff: Staff,
  {
    course,
    person,
    requestedAt,
  }: { course: { id: string; seriesId: string }; person: { id: string } | null; requestedAt: Date },
  text = '',
) {
  const { id, title, startDate, place, seriesId, maxPartecipanti, endDate } = courses
  const same = eq(seriesId, course.seriesId)
  const words = titleConditions(text)
  const there = sql`exists (select from ${userCourses} as live where live.user_id = ${person?.id ?? ''} and live.course_id = ${courses}.id and live.ended_at is null)`
  const { price, priceEarlyBird, earlyBirdUntil } = courses
  const rows = await db
    .select({
      id,
      title,
      startDate,
      place,
      maxPartecipanti,
      seatsTaken,
      isSameCourse: sql<boolean>`${same}`,
      prices: { price, priceEarlyBird, earlyBirdUntil },
    })
    .from(courses)
    .where(
      and(
        isNull(courses.archivedAt),
        isNull(courses.cancelledAt),
        eq(courses.draft, false),
        eq(courses.comingSoon, false),
        or(isNull(endDate), gte(endDate, today())),
        ne(id, course.id),
        sql`not ${there}`,
        words.length > 0 ? or(same, and(...words)) : undefined,
      ),
    )
    .orderBy(sql`${same} desc`, sql`${startDate} asc nulls last`, asc(id))
    .limit(SUGGESTED_COURSES)
  return rows.map(({ prices, ...edition }) => ({ ...edition, price: priceOn(prices, today(requestedAt)) }))
}
export type EditionToMoveTo = Awaited<ReturnType<typeof editionsToMoveTo>>[number]
