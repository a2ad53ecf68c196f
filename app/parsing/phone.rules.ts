/** Returns the digits of a number without the Italian prefix, as the columns `phone_digits` store them. */
export function phoneDigits(phone: string): string {
  return phone.replace(/^[^0-9+]*(\+|00)[^0-9]*39/, '').replace(/[^0-9]/g, '')
}

const LEAST_SEARCHED_DIGITS = 4
const PHONE_CHARACTERS = /^[\d\s+()./-]+$/

/**
 * Returns the digits to search for a typed number, or for a part of at least 4 digits; [] for other text. Digits that
 * may begin with the Italian prefix without its plus are searched with it and without.
 */
export function phoneDigitsToSearch(typed: string): string[] {
  const digits = PHONE_CHARACTERS.test(typed) ? phoneDigits(typed) : ''
  if (digits.length < LEAST_SEARCHED_DIGITS) return []
  return /^39\d{8,}$/.test(digits) ? [digits, digits.slice(2)] : [digits]
}

/** Least digits of a number that can be dialled. */
const LEAST_DIGITS = 5
/** Most digits of a number that can be dialled. */
const MOST_DIGITS = 15
const DIGITS_WITH_SIGNS = /\(?(?:\+|\b00|\b\d|\(\d)[\d\s().+/–-]*\d/g
/** The word before an extension, which is not dialled. */
const EXTENSION_WORD = /(?:\b(?:int(?:erno)?|ext|est)\b\.?|#)\s*:?\s*$/i
/** A number with an extension at its end: '123456/7', '123456-7', '123456 (12)'. */
const NUMBER_WITH_EXTENSION = /^(.*\d)(\s*(?:\/\s*\d{1,2}|[–-]\s*\d{1,2}|\(\d{1,4}))$/
/**
 * What stands between two numbers: a sign with spaces around it, an extension in brackets, or only blanks where the
 * second number begins with a plus.
 */
const BETWEEN_NUMBERS =
  /(\s+[/–-]\s+|(?<=(?:\d[\s./–-]*){8})\s*\(\d{1,4}\)\s*(?=\d)|\s*(?=(?<=\d[\s,/]*)\(?\+))/
const SEPARATOR = /(?<=\d)[\s()./–-]+(?=\d)/g
/** Most digits of an Italian number without the prefix. */
const LONGEST_NATIONAL = 11
/** Least digits of each of two numbers written as one. */
const SHORTEST_OF_TWO = 6
const FOREIGN_START = /^[^\d+]*(?:\+|00)(?!\D*39)/
const ITALIAN_START = /^[038]/

/**
 * A part of a typed phone field. `link`: the `tel:` address of a number; absent for words, extensions, and digits that
 * are no number.
 */
export type PhonePart = { text: string; link?: string }

/** Splits a typed phone field into numbers and words; together the parts are the whole text. */
export function phoneParts(typed: string): PhonePart[] {
  const parts: PhonePart[] = []
  const add = (text: string, link?: string) => {
    const last = parts.at(-1)
    if (text === '') return
    if (link === undefined && last && last.link === undefined) last.text += text
    else parts.push(link === undefined ? { text } : { text, link })
  }
  let end = 0
  for (const { 0: run, index } of typed.matchAll(DIGITS_WITH_SIGNS)) {
    add(typed.slice(end, index))
    end = index + run.length
    const isExtension = EXTENSION_WORD.test(typed.slice(0, index))
    for (const [number, after] of isExtension ? [['', run]] : numbersIn(run)) {
      add(number ?? '', number ? phoneLink(number) : undefined)
      add(after ?? '')
    }
  }
  add(typed.slice(end))
  return parts
}

/** Splits a run of digits and signs into numbers, each with the text after it. */
function numbersIn(run: string): [number: string, after: string][] {
  return run.split(BETWEEN_NUMBERS).reduce<[string, string][]>((pairs, piece, i) => {
    const last = pairs.at(-1)
    if (i % 2 === 1 && last) last[1] += piece
    else pairs.push(...numbersAndExtension(piece))
    return pairs
  }, [])
}

/**
 * Splits a piece into numbers, each with the text after it. An extension at the end of the piece is text after the
 * last number.
 */
function numbersAndExtension(piece: string): [number: string, after: string][] {
  const [, before = '', extension = ''] = NUMBER_WITH_EXTENSION.exec(piece) ?? []
  // The last two digits after a dash are mostly of the number: '0736 12-34-56'.
  const leastDigitsBefore = /^\s*[–-]\s*\d\d$/.test(extension) ? 10 : LEAST_DIGITS + 1
  if (extension === '' || nationalDigits(before).length < leastDigitsBefore) return splitNumbers(piece)
  const pairs = splitNumbers(before)
  const last = pairs.at(-1)
  if (last) last[1] += extension
  return pairs
}

/**
 * Splits a piece with more digits than one number has. Prefers a place where the second part begins like an Italian
 * number, then a slash, then a later place.
 */
function splitNumbers(piece: string): [number: string, after: string][] {
  const most = FOREIGN_START.test(piece) ? MOST_DIGITS : LONGEST_NATIONAL
  if (nationalDigits(piece).length <= most) return [[piece, '']]
  const [best] = [...piece.matchAll(SEPARATOR)]
    .map(({ 0: separator, index }) => {
      const first = piece.slice(0, index)
      const second = piece.slice(index + separator.length)
      const likeness = (ITALIAN_START.test(second) ? 2 : 0) + (separator.includes('/') ? 1 : 0)
      return { first, separator, second, likeness, digits: nationalDigits(first).length }
    })
    .filter(
      ({ second, digits }) =>
        digits >= SHORTEST_OF_TWO && digits <= most && countDigits(second) >= SHORTEST_OF_TWO,
    )
    .sort((a, b) => b.likeness - a.likeness || b.digits - a.digits)
  return best ? [[best.first, best.separator], ...splitNumbers(best.second)] : [[piece, '']]
}

/** Like `phoneDigits`, but also removes a prefix that has lost its plus: '39 0736 123456'. */
const nationalDigits = (text: string) => phoneDigits(text).replace(/^39(?=[03]\d{8,10}$)/, '')

const countDigits = (text: string) => text.replace(/\D/g, '').length

function phoneLink(number: string): string | undefined {
  const digits = number.replace(/[^\d+]/g, '')
  const count = countDigits(digits)
  const isNumber = count >= LEAST_DIGITS && count <= MOST_DIGITS && digits.lastIndexOf('+') <= 0
  return isNumber ? `tel:${digits}` : undefined
}

/** Returns the `tel:` address of the first number in a typed phone field; undefined without one. */
export function firstPhoneLink(typed: string): string | undefined {
  return phoneParts(typed).find(({ link }) => link !== undefined)?.link
}

/** Whether a text has enough digits for a number, even if no link can be made of them. */
export function hasPhone(typed: string): boolean {
  return countDigits(typed) >= LEAST_DIGITS
}
