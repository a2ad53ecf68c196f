import { and, asc, desc, eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import { hasBegunToday, inOrderOfStart, isListed, type StoredCourse } from '../courses/queries.server'
import { hasFreeSeat, publicSeatsTaken, seatsTaken } from '../courses/seats.sql'
import { titleConditions } from '../courses/table/queries.server'
import { db } from '../database/client.server'
import { courses } from '../database/schema'
import { MOST_EDITIONS_LISTED } from './rules'

/** What a link to another course shows of it. `seatsTaken`: as the public sees them. */
const courseLinkColumns = {
  slug: courses.slug,
  title: courses.title,
  startDate: courses.startDate,
  location: courses.location,
  price: courses.price,
  maxPartecipanti: courses.maxPartecipanti,
  seatsTaken: publicSeatsTaken,
}

/** How many other editions and related courses the page of a course links to. */
const MOST_EDITIONS = 6
const MOST_RELATED = 3

/** How many related courses a page shows beside other editions, so that it stays light to load. */
const RELATED_BESIDE_EDITIONS = 2

/**
 * The next listed edition of the same series: an available one before a coming one, and one that has not begun before
 * others; undefined if there is none.
 */
export async function nextEdition({ id, seriesId }: Pick<StoredCourse, 'id' | 'seriesId'>) {
  const [edition] = await db
    .select({ ...courseLinkColumns, comingSoon: courses.comingSoon })
    .from(courses)
    .where(and(isListed(), eq(courses.seriesId, seriesId), ne(courses.id, id)))
    .orderBy(asc(courses.comingSoon), hasBegunToday(), ...inOrderOfStart)
    .limit(1)
  return edition
}

/**
 * The edition to propose to the people of a cancelled one: of its series, open to requests and not begun, one with a
 * free seat before others, then the earliest; undefined if there is none. `courseId`: of the cancelled edition.
 */
export async function editionToPropose(_staff: Staff, courseId: string) {
  const ownSeries = db.select({ seriesId: courses.seriesId }).from(courses).where(eq(courses.id, courseId))
  const [edition] = await db
    .select(courseLinkColumns)
    .from(courses)
    .where(
      and(
        isListed(),
        not(courses.comingSoon),
        not(hasBegunToday()),
        inArray(courses.seriesId, ownSeries),
        ne(courses.id, courseId),
      ),
    )
    .orderBy(desc(hasFreeSeat), ...inOrderOfStart)
    .limit(1)
  return edition
}

/**
 * What the page of a course links to. `editions`: the other available editions of its series, those that have not begun
 * first; `related`: available courses of other series with the same theme, then with the same place;
 * `publicSeatsTaken`: those of the course itself, which the same query reads.
 */
export async function otherCourses({
  id,
  seriesId,
  theme,
  place,
}: Pick<StoredCourse, 'id' | 'seriesId' | 'theme' | 'place'>) {
  const isEdition = sql<boolean>`${courses.seriesId} = ${seriesId}`
  const ofTheme = sql`coalesce(${courses.theme} = ${theme}, false)`
  const ofPlace = sql`coalesce(${courses.place} = ${place}, false)`
  const courseIds = (which: SQL | undefined, order: SQL[], limit: number) =>
    db
      .select({ id: courses.id })
      .from(courses)
      .where(and(isListed(), not(courses.comingSoon), ne(courses.id, id), which))
      .orderBy(...order)
      .limit(limit)
  const byTheme = [sql`${ofTheme} desc`, ...inOrderOfStart]
  const shown = unionAll(
    courseIds(isEdition, [hasBegunToday(), ...inOrderOfStart], MOST_EDITIONS),
    courseIds(and(not(isEdition), or(ofTheme, ofPlace)), byTheme, MOST_RELATED),
    db.select({ id: courses.id }).from(courses).where(eq(courses.id, id)),
  ).as('shown')
  const found = await db
    .select({ id: courses.id, course: courseLinkColumns, isEdition })
    .from(shown)
    .innerJoin(courses, eq(courses.id, shown.id))
    .orderBy(sql`${isEdition} and ${hasBegunToday()}`, ...byTheme)
  const others = found.filter((row) => row.id !== id)
  const editions = others.filter((row) => row.isEdition).map(({ course }) => course)
  const related = others.filter((row) => !row.isEdition).map(({ course }) => course)
  return {
    editions,
    related: related.slice(0, editions.length > 0 ? RELATED_BESIDE_EDITIONS : MOST_RELATED),
    publicSeatsTaken: found.find((row) => row.id === id)?.course.seatsTaken ?? 0,
  }
}

/** How many courses the search for a course to join lists. */
const MOST_JOINABLE = 20

const { id, title, startDate, location, place, draft, comingSoon, cancelledAt } = courses
const editionColumns = { id, title, startDate, location, place, draft, comingSoon, cancelledAt }
const latestFirst = [sql`${startDate} desc nulls first`, asc(id)]

/**
 * The editions of the series of an edition that are not archived: undated ones, then the latest first. At most
 * `MOST_EDITIONS_LISTED`, the edition itself always among them.
 */
export function editionsOf(_staff: Staff, edition: { id: string; seriesId: string }) {
  const listedIds = db
    .select({ id })
    .from(courses)
    .where(and(eq(courses.seriesId, edition.seriesId), isNull(courses.archivedAt)))
    .orderBy(desc(eq(id, edition.id)), ...latestFirst)
    .limit(MOST_EDITIONS_LISTED)
  return db
    .select({ ...editionColumns, maxPartecipanti: courses.maxPartecipanti, seatsTaken })
    .from(courses)
    .where(inArray(id, listedIds))
    .orderBy(...latestFirst)
}

export type ManagedEdition = Awaited<ReturnType<typeof editionsOf>>[number]

/**
 * Courses of other series with all words in the title that are not archived, at most `MOST_JOINABLE`: undated ones,
 * then the latest first. None for an empty text.
 */
export async function coursesToJoin(_staff: Staff, seriesId: string, text: string) {
  const words = titleConditions(text)
  if (words.length === 0) return []
  return db
    .select(editionColumns)
    .from(courses)
    .where(and(isNull(courses.archivedAt), ne(courses.seriesId, seriesId), ...words))
    .orderBy(...latestFirst)
    .limit(MOST_JOINABLE)
}
