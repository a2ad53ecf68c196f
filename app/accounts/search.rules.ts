import { phoneDigits, phoneDigitsToSearch } from '../parsing/phone.rules'
import { tidy } from '../parsing/text.rules'

/** The most characters and words that a search of the office takes; it ignores the others. */
export const SEARCH_MAX = 200
const SEARCH_WORDS_MAX = 6

/** What a search text asks for. Words have no punctuation at their ends; e-mails are in lower case, phones digits. */
export type OfficeSearch = { words: string[]; emails: string[]; phones: string[] }

/** A run of characters that an e-mail may hold. */
const EMAIL_CANDIDATE = /[^\s<>()[\]{}",;:|]+/gu
/** A text up to its last two adjacent letters or digits, with which every e-mail ends. */
const UP_TO_LAST_PAIR = /^.*[\p{L}\p{N}]{2}/su
/**
 * A phone number among other words: six digits or more, with or without signs between them. Fewer digits are a word,
 * and also a part of a phone number if the text is nothing else (`phoneDigitsToSearch`).
 */
const PHONE_NUMBER = /(?<![\p{L}\p{N}])\+?\d(?:[\s()./-]*\d){5,}(?![\p{L}\p{N}])/gu
/** What separates two phone numbers. */
const NUMBER_SEPARATOR = /\s+[/-]\s+|[,;|]/

/** Titles, labels and 'e' ('and'). A search ignores them, unless its text has nothing else. */
const IGNORED_WORDS = new Set(
  `e sig sigra signor signora sigg dott dottssa dottoressa dottore dr drssa avv avvocato ing ingegnere rag ragioniere geom
  geometra prof profssa arch architetto egr gentmo gentma spett spettle
  tel telefono cell cellulare mobile fax email mail mailto pec numero num`.split(/\s+/),
)

/**
 * Finds the words, e-mails and phone numbers in a typed or pasted text: 'Mario Verdi <mario@example.it>', 'tel. 333
 * 1234567', 'Verdi, Mario', 'M. Verdi', 'Sig.ra Verdi'.
 */
export function parseOfficeSearch(text: string): OfficeSearch {
  const typed = tidySearch(text)
  const emails: string[] = []
  const withoutEmails = typed.replace(EMAIL_CANDIDATE, (part) => {
    const email = emailIn(part)
    if (!email) return part
    emails.push(email.toLowerCase())
    return ` ${part.slice(email.length)}`
  })
  const numbers = withoutEmails.split(NUMBER_SEPARATOR).flatMap((part) => part.match(PHONE_NUMBER) ?? [])
  const withoutNumbers = numbers.reduce((text, number) => text.replace(number, ' '), withoutEmails)
  const words = withoutNumbers
    .split(/[\s,;:|"«»“”<>()[\]{}]+/)
    .flatMap(splitInitials)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''))
    .filter(Boolean)
  const significantWords = words.filter(
    (word) => !IGNORED_WORDS.has(word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')),
  )
  const isSignificant = significantWords.length + emails.length + numbers.length > 0
  return {
    words: (isSignificant ? significantWords : words).slice(0, SEARCH_WORDS_MAX),
    emails,
    phones: numbers.length > 0 ? numbers.flatMap(phoneDigitVariants) : phoneDigitsToSearch(typed),
  }
}

/**
 * The e-mail with which a part begins, up to its last two adjacent letters or digits; undefined without an e-mail. A
 * single pattern for this would take cubic time.
 */
function emailIn(part: string): string | undefined {
  const [candidate = ''] = UP_TO_LAST_PAIR.exec(part) ?? []
  const at = candidate.indexOf('@', 1)
  const isEmail = at > 0 && candidate.slice(0, -2).lastIndexOf('.') > at + 1
  return isEmail ? candidate : undefined
}

/** The digits of a phone number as columns may hold them, with and without a prefix that has lost its plus. */
const phoneDigitVariants = (number: string) => [
  ...new Set([...phoneDigitsToSearch(number), phoneDigits(number)]),
]

/** 'M.Verdi' → 'M', 'Verdi'; 'A.M.' → 'A', 'M.'. 'S.r.l.' is one word. */
function splitInitials(word: string): string[] {
  const [, first, further] = /^(\p{L})\.(\p{L}\.?|\p{L}{2,}.*)$/u.exec(word) ?? []
  return first && further ? [first, further] : [word]
}

const tidySearch = (text: string) => tidy(text.slice(0, SEARCH_MAX)).toWellFormed()

/**
 * Returns the words that must all be found: only the e-mails, if there are any, since they say more than the names
 * beside them. A text with neither, such as a phone number, is one word. [] for an empty text only.
 */
export function requiredWords(text: string): string[] {
  const { words, emails } = parseOfficeSearch(text)
  const required = emails.length > 0 ? emails : words
  const typed = tidySearch(text)
  return required.length > 0 || typed === '' ? required : [typed]
}
