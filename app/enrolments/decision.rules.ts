/**
 * Kinds of decisions of the office that it can take back for some minutes (ADR 31). 'transfer': a move to another
 * course; 'reminder': reminders of dues that a person of the office sends.
 */
export const DECISIONS = [
  'approve',
  'admit',
  'reject',
  'reopen',
  'start',
  'complete',
  'uncomplete',
  'unstart',
  'enrol',
  'cancel',
  'transfer',
  'cancel-edition',
  'confirm-edition',
  'postpone',
  'message',
  'document',
  'certificate',
  'payment',
  'reminder',
] as const
export type DecisionKind = (typeof DECISIONS)[number]

/** Kinds of decisions that free a seat of an edition that takes requests, or leave fewer people waiting for one. */
export const KINDS_FREEING_SEATS: readonly DecisionKind[] = ['cancel', 'transfer', 'reject']

/**
 * Ends a sentence about e-mails: ', ma solo tra 5 minuti: fino ad allora puoi tornare indietro'; '' if they leave at
 * once. `minutes`: how long the office can take a decision back.
 */
export function undoPeriodInWords(minutes: number): string {
  return minutes > 0
    ? `, ma solo tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}: fino ad allora puoi tornare indietro`
    : ''
}
