import { and, eq, isNull } from 'drizzle-orm'
import { db } from '../../database/client.server'
import { courses } from '../../database/schema'
import { log } from '../../runtime/log.server'
import { brochures } from '../stored.server'

/**
 * The title of a course and the path of its brochure; undefined without a brochure. `draft`: only the office may read
 * it.
 */
export async function brochureOf(slug: string) {
  const [course] = await db
    .select({ title: courses.title, path: courses.pdfFilePath, draft: courses.draft })
    .from(courses)
    .where(and(eq(courses.slug, slug), isNull(courses.archivedAt)))
  return course?.path ? { ...course, path: course.path } : undefined
}

/** The size of a brochure in bytes; null without a file, or if the file cannot be read. */
export async function brochureSize(path: string | null): Promise<number | null> {
  if (path === null) return null
  const file = await brochures.find(path).catch((error) => {
    log.error({ err: error }, 'A brochure could not be found')
    return null
  })
  return file?.size ?? null
}
