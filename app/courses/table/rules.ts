import { href } from 'react-router'
import { SEARCH_LIMIT } from '../rules'

// ── The office's table: filters, order and page stand in the address ────────────────────────────────

/** How many courses a page of the table has. */
export const TABLE_PAGE_SIZE = 50

/** Published and coming courses that start today or within so many days are in the filter 'in-partenza'. */
export const SOON_DAYS = 14

/** The names of the filters, by their word in the address. `filterCondition` says which courses each finds. */
export const COURSE_FILTERS = {
  tutti: 'Tutti',
  'in-corso': 'In corso',
  prossimi: 'Prossimi',
  'in-arrivo': 'In arrivo',
  bozze: 'Bozze',
  conclusi: 'Conclusi',
  'senza-date': 'Senza date',
  'in-partenza': 'In partenza',
  pieni: 'Al completo o quasi',
  'da-confermare': 'Da confermare',
} as const
export type CourseFilter = keyof typeof COURSE_FILTERS

/** Filters that always stand above the table. */
export const PERMANENT_FILTERS: readonly CourseFilter[] = [
  'tutti',
  'in-corso',
  'prossimi',
  'in-arrivo',
  'bozze',
  'conclusi',
]

/** The names of the orders, by their word in the address. */
export const COURSE_ORDERS = {
  titolo: 'Titolo, dalla A',
  '-titolo': 'Titolo, dalla Z',
  prezzo: 'Prezzo, dal più basso',
  '-prezzo': 'Prezzo, dal più alto',
  inizio: 'Data Inizio, dalla prima',
  '-inizio': 'Data Inizio, dall’ultima',
  stato: 'Stato, prima i pubblicati',
  '-stato': 'Stato, prima quelli in arrivo',
} as const
export type CourseOrder = keyof typeof COURSE_ORDERS

/**
 * Brings the editions of each course together, where the first of them stood. Within a group they are ordered by start,
 * undated ones last. Coming editions of a course that are no drafts form a group of their own.
 */
export function groupEditions<
  Row extends { seriesId: string; comingSoon: boolean; draft: boolean; startDate: string | null },
>(rows: readonly Row[]): Row[] {
  const groups = Map.groupBy(rows, (row) => `${row.seriesId} ${row.comingSoon && !row.draft}`)
  const start = ({ startDate }: Row) => startDate ?? '9999'
  return [...groups.values()].flatMap((editions) =>
    editions.toSorted((a, b) => start(a).localeCompare(start(b))),
  )
}

const isFilter = (word: string): word is CourseFilter => Object.hasOwn(COURSE_FILTERS, word)
const isOrder = (word: string): word is CourseOrder => Object.hasOwn(COURSE_ORDERS, word)

/**
 * What the table shows, as an address describes it; unknown values are ignored. `text`: words of the title, '' for none;
 * `order`: null for the newest first, coming courses last; `page`: from 1.
 */
export function tableView(search: URLSearchParams) {
  const filter = search.get('stato') ?? ''
  const order = search.get('ordine') ?? ''
  const page = search.get('pagina') ?? ''
  return {
    text: (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT),
    filter: isFilter(filter) ? filter : 'tutti',
    order: isOrder(order) ? order : null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

export type TableView = ReturnType<typeof tableView>

/** The parameters of the table, which its dialogs and the pages of a course pass on. */
const TABLE_PARAMETERS = ['q', 'stato', 'ordine', 'pagina']

/** The parameters of the table in an address, as a query with its question mark, or ''. */
export function courseTableQuery(search: string): string {
  const parameters = [...new URLSearchParams(search)].filter(
    ([name, value]) => TABLE_PARAMETERS.includes(name) && value,
  )
  return parameters.length ? `?${new URLSearchParams(parameters)}` : ''
}

/**
 * The address of the course table, in /admin, with the filters, order and page that `search` names. Dialogs over the
 * table and pages of a course return there. `search`: the query of such a page, or of the table itself.
 */
export function courseTablePage(search: string): string {
  return `${href('/admin')}${courseTableQuery(search)}`
}

/**
 * The address of the form for a new edition of a course. `course`: its id; `query`: the `courseTableQuery` of the
 * table, or ''.
 */
export const newEditionPage = (course: string, query: string) =>
  `${href('/admin/courses/new')}?da=${course}${query.replace('?', '&')}`
