import { and, asc, between, eq, getTableColumns, gt, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { courseSessions, courseSlugs, courses, seatsTaken } from '../database/schema'
import { containsText } from '../database/search.server'
import { today } from '../runtime/clock'
import { COMING_SIZE, PAGE_SIZE, pagesOf } from './rules'

/** The fields of a card. */
const availableFields = {
  slug: courses.slug,
  title: courses.title,
  modalita: courses.modalita,
  location: courses.location,
  theme: courses.theme,
  format: courses.format,
  price: courses.price,
  comingSoon: courses.comingSoon,
  startDate: courses.startDate,
  maxPartecipanti: courses.maxPartecipanti,
  seatsTaken,
}
const cardFields = {
  ...availableFields,
  shortDescription: courses.shortDescription,
  tipoSessione: courses.tipoSessione,
}
export type AvailableCourse = Omit<CourseCardFacts, 'shortDescription' | 'tipoSessione'>
export type CourseCardFacts = Awaited<ReturnType<typeof nextCourses>>[number]

/** Decisions §4. */
const isListed = () =>
  and(isNull(courses.archivedAt), or(isNull(courses.endDate), gte(courses.endDate, today())))
const byStart = [sql`${courses.startDate} asc nulls last`, asc(courses.id)]

const order = [asc(courses.comingSoon), ...byStart]

/** Listed courses from the index of their order: available first, nearest first. */
function nearest(limit: number) {
  return db
    .select({ id: courses.id })
    .from(courses)
    .where(isListed())
    .orderBy(...order)
    .limit(limit)
    .as('nearest')
}

/** The courses of the home page. */
export function nextCourses(limit: number) {
  const next = nearest(limit)
  return db
    .select(cardFields)
    .from(next)
    .innerJoin(courses, eq(courses.id, next.id))
    .orderBy(...order)
}

/** The titles of the next published or coming courses. */
export async function nextTitles(limit: number): Promise<string[]> {
  const next = nearest(limit)
  const rows = await db
    .select({ title: courses.title })
    .from(next)
    .innerJoin(courses, eq(courses.id, next.id))
    .orderBy(...order)
  return rows.map(({ title }) => title)
}

/** The title of the published or coming course that has or had this address, or undefined. */
export async function listedTitle(slug: string): Promise<string | undefined> {
  const title = await titleAt(slug)
  if (title) return title
  const moved = await movedTo(slug)
  return moved ? titleAt(moved) : undefined
}

async function titleAt(slug: string): Promise<string | undefined> {
  const [course] = await db
    .select({ title: courses.title })
    .from(courses)
    .where(and(eq(courses.slug, slug), isListed()))
  return course?.title
}

/** A page of available and one of coming courses, and their numbers. `text`: a search, or ''. */
export async function catalogue({ text, page, coming }: { text: string; page: number; coming: number }) {
  const ranked = db
    .select({
      id: courses.id,
      comingSoon: courses.comingSoon,
      position:
        sql<number>`row_number() over (partition by ${courses.comingSoon} order by ${sql.join(byStart, sql`, `)})`.as(
          'position',
        ),
      total: sql<number>`(count(*) over (partition by ${courses.comingSoon}))::int`.as('total'),
    })
    .from(courses)
    .where(and(isListed(), text ? matches(text) : undefined))
    .as('ranked')
  const onPage = (soon: boolean, number: number, size: number) =>
    and(eq(ranked.comingSoon, soon), between(ranked.position, (number - 1) * size + 1, number * size))
  const found = await db
    .select({ course: cardFields, total: ranked.total })
    .from(ranked)
    .innerJoin(courses, eq(courses.id, ranked.id))
    .where(or(onPage(false, page, PAGE_SIZE), onPage(true, coming, COMING_SIZE)))
    .orderBy(...order)
  const [announced = [], available = []] = [true, false].map((soon) =>
    found.filter(({ course }) => course.comingSoon === soon),
  )
  return {
    available: available.map(
      ({ course: { shortDescription: _text, tipoSessione: _type, ...course } }) => course,
    ),
    total: available[0]?.total ?? 0,
    announced: announced.map(({ course }) => course),
    announcedTotal: announced[0]?.total ?? 0,
  }
}

/** Pages of the catalogue, and the last change of a list, by edit or end of a course, or null. */
export async function catalogueExtent() {
  const changed = sql`select max(${courses.updatedAt}) from ${courses}`
  const over = sql`select (max(${courses.endDate}) + 1)::timestamp at time zone 'Europe/Rome' from ${courses} where ${courses.endDate} < ${today()}`
  const [row] = await db
    .select({
      available: sql<number>`(count(*) filter (where not ${courses.comingSoon}))::int`,
      coming: sql<number>`(count(*) filter (where ${courses.comingSoon}))::int`,
      changedAt: sql<Date | null>`greatest((${changed}), (${over}))`.mapWith(courses.updatedAt),
    })
    .from(courses)
    .where(isListed())
  return {
    pages: pagesOf(row?.available ?? 0, PAGE_SIZE),
    comingPages: pagesOf(row?.coming ?? 0, COMING_SIZE),
    changedAt: row?.changedAt ?? null,
  }
}

/** Listed courses with their last change, in batches of `size`. */
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

/** Word forms (full text), parts of words and typos in titles (trigrams), each by an index. */
function matches(text: string): SQL {
  const stems = sql`${courses.searchDocument} @@ plainto_tsquery('public.italiano', public.plain_text(${text}))`
  const typos = sql`public.plain_text(${text}) <% ${courses.titleText}`
  return sql`(${stems} or ${containsText(courses.searchText, text)} or ${typos})`
}

/** With sessions, archived or not; undefined if unknown. */
export function courseBySlug(slug: string) {
  return courseWhere(eq(courses.slug, slug))
}

/** By present or former slug. */
export async function courseByAnySlug(slug: string) {
  const course = await courseBySlug(slug)
  if (course) return course
  const moved = await movedTo(slug)
  return moved ? courseBySlug(moved) : undefined
}

export function courseById(id: string) {
  return courseWhere(eq(courses.id, id))
}

/** Without the search columns. */
const {
  searchDocument: _document,
  searchText: _text,
  titleText: _title,
  updatedBy: _editor,
  ...facts
} = getTableColumns(courses)

async function courseWhere(which: SQL) {
  const [row] = await db.select({ course: facts, seatsTaken }).from(courses).where(which)
  if (!row) return undefined
  const sessions = await db
    .select()
    .from(courseSessions)
    .where(eq(courseSessions.courseId, row.course.id))
    .orderBy(asc(courseSessions.position))
  return { ...row.course, seatsTaken: row.seatsTaken, sessions }
}
export type CourseFacts = NonNullable<Awaited<ReturnType<typeof courseBySlug>>>

/** The present slug of a former one. */
export async function movedTo(oldSlug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ slug: courses.slug })
    .from(courseSlugs)
    .innerJoin(courses, eq(courses.id, courseSlugs.courseId))
    .where(eq(courseSlugs.slug, oldSlug))
  return row?.slug
}
