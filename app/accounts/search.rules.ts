import { phoneDigits, phonesIn } from '../parsing/phone.rules'
import { tidy } from '../parsing/text.rules'

/** Characters and words of a search of the office. */
export const SEARCH_MAX = 200
const SEARCH_WORDS = 6

/** What a typed or pasted text names. Words are without signs at their ends. */
export type OfficeSearch = { words: string[]; emails: string[]; phones: string[] }

/** What may be an address stands between these signs. */
const BETWEEN_SIGNS = /[^\s<>()[\]{}",;:|]+/gu
const UP_TO_TWO_LETTERS = /^.*[\p{L}\p{N}]{2}/su
/** At least two groups of digits, or six digits: a number of less is a word. */
const NUMBER = /(?<![\p{L}\p{N}])\+?\d(?:[\s()./-]*\d){5,}(?![\p{L}\p{N}])/gu
const BETWEEN_NUMBERS = /\s+[/-]\s+|[,;|]/

/** Said of a person, or of what follows: not looked for beside other words. 'e' is written '&' too. */
const BESIDE = new Set(
  `e sig sigra signor signora sigg dott dottssa dottoressa dottore dr drssa avv avvocato ing ingegnere rag ragioniere geom
  geometra prof profssa arch architetto egr gentmo gentma spett spettle
  tel telefono cell cellulare mobile fax email mail mailto pec numero num`.split(/\s+/),
)

/** Reads 'Mario Verdi <mario@example.it>', 'tel. 333 1234567', 'Verdi, Mario', 'M. Verdi', 'Sig.ra Verdi'. */
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
  const spoken = numbers.reduce((left, number) => left.replace(number, ' '), named)
  const words = spoken
    .split(/[\s,;:|"«»“”<>()[\]{}]+/)
    .flatMap(initialsApart)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''))
    .filter(Boolean)
  const telling = words.filter((word) => !BESIDE.has(word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')))
  const isNamed = telling.length + emails.length + numbers.length > 0
  return {
    words: (isNamed ? telling : words).slice(0, SEARCH_WORDS),
    emails,
    phones: numbers.length > 0 ? numbers.flatMap(spellingsOf) : phonesIn(typed),
  }
}

/** The address that a part begins with, up to the last two letters or digits; one pattern for it all takes cubic time. */
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

/** The words that all have to be found: an address says more than the name beside it. Empty for no text only. */
export function wordsOf(text: string): string[] {
  const { words, emails } = officeSearch(text)
  const looked = emails.length > 0 ? emails : words
  const typed = tidied(text)
  return looked.length > 0 || typed === '' ? looked : [typed]
}
