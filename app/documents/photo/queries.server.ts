import { and, eq, isNull } from 'drizzle-orm'
import { db } from '../../database/client.server'
import { courses } from '../../database/schema'

/** The photograph of a course, undefined without one. `draft`: for the office alone. */
export async function photoOf(slug: string) {
  const [course] = await db
    .select({ path: courses.photoPath, draft: courses.draft })
    .from(courses)
    .where(and(eq(courses.slug, slug), isNull(courses.archivedAt)))
  return course?.path ? { ...course, path: course.path } : undefined
}
