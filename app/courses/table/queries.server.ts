import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courseSessions, courses, interests, userCourses } from '../../database/schema'
import { containsText } from '../../database/search.server'
import { today } from '../../runtime/clock'
import { CONFIRM_DAYS } from '../minimum.rules'
import type { LessonProgress } from '../phase.rules'
import { isPublished } from '../queries.server'
import { FEW_SEATS, pagesOf } from '../rules'
import { hasSeatsLeftAtMost, peopleEnrolled, peopleWaiting, seatsTaken } from '../seats.sql'
import {
  type CourseFilter,
  type CourseOrder,
  groupEditions,
  SOON_DAYS,
  TABLE_PAGE_SIZE,
  type TableView,
} from './rules'

const rowColumns = {
  id: courses.id,
  seriesId: courses.seriesId,
  slug: courses.slug,
  title: courses.title,
  price: courses.price,
  startDate: courses.startDate,
  place: courses.place,
  endDate: courses.endDate,
  comingSoon: courses.comingSoon,
  draft: courses.draft,
  cancelledAt: courses.cancelledAt,
  archivedAt: courses.archivedAt,
  theme: courses.theme,
  format: courses.format,
  maxPartecipanti: courses.maxPartecipanti,
  minParticipants: courses.minParticipants,
  confirmedAt: courses.confirmedAt,
  hasBrochure: sql<boolean>`${courses.pdfFilePath} is not null`,
  seatsTaken,
  peopleEnrolled,
  peopleWaiting,
}

const ofCourse = sql`where course_id = ${courses}.id`
/**
 * Counts of one course. `pending`: requests that the office has neither decided nor admitted to the list; `interested`:
 * confirmed addresses that have not been notified.
 */
const countedColumns = () => ({
  pending: sql<number>`(select count(*)::int from ${userCourses} ${ofCourse}
    and status = 'pending' and ended_at is null and admitted_at is null)`,
  interested: sql<number>`(select count(*)::int from ${interests} ${ofCourse}
    and confirmed_at is not null and notified_at is null)`,
  lessons: sql<LessonProgress>`(select json_build_object('all', count(*), 'done', count(*) filter (where end_date < ${today()}),
    'next', min(start_date) filter (where end_date >= ${today()})) from ${courseSessions} ${ofCourse})`,
})

const isNotArchived = isNull(courses.archivedAt)
/** `isPublished` is also true of coming courses, which are only announced. */
const isPublishedNotComing = and(isPublished, eq(courses.comingSoon, false))
const isNotOver = () => and(isPublishedNotComing, or(isNull(courses.endDate), gte(courses.endDate, today())))

/** Published editions, neither over nor confirmed, whose day to confirm by is near or has passed. */
const isToConfirm = () =>
  and(
    isNotOver(),
    isNull(courses.confirmedAt),
    sql`${courses.confirmBy} <= ${today()}::date + ${CONFIRM_DAYS}::int`,
  )

/** The courses that each filter finds. */
const filterConditions = (): Record<CourseFilter, SQL | undefined> => ({
  tutti: isNotArchived,
  'in-corso': and(isPublishedNotComing, lte(courses.startDate, today()), gte(courses.endDate, today())),
  prossimi: and(isPublishedNotComing, gt(courses.startDate, today())),
  'in-arrivo': and(isPublished, eq(courses.comingSoon, true)),
  bozze: and(isNotArchived, courses.draft),
  conclusi: and(isPublishedNotComing, lt(courses.endDate, today())),
  'senza-date': and(isPublishedNotComing, isNull(courses.startDate)),
  'in-partenza': and(
    isPublished,
    gte(courses.startDate, today()),
    sql`${courses.startDate} <= ${today()}::date + ${SOON_DAYS}::int`,
  ),
  pieni: and(isNotOver(), hasSeatsLeftAtMost(FEW_SEATS)),
  'da-confermare': isToConfirm(),
})

/**
 * Conditions that every word is in the title, ignoring accents, case and signs. An empty text gives none; a text of
 * signs alone gives one that no course meets. The word 'e' is ignored beside others, since a title may write '&'.
 */
export function titleConditions(text: string): SQL[] {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const wordsWithoutE = words.filter((word) => word.toLowerCase() !== 'e')
  if (words.length === 0 && text.trim() !== '') return [sql`false`]
  return (wordsWithoutE.length > 0 ? wordsWithoutE : words).map((word) =>
    containsText(courses.titleText, word),
  )
}

