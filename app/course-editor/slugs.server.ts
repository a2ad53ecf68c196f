import { and, eq, like, ne, or, sql } from 'drizzle-orm'
import { type AnyPgColumn, union } from 'drizzle-orm/pg-core'
import { freeSlug, slugFrom } from '../courses/rules'
import type { Transaction } from '../database/client.server'
import { courseSlugs, courses } from '../database/schema'

/** The wanted slug if it is free, or a numbered slug of the title. An advisory lock serialises the choice. */
export async function chooseSlug(tx: Transaction, address: string, title: string, courseId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('course addresses'))`)
  const wanted = slugFrom(address || title)
  const taken = await slugsOfOthers(tx, wanted, courseId)
  const slug = address ? wanted : freeSlug(title, taken)
  return taken.has(slug) ? undefined : slug
}

/** Takes it from the former slugs. */
export async function takeSlug(tx: Transaction, slug: string) {
  await tx.delete(courseSlugs).where(eq(courseSlugs.slug, slug))
}

/** The path of the form for a new course. */
const RESERVED = 'new'

/** Present and former slugs of other courses with this prefix. */
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
  return new Set([RESERVED, ...(await union(inUse, onceInUse)).map((row) => row.slug)])
}
