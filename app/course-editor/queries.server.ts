import { eq } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses, profiles } from '../database/schema'

/**
 * The last change of a course; undefined if there is no such course. `by`: the e-mail address of whoever last changed
 * it in its form, in a lesson or by a decision; null if the account is deleted. `at`: the moment of that change, or of
 * a later one that stores no author, such as another brochure.
 */
export async function lastChangeOf(_staff: Staff, courseId: string) {
  const [change] = await db
    .select({ by: profiles.email, at: courses.updatedAt })
    .from(courses)
    .leftJoin(profiles, eq(profiles.id, courses.updatedBy))
    .where(eq(courses.id, courseId))
  return change
}
