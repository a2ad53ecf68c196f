import { eq } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses, profiles } from '../database/schema'

/**
 * When a course was last changed, and by whom. `by`: an e-mail address; null if the account is deleted. Undefined
 * without the course.
 */
export async function lastChangeOf(_staff: Staff, courseId: string) {
  const [change] = await db
    .select({ by: profiles.email, at: courses.updatedAt })
    .from(courses)
    .leftJoin(profiles, eq(profiles.id, courses.updatedBy))
    .where(eq(courses.id, courseId))
  return change
}
