import { asc, desc, eq, isNull } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { courseDocuments, courses } from '../database/schema'

/** The courses that a document may belong to, by title. */
export function coursesByTitle(_admin: Admin) {
  return db
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(isNull(courses.archivedAt))
    .orderBy(asc(courses.title), asc(courses.id))
}

/** The documents of a course, newest first. */
export function documentsOf(_admin: Admin, courseId: string) {
  return db
    .select()
    .from(courseDocuments)
    .where(eq(courseDocuments.courseId, courseId))
    .orderBy(desc(courseDocuments.createdAt))
}
