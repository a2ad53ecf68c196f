import { eq } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses, profiles } from '../database/schema'

/**
 * When a course was last changed, and who last changed it in its form, a lesson or by a decision. `by`: an e-mail
 * address; null if the account is deleted. `at` may be a later change, such as of the brochure, which names nobody.
 * Undefined without the course.
 */
export async function lastChangeOf(_staff: Staff, courseId: string) {
  const [change] = await db
    .select({ by: profiles.email, at: courses.updatedAt })
    .from(courses)
    .leftJoin(profiles, eq(profiles.id, courses.updatedBy))
    .where(eq(courses.id, courseId))
  return change
}
