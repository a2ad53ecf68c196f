import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, profiles, seatsTaken } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { titled } from '../admin/queries.server'
import { courseByAnySlug, courseById } from '../queries.server'
import { isSlug } from '../rules'

/** By id or slug, present or former; archived courses included. */
export async function courseByKey(_admin: Admin, key: string) {
  if (isId(key)) return courseById(key)
  return isSlug(key) ? courseByAnySlug(key) : undefined
}

/** Editions of a series on the page of one. */
const EDITIONS = 50
/** Courses that a search offers. */
const OFFERED = 20

const { id, slug, title, startDate, endDate, location, draft, comingSoon, cancelledAt } = courses
const edition = { id, slug, title, startDate, endDate, location, draft, comingSoon, cancelledAt }

/** The editions of a series that are not deleted, the latest first. */
export function editionsOf(_admin: Admin, seriesId: string) {
  return db
    .select({ ...edition, maxPartecipanti: courses.maxPartecipanti, seatsTaken })
    .from(courses)
    .where(and(eq(courses.seriesId, seriesId), isNull(courses.archivedAt)))
    .orderBy(sql`${startDate} desc nulls first`, asc(id))
    .limit(EDITIONS)
}
export type ManagedEdition = Awaited<ReturnType<typeof editionsOf>>[number]

/** Courses of other series with these words in the title, the latest first; none without words. */
export async function coursesToJoin(_admin: Admin, seriesId: string, text: string) {
  const words = titled(text)
  if (words.length === 0) return []
  return db
    .select(edition)
    .from(courses)
    .where(and(isNull(courses.archivedAt), ne(courses.seriesId, seriesId), ...words))
    .orderBy(sql`${startDate} desc nulls first`, asc(id))
    .limit(OFFERED)
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
