import { eq } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, profiles } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { courseByAnySlug, courseById } from '../queries.server'
import { isSlug } from '../rules'

/** By id or slug, present or former (decisions §4); archived courses included. */
export async function courseByKey(_admin: Admin, key: string) {
  if (isId(key)) return courseById(key)
  return isSlug(key) ? courseByAnySlug(key) : undefined
}

/** The e-mail is null for a deleted account. */
export async function lastChangeOf(_admin: Admin, courseId: string) {
  const [change] = await db
    .select({ by: profiles.email, at: courses.updatedAt })
    .from(courses)
    .leftJoin(profiles, eq(profiles.id, courses.updatedBy))
    .where(eq(courses.id, courseId))
  return change
}
