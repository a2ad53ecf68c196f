import { normalForm } from './text.rules'

/** An e-mail address with an ASCII domain, in small letters. */
export const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)[a-z\d_'+&.-]*[a-z\d_+-]@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

/** Characters; a longer text holds no address that anybody would type. */
const LONGEST = 2000
const IN_BRACKETS_OR_BARE = /<([^<>]{0,320}@[^<>]{0,320})>|[^\s<>,;|()"]+@[^\s<>,;|()"]+/g
const LABEL = /^(?:e-?mail|mail|posta elettronica)\s*:\s*/i
/** Words and signs between two addresses. */
const BETWEEN = /^(?:e|ed|o|oppure|and|or|&|-|–|—|\/)$/i

/**
 * The addresses of a text, as people paste them: 'Mario Rossi <mario@example.it>', 'mailto:…', a comma or a full stop at
 * the end, spaces around '@'. Domains with accents become ASCII. Empty where the text holds anything else, so that no
 * part of an address is taken for the whole.
 */
export function emailAddressesIn(text: string): string[] {
  if (text.length > LONGEST) return []
  const plain = normalForm(text, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const found = /<[^<>]*@[^<>]*>/.test(plain) ? withNames(plain) : bare(plain)
  return [...new Set(found)]
}

/** Names stand outside of the brackets, sometimes the address again. */
function withNames(text: string): string[] {
  const found: string[] = []
  for (const [typed, inBrackets] of text.matchAll(IN_BRACKETS_OR_BARE)) {
    const [address, ...others] = bare(inBrackets ?? typed)
    if (address && others.length === 0) found.push(address)
    else if (inBrackets !== undefined) return []
  }
  return found
}

function bare(text: string): string[] {
  const typed = text
    .replace(LABEL, '')
    .replace(/\bmailto:\s*([^\s?]*)(?:\?\S*)?/gi, '$1')
    .replace(/\s*@\s*/g, '@')
  const words = typed.split(/[\s,;|]+/).filter((word) => word !== '' && !BETWEEN.test(word))
  const found = words.map(addressFrom)
  if (found.every((address) => address !== null)) return found
  const joined = addressFrom(withoutSpaces(typed))
  return joined === null ? [] : [joined]
}

/** 'mario. rossi@example. it' without its spaces; a domain that is complete before a space ends there. */
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
