import { refuse } from '../../runtime/outcome.rules'
import type { AccountOutcome } from '../refusals.rules'

/**
 * An administrator removes the second factor of others on the page of the person; one’s own is turned off on a page
 * of the dashboard.
 */
export function mayRemoveSecondFactor(
  admin: { id: string },
  person: { id: string; hasSecondFactor: boolean },
): AccountOutcome {
  if (person.id === admin.id) return refuse('own-second-factor')
  return person.hasSecondFactor ? { ok: true } : refuse('second-factor-off')
}

/** The number of backup codes that are made together. */
export const BACKUP_CODE_COUNT = 10
/** The numbers of codes in words, as the pages write them. */
export const IN_WORDS = {
  digits: 'sei cifre',
  period: 'trenta secondi',
  codes: 'dieci codici di recupero',
} as const
/** With this number of backup codes or fewer, pages and e-mails advise new ones. */
export const FEW_BACKUP_CODES = 3

/** Minutes that a setup may take, from the password to the first code. */
export const SETUP_MINUTES = 15

/** The most characters that the field of a code takes, spaces and hyphens included. */
export const CODE_FIELD_MAX = 40

/** Crockford’s base 32, so a code of twelve characters has 60 bits. */
const BACKUP_CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** Characters of a backup code, and the random bytes that make it. */
export const BACKUP_CODE_LENGTH = 12

/** Reads a typed code of the app, with spaces or hyphens; null for any other text. */
export function appCodeFrom(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** Writes a backup code from `BACKUP_CODE_LENGTH` random bytes: 'k7mq-2xvt-9hdr'. */
export function backupCodeOf(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => BACKUP_CODE_ALPHABET[byte % BACKUP_CODE_ALPHABET.length])
  return groupBackupCode(letters.join(''))
}

/** Reads a typed backup code, with spaces, hyphens, or letters in place of similar digits; null for any other text. */
export function backupCodeFrom(typed: string): string | null {
  const letters = typed
    .toLowerCase()
    .replace(/[\s–—-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return letters.length === BACKUP_CODE_LENGTH &&
    [...letters].every((letter) => BACKUP_CODE_ALPHABET.includes(letter))
    ? groupBackupCode(letters)
    : null
}

/** Splits a text into groups of four characters, with a separator between them. */
export const groupByFours = (text: string, separator: string) => text.match(/.{1,4}/g)?.join(separator) ?? ''
const groupBackupCode = (letters: string) => groupByFours(letters, '-')
