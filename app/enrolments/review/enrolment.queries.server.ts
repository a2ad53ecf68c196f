import { and, eq } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { enrolmentPrice, isLive } from '../enrolments.sql'

/**
 * A live enrolment with its person and course; `price`: in euros; `priceReason`: of an agreed price. Undefined if it
 * does not exist or has ended.
 */
export async function enrolmentById(_staff: Staff, id: string) {
  if (!isId(id)) return undefined
  const { firstName, lastName, email } = profiles
  const { title, startDate, place, seriesId } = courses
  const [enrolment] = await db
    .select({
      id: userCourses.id,
      status: userCourses.status,
      requestedAt: userCourses.requestedAt,
      price: enrolmentPrice,
      priceReason: userCourses.priceReason,
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
