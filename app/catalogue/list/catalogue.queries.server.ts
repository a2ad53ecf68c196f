import { and, asc, between, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { cardFields, inOrderOfStart, isListed, toCards } from '../../courses/queries.server'
import { AVAILABLE_PAGE_SIZE, COMING_PAGE_SIZE, type Format } from '../../courses/rules'
import { hasFreeSeat, hasFreeSeatJoined } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { courseSeats, courses } from '../../database/schema'
import {
  type CatalogueView,
  type ChosenFilters,
  FACETS,
  type Facet,
  type FacetCounts,
  FREE_SEATS,
  PRICE_STEPS,
  UNDATED,
} from '../filters.rules'
import { matchedTerms, matchesSearch, relevance } from './search.sql'

/** How many courses a view that finds nothing proposes. */
const MOST_NEAREST = 3

const orderOf = (view: CatalogueView): SQL[] => {
  const columns = {
    data: [],
    prezzo: [sql`${courses.price} asc nulls last`],
    titolo: [sql`${courses.titleText} collate "und-x-icu"`],
  }
  return [...(view.order ? columns[view.order] : relevance(view.text)), ...inOrderOfStart]
}

/**
 * One page of the available and one of the coming courses that a view finds. `availableTotal`, `comingTotal`: how many
 * on all pages; 0 also for a page beyond the last.
 */
export async function catalogue(view: CatalogueView) {
  const ranked = db
    .select({
      id: courses.id,
      comingSoon: courses.comingSoon,
      position:
        sql<number>`row_number() over (partition by ${courses.comingSoon} order by ${sql.join(orderOf(view), sql`, `)})`.as(
          'position',
        ),
      total: sql<number>`(count(*) over (partition by ${courses.comingSoon}))::int`.as('total'),
    })
    .from(courses)
    .where(
      and(
        isListed(),
        matchesSearch(view.text),
        ...FACETS.map((facet) => filterCondition(facet, view.filters)),
      ),
    )
    .as('ranked')
  const onPage = (isComing: boolean, page: number, size: number) =>
    and(eq(ranked.comingSoon, isComing), between(ranked.position, (page - 1) * size + 1, page * size))
  const found = await db
    .select({ course: cardFields, total: ranked.total })
    .from(ranked)
    .innerJoin(courses, eq(courses.id, ranked.id))
    .where(or(onPage(false, view.page, AVAILABLE_PAGE_SIZE), onPage(true, view.comingPage, COMING_PAGE_SIZE)))
    .orderBy(asc(ranked.comingSoon), asc(ranked.position))
  const [coming = [], available = []] = [true, false].map((isComing) =>
    found.filter(({ course }) => course.comingSoon === isComing),
  )
  return {
    available: toCards(available.map(({ course }) => course)),
    availableTotal: available[0]?.total ?? 0,
    coming: toCards(coming.map(({ course }) => course)),
    comingTotal: coming[0]?.total ?? 0,
  }
}

/**
 * For each filter, how many available courses each of its values would find together with the other filters and the
 * search. One pass over the courses notes which of the used filters each course does not meet (`missed_…`, 1 or 0), and
 * how many (`failures`). A course counts for a filter if it meets all others.
 */
export async function facetCounts({
  text,
  filters,
}: Pick<CatalogueView, 'text' | 'filters'>): Promise<FacetCounts> {
  const priceCases = sql.join(
    PRICE_STEPS.map((step) => sql`when ${courses.price} <= ${step}::numeric then ${String(step)}`),
    sql` `,
  )
  const values: Record<Facet, SQL> = {
    tema: sql`${courses.theme}`,
    luogo: sql`${courses.place}`,
    formato: sql`${courses.format}`,
    mese: sql`coalesce(left(${courses.startDate}::text, 7), ${UNDATED})`,
    prezzo: sql`case ${priceCases} end`,
    posti: sql`case when ${hasFreeSeatJoined} then ${FREE_SEATS} end`,
  }
  const missedColumn = (facet: Facet) => sql.raw(`missed_${facet}`)
  const condition = (facet: Facet) =>
    facet === 'posti' ? hasFreeSeatJoined : filterCondition(facet, filters)
  const columns = FACETS.flatMap((facet) => [
    sql`${values[facet]} as ${sql.raw(facet)}`,
    sql`${filters[facet].length > 0 ? sql`(not coalesce(${condition(facet)}, false))::int` : sql`0`} as ${missedColumn(facet)}`,
  ])
  const failures = sql.join(FACETS.map(missedColumn), sql` + `)
  const countQueries = FACETS.map(
    (facet) => sql`select ${facet} as facet, ${sql.raw(facet)} as value,
      (count(*) filter (where failures = ${missedColumn(facet)}))::int as count
      from judged group by ${sql.raw(facet)}`,
  )
  const { rows } = await db.execute<{ facet: Facet; value: string | null; count: number }>(sql`
    with listed as (
      select ${sql.join(columns, sql`, `)}
      from ${courses} left join ${courseSeats} as seats on seats.course_id = ${courses.id}
      where ${and(isListed(), eq(courses.comingSoon, false), matchesSearch(text))}),
    judged as materialized (select *, ${failures} as failures from listed)
    ${sql.join(countQueries, sql` union all `)}`)
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map<string, number>()])) as FacetCounts
  for (const { facet, value, count } of rows) counts[facet].set(value ?? '', count)
  return counts
}

