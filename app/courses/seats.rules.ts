/**
 * The states in which an enrolment that has not ended holds a seat of 'Max N partecipanti'. An open offer takes a seat
 * too (`seats.sql.ts`).
 */
export const SEATED_STATES = ['approved', 'in_progress', 'completed'] as const

/**
 * Whether an enrolment in this state holds a seat, if it has not ended. `state`: null or undefined without an
 * enrolment.
 */
export function isSeated(state: string | null | undefined): boolean {
  return SEATED_STATES.some((seated) => seated === state)
}
