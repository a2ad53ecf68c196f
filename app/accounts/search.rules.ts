import { phoneDigits, phonesIn } from '../parsing/phone.rules'
import { tidy } from '../parsing/text.rules'

/** The most characters and words that a search of the office takes. */
export const SEARCH_MAX = 200
const SEARCH_WORDS = 6

/** What a search text asks for. Words have no punctuation at their ends; phones are digits. */
export type OfficeSearch = { words: string[]; emails: string[]; phones: string[] }

/** A part of the text between signs that no e-mail holds. */
const BETWEEN_SIGNS = /[^\s<>()[\]{}",;:|]+/gu
const UP_TO_TWO_LETTERS = /^.*[\p{L}\p{N}]{2}/su
/** A phone number: six digits or more, with or without signs between them. Fewer digits are a word. */
const NUMBER = /(?<![\p{L}\p{N}])\+?\d(?:[\s()./-]*\d){5,}(?![\p{L}\p{N}])/gu
const BETWEEN_NUMBERS = /\s+[/-]\s+|[,;|]/

/** Titles and labels, which are not looked for beside other words. */
const IGNORED = new Set(
  `e sig sigra signor signora sigg dott dottssa dottoressa dottore dr drssa avv avvocato ing ingegnere rag ragioniere geom
  geometra prof profssa arch architetto egr gentmo gentma spett spettle
  tel telefono cell cellulare mobile fax email mail mailto pec numero num`.split(/\s+/),
)

/**
 * Finds the words, e-mails and phone numbers in a typed or pasted text: 'Mario Verdi <mario@example.it>', 'tel. 333
 * 1234567', 'Verdi, Mario', 'M. Verdi', 'Sig.ra Verdi'.
 */
export function officeSearch(text: string): OfficeSearch {
  const typed = tidied(text)
  const emails: string[] = []
  const named = typed.replace(BETWEEN_SIGNS, (part) => {
    const email = emailIn(part)
    if (!email) return part
    emails.push(email.toLowerCase())
    return ` ${part.slice(email.length)}`
  })
  const numbers = named.split(BETWEEN_NUMBERS).flatMap((part) => part.match(NUMBER) ?? [])
  const withoutNumbers = numbers.reduce((left, number) => left.replace(number, ' '), named)
  const words = withoutNumbers
    .split(/[\s,;:|"«»“”<>()[\]{}]+/)
    .flatMap(initialsApart)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''))
    .filter(Boolean)
  const significant = words.filter(
    (word) => !IGNORED.has(word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')),
  )
  const isSignificant = significant.length + emails.length + numbers.length > 0
  return {
    words: (isSignificant ? significant : words).slice(0, SEARCH_WORDS),
    emails,
    phones: numbers.length > 0 ? numbers.flatMap(spellingsOf) : phonesIn(typed),
  }
}

/**
 * The e-mail with which a part begins, up to its last two adjacent letters or digits; undefined without an e-mail. A
 * single pattern for this would take cubic time.
 */
function emailIn(part: string): string | undefined {
  const [found = ''] = UP_TO_TWO_LETTERS.exec(part) ?? []
  const at = found.indexOf('@', 1)
  const isEmail = at > 0 && found.slice(0, -2).lastIndexOf('.') > at + 1
  return isEmail ? found : undefined
}

const spellingsOf = (number: string) => [...new Set([...phonesIn(number), phoneDigits(number)])]

/** 'M.Verdi' → 'M', 'Verdi'; 'A.M.' → 'A', 'M'. 'S.r.l.' is one word. */
function initialsApart(word: string): string[] {
  const [, first, further] = /^(\p{L})\.(\p{L}\.?|\p{L}{2,}.*)$/u.exec(word) ?? []
  return first && further ? [first, further] : [word]
}

const tidied = (text: string) => tidy(text.slice(0, SEARCH_MAX)).toWellFormed()

/**
 * Returns the words that must all be found: only the e-mails, if there are any, since they say more than the names
 * beside them. [] for an empty text only.
 */
export function wordsOf(text: string): string[] {
  const { words, emails } = officeSearch(text)
  const wanted = emails.length > 0 ? emails : words
  const typed = tidied(text)
  return wanted.length > 0 || typed === '' ? wanted : [typed]
}
