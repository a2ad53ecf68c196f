import { and, asc, between, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { byStart, cardFields, isListed, toCards } from '../../courses/queries.server'
import { COMING_SIZE, type Format, PAGE_SIZE } from '../../courses/rules'
import { hasFreeSeat, withFreeSeat } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { courseSeats, courses } from '../../database/schema'
import {
  type CatalogueView,
  type Chosen,
  FACETS,
  type Facet,
  type FacetCounts,
  FREE_SEATS,
  PRICES,
  UNDATED,
} from '../filters.rules'
import { matchedTerms, matchesSearch, relevance } from './search.sql'

/** How many courses a view that finds nothing proposes. */
const MOST_NEAR = 3

const order = (view: CatalogueView): SQL[] => {
  const first = {
    data: [],
    prezzo: [sql`${courses.price} asc nulls last`],
    titolo: [sql`${courses.titleText} collate "und-x-icu"`],
  }
  return [...(view.order ? first[view.order] : relevance(view.text)), ...byStart]
}

/**
 * One page of available courses and one of coming ones, `announced`, for a view. `total`, `announcedTotal`: how many on
 * all pages.
 */
export async function catalogue(view: CatalogueView) {
  const ranked = db
    .select({
      id: courses.id,
      comingSoon: courses.comingSoon,
      position:
        sql<number>`row_number() over (partition by ${courses.comingSoon} order by ${sql.join(order(view), sql`, `)})`.as(
          'position',
        ),
      total: sql<number>`(count(*) over (partition by ${courses.comingSoon}))::int`.as('total'),
    })
    .from(courses)
    .where(
      and(
        isListed(),
        matchesSearch(view.text),
        ...FACETS.map((facet) => filterCondition(facet, view.chosen)),
      ),
    )
    .as('ranked')
  const onPage = (soon: boolean, number: number, size: number) =>
    and(eq(ranked.comingSoon, soon), between(ranked.position, (number - 1) * size + 1, number * size))
  const found = await db
    .select({ course: cardFields, total: ranked.total })
    .from(ranked)
    .innerJoin(courses, eq(courses.id, ranked.id))
    .where(or(onPage(false, view.page, PAGE_SIZE), onPage(true, view.coming, COMING_SIZE)))
    .orderBy(asc(ranked.comingSoon), asc(ranked.position))
  const [announced = [], available = []] = [true, false].map((soon) =>
    found.filter(({ course }) => course.comingSoon === soon),
  )
  return {
    available: toCards(available.map(({ course }) => course)),
    total: available[0]?.total ?? 0,
    announced: toCards(announced.map(({ course }) => course)),
    announcedTotal: announced[0]?.total ?? 0,
  }
}

/**
 * For each filter, how many available courses each of its values would find together with the other filters and the
 * search. One pass over the courses notes which of the used filters each one misses (`missed_…`, 1 or 0), and how many
 * (`failures`): a course counts for a filter if it misses no other one.
 */
export async function facetCounts({
  text,
  chosen,
}: Pick<CatalogueView, 'text' | 'chosen'>): Promise<FacetCounts> {
  const price = sql.join(
    PRICES.map((step) => sql`when ${courses.price} <= ${step}::numeric then ${String(step)}`),
    sql` `,
  )
  const values: Record<Facet, SQL> = {
    tema: sql`${courses.theme}`,
    luogo: sql`${courses.place}`,
    formato: sql`${courses.format}`,
    mese: sql`coalesce(left(${courses.startDate}::text, 7), ${UNDATED})`,
    prezzo: sql`case ${price} end`,
    posti: sql`case when ${hasFreeSeat} then ${FREE_SEATS} end`,
  }
  const missedColumn = (facet: Facet) => sql.raw(`missed_${facet}`)
  const condition = (facet: Facet) => (facet === 'posti' ? hasFreeSeat : filterCondition(facet, chosen))
  const columns = FACETS.flatMap((facet) => [
    sql`${values[facet]} as ${sql.raw(facet)}`,
    sql`${chosen[facet].length > 0 ? sql`(not coalesce(${condition(facet)}, false))::int` : sql`0`} as ${missedColumn(facet)}`,
  ])
  const failures = sql.join(FACETS.map(missedColumn), sql` + `)
  const counted = FACETS.map(
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
    ${sql.join(counted, sql` union all `)}`)
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map<string, number>()])) as FacetCounts
  for (const { facet, value, count } of rows) counts[facet].set(value ?? '', count)
  return counts
}

/**
 * The available courses closest to a view that finds nothing: those that meet most of its filters and search terms,
 * then by start.
 */
export async function nearestCourses({ text, chosen }: CatalogueView) {
  const filters = FACETS.map((facet) => filterCondition(facet, chosen)).filter(
    (condition) => condition !== undefined,
  )
  const terms = matchedTerms(text)
  // If the only condition is one search term, no course meets it.
  const searchConditions = filters.length + terms.length > 1 ? terms : []
  const filterPoints = [sql`0`, ...filters.map((condition) => sql`(coalesce(${condition}, false))::int`)]
  // Each term is a query of its own, so that it uses its index and reads no text of other courses.
  const found = searchConditions.map((term) => sql`select ${courses.id} from ${courses} where ${term}`)
  /** How many of the terms each course meets. */
  const hitsByCourse = sql`(select id, count(*)::int as hits from (${sql.join(
    found.length > 0 ? found : [sql`select ${courses.id} from ${courses} where false`],
    sql` union all `,
  )}) as found group by id) as found`
  const near = db
    .select({
      id: courses.id,
      points: sql<number>`${sql.join(filterPoints, sql` + `)} + coalesce(found.hits, 0)`.as('points'),
    })
    .from(courses)
    .leftJoin(hitsByCourse, sql`found.id = ${courses.id}`)
    .where(and(isListed(), eq(courses.comingSoon, false)))
    .orderBy(sql`points desc`, ...byStart)
    .limit(MOST_NEAR)
    .as('near')
  const rows = await db
    .select(cardFields)
    .from(near)
    .innerJoin(courses, eq(courses.id, near.id))
    .orderBy(sql`${near.points} desc`, ...byStart)
  return toCards(rows)
}

/** The condition that a course has one of the chosen values of a filter; undefined if none is chosen. */
function filterCondition(facet: Facet, chosen: Chosen): SQL | undefined {
  const values = chosen[facet]
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
      return withFreeSeat
  }
}

function startsInMonth(month: string): SQL | undefined {
  if (month === UNDATED) return isNull(courses.startDate)
  const first = sql`${`${month}-01`}::date`
  return sql`${courses.startDate} >= ${first} and ${courses.startDate} < ${first} + interval '1 month'`
}
