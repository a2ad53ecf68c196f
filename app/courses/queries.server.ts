import { and, asc, count, eq, gt, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { courseSessions, courseSlugs, courses, holdsSeat, userCourses } from '../database/schema'
import { today } from '../platform/clock'
import { PAGE_SIZE } from './rules'

/** Seats taken, counted beside each course. (Drizzle names columns of one table without it, hence by hand.) */
export const seatsTaken = sql<number>`(select count(*)::int from ${userCourses} where ${userCourses}.course_id = ${courses}.id and ${holdsSeat})`

/** What a card shows; nothing else travels with the page. */
const availableFields = {
  slug: courses.slug,
  title: courses.title,
  modalita: courses.modalita,
  location: courses.location,
  price: courses.price,
  comingSoon: courses.comingSoon,
  startDate: courses.startDate,
  maxPartecipanti: courses.maxPartecipanti,
  seatsTaken,
}
const cardFields = { ...availableFields, shortDescription: courses.shortDescription }
export type AvailableCourse = Omit<CourseCardFacts, 'shortDescription'>
export type CourseCardFacts = Awaited<ReturnType<typeof nextCourses>>[number]

/** Public lists never show a deleted course, nor one whose last session is over (decisions §4). */
const isListed = () =>
  and(isNull(courses.archivedAt), or(isNull(courses.endDate), gte(courses.endDate, today())))
const byStart = [sql`${courses.startDate} asc nulls last`, asc(courses.id)]

/** The courses of the home page: available before coming, the nearest first. */
export function nextCourses(limit: number) {
  return db
    .select(cardFields)
    .from(courses)
    .where(isListed())
    .orderBy(asc(courses.comingSoon), ...byStart)
    .limit(limit)
}

/** Address and title of every published or coming course, the nearest first. */
export function listedCourses() {
  return db
    .select({ slug: courses.slug, title: courses.title })
    .from(courses)
    .where(isListed())
    .orderBy(...byStart)
}

/** One page of the available courses, all coming ones, and how many there are, for a search (or ''). */
export async function catalogue({ text, page }: { text: string; page: number }) {
  const matching = and(isListed(), text ? matches(text) : undefined)
  const [available, coming, [total]] = await Promise.all([
    db
      .select(availableFields)
      .from(courses)
      .where(and(matching, eq(courses.comingSoon, false)))
      .orderBy(...byStart)
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db
      .select(cardFields)
      .from(courses)
      .where(and(matching, eq(courses.comingSoon, true)))
      .orderBy(...byStart),
    db
      .select({ count: count() })
      .from(courses)
      .where(and(matching, eq(courses.comingSoon, false))),
  ])
  return { available, coming, total: total?.count ?? 0 }
}

/**
 * For search engines: how many pages the catalogue has, and when a list of courses last changed, with any course or
 * because one was over; null before the first course.
 */
export async function catalogueExtent(): Promise<{ pages: number; changedAt: Date | null }> {
  const overSince = sql`case when ${courses.endDate} < ${today()} then (${courses.endDate} + 1)::timestamp at time zone 'Europe/Rome' end`
  const [row] = await db
    .select({
      available: sql<number>`count(*) filter (where ${and(isListed(), eq(courses.comingSoon, false))})::int`,
      changedAt: sql<Date | null>`max(greatest(${courses.updatedAt}, ${overSince}))`.mapWith(
        courses.updatedAt,
      ),
    })
    .from(courses)
  return {
    pages: Math.max(1, Math.ceil((row?.available ?? 0) / PAGE_SIZE)),
    changedAt: row?.changedAt ?? null,
  }
}

/** Every course that public lists show, with its last change, `size` at a time. */
export async function* listedInBatches(size = 1000) {
  for (let after: string | undefined; ; ) {
    const batch = await db
      .select({ id: courses.id, slug: courses.slug, updatedAt: courses.updatedAt })
      .from(courses)
      .where(and(isListed(), after ? gt(courses.id, after) : undefined))
      .orderBy(asc(courses.id))
      .limit(size)
    yield batch
    if (batch.length < size) return
    after = batch.at(-1)?.id
  }
}

/**
 * The search of the catalogue: Italian word endings (full text), any part of a word (contains, as specified),
 * and small typos (trigrams of the title); accents and case never matter.
 */
function matches(text: string): SQL | undefined {
  return or(
    sql`${courses.searchDocument} @@ plainto_tsquery('public.italiano', public.plain_text(${text}))`,
    sql`${courses.searchText} like '%' || ${likePattern(text)} || '%'`,
    sql`public.plain_text(${text}) <% ${courses.searchText}`,
  )
}

function likePattern(text: string): SQL {
  return sql`public.plain_text(${text.replace(/[\\%_]/g, '\\$&')})`
}

/** A course with its sessions, deleted ones included; undefined when no course has this address. */
export function courseBySlug(slug: string) {
  return courseWhere(eq(courses.slug, slug))
}

export function courseById(id: string) {
  return courseWhere(eq(courses.id, id))
}

async function courseWhere(which: SQL) {
  const [row] = await db.select({ course: courses, seatsTaken }).from(courses).where(which)
  if (!row) return undefined
  const sessions = await db
    .select()
    .from(courseSessions)
    .where(eq(courseSessions.courseId, row.course.id))
    .orderBy(asc(courseSessions.position))
  return { ...row.course, seatsTaken: row.seatsTaken, sessions }
}
export type CourseFacts = NonNullable<Awaited<ReturnType<typeof courseBySlug>>>

/** The present address of a course that once had this one. */
export async function movedTo(oldSlug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ slug: courses.slug })
    .from(courseSlugs)
    .innerJoin(courses, eq(courses.id, courseSlugs.courseId))
    .where(eq(courseSlugs.slug, oldSlug))
  return row?.slug
}
