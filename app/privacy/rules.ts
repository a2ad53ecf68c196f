import { type Refused, type Role, refuse } from '../accounts/rules'

/** For how long things are kept: the schedule acts on these figures, and the privacy policy tells them. */
export const KEPT = {
  /** Accounts whose address nobody has confirmed, in days since the last sign-up. */
  unconfirmedDays: 30,
  /** Messages of the contact form, in months since the office was done with them, or else since they came. */
  messageMonths: 24,
  /** Letters, sent or not, in days. */
  letterDays: 90,
  /** What was tried with an account, in days. */
  signInDays: 180,
  /** The activity log, in years; its trigger lets nobody remove younger entries. */
  logYears: 10,
  /** Backups, in days: what was deleted is gone from them too by then. */
  backupDays: 30,
} as const

/** May this person delete their own account? There is always an administrator left. */
export function mayLeave(person: { role: Role }, administrators: number): { ok: true } | Refused {
  return person.role === 'admin' && administrators <= 1 ? refuse('only-admin') : { ok: true }
}
