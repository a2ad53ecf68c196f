/**
 * Kinds of decisions of the office that it can take back for some minutes (ADR 31). 'reminder': of a payment, by a
 * person; `REMINDERS` are other e-mails.
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

/** E-mails of the schedule to participants of an edition: joining instructions and thanks. */
export const REMINDERS = ['joining', 'thanks'] as const
export type Reminder = (typeof REMINDERS)[number]
