import { normalForm } from './text.rules'

/** An e-mail address with an ASCII domain, in small letters. */
export const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)[a-z\d_'+&.-]*[a-z\d_+-]@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

/** Most characters of a text that is read; a longer one is no list of addresses that a person types. */
const TEXT_MAX = 2000
const IN_BRACKETS = /<([^<>]*@[^<>]*)>/
/** 'PEC:', 'Segreteria corsi:' before an address, and the words that need no colon. */
const LABEL = /(?:^|(?<=[\s,;|/]))\p{L}[\p{L}\s.’'-]{0,40}:\s*|^(?:e-?mail|mail|pec|posta elettronica)\s+/giu
/** '(personale)' after an address. */
const NOTE = /\s\([^()@]{0,100}\)(?=\s*(?:$|[,;|]))/g
/**
 * A name of at least two words with capitals before an address in small letters. One word, or an address with a
 * capital, may be a part of an address with a space in it: 'Mario Rossi@example.it'.
 */
const NAME = /^\p{Lu}[\p{L}.’'-]*(?:\s+\p{Lu}[\p{L}.’'-]*)+(?:\s+[-–—]\s+|\s*[,;|]\s*|\s+)(?=[a-z\d])/u
/** Words and signs that may stand between two addresses. */
const BETWEEN_ADDRESSES = /^(?:e|ed|o|oppure|and|or|&|-|–|—|\/)$/i

/**
 * Returns the addresses of a text, in the ways people paste them: 'Mario Rossi <mario@example.it>', 'mailto:…', with a
 * label ('PEC: …'), a name before or a note in brackets after, with a comma or a full stop at the end, with spaces
 * around '@'. Each is returned once; domains with accents become ASCII. [] if the text is longer than `TEXT_MAX` or
 * contains anything else, so that a part of an address is never taken for the whole.
 */
export function emailAddressesIn(text: string): string[] {
  if (text.length > TEXT_MAX) return []
  const plain = normalForm(text, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const found = IN_BRACKETS.test(plain) ? addressesInBrackets(plain) : addressesWithoutBrackets(plain)
  return [...new Set(found)]
}

/**
 * Reads addresses in angle brackets. Beside them may stand texts in quotation marks, other addresses, and words without
 * '@' that are no part of an address. [] if an address in or beside brackets cannot be read.
 */
function addressesInBrackets(text: string): string[] {
  const pieces = text.split(IN_BRACKETS).flatMap((piece, i) => {
    const isInBrackets = i % 2 === 1
    return isInBrackets
      ? [piece]
      : piece
          .replace(/"[^"]*"/g, '')
          .split(/[,;|]/)
          .map(withoutNextName)
  })
  const found = pieces.filter((piece) => piece !== '').map(addressesWithoutBrackets)
  return found.every(({ length }) => length > 0) ? found.flat() : []
}

/**
 * Cuts the words after the last address of a text beside brackets, such as the name of the next one; '' without any.
 */
function withoutNextName(text: string): string {
  return /^.*\S@\S+/.exec(text)?.[0] ?? ''
}

/** Reads addresses without angle brackets, with a label or a name before or a note after. [] if a word is none. */
function addressesWithoutBrackets(text: string): string[] {
  const typed = text
    .replace(/\bmailto:\s*([^\s?]*)(?:\?\S*)?/gi, '$1')
    .replace(LABEL, '')
    .replace(NOTE, '')
    .replace(NAME, '')
    .replace(/\s*@\s*/g, '@')
  const words = typed.split(/[\s,;|]+/).filter((word) => word !== '' && !BETWEEN_ADDRESSES.test(word))
  const found = words.map(addressFrom)
  if (found.every((address) => address !== null)) return found
  const joined = addressFrom(withoutSpaces(typed))
  return joined === null ? [] : [joined]
}

/** Removes spaces within an address, as in 'mario. rossi@example. it', unless the domain is complete before a space. */
function withoutSpaces(typed: string): string {
  const [person = '', domain = '', ...more] = typed.split('@')
  const [first = ''] = domain.split(' ')
  if (more.length > 0 || (domain.includes(' ') && addressFrom(`a@${first}`) !== null)) return typed
  return [person.replace(/\s*([._-])\s*/g, '$1'), domain.replace(/\s*([.-])\s*/g, '$1')].join('@')
}

function addressFrom(typed: string): string | null {
  const trimmed = typed.replace(/^[<([{"'«“‘]+/, '').replace(/[\s.,;:!?>)\]}"'»”’]+$/, '')
  const [person = '', domain = '', ...more] = trimmed.toLowerCase().split('@')
  const address = `${person}@${asciiDomain(domain)}`
  return more.length === 0 && EMAIL_ADDRESS.test(address) ? address : null
}

/** 'società.it' → 'xn--societ-nta.it' (IDNA). */
function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || /^[a-z\d.-]*$/.test(domain)) return domain
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain
}
