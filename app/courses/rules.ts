import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { uncapitalize } from '../italian/words'
import { normalForm } from '../parsing/text.rules'

/** Up to this number, free seats are called the last ones. */
export const FEW_SEATS = 3

export const FORMATS = { 'in-aula': 'In aula', online: 'Online', 'e-learning': 'E-learning' } as const
export type Format = keyof typeof FORMATS

/** Whether everybody takes the lessons when they like, so that their days are no appointments. */
export const isAtOwnPace = ({ format }: { format: string | null }) => format === 'e-learning'

/**
 * The place of an online course in the database and in addresses. Pages show other words, such as 'Online o
 * e-learning'.
 */
export const ONLINE_PLACE = 'Da casa'

/**
 * The facts that decide the state of a course. `endDate`: the last day of its sessions, YYYY-MM-DD; null without
 * dates.
 */
export type CourseStateFacts = {
  archivedAt: Date | null
  cancelledAt: Date | null
  draft: boolean
  comingSoon: boolean
  endDate: string | null
}
export type CourseState = 'available' | 'coming' | 'concluded' | 'cancelled' | 'archived' | 'draft'

/** Whether the last day of a course has passed. A course without dates is never over. `today`: YYYY-MM-DD. */
export function isConcluded(course: { endDate: string | null }, today: string): boolean {
  return course.endDate !== null && course.endDate < today
}

/**
 * The state of a course on a day. A draft, cancelled or coming course is so also after its last day. `today`:
 * YYYY-MM-DD.
 */
export function courseState(course: CourseStateFacts, today: string): CourseState {
  if (course.archivedAt) return 'archived'
  if (course.draft) return 'draft'
  if (course.cancelledAt) return 'cancelled'
  if (course.comingSoon) return 'coming'
  if (isConcluded(course, today)) return 'concluded'
  return 'available'
}

/** Whether a course was deleted or cancelled before its last day had passed, so that it does not take place. */
export function isCalledOff(
  course: Pick<CourseStateFacts, 'archivedAt' | 'cancelledAt' | 'endDate'>,
): boolean {
  const calledOffAt = course.cancelledAt ?? course.archivedAt
  return calledOffAt !== null && !isConcluded(course, formatDate(calledOffAt, 'yyyy-MM-dd'))
}

/**
 * Whether people can request an enrolment in a course; `acceptsRequestsSql` is the same rule. They can in a full one
 * too: the office decides. `today`: YYYY-MM-DD.
 */
export function acceptsRequests(course: CourseStateFacts, today: string): boolean {
  return courseState(course, today) === 'available'
}

/** How many seats are free, never negative; null without a limit (`maxPartecipanti` is null or 0). */
export function seatsLeft(course: { maxPartecipanti: number | null }, taken: number): number | null {
  return course.maxPartecipanti ? Math.max(0, course.maxPartecipanti - taken) : null
}

/** The limit of seats: 'Max 12 partecipanti'. */
export function seatsLimitInWords(most: number): string {
  return `Max ${formatCount(most, 'partecipante', 'partecipanti')}`
}

/**
 * The early bird price while it holds, else null; 0 counts as none. `until`: its last day, null if it has none.
 * `today`: YYYY-MM-DD.
 */
export function earlyBirdPrice(
  course: { priceEarlyBird: number | null; earlyBirdUntil: string | null },
  today: string,
): { price: number; until: string | null } | null {
  const { priceEarlyBird: price, earlyBirdUntil: until } = course
  return price && (until === null || until >= today) ? { price, until } : null
}

/** The free seats in words, with their `kind`: 'full', 'few' (as `FEW_SEATS`) or 'free'. Null without a limit. */
export function seatsSentence(course: { maxPartecipanti: number | null }, taken: number) {
  const left = seatsLeft(course, taken)
  if (left === null) return null
  if (left === 0) return { kind: 'full', text: 'Al completo' } as const
  if (left > FEW_SEATS) return { kind: 'free', text: `${left} posti liberi` } as const
  return { kind: 'few', text: left === 1 ? 'Ultimo posto' : `Ultimi ${left} posti` } as const
}

const SLUG_LENGTH = 80

/** The slug of a title: 'Leadership & Team' → 'leadership-team'; 'corso' for a title without letters and digits. */
export function slugFrom(title: string): string {
  const words = normalForm(title, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, '')
  return words || 'corso'
}

/** The slug of a title; if it is taken, with the first free number from 2: 'leadership-2'. */
export function freeSlug(title: string, taken: ReadonlySet<string>): string {
  const slug = slugFrom(title)
  let candidate = slug
  for (let number = 2; taken.has(candidate); number++) candidate = `${slug}-${number}`
  return candidate
}

/** How many available courses a page of the catalogue has. */
export const AVAILABLE_PAGE_SIZE = 8
/** How many coming courses a page of the catalogue has. */
export const COMING_PAGE_SIZE = 12
/** How many courses the home page shows, available before coming ones. */
export const HOME_COURSES = 4

/** So many characters of a search are read: more than the longest title has. */
export const SEARCH_LIMIT = 200

/** How many pages a list needs: at least one, also for an empty list. */
export function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** Place and mode of a course in words: 'Ascoli Piceno, in presenza'. One alone if the other is missing; else ''. */
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
  return place.toLowerCase() === mode.toLowerCase() ? place : `${place}, ${uncapitalize(mode)}`
}

/** The notice on the page of a draft. */
export const DRAFT_NOTICE = 'Bozza: la vede solo la segreteria'

/** Whether the first day of a course has come. A course without dates has not begun. `today`: YYYY-MM-DD. */
export function hasBegun({ startDate }: { startDate: string | null }, today: string): boolean {
  return startDate !== null && startDate <= today
}

/**
 * Whether the first lesson of a course has come, so that whoever enrols now misses it. Never for a course at one's own
 * pace, whose days are no appointments. `today`: YYYY-MM-DD.
 */
export function isUnderway(
  course: { startDate: string | null; format: string | null },
  today: string,
): boolean {
  return hasBegun(course, today) && !isAtOwnPace(course)
}

/**
 * Whether a course has still to begin, so that the office asks before it marks somebody as in progress or completed:
 * its first day has not come, or is not known. A course at one's own pace without dates never has: everybody begins
 * when they like. `today`: YYYY-MM-DD.
 */
export function isYetToBegin(
  course: { startDate: string | null; format: string | null },
  today: string,
): boolean {
  return !hasBegun(course, today) && (course.startDate !== null || !isAtOwnPace(course))
}

export const NO_DATE = 'Data da definire'
export const NO_PRICE = 'Prezzo da definire'

export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}
