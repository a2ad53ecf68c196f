import { randomUUID } from 'node:crypto'
import { and, eq, exists, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { lockCourse, lockCourses } from '../courses/lock.server'
import type { CourseOutcome } from '../courses/refusals.rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses, profiles, userCourses } from '../database/schema'
import { isLive } from '../enrolments/enrolments.sql'
import { OK, refuse } from '../runtime/outcome.rules'

/**
 * Moves a course into the series of another one, as an edition. The other editions of its former series stay there.
 * @returns `title` of the other course; `peopleInBoth`: names of people with a live enrolment in any state, both in the
 *   course and in the joined series
 */
export async function joinSeries(
  staff: Staff,
  courseId: string,
  otherId: string,
): Promise<CourseOutcome<{ title: string; peopleInBoth: string[] }>> {
  return inTransaction(async (tx) => {
    const locked = await lockCourses(tx, [courseId, otherId])
    const [course, other] = [courseId, otherId].map((id) => locked.find((candidate) => candidate.id === id))
    if (!course || !other) return refuse('unknown')
    if (course.archivedAt || other.archivedAt) return refuse('archived')
    const { seriesId } = other
    if (course.seriesId === seriesId) return refuse('together')
    const peopleInBoth = await findPeopleInBoth(tx, courseId, seriesId)
    await changeSeries(tx, staff, course, seriesId, { joined: other.title })
    return { ok: true, title: other.title, peopleInBoth }
  })
}

/** Moves a course out of its series, so that it is no edition of the others; without others nothing changes. */
export async function leaveSeries(staff: Staff, courseId: string): Promise<CourseOutcome> {
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    if (course.archivedAt) return refuse('archived')
    const otherEditions = and(eq(courses.seriesId, course.seriesId), ne(courses.id, courseId))
    if ((await tx.$count(courses, otherEditions)) > 0) await changeSeries(tx, staff, course, randomUUID())
    return OK
  })
}

/** Puts a locked course into a series. The version stays, since the course form has no field for the series. */
async function changeSeries(
  tx: Transaction,
  staff: Staff,
  course: { id: string; title: string; seriesId: string },
  seriesId: string,
  further: { joined?: string } = {},
) {
  const { id, title } = course
  await tx.update(courses).set({ seriesId, updatedAt: sql`now()` }).where(eq(courses.id, id))
  const details = { old: { seriesId: course.seriesId }, new: { seriesId }, ...further, title }
  await record(tx, staff, { action: 'update', entity: 'courses', id, details })
}

/** Names of the people with a live enrolment in any state, both in the course and in the series. */
async function findPeopleInBoth(tx: Transaction, courseId: string, seriesId: string): Promise<string[]> {
  const inSeries = alias(userCourses, 'in_series')
  const enrolmentInSeries = tx
    .select({ one: sql`1` })
    .from(inSeries)
    .innerJoin(courses, eq(courses.id, inSeries.courseId))
    .where(
      and(eq(courses.seriesId, seriesId), eq(inSeries.userId, userCourses.userId), isNull(inSeries.endedAt)),
    )
  const people = await tx
    .select({ name: sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}` })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, courseId), isLive, exists(enrolmentInSeries)))
    .orderBy(profiles.lastName, profiles.firstName, profiles.id)
  return people.map(({ name }) => name)
}
