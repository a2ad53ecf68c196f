import { href } from 'react-router'
import { FORMATS, NO_DATE, SEARCH_LIMIT } from '../courses/rules'
import { COMPARED_PARAMETER, MOST_COMPARED, slugsIn } from './compare-address.rules'

/**
 * The filters of the catalogue, in the order of its addresses: theme, place, format, first month, price, free seats.
 */
export const FACETS = ['tema', 'luogo', 'formato', 'mese', 'prezzo', 'posti'] as const
/** A filter of the catalogue, named by its parameter in the address. */
export type Facet = (typeof FACETS)[number]

/** The steps of the price filter, in euros: 'up to 250' and so on. */
export const PRICE_STEPS = [250, 500, 1000, 2500]
/** The only value of the filter 'posti': courses with free seats. */
export const FREE_SEATS = 'liberi'
/** The value of the filter 'mese' for courses without dates. */
export const UNDATED = 'da-definire'

/** The pattern of the values of each filter. Other values of an address are left out of the view. */
const VALUE_PATTERNS: Record<Facet, RegExp> = {
  tema: /^[a-z0-9-]{1,60}$/,
  luogo: /^[^\p{Cc}]{1,80}$/u,
  formato: new RegExp(`^(${Object.keys(FORMATS).join('|')})$`),
  mese: new RegExp(`^(20\\d\\d-(0[1-9]|1[0-2])|${UNDATED})$`),
  prezzo: new RegExp(`^(${PRICE_STEPS.join('|')})$`),
  posti: new RegExp(`^${FREE_SEATS}$`),
}
/** So many values of one filter are read from an address, so that a long address makes no long query. */
const MOST_VALUES = 20

/**
 * The names of the orders, by their word in the address: date ('data'), price, title. Without one a search is by
 * relevance, the catalogue by date.
 */
export const CATALOGUE_ORDERS = { data: 'Data di inizio', prezzo: 'Prezzo', titolo: 'Titolo' } as const
type Order = keyof typeof CATALOGUE_ORDERS
const isOrder = (text: string): text is Order => Object.hasOwn(CATALOGUE_ORDERS, text)

/** The chosen values of each filter; [] for a filter that is not used. */
export type ChosenFilters = Record<Facet, string[]>

/**
 * What the catalogue shows. `text`: the search, '' for none; `order`: null for the usual one (see `CATALOGUE_ORDERS`);
 * `page`: the page of the available courses, from 1; `comingPage`: the page of the coming ones.
 */
export type CatalogueView = {
  text: string
  filters: ChosenFilters
  order: Order | null
  page: number
  comingPage: number
  /** Slugs of the courses chosen for comparison. There may be one too many, which the page refuses. */
  comparedSlugs: string[]
}

const NO_FILTERS: ChosenFilters = { tema: [], luogo: [], formato: [], mese: [], prezzo: [], posti: [] }

/**
 * Reads the view of an address. Unknown values are left out; `page` and `comingPage` (in the address 'arrivo') are null
 * if they are no page numbers.
 */
export function catalogueView(search: URLSearchParams) {
  const pageIn = (name: string) => {
    const page = search.get(name) ?? '1'
    return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : null
  }
  const valuesOf = (facet: Facet) => {
    const values = new Set(search.getAll(facet).filter((value) => VALUE_PATTERNS[facet].test(value)))
    return [...values].slice(0, facet === 'prezzo' ? 1 : MOST_VALUES)
  }
  const order = search.get('ordine') ?? ''
  return {
    text: (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT),
    filters: Object.fromEntries(FACETS.map((facet) => [facet, valuesOf(facet)])) as ChosenFilters,
    order: isOrder(order) ? order : null,
    page: pageIn('page'),
    comingPage: pageIn('arrivo'),
    comparedSlugs: slugsIn(search, COMPARED_PARAMETER).slice(0, MOST_COMPARED + 1),
  }
}

/** The address of a view, without parameters that have their default value. */
export function catalogueAddress({
  text = '',
  filters = NO_FILTERS,
  order = null,
  page = 1,
  comingPage = 1,
  comparedSlugs = [],
}: Partial<CatalogueView>): string {
  const search = new URLSearchParams([
    ...(text ? [['q', text]] : []),
    ...FACETS.flatMap((facet) => filters[facet].map((value) => [facet, value])),
    ...(order && (order !== 'data' || text) ? [['ordine', order]] : []),
    ...(page > 1 ? [['page', String(page)]] : []),
    ...(comingPage > 1 ? [['arrivo', String(comingPage)]] : []),
    ...comparedSlugs.map((slug) => [COMPARED_PARAMETER, slug]),
  ])
  return search.size ? `${href('/corsi')}?${search}` : href('/corsi')
}

/** The view without one value of a filter, or without the whole filter if `value` is undefined; on the first page. */
export function withoutFilter(view: CatalogueView, facet: Facet, value?: string): CatalogueView {
  const remainingValues = value === undefined ? [] : view.filters[facet].filter((option) => option !== value)
  return { ...view, filters: { ...view.filters, [facet]: remainingValues }, page: 1, comingPage: 1 }
}

/** Whether a filter is used; a search is no filter. */
export const isFiltered = ({ filters }: Pick<CatalogueView, 'filters'>) =>
  FACETS.some((facet) => filters[facet].length > 0)

/**
 * By filter and value: how many available courses have that value and meet all other filters and the search. '' stands
 * for no value. A course counts at the lowest step of 'prezzo' that it does not exceed, and at no other one.
 */
export type FacetCounts = Record<Facet, Map<string, number>>

/** How many available courses would be found without this filter. */
export function countWithout(counts: FacetCounts, facet: Facet): number {
  return [...counts[facet].values()].reduce((sum, count) => sum + count, 0)
}

/** How many courses cost at most `price`, in euros: the counts of this step and all cheaper ones. */
export function countUpTo(counts: FacetCounts, price: number): number {
  return PRICE_STEPS.filter((step) => step <= price).reduce(
    (sum, step) => sum + (counts.prezzo.get(String(step)) ?? 0),
    0,
  )
}

export const MONTH_NAMES =
  'gennaio,febbraio,marzo,aprile,maggio,giugno,luglio,agosto,settembre,ottobre,novembre,dicembre'.split(',')

/** The name of a value of the filter 'mese': '2027-03' is 'marzo 2027'. */
export function monthName(month: string): string {
  const [year, number] = month.split('-')
  return month === UNDATED ? NO_DATE : `${MONTH_NAMES[Number(number) - 1]} ${year}`
}

/**
 * How many available courses the filters find, on all pages. A course has at most one theme, so that the counts of the
 * chosen themes add up to it.
 */
export function countFound(counts: FacetCounts, filters: ChosenFilters): number {
  if (filters.tema.length === 0) return countWithout(counts, 'tema')
  return filters.tema.reduce((sum, theme) => sum + (counts.tema.get(theme) ?? 0), 0)
}
