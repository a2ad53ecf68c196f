/**
 * The states of an enrolment that hold a seat, until it ends: they count against 'Max N partecipanti'. An open offer counts
 * too (`seats.sql.ts`).
 */
export const SEATED = ['approved', 'in_progress', 'completed'] as const

export function isSeated(state: string | null | undefined): boolean {
  return SEATED.some((seated) => seated === state)
}
