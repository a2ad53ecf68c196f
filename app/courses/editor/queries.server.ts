import { eq } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, profiles } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { courseByAnySlug, courseById } from '../queries.server'
import { isSlug } from '../rules'

/** A course by its id or an address that it has or had (decisions §4), with its sessions, deleted ones included. */
export async function courseByKey(_admin: Admin, key: string) {
  if (isId(key)) return courseById(key)
  return isSlug(key) ? courseByAnySlug(key) : undefined
}

/** Who changed a course last, by e-mail, and when; the e-mail is null when that account was deleted. */
export async function lastChangeOf(_admin: Admin, courseId: string) {
  const [change] = await db
    .select({ by: profiles.email, at: courses.updatedAt })
    .from(courses)
    .leftJoin(profiles, eq(profiles.id, courses.updatedBy))
    .where(eq(courses.id, courseId))
  return change
}
