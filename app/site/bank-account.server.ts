import { siteSettings } from './settings'

/** `iban`: without spaces. */
export type BankAccount = { beneficiary: string; iban: string }

/** The account that people pay to; null until the office has entered an IBAN. */
export function bankAccount(): BankAccount | null {
  const { beneficiary, iban } = siteSettings().payments
  return iban ? { beneficiary, iban } : null
}