const newestFirst = [asc(courses.comingSoon), sql`${courses.createdAt} desc`, asc(courses.id)]

/**
 * Missing prices and dates come last in both directions. A title is never missing, and its index cannot serve an order
 * with 'nulls last'.
 */
const ORDERS: Record<CourseOrder, SQL> = {
  titolo: sql`${courses.title} collate "und-x-icu"`,
  '-titolo': sql`${courses.title} collate "und-x-icu" desc`,
  prezzo: sql`${courses.price} nulls last`,
  '-prezzo': sql`${courses.price} desc nulls last`,
  inizio: sql`${courses.startDate} nulls last`,
  '-inizio': sql`${courses.startDate} desc nulls last`,
  stato: asc(courses.comingSoon),
  '-stato': desc(courses.comingSoon),
}

/**
 * One page of the courses that are not archived and match the view; the last page if the view names one beyond it.
 * `total`: how many courses all `pages` have. Without an order the editions of a course that are on the page stand
 * together.
 */
export async function managedCourses(_staff: Staff, view: TableView) {
  const where = and(filterConditions()[view.filter], ...titleConditions(view.text))
  const total = await db.$count(courses, where)
  const pages = pagesOf(total, TABLE_PAGE_SIZE)
  const page = Math.min(view.page, pages)
  const rows = await selectRows()
    .where(where)
    .orderBy(...(view.order ? [ORDERS[view.order]] : []), ...newestFirst)
    .limit(TABLE_PAGE_SIZE)
    .offset((page - 1) * TABLE_PAGE_SIZE)
  return { total, page, pages, courses: view.order ? rows : groupEditions(rows) }
}

/**
 * How many of the courses with every word of `text` in their title each filter finds. 'pieni' is not counted, since it
 * would read the seats of all courses.
 */
export async function courseCounts(
  _staff: Staff,
  text: string,
): Promise<Partial<Record<CourseFilter, number>>> {
  const { pieni: _uncounted, ...conditions } = filterConditions()
  const columns = Object.entries(conditions).map(([filter, condition]) => [
    filter,
    sql<number>`(count(*) filter (where ${condition}))::int`,
  ])
  const [counts] = await db
    .select(Object.fromEntries(columns))
    .from(courses)
    .where(and(isNotArchived, ...titleConditions(text)))
  return counts ?? {}
}

/** The rows of the table, to be filtered, ordered and limited. */
const selectRows = () =>
  db
    .select({
      ...rowColumns,
      ...countedColumns(),
      toConfirm: sql<boolean>`coalesce(${isToConfirm()}, false)`,
    })
    .from(courses)
export type ManagedCourse = Awaited<ReturnType<typeof managedCourses>>['courses'][number]

/**
 * Editions that are not archived and have every word of `text` in their title: first those that are not over, then the
 * others, each by distance from today, undated ones last.
 */
export function editionsByTitle(_staff: Staff, text: string, limit: number) {
  const isOver = sql`coalesce(${courses.endDate} < ${today()}, false)`
  return db
    .select({
      id: courses.id,
      title: courses.title,
      startDate: courses.startDate,
      location: courses.location,
      comingSoon: courses.comingSoon,
    })
    .from(courses)
    .where(and(isNotArchived, ...titleConditions(text)))
    .orderBy(isOver, sql`abs(${courses.startDate} - ${today()}::date) nulls last`, asc(courses.id))
    .limit(limit)
}

/**
 * The editions whose day to confirm by is near or has passed, by this day, at most `limit`. `total`: how many there are
 * in all.
 */
export async function editionsToConfirm(_staff: Staff, limit: number) {
  const rows = await db
    .select({
      ...rowColumns,
      confirmBy: courses.confirmBy,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(courses)
    .where(isToConfirm())
    .orderBy(asc(courses.confirmBy), asc(courses.id))
    .limit(limit)
  return { total: rows[0]?.total ?? 0, editions: rows.map(({ total, ...edition }) => edition) }
}

/** How many courses the chart of the seats shows. */
const MOST_IN_CHART = 6

/** The first courses that have a limit of seats and are not over, by start. */
export function coursesForSeatsChart(_staff: Staff) {
  return selectRows()
    .where(and(isPublishedNotComing, gte(courses.endDate, today()), sql`${courses.maxPartecipanti} > 0`))
    .orderBy(asc(courses.startDate), asc(courses.id))
    .limit(MOST_IN_CHART)
}
