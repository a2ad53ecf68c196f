import { refuse } from '../../runtime/outcome.rules'
import type { AccountOutcome } from '../refusals.rules'

/** Not one’s own. */
export function mayRemove(
  admin: { id: string },
  person: { id: string; secondFactor: boolean },
): AccountOutcome {
  if (person.id === admin.id) return refuse('own-second-factor')
  return person.secondFactor ? { ok: true } : refuse('second-factor-off')
}

/** RFC 6238. */
export const DIGITS = 6
export const PERIOD = 30

export const BACKUP_CODES = 10
export const IN_WORDS = {
  digits: 'sei cifre',
  period: 'trenta secondi',
  codes: 'dieci codici di recupero',
} as const
export const FEW_CODES = 3

export const SETUP_MINUTES = 15

export const TYPED_MAX = 40

/** Crockford’s base 32: 60 bits in twelve characters. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 12

/** Null for another text. */
export function appCodeFrom(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return digits.length === DIGITS && /^\d+$/.test(digits) ? digits : null
}

/** 'k7mq-2xvt-9hdr' */
export function backupCodeOf(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  return grouped(letters.join(''))
}

/** Null for another text. */
export function backupCodeFrom(typed: string): string | null {
  const letters = typed
    .toLowerCase()
    .replace(/[\s–—-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter))
    ? grouped(letters)
    : null
}

export const inGroups = (text: string, by: string) => text.match(/.{1,4}/g)?.join(by) ?? ''
const grouped = (letters: string) => inGroups(letters, '-')
