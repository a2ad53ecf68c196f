import { siteSettings } from './settings'

/** `iban`: without spaces. */
export type BankAccount = { beneficiary: string; iban: string }

/** The account on which people pay; null until the office has entered one. */
export function bankAccount(): BankAccount | null {
  const { beneficiary, iban } = siteSettings().payments
  return iban ? { beneficiary, iban } : null
}
