import { and, eq, like, ne, or, sql } from 'drizzle-orm'
import { type AnyPgColumn, union } from 'drizzle-orm/pg-core'
import { freeSlug, slugFrom } from '../courses/rules'
import type { Transaction } from '../database/client.server'
import { courseSlugs, courses } from '../database/schema'

/**
 * Chooses the slug of a course. From an `address` typed by the office: its slug, or undefined if another course has or
 * had it, or it is reserved. Without an address: the slug of the title, numbered if it is taken. Other calls wait until
 * the transaction ends, so that no two courses choose the same slug.
 */
export async function chooseSlug(tx: Transaction, address: string, title: string, courseId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('course addresses'))`)
  const wantedSlug = slugFrom(address || title)
  const takenSlugs = await slugsOfOthers(tx, wantedSlug, courseId)
  const slug = address ? wantedSlug : freeSlug(title, takenSlugs)
  return takenSlugs.has(slug) ? undefined : slug
}

/** Removes a slug from the former slugs: the course that had it uses it again. */
export async function removeFormerSlug(tx: Transaction, slug: string) {
  await tx.delete(courseSlugs).where(eq(courseSlugs.slug, slug))
}

/** No course may have this slug: it is the path of the form for a new course. */
const RESERVED_SLUG = 'new'

/**
 * The present and former slugs of other courses that equal this slug or begin with it and a hyphen, and the reserved
 * one.
 */
async function slugsOfOthers(tx: Transaction, slug: string, courseId: string): Promise<Set<string>> {
  const startsAlike = (column: AnyPgColumn) => or(eq(column, slug), like(column, `${slug}-%`))
  const inUse = tx
    .select({ slug: courses.slug })
    .from(courses)
    .where(and(startsAlike(courses.slug), ne(courses.id, courseId)))
  const onceInUse = tx
    .select({ slug: courseSlugs.slug })
    .from(courseSlugs)
    .where(and(startsAlike(courseSlugs.slug), ne(courseSlugs.courseId, courseId)))
  return new Set([RESERVED_SLUG, ...(await union(inUse, onceInUse)).map((row) => row.slug)])
}
