import { eq } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses, profiles } from '../database/schema'

/** The e-mail is null for a deleted account. */
export async function lastChangeOf(_staff: Staff, courseId: string) {
  const [change] = await db
    .select({ by: profiles.email, at: courses.updatedAt })
    .from(courses)
    .leftJoin(profiles, eq(profiles.id, courses.updatedBy))
    .where(eq(courses.id, courseId))
  return change
}
