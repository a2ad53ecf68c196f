import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { lockCourse, lockCourses } from '../courses/lock.server'
import type { CourseOutcome } from '../courses/refusals.rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses } from '../database/schema'
import { OK, refuse } from '../runtime/outcome.rules'

/**
 * Moves a course into the series of another one, as an edition. The other editions of its former series stay there.
 * @returns `title` of the other course
 */
export async function joinSeries(
  staff: Staff,
  courseId: string,
  otherId: string,
): Promise<CourseOutcome<{ title: string }>> {
  return inTransaction(async (tx) => {
    const locked = await lockCourses(tx, [courseId, otherId])
    const [course, other] = [courseId, otherId].map((id) => locked.find((candidate) => candidate.id === id))
    if (!course || !other) return refuse('unknown')
    if (course.archivedAt || other.archivedAt) return refuse('archived')
    const { seriesId } = other
    if (course.seriesId === seriesId) return refuse('together')
    await changeSeries(tx, staff, course, seriesId, other.title)
    return { ok: true, title: other.title }
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

/**
 * Puts a locked course into a series. The version stays, since the course form has no field for the series. `joined`:
 * title of the course whose series it is, for the log.
 */
async function changeSeries(
  tx: Transaction,
  staff: Staff,
  course: { id: string; title: string; seriesId: string },
  seriesId: string,
  joined?: string,
) {
  const { id, title } = course
  await tx.update(courses).set({ seriesId, updatedAt: sql`now()` }).where(eq(courses.id, id))
  const details = { old: { seriesId: course.seriesId }, new: { seriesId }, joined, title }
  await record(tx, staff, { action: 'update', entity: 'courses', id, details })
}
