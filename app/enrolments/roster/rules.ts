import { nextLesson } from '../../courses/phase.rules'
import { SEARCH_LIMIT } from '../../courses/rules'
import { SEATED_STATES } from '../../courses/seats.rules'

// ── Who is in a course ──────────────────────────────────────────────────────────────────────────────
/** Rows on a page of the roster. */
export const ROSTER_PAGE = 50

/** Most participants on a printed list, and most printed badges. */
export const PRINTED_MOST = 1000

type Seated = (typeof SEATED_STATES)[number]

/** The word for participants with a late due, among the states in the address. */
export const LATE = 'da-pagare'

/**
 * What the roster shows. `text`: to search for, '' for everybody; `state`: a state, or `LATE`; null for all; `page`:
 * from 1.
 */
export type RosterView = { text: string; state: Seated | typeof LATE | null; page: number }

/** Reads the view of the roster from its address; unknown values are ignored. */
export function rosterView(search: URLSearchParams): RosterView {
  const state = search.get('stato')
  const page = search.get('pagina') ?? ''
  return {
    text: (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT),
    state: ([...SEATED_STATES, LATE] as const).find((known) => known === state) ?? null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** The lesson of a sheet for signatures: that of `number`, else the next one, else the last. `today`: YYYY-MM-DD. */
export function lessonToSign<Session extends { number: number; startDate: string; endDate: string }>(
  sessions: readonly Session[],
  number: string | null,
  today: string,
): Session | undefined {
  return (
    sessions.find((session) => String(session.number) === number) ??
    nextLesson(sessions, today) ??
    sessions.at(-1)
  )
}
