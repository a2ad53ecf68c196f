/** The digits without the Italian prefix: the rule of the columns `phone_digits`. */
export function phoneDigits(phone: string): string {
  return phone.replace(/^[^0-9+]*(\+|00)[^0-9]*39/, '').replace(/[^0-9]/g, '')
}

const LEAST = 4
const PHONE = /^[\d\s+()./-]+$/

/** The digits that a typed phone number, or a part of at least 4 digits, may stand for; [] for other text. */
export function phonesIn(typed: string): string[] {
  const digits = PHONE.test(typed) ? phoneDigits(typed) : ''
  if (digits.length < LEAST) return []
  return /^39\d{8,}$/.test(digits) ? [digits, digits.slice(2)] : [digits]
}

/** Digits of a number that can be dialled. */
const SHORTEST = 5
const LONGEST = 15
const DIGITS_WITH_SIGNS = /\(?(?:\+|\b00|\b\d|\(\d)[\d\s().+/–-]*\d/g
/** Before an extension, which is not dialled. */
const EXTENSION = /(?:\b(?:int(?:erno)?|ext|est)\b\.?|#)\s*:?\s*$/i
/** Between two numbers: a sign with spaces around it, or the plus of the next. */
const BETWEEN = /(\s+[/–-]\s+|\s*(?=(?<=\d[\s,/]*)\(?\+))/

/** A text with the phone numbers in it: `link` is what is dialled; a part without one is only words. */
export type PhonePart = { text: string; link?: string }

/** The parts of a typed phone field, whole and in order: '0736 123456 / 333 1234567' has two numbers. */
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
    const isExtension = EXTENSION.test(typed.slice(0, index))
    for (const [number, rest] of isExtension ? [['', run]] : numbersIn(run)) {
      add(number ?? '', number ? dialled(number) : undefined)
      add(rest ?? '')
    }
  }
  add(typed.slice(end))
  return parts
}

/** Pairs of a number and what stands after it. */
function numbersIn(run: string): [number: string, rest: string][] {
  return run.split(BETWEEN).reduce<[string, string][]>((pairs, piece, i) => {
    const last = pairs.at(-1)
    if (i % 2 === 1 && last) last[1] += piece
    else pairs.push(...atSlash(piece))
    return pairs
  }, [])
}

/** A slash divides two whole numbers, or stands before other last digits ('123456/7'); else it is within one. */
function atSlash(piece: string): [number: string, rest: string][] {
  const [, first = piece, slash = '', second = ''] = /^(.*\d)(\s*\/\s*)(\d.*)$/.exec(piece) ?? []
  // An area code before a slash has fewer digits.
  if (slash === '' || phoneDigits(first).length <= SHORTEST) return [[piece, '']]
  if (countDigits(second) > SHORTEST) return [[first, slash], ...atSlash(second)]
  return countDigits(second) <= 2 ? [[first, slash + second]] : [[piece, '']]
}

const countDigits = (text: string) => text.replace(/\D/g, '').length

function dialled(number: string): string | undefined {
  const digits = number.replace(/[^\d+]/g, '')
  const count = countDigits(digits)
  const isNumber = count >= SHORTEST && count <= LONGEST && digits.lastIndexOf('+') <= 0
  return isNumber ? `tel:${digits}` : undefined
}

export function firstPhoneLink(typed: string): string | undefined {
  return phoneParts(typed).find(({ link }) => link !== undefined)?.link
}

/** Whether a text has a number that can be dialled. */
export function hasPhone(typed: string): boolean {
  return firstPhoneLink(typed) !== undefined
}