/**
 * The available courses closest to a view that finds nothing: those that meet most of its filters and search terms,
 * then by start.
 */
export async function nearestCourses({ text, filters }: CatalogueView) {
  const filterConditions = FACETS.map((facet) => filterCondition(facet, filters)).filter(
    (condition) => condition !== undefined,
  )
  const terms = matchedTerms(text)
  // The view finds nothing, so if its only condition is one search term, no course meets that term.
  const searchConditions = filterConditions.length + terms.length > 1 ? terms : []
  const filterPoints = [
    sql`0`,
    ...filterConditions.map((condition) => sql`(coalesce(${condition}, false))::int`),
  ]
  // Each term is a query of its own, so that it uses its index and reads no text of other courses.
  const termQueries = searchConditions.map((term) => sql`select ${courses.id} from ${courses} where ${term}`)
  /** How many of the terms each course meets. */
  const hitsByCourse = sql`(select id, count(*)::int as hits from (${sql.join(
    termQueries.length > 0 ? termQueries : [sql`select ${courses.id} from ${courses} where false`],
    sql` union all `,
  )}) as found group by id) as found`
  const nearest = db
    .select({
      id: courses.id,
      points: sql<number>`${sql.join(filterPoints, sql` + `)} + coalesce(found.hits, 0)`.as('points'),
    })
    .from(courses)
    .leftJoin(hitsByCourse, sql`found.id = ${courses.id}`)
    .where(and(isListed(), eq(courses.comingSoon, false)))
    .orderBy(sql`points desc`, ...inOrderOfStart)
    .limit(MOST_NEAREST)
    .as('nearest')
  const rows = await db
    .select(cardFields)
    .from(nearest)
    .innerJoin(courses, eq(courses.id, nearest.id))
    .orderBy(sql`${nearest.points} desc`, ...inOrderOfStart)
  return toCards(rows)
}

/** The condition that a course has one of the chosen values of a filter; undefined if none is chosen. */
function filterCondition(facet: Facet, filters: ChosenFilters): SQL | undefined {
  const values = filters[facet]
  if (values.length === 0) return undefined
  switch (facet) {
    case 'tema':
      return inArray(courses.theme, values)
    case 'luogo':
      return inArray(courses.place, values)
    case 'formato':
      return inArray(courses.format, values as Format[])
    case 'mese':
      return or(...values.map(startsInMonth))
    case 'prezzo':
      return lte(courses.price, Number(values[0]))
    case 'posti':
      return hasFreeSeat
  }
}

function startsInMonth(month: string): SQL | undefined {
  if (month === UNDATED) return isNull(courses.startDate)
  const first = sql`${`${month}-01`}::date`
  return sql`${courses.startDate} >= ${first} and ${courses.startDate} < ${first} + interval '1 month'`
}
