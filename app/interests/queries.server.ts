import { and, asc, count, desc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import type { CourseState } from '../courses/rules'
import { db } from '../database/client.server'
import { courses, interests } from '../database/schema'
import { countPeopleAhead } from '../enrolments/waiting-list/order.queries.server'
import { seatsShown } from '../enrolments/waiting-list.rules'
import { today } from '../runtime/clock'
import { hashOf, isToken } from '../runtime/token.server'
import { CONFIRMATION_DAYS, noticeCondition } from './rules'

/** The most courses that the office sees with the people who wait for them. */
const MOST_COURSES = 20

/** The condition that an interest is confirmed, or can still be confirmed. */
export const isUnexpired = or(
  isNotNull(interests.confirmedAt),
  gt(interests.createdAt, sql`now() - make_interval(days => ${CONFIRMATION_DAYS})`),
)

/** The condition that an interest is confirmed and its address is not notified yet. */
export const isWaitingForNotice = and(isNotNull(interests.confirmedAt), isNull(interests.notifiedAt))

/** The words of `noticeCondition` for a course as it is now; null if nobody can wait for it. */
export async function currentNoticeCondition(
  course: Parameters<typeof noticeCondition>[0] & { id: string },
  state: CourseState,
): Promise<string | null> {
  const { peopleAwaitingOffer } = await countPeopleAhead(null, course.id)
  const seatsTaken = seatsShown(course, peopleAwaitingOffer)
  return noticeCondition({ ...course, seatsTaken }, state, today())
}

/** Whether a course has another edition that is not deleted. */
export async function hasOtherEdition({ id, seriesId }: { id: string; seriesId: string }): Promise<boolean> {
  const isOtherEdition = and(eq(courses.seriesId, seriesId), ne(courses.id, id), isNull(courses.archivedAt))
  return (await db.$count(courses, isOtherEdition)) > 0
}

/** The interest of the token in the link of an e-mail; undefined if the token is unknown or expired. */
export async function interestWithToken(token: string) {
  if (!isToken(token)) return undefined
  const { courseId, confirmedAt, notifiedAt } = interests
  const [interest] = await db
    .select({ courseId, confirmedAt, notifiedAt })
    .from(interests)
    .where(and(eq(interests.tokenHash, hashOf(token)), isUnexpired))
  return interest
}

/** The courses for which most people wait to be notified, at most `MOST_COURSES`. `people`: how many wait. */
export async function interestsByCourse(_staff: Staff) {
  const people = count(interests.id)
  const { id, title, place, startDate } = courses
  return db
    .select({ id, title, place, startDate, people })
    .from(interests)
    .innerJoin(courses, and(eq(courses.id, interests.courseId), isNull(courses.archivedAt)))
    .where(isWaitingForNotice)
    .groupBy(id)
    .orderBy(desc(people), asc(title), asc(id))
    .limit(MOST_COURSES)
}
