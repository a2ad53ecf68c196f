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
 * Kinds of decisions that change what a person with a seat in an edition is told. While one can be taken back, people
 * take no seat there by themselves and are offered none: undoing it would make their e-mails and dues untrue.
 */
export const KINDS_UPDATING_EDITION: readonly DecisionKind[] = ['confirm-edition', 'postpone']

/**
 * Ends a sentence about e-mails: ', ma solo tra 5 minuti: fino ad allora puoi tornare indietro'; '' if they leave at
 * once. `minutes`: how long the office can take a decision back.
 */
export function undoPeriodInWords(minutes: number): string {
  return minutes > 0
    ? `, ma solo tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}: fino ad allora puoi tornare indietro`
    : ''
}
