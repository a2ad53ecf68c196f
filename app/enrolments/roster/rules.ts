import { lessonsOf } from '../../courses/phase.rules'
import { SEARCH_LIMIT } from '../../courses/rules'
import { SEATED } from '../../courses/seats.rules'

// ── Who is in a course ──────────────────────────────────────────────────────────────────────────────
/** Rows of a page. */
export const ROSTER_PAGE = 50

/** Rows of the page that is printed. */
export const PRINTED_MOST = 1000

type Seated = (typeof SEATED)[number]

/** What of the roster is shown; without a state, people in all of them. */
export type RosterView = { text: string; state: Seated | null; page: number }

/** From the address; unknown parameters are ignored. */
export function rosterView(search: URLSearchParams): RosterView {
  const state = search.get('stato')
  const page = search.get('pagina') ?? ''
  return {
    text: (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT),
    state: SEATED.find((known) => known === state) ?? null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** Which lesson is signed for: the one of this number, else the next one, else the last. `today`: YYYY-MM-DD. */
export function lessonToSign<Session extends { number: number; startDate: string; endDate: string }>(
  sessions: readonly Session[],
  number: string | null,
  today: string,
): Session | undefined {
  return (
    sessions.find((session) => String(session.number) === number) ??
    sessions[lessonsOf(sessions, today).done] ??
    sessions.at(-1)
  )
}
