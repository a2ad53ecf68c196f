/** The states of an enrolment that hold a seat: they count against 'Max N partecipanti'. */
export const SEATED = ['approved', 'in_progress', 'completed'] as const

export function isSeated(state: string | null | undefined): boolean {
  return SEATED.some((seated) => seated === state)
}
