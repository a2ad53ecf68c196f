import { type Refused, refuse } from '../rules'

/** May an administrator take the second factor from this person, who has lost everything? Never from themselves. */
export function mayRemove(
  admin: { id: string },
  person: { id: string; secondFactor: boolean },
): { ok: true } | Refused {
  if (person.id === admin.id) return refuse('own-second-factor')
  return person.secondFactor ? { ok: true } : refuse('second-factor-off')
}

/** A code of the app: so many digits, another every so many seconds (RFC 6238, as every app expects). */
export const DIGITS = 6
export const PERIOD = 30

/** How many recovery codes a person gets, and from how few left they are told to make new ones. */
export const RECOVERY_CODES = 10
export const FEW_CODES = 3

/** Minutes in which the app's first code must come after the password. */
export const SETUP_MINUTES = 15

/** The longest text that a field for codes takes: a recovery code, with the spaces that people add. */
export const TYPED_MAX = 40

/** Letters and digits that nobody mistakes for another (Crockford's base 32): 60 bits in twelve. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 12

/** The digits of an app's code, however they are grouped; null if it is none. */
export function appCodeFrom(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return digits.length === DIGITS && /^\d+$/.test(digits) ? digits : null
}

/** A recovery code as it was shown, 'k7mq-2xvt-9hdr', from bytes that nobody can guess. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  return grouped(letters.join(''))
}

/** A recovery code as it was shown, however it is typed; null if it is none. */
export function recoveryCodeFrom(typed: string): string | null {
  const letters = typed
    .toLowerCase()
    .replace(/[\s–—-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return letters.length === LENGTH && [...letters].every((one) => ALPHABET.includes(one))
    ? grouped(letters)
    : null
}

/** A long key in groups of four, to be read aloud or typed. */
export const inGroups = (text: string, by: string) => text.match(/.{1,4}/g)?.join(by) ?? ''
const grouped = (letters: string) => inGroups(letters, '-')
