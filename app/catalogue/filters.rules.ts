import { href } from 'react-router'
import { FORMATS, NO_DATE, SEARCH_LIMIT } from '../courses/rules'
import { COMPARE_PARAMETER, MOST_COMPARED, slugsOf } from './compare-address.rules'

/** The filters of the catalogue, in the order of its addresses: theme, place, format, first month, price, free seats. */
export const FACETS = ['tema', 'luogo', 'formato', 'mese', 'prezzo', 'posti'] as const
/** A filter of the catalogue, by its parameter in the address. */
export type Facet = (typeof FACETS)[number]

/** The steps of the price filter, in euros: 'up to 250' and so on. */
export const PRICES = [250, 500, 1000, 2500]
/** The only value of the filter 'posti': courses with free seats. */
export const FREE_SEATS = 'liberi'
/** The value of the filter 'mese' for courses without dates. */
export const UNDATED = 'da-definire'

/** The form of the values of each filter. Others are left out of the view. */
const VALUE_PATTERNS: Record<Facet, RegExp> = {
  tema: /^[a-z0-9-]{1,60}$/,
  luogo: /^[^\p{Cc}]{1,80}$/u,
  formato: new RegExp(`^(${Object.keys(FORMATS).join('|')})$`),
  mese: new RegExp(`^(20\\d\\d-(0[1-9]|1[0-2])|${UNDATED})$`),
  prezzo: new RegExp(`^(${PRICES.join('|')})$`),
  posti: new RegExp(`^${FREE_SEATS}$`),
}
/** Most values of one filter. */
const MOST_VALUES = 20

/**
 * The names of the orders, by their word in the address: date ('data'), price, title. Without one a search is by
 * relevance, the catalogue by date.
 */
export const CATALOGUE_ORDERS = { data: 'Data di inizio', prezzo: 'Prezzo', titolo: 'Titolo' } as const
type Order = keyof typeof CATALOGUE_ORDERS
const isOrder = (text: string): text is Order => Object.hasOwn(CATALOGUE_ORDERS, text)

/** The chosen values of each filter; [] for a filter that is not used. */
export type Chosen = Record<Facet, string[]>

/**
 * What the catalogue shows. `text`: the search, '' for none; `order`: null for the usual one (see `CATALOGUE_ORDERS`);
 * `page`: the page of the available courses; `coming`: the page of the coming ones.
 */
export type CatalogueView = {
  text: string
  chosen: Chosen
  order: Order | null
  page: number
  coming: number
  /** Slugs of the courses chosen for comparison. There may be one too many, which the page refuses. */
  compared: string[]
}

const NOTHING_CHOSEN: Chosen = { tema: [], luogo: [], formato: [], mese: [], prezzo: [], posti: [] }

/**
 * Reads the view of an address. Unknown values are left out; `page` and `coming` (in the address 'arrivo') are null if
 * they are no page numbers.
 */
export function catalogueFilters(search: URLSearchParams) {
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
    chosen: Object.fromEntries(FACETS.map((facet) => [facet, valuesOf(facet)])) as Chosen,
    order: isOrder(order) ? order : null,
    page: pageIn('page'),
    coming: pageIn('arrivo'),
    compared: slugsOf(search, COMPARE_PARAMETER).slice(0, MOST_COMPARED + 1),
  }
}

/** The address of a view, without parameters that have their default value. */
export function catalogueAddress({
  text = '',
  chosen = NOTHING_CHOSEN,
  order = null,
  page = 1,
  coming = 1,
  compared = [],
}: Partial<CatalogueView>): string {
  const search = new URLSearchParams([
    ...(text ? [['q', text]] : []),
    ...FACETS.flatMap((facet) => chosen[facet].map((value) => [facet, value])),
    ...(order && (order !== 'data' || text) ? [['ordine', order]] : []),
    ...(page > 1 ? [['page', String(page)]] : []),
    ...(coming > 1 ? [['arrivo', String(coming)]] : []),
    ...compared.map((slug) => [COMPARE_PARAMETER, slug]),
  ])
  return search.size ? `${href('/corsi')}?${search}` : href('/corsi')
}

/** The view without one value of a filter, or without the whole filter if `value` is undefined; on the first page. */
export function withoutFilter(view: CatalogueView, facet: Facet, value?: string): CatalogueView {
  const remainingValues = value === undefined ? [] : view.chosen[facet].filter((option) => option !== value)
  return { ...view, chosen: { ...view.chosen, [facet]: remainingValues }, page: 1, coming: 1 }
}

/** Whether a filter is used; a search is none. */
export const isFiltered = ({ chosen }: Pick<CatalogueView, 'chosen'>) =>
  FACETS.some((facet) => chosen[facet].length > 0)

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
  return PRICES.filter((step) => step <= price).reduce(
    (sum, step) => sum + (counts.prezzo.get(String(step)) ?? 0),
    0,
  )
}

export const MONTHS =
  'gennaio,febbraio,marzo,aprile,maggio,giugno,luglio,agosto,settembre,ottobre,novembre,dicembre'.split(',')

/** The name of a value of the filter 'mese': '2027-03' is 'marzo 2027'. */
export function monthName(month: string): string {
  const [year, number] = month.split('-')
  return month === UNDATED ? NO_DATE : `${MONTHS[Number(number) - 1]} ${year}`
}

/**
 * How many available courses the view finds, on all its pages. Each has one theme, so the counts of the chosen themes
 * add up to it.
 */
export function countAll(counts: FacetCounts, chosen: Chosen): number {
  if (chosen.tema.length === 0) return countWithout(counts, 'tema')
  return chosen.tema.reduce((sum, theme) => sum + (counts.tema.get(theme) ?? 0), 0)
}
