import { nextLesson } from '../../courses/phase.rules'
import { SEARCH_LIMIT } from '../../courses/rules'
import { SEATED_STATES } from '../../courses/seats.rules'

/** Rows on a page of the roster. */
export const ROSTER_PAGE_SIZE = 50

type SeatedState = (typeof SEATED_STATES)[number]

/** The word in the address for participants with a late due, which stands where the word of a state may stand. */
export const LATE_DUE = 'da-pagare'

/**
 * What the roster shows. `text`: to search for, '' for everybody; `state`: a state, or `LATE_DUE`; null for all;
 * `page`: from 1.
 */
export type RosterView = { text: string; state: SeatedState | typeof LATE_DUE | null; page: number }

/** Reads the view of the roster from its address; unknown values are ignored. */
export function rosterView(search: URLSearchParams): RosterView {
  const state = search.get('stato')
  const page = search.get('pagina') ?? ''
  return {
    text: (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT),
    state: ([...SEATED_STATES, LATE_DUE] as const).find((known) => known === state) ?? null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/**
 * The lesson of a sheet for signatures: the one with this `number`, else the next one, else the last one. `today`:
 * YYYY-MM-DD.
 */
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
