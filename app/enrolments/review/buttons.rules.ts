/** What the buttons of the office about requests and enrolments send as `intent`. */
export const INTENTS = [
  'approve',
  'admit',
  'reject',
  'reopen',
  'start',
  'complete',
  'uncomplete',
  'unstart',
  'offer',
  'move',
  'move-back',
  'approve-many',
  'admit-many',
  'reject-many',
  'start-everybody',
  'complete-everybody',
  'start-many',
  'complete-many',
  'uncomplete-many',
  'unstart-many',
] as const
export type Intent = (typeof INTENTS)[number]

/** The parameter of the question about one enrolment that comes before a button, or may follow it. */
export const QUESTIONS = {
  approve: 'approva',
  reject: 'rifiuta',
  start: 'segna',
  complete: 'segna',
  offer: 'offri',
  move: 'avanti',
} as const satisfies Partial<Record<Intent, string>>

const mayAsk = (intent: Intent): intent is keyof typeof QUESTIONS => Object.hasOwn(QUESTIONS, intent)

/**
 * The address of the question of a button over a page, which its form posts to; the page if it has none. Without the script
 * only another address closes a question.
 */
export function questionAddress(page: string, intent: Intent, enrolment: string): string {
  if (!mayAsk(intent)) return page
  const { pathname, searchParams } = new URL(page, 'http://site')
  searchParams.set(QUESTIONS[intent], enrolment)
  return `${pathname}?${searchParams}`
}

/** The id of the button or link that a question comes from. */
export function openerOf(intent: Intent, enrolment: string): string | undefined {
  return mayAsk(intent) ? `${QUESTIONS[intent]}-${enrolment}` : undefined
}
