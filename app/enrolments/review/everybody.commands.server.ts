import { and, eq } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { inTransaction } from '../../database/client.server'
import { courses, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { refuse } from '../../runtime/outcome.rules'
import { applyStep, openDecision } from '../decision.server'
import { isLive } from '../enrolments.sql'
import { ENROLMENTS_AT_ONCE, type EnrolmentRefused, STEPS } from '../rules'
import type { CourseStep } from '../steps.rules'

/**
 * Takes a step for all participants of a course whose state allows it, as one decision, at most `ENROLMENTS_AT_ONCE` at
 * a time; also before the first session, since the page has asked for a confirmation. An archived course is refused as
 * 'unknown-course'.
 * @returns `decision`: its id, absent if nobody took the step; `stepped`: how many took it; `remaining`: how many still
 * can
 */
export async function stepEverybody(
  staff: Staff,
  courseId: string,
  step: CourseStep,
): Promise<{ ok: true; decision?: string; stepped: number; remaining: number } | EnrolmentRefused> {
  if (!isId(courseId)) return refuse('unknown-course')
  const { from } = STEPS[step]
  return inTransaction(async (tx) => {
    const [course] = await tx
      .select({ title: courses.title, archivedAt: courses.archivedAt })
      .from(courses)
      .where(eq(courses.id, courseId))
      .for('update')
    if (!course || course.archivedAt) return refuse('unknown-course')

    const canStep = and(eq(userCourses.courseId, courseId), eq(userCourses.status, from), isLive)
    const people = await tx
      .select({ id: userCourses.id, email: profiles.email })
      .from(userCourses)
      .innerJoin(profiles, eq(profiles.id, userCourses.userId))
      .where(canStep)
      .orderBy(userCourses.id)
      .limit(ENROLMENTS_AT_ONCE)
      .for('update', { of: userCourses })
    if (people.length === 0) return { ok: true, stepped: 0, remaining: 0 }
    const enrolments = people.map((person) => ({ ...person, status: from, course }))
    const decision = await openDecision(tx, staff, step)
    await applyStep(tx, staff, decision, step, enrolments)
    return {
      ok: true,
      decision: decision.id,
      stepped: people.length,
      remaining: await tx.$count(userCourses, canStep),
    }
  })
}
