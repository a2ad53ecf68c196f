import { and, eq, inArray } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { inTransaction } from '../../database/client.server'
import { courses, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { AT_ONCE, type Decision, refuse, STEPS } from '../rules'
import type { CourseStep } from './rules'

/**
 * Moves every participant of a course that a step applies to, 500 at a time. None to move is no refusal. An archived course
 * is refused.
 * @returns how many were moved, and how many are left
 */
export async function stepEverybody(
  admin: Admin,
  courseId: string,
  step: CourseStep,
): Promise<{ ok: true; moved: number; left: number } | Exclude<Decision, { ok: true }>> {
  if (!isId(courseId)) return refuse('unknown-course')
  const { from, to } = STEPS[step]
  return inTransaction(async (tx) => {
    const [course] = await tx
      .select({ title: courses.title, archivedAt: courses.archivedAt })
      .from(courses)
      .where(eq(courses.id, courseId))
      .for('update')
    if (!course || course.archivedAt) return refuse('unknown-course')

    const before = and(eq(userCourses.courseId, courseId), eq(userCourses.status, from))
    const people = await tx
      .select({ id: userCourses.id, email: profiles.email })
      .from(userCourses)
      .innerJoin(profiles, eq(profiles.id, userCourses.userId))
      .where(before)
      .orderBy(userCourses.id)
      .limit(AT_ONCE)
      .for('update', { of: userCourses })
    const ids = people.map(({ id }) => id)
    if (ids.length > 0) await tx.update(userCourses).set({ status: to }).where(inArray(userCourses.id, ids))
    const entries = people.map(({ id, email }) => {
      const details = { old: { status: from }, new: { status: to }, course: course.title, email }
      return { action: 'update', entity: 'user_courses', id, details } as const
    })
    await record(tx, admin, entries)
    return { ok: true, moved: ids.length, left: await tx.$count(userCourses, before) }
  })
}
