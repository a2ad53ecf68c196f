import { COURSE_STEPS, ROSTER_STEPS } from '../steps.rules'

/**
 * What the buttons of the office about requests and enrolments send as `intent`. `offer`, `move` and `move-back` are
 * about a place on the waiting list; `…-many` about the chosen enrolments, `…-everybody` about all participants of a
 * course. The roster has further buttons, which only lead to other pages (`PAGES_FOR_MANY`).
 */
export const INTENTS = [
  'approve',
  'admit',
  'reject',
  'reopen',
  'offer',
  'move',
  'move-back',
  'approve-many',
  'admit-many',
  'reject-many',
  ...ROSTER_STEPS,
  ...ROSTER_STEPS.map((step) => `${step}-many` as const),
  ...COURSE_STEPS.map((step) => `${step}-everybody` as const),
] as const
export type Intent = (typeof INTENTS)[number]

/** The parameter of the address that opens the question of a button about one enrolment. */
export const QUESTION_PARAMETERS = {
  approve: 'approva',
  reject: 'rifiuta',
  start: 'segna',
  complete: 'segna',
  offer: 'offri',
  move: 'avanti',
} as const satisfies Partial<Record<Intent, string>>

const hasQuestion = (intent: Intent): intent is keyof typeof QUESTION_PARAMETERS =>
  Object.hasOwn(QUESTION_PARAMETERS, intent)

/**
 * The address of a page with the question of a button open, to which the form of the button posts; the page itself if
 * the button asks nothing. A question needs an address of its own, since without the script only another address
 * closes it.
 */
export function questionAddress(page: string, intent: Intent, enrolment: string): string {
  if (!hasQuestion(intent)) return page
  const { pathname, searchParams } = new URL(page, 'http://site')
  searchParams.set(QUESTION_PARAMETERS[intent], enrolment)
  return `${pathname}?${searchParams}`
}

/** The id of the button or link that opens a question about an enrolment; undefined if the button asks nothing. */
export function openerId(intent: Intent, enrolment: string): string | undefined {
  return hasQuestion(intent) ? `${QUESTION_PARAMETERS[intent]}-${enrolment}` : undefined
}
