import { and, asc, eq, getTableColumns, gt, gte, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { courseSessions, courseSlugs, courses } from '../database/schema'
import { today } from '../runtime/clock'
import { rhythmOf } from './rhythm.rules'
import { AVAILABLE_PAGE_SIZE, COMING_PAGE_SIZE, earlyBirdPrice, pagesOf } from './rules'
import { peopleEnrolled, publicSeatsTaken, seatsTaken } from './seats.sql'
import { sessionsOfCourse } from './sessions.sql'

/** The columns of which `toCards` makes a card. `seatsTaken`: as the public sees them (`publicSeatsTaken`). */
export const cardFields = {
  slug: courses.slug,
  title: courses.title,
  shortDescription: courses.shortDescription,
  modalita: courses.modalita,
  tipoSessione: courses.tipoSessione,
  location: courses.location,
  theme: courses.theme,
  format: courses.format,
  price: courses.price,
  priceEarlyBird: courses.priceEarlyBird,
  earlyBirdUntil: courses.earlyBirdUntil,
  comingSoon: courses.comingSoon,
  startDate: courses.startDate,
  maxPartecipanti: courses.maxPartecipanti,
  photoPath: courses.photoPath,
  photoAlt: courses.photoAlt,
  seatsTaken: publicSeatsTaken,
  sessions: sql<Pick<Session, 'startDate' | 'endDate' | 'startTime' | 'endTime'>[] | null>`(
    select json_agg(json_build_object('startDate', start_date, 'endDate', end_date, 'startTime', start_time,
      'endTime', end_time) order by position)
    from ${courseSessions} where course_id = ${courses}.id)`,
}
type Session = typeof courseSessions.$inferSelect

/**
 * Makes cards of rows with `cardFields`. `rhythm`: the sessions in words; `early`: the early bird price while it holds,
 * else null; a course without a photograph has neither `photoPath` nor `photoAlt`.
 */
export function toCards<Row extends CardRows[number]>(rows: Row[]) {
  return rows.map(({ sessions, earlyBirdUntil, priceEarlyBird, photoPath, photoAlt, ...course }) => ({
    ...course,
    ...(photoPath !== null && { photoPath, photoAlt }),
    rhythm: rhythmOf(sessions ?? [], course.format),
    early: earlyBirdPrice({ earlyBirdUntil, priceEarlyBird }, today()),
  }))
}
type CardRows = Awaited<ReturnType<typeof cardRows>>
type Card = ReturnType<typeof toCards>[number]
/** `shortDescription`: left out where a page has to be small. */
export type CourseCardFacts = Omit<Card, 'shortDescription'> & Partial<Pick<Card, 'shortDescription'>>

/** Neither deleted, nor a draft, nor cancelled: the condition of an index. */
export const isPublished = and(isNull(courses.archivedAt), not(courses.draft), isNull(courses.cancelledAt))

/** Published and not over, coming courses included: what public lists show. A course that is over keeps its page. */
export const isListed = () => and(isPublished, or(isNull(courses.endDate), gte(courses.endDate, today())))
/** SQL of the rule `hasBegun`, for today. */
export const hasBegunToday = () => sql`coalesce(${courses.startDate} <= ${today()}, false)`
/** SQL of the rule `isUnderway`, for today. */
export const isUnderwayToday = () =>
  sql`(${hasBegunToday()} and ${courses.format} is distinct from 'e-learning')`
/** Orders courses by their first day, undated ones last. */
export const inOrderOfStart: SQL[] = [sql`${courses.startDate} asc nulls last`, asc(courses.id)]

const catalogueOrder = [asc(courses.comingSoon), ...inOrderOfStart]

/** Ids of the first listed courses, available before coming ones, by start; an index holds this order. */
function firstListedIds(limit: number) {
  return db
    .select({ id: courses.id })
    .from(courses)
    .where(isListed())
    .orderBy(...catalogueOrder)
    .limit(limit)
    .as('first')
}

/** Cards of the first listed courses, available before coming ones, by start. */
export async function firstListedCourses(limit: number) {
  return toCards(await cardRows(limit))
}

/** The card of the first available course that begins after a day, YYYY-MM-DD; null without one. */
export async function nextCourseAfter(day: string): Promise<Card | null> {
  const rows = await db
    .select(cardFields)
    .from(courses)
    .where(and(isListed(), not(courses.comingSoon), gt(courses.startDate, day)))
    .orderBy(...inOrderOfStart)
    .limit(1)
  return toCards(rows)[0] ?? null
}

function cardRows(limit: number) {
  const first = firstListedIds(limit)
  return db
    .select(cardFields)
    .from(first)
    .innerJoin(courses, eq(courses.id, first.id))
    .orderBy(...catalogueOrder)
}

/** The names of the teachers of all listed courses, each once. */
export async function listedTeachers(): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct teacher ->> 'name' as name from ${courses}, jsonb_array_elements(${courses.teachers}) as teacher
      where ${isListed()}`,
  )
  return rows.map(({ name }) => name)
}

/** Titles of the first listed courses, available before coming ones, by start. */
export async function firstListedTitles(limit: number): Promise<string[]> {
  const first = firstListedIds(limit)
  const rows = await db
    .select({ title: courses.title })
    .from(first)
    .innerJoin(courses, eq(courses.id, first.id))
    .orderBy(...catalogueOrder)
  return rows.map(({ title }) => title)
}

/** Whether a listed course has this title, ignoring case, accents and signs. */
export async function isListedTitle(title: string): Promise<boolean> {
  const hasTitle = sql`${courses.titleText} = public.search_form(${title})`
  return (await db.$count(courses, and(hasTitle, isListed()))) > 0
}

/**
 * The title of the course with this present or former slug, also of one that is over or cancelled; undefined if there
 * is none, or it is deleted or a draft.
 */
export async function titleOnSite(slug: string): Promise<string | undefined> {
  const [course] = await db
    .select({ title: courses.title })
    .from(courses)
    .where(and(hasOrHadSlug(slug), isNull(courses.archivedAt), not(courses.draft)))
  return course?.title
}

/** Present slug and title of the listed courses with these present or former slugs, in the order of the slugs. */
export async function listedTitles(slugs: string[]): Promise<{ slug: string; title: string }[]> {
  if (slugs.length === 0) return []
  const presentSlugs = await toPresentSlugs(slugs)
  const { slug, title } = courses
  const found = await db
    .select({ slug, title })
    .from(courses)
    .where(and(inArray(slug, presentSlugs), isListed()))
  return found.sort((a, b) => presentSlugs.indexOf(a.slug) - presentSlugs.indexOf(b.slug))
}

/**
 * How many pages the lists of available and of coming courses have. `changedAt`: when the lists last changed, because a
 * course was edited or its last day passed; null if neither ever happened.
 */
export async function catalogueExtent() {
  const changed = sql`select max(${courses.updatedAt}) from ${courses}`
  const lastEnd = sql`select (max(${courses.endDate}) + 1)::timestamp at time zone 'Europe/Rome' from ${courses} where ${courses.endDate} < ${today()}`
  const [row] = await db
    .select({
      available: sql<number>`(count(*) filter (where not ${courses.comingSoon}))::int`,
      coming: sql<number>`(count(*) filter (where ${courses.comingSoon}))::int`,
      changedAt: sql<Date | null>`greatest((${changed}), (${lastEnd}))`.mapWith(courses.updatedAt),
    })
    .from(courses)
    .where(isListed())
  return {
    pages: pagesOf(row?.available ?? 0, AVAILABLE_PAGE_SIZE),
    comingPages: pagesOf(row?.coming ?? 0, COMING_PAGE_SIZE),
    changedAt: row?.changedAt ?? null,
  }
}

/** Yields slug and last change of all listed courses, in batches of at most `size`. */
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
 * The course with this present or former slug, archived ones included; a draft only by its present one. Undefined if
 * there is none.
 */
export function courseByAnySlug(slug: string) {
  return courseWhere(hasOrHadSlug(slug))
}

/** Whether a course has this slug, or, unless it is a draft, had it before. */
const hasOrHadSlug = (slug: string) =>
  or(
    eq(courses.slug, slug),
    sql`(${courses.id} = (select course_id from ${courseSlugs} where ${courseSlugs.slug} = ${slug}) and not ${courses.draft})`,
  )

export function courseById(id: string) {
  return courseWhere(eq(courses.id, id))
}

/** The listed courses among these slugs, in the order of the slugs. `seatsTaken` is `publicSeatsTaken`. */
export async function listedCourses(slugs: string[]): Promise<StoredCourse[]> {
  if (slugs.length === 0) return []
  const found = await coursesWhere(and(inArray(courses.slug, slugs), isListed()), publicSeatsTaken)
  return found.sort((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug))
}

/** The columns of `courses`, except those that only the search uses or no page shows. */
const {
  searchDocument: _document,
  searchText: _text,
  titleText: _title,
  updatedBy: _updatedBy,
  createdAt: _createdAt,
  duration: _duration,
  motivi: _motivi,
  formerPdfPath: _formerPdfPath,
  pdfReplacedAt: _pdfReplacedAt,
  ...courseColumns
} = getTableColumns(courses)

async function courseWhere(condition: SQL | undefined) {
  const [course] = await coursesWhere(condition)
  return course
}

/** `seatsColumn`: the column that becomes `seatsTaken`. */
async function coursesWhere(condition: SQL | undefined, seatsColumn = seatsTaken) {
  const rows = await db
    .select({ course: courseColumns, seatsTaken: seatsColumn, peopleEnrolled, sessions: sessionsOfCourse })
    .from(courses)
    .where(condition)
  return rows.map(({ course, ...seatCounts }) => ({ ...course, ...seatCounts }))
}
/** A course with its sessions. `seatsTaken`: open offers included; `peopleEnrolled`: without them. */
export type StoredCourse = NonNullable<Awaited<ReturnType<typeof courseById>>>

/** The only facts of a course that public pages get. A new column stays on the server unless it is listed here. */
export const PUBLIC_FACTS = [
  'id',
  'slug',
  'title',
  'shortDescription',
  'description',
  'modalita',
  'tipoSessione',
  'location',
  'place',
  'format',
  'theme',
  'level',
  'maxPartecipanti',
  'seatsTaken',
  'price',
  'priceEarlyBird',
  'earlyBirdUntil',
  'priceSingleModule',
  'paymentInstallments',
  'comingSoon',
  'draft',
  'cancelledAt',
  'startDate',
  'endDate',
  'totalHours',
  'sessions',
  'teachers',
  'destinatari',
  'moduli',
  'contenuti',
  'metodologie',
  'certificazione',
  'contattiEmail',
  'partnerPromotori',
  'pdfFilePath',
  'photoPath',
  'photoAlt',
] as const satisfies (keyof StoredCourse)[]

/** The facts of a course that are sent to public pages. */
export type CourseFacts = Omit<Pick<StoredCourse, (typeof PUBLIC_FACTS)[number]>, 'sessions'> & {
  sessions: Omit<StoredCourse['sessions'][number], 'link' | 'closedAt'>[]
}

/** The present slug of the course that had this former slug; undefined if there is none, or the course is a draft. */
export async function presentSlugOf(oldSlug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ slug: courses.slug })
    .from(courseSlugs)
    .innerJoin(courses, eq(courses.id, courseSlugs.courseId))
    .where(and(eq(courseSlugs.slug, oldSlug), not(courses.draft)))
  return row?.slug
}

/**
 * Replaces former slugs by the present ones of their courses; each slug is returned once, and others stay as they are.
 */
export async function toPresentSlugs(slugs: string[]): Promise<string[]> {
  const rows = await db
    .select({ formerSlug: courseSlugs.slug, slug: courses.slug })
    .from(courseSlugs)
    .innerJoin(courses, eq(courses.id, courseSlugs.courseId))
    .where(and(inArray(courseSlugs.slug, slugs), not(courses.draft)))
  const presentSlugs = new Map(rows.map(({ formerSlug, slug }) => [formerSlug, slug]))
  return [...new Set(slugs.map((slug) => presentSlugs.get(slug) ?? slug))]
}
