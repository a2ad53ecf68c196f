import { eq, like, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Admin } from '../accounts/rules'
import { record } from '../audit/record.server'
import { type SessionFacts, spanOf } from '../calendar/rules'
import { freeSlug, isId, slugFrom } from '../courses/rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { courseSessions, courseSlugs, courses } from '../database/schema'
import { COMING_DESCRIPTION, type CourseDecision, editionOf, TYPED } from './rules'

/** What the office types; address, first and last day and total hours follow from it. */
export type TypedCourse = Pick<typeof courses.$inferInsert, (typeof TYPED)[number]>
export type NewCourse = TypedCourse & { sessions?: readonly SessionFacts[] }

/**
 * The office publishes a course, or announces one (`comingSoon`). The facts have passed the course form.
 * @returns the id and the address it was given: that of the title, numbered when another course has it or had it
 */
export async function createCourse(admin: Admin, facts: NewCourse): Promise<{ id: string; slug: string }> {
  const { sessions = [], ...typed } = facts
  const description = typed.description || (typed.comingSoon ? COMING_DESCRIPTION : null)

  return inTransaction(async (tx) => {
    const slug = freeSlug(typed.title, await slugsLike(tx, slugFrom(typed.title)))
    const [course] = await tx
      .insert(courses)
      .values({ ...typed, ...spanOf(sessions), description, slug })
      .returning({ id: courses.id })
    if (!course) throw new Error('The new course has no id')

    const rows = sessions.map((session, index) => ({ ...session, courseId: course.id, position: index }))
    if (rows.length) await tx.insert(courseSessions).values(rows)

    const details = { title: typed.title, slug, comingSoon: typed.comingSoon ?? false }
    await record(tx, admin, { action: 'create', entity: 'courses', id: course.id, details })
    return { id: course.id, slug }
  })
}

/** The office deletes a course: it leaves every list, and whoever is enrolled keeps it (decisions §4). */
export async function archiveCourse(admin: Admin, courseId: string): Promise<CourseDecision> {
  return shelve(admin, courseId, 'delete')
}

/** The office takes a deletion back: the course stands where it stood. */
export async function restoreCourse(admin: Admin, courseId: string): Promise<CourseDecision> {
  return shelve(admin, courseId, 'restore')
}

async function shelve(admin: Admin, courseId: string, step: 'delete' | 'restore'): Promise<CourseDecision> {
  if (!isId(courseId)) return { ok: false, refusal: 'unknown' }
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return { ok: false, refusal: 'unknown' }
    const archived = course.archivedAt !== null
    if (archived === (step === 'delete')) {
      return { ok: false, refusal: archived ? 'already-archived' : 'not-archived' }
    }
    await tx
      .update(courses)
      .set({
        archivedAt: step === 'delete' ? sql`now()` : null,
        updatedAt: sql`now()`,
        version: sql`${courses.version} + 1`,
      })
      .where(eq(courses.id, courseId))
    const { title, slug } = course
    await record(tx, admin, {
      action: step === 'delete' ? 'delete' : 'update',
      entity: 'courses',
      id: courseId,
      details: step === 'delete' ? { title, slug } : { title, slug, restored: true },
    })
    return { ok: true }
  })
}

/**
 * A new edition of a course: everything that is typed, as a coming course, without dates and brochure.
 * @returns where the draft is, to be completed in the course form
 */
export async function duplicateCourse(
  admin: Admin,
  courseId: string,
): Promise<{ ok: true; id: string; slug: string } | { ok: false; refusal: 'unknown' }> {
  if (!isId(courseId)) return { ok: false, refusal: 'unknown' }
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return { ok: false, refusal: 'unknown' }
    const facts = { ...typedOf(course), title: editionOf(course.title), comingSoon: true }
    const copy = await createCourse(admin, facts)
    return { ok: true, ...copy }
  })
}

function typedOf(course: typeof courses.$inferSelect): TypedCourse {
  return Object.fromEntries(TYPED.map((field) => [field, course[field]])) as TypedCourse
}

/** Holds the course until the transaction ends. */
async function lockCourse(tx: Transaction, courseId: string) {
  const [course] = await tx.select().from(courses).where(eq(courses.id, courseId)).for('update')
  return course
}

/** Addresses in use or once in use that start like this one. Others who choose an address wait their turn. */
async function slugsLike(tx: Transaction, slug: string): Promise<Set<string>> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('course addresses'))`)
  const inUse = tx
    .select({ slug: courses.slug })
    .from(courses)
    .where(or(eq(courses.slug, slug), like(courses.slug, `${slug}-%`)))
  const onceInUse = tx
    .select({ slug: courseSlugs.slug })
    .from(courseSlugs)
    .where(or(eq(courseSlugs.slug, slug), like(courseSlugs.slug, `${slug}-%`)))
  return new Set((await union(inUse, onceInUse)).map((row) => row.slug))
}
