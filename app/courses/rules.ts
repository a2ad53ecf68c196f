import { normalForm } from '../parsing/text.rules'

/** From this many free seats down a course is nearly full, and said to be in the colour of urgency. */
export const FEW_SEATS = 2

/** What decides whether a course can be taken. `endDate` is the last day of its last session. */
export type CourseStanding = { archivedAt: Date | null; comingSoon: boolean; endDate: string | null }
export type CourseState = 'available' | 'coming' | 'concluded' | 'archived'

/** From the day after its last session a course is over. `today` is YYYY-MM-DD. */
export function isConcluded(course: { endDate: string | null }, today: string): boolean {
  return course.endDate !== null && course.endDate < today
}

/** Where a course stands on a day. A deleted course is nothing else, a coming one is never over. */
export function courseState(course: CourseStanding, today: string): CourseState {
  if (course.archivedAt) return 'archived'
  if (course.comingSoon) return 'coming'
  if (isConcluded(course, today)) return 'concluded'
  return 'available'
}

/** Only an available course shows 'Iscriviti ora'; a full one still does, because the office decides. */
export function acceptsRequests(course: CourseStanding, today: string): boolean {
  return courseState(course, today) === 'available'
}

/** Seats still free, never negative; null means no limit ('Max N partecipanti' empty or 0). */
export function seatsLeft(course: { maxPartecipanti: number | null }, taken: number): number | null {
  return course.maxPartecipanti ? Math.max(0, course.maxPartecipanti - taken) : null
}

const SLUG_LENGTH = 80

/**
 * The address of a title: 'Leadership & Team' → 'leadership-team'. Always lowercase words joined by single
 * hyphens; a title without letters or digits becomes 'corso'.
 */
export function slugFrom(title: string): string {
  const words = normalForm(title, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, '')
  return words || 'corso'
}

/** The title's address, or the first of …-2, …-3 that is not taken. */
export function freeSlug(title: string, taken: ReadonlySet<string>): string {
  const slug = slugFrom(title)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}

/** Available courses on one page of the catalogue, and courses on the home page (specification §9). */
export const PAGE_SIZE = 8
/** Coming courses on one page of the catalogue. */
export const COMING_SIZE = 12
export const HOME_COURSES = 4

/** Longest search that is looked up, in characters. */
export const SEARCH_LIMIT = 80

/** How many pages so many things take: one at least. */
export function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/**
 * Reads the address of the catalogue: the page of the available courses, and that of the coming ones (`arrivo`). A
 * page is null when it is not a page number at all (the address does not exist); the text is trimmed and cut, never
 * an error.
 */
export function catalogueFilters(search: URLSearchParams) {
  const pageIn = (name: string) => {
    const page = search.get(name) ?? '1'
    return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : null
  }
  return {
    text: (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT),
    page: pageIn('page'),
    coming: pageIn('arrivo'),
  }
}

/** The address of a page of the catalogue, without what is the default. */
export function catalogueAddress({ text = '', page = 1, coming = 1 }): string {
  const search = new URLSearchParams({
    ...(text && { q: text }),
    ...(page > 1 && { page: String(page) }),
    ...(coming > 1 && { arrivo: String(coming) }),
  })
  return search.size ? `/corsi?${search}` : '/corsi'
}

/** 'Ascoli Piceno, in presenza': where and how, of what is known; a place that says how is not said twice. */
export function whereAndHow({
  location,
  modalita,
}: {
  location: string | null
  modalita: string | null
}): string {
  const place = location?.trim()
  const mode = modalita?.trim()
  if (!place || !mode) return place || mode || ''
  return place.toLowerCase() === mode.toLowerCase()
    ? place
    : `${place}, ${mode.charAt(0).toLowerCase()}${mode.slice(1)}`
}

export const NO_DATE = 'Data da definire'
export const NO_PRICE = 'Prezzo da definire'

/** Could a course have this address? */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}
