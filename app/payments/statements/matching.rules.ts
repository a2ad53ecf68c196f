import { differenceInCalendarDays, parseISO } from 'date-fns'
import { referenceNumber } from '../../enrolments/dues/reference.rules'
import { normalForm } from '../../parsing/text.rules'
import type { CountedLine } from './rules'

/**
 * An enrolment that a line may pay. `reference`: the number in its causale; `company`: that of the profile of its
 * person, null without one; `course`: the title; `openDues`: what is not paid of each due, in cents, the oldest first,
 * without the dues paid in full.
 */
export type PayableEnrolment = {
  id: string
  reference: number
  name: string
  company: string | null
  course: string
  openDues: number[]
}

/**
 * A payment that is registered already and comes from no line of the statement, as far as keys say (`lineKey`).
 * `reference`: the number in the causale of its enrolment; `receivedOn`: YYYY-MM-DD; `tableText`: the text of its line
 * if both statements are tables, which name no account; null for other payments.
 */
export type RegisteredPayment = {
  reference: number
  cents: number
  receivedOn: string
  tableText: string | null
}

/**
 * Why a person has to check a line. `equal-payment`: it is probably registered already; `nothing-open`: the
 * enrolment that the line names has no open dues; `too-much`: the line is more than all open dues of the enrolment;
 * `other-amount`: less than all, but not the sum of the first ones.
 */
export type MatchDoubt =
  | 'equal-payment'
  | 'other-amount'
  | 'too-much'
  | 'nothing-open'
  | 'several-references'
  | 'unknown-reference'
  | 'no-reference'

/**
 * What an incoming line pays. A line names an enrolment by its causale. `certain`: the line names one enrolment and
 * equals the sum of the first `dueCount` open dues; `partial`: it names one enrolment, but the sum differs
 * (`expectedCents`: the first open due), or it has a payment of the same sum about that day (`receivedOn`);
 * `unmatched`: it names none or several, and `candidates` are the enrolments that it names, or whose person or company
 * its text contains.
 */
export type LineMatch =
  | { verdict: 'certain'; enrolment: PayableEnrolment; dueCount: number }
  | {
      verdict: 'partial'
      enrolment: PayableEnrolment
      doubt: MatchDoubt
      receivedOn?: string
      expectedCents?: number
    }
  | { verdict: 'unmatched'; doubt: MatchDoubt; candidates: PayableEnrolment[] }

/** A line, and what it probably pays. */
export type Proposal = { line: CountedLine; match: LineMatch }

/**
 * The proposals of a statement, in two lists: those that are `certain`, and the `doubtful` ones, which a person has to
 * check. Both are in the order of days. `moreCertainCount`, `moreDoubtfulCount`: how many are not listed because the
 * list would be too long; unmatched lines are left out before partial ones. `registeredBeforeCount`: how many incoming
 * lines are in neither list because they had been registered before.
 */
export type Proposals = {
  incomingCount: number
  outgoingCount: number
  registeredBeforeCount: number
  certain: Proposal[]
  doubtful: Proposal[]
  moreCertainCount: number
  moreDoubtfulCount: number
}

/** A causale as people and banks write it: also in small letters, with spaces, points or hyphens between the digits. */
const REFERENCE = /RF(?:[\s.:-]{0,2}\d){8}(?!\d)/gi

/**
 * Returns the numbers of the valid references in a text, each once. `invalidCount`: how many look like a reference, but
 * have wrong check digits.
 */
export function referencesIn(text: string) {
  const numbersOrNull = [...text.matchAll(REFERENCE)].map(([reference]) => referenceNumber(reference))
  const valid = numbersOrNull.filter((number) => number !== null)
  return { numbers: [...new Set(valid)], invalidCount: numbersOrNull.length - valid.length }
}

/** Most candidates that are proposed for an unmatched line. */
const MOST_CANDIDATES = 3

/** How bank statements write letters that Unicode does not decompose. */
const TRANSLITERATIONS: Record<string, string> = { Ł: 'L', Đ: 'D', Ø: 'O', ß: 'SS', Æ: 'AE', Œ: 'OE' }

/** The words of a name in capitals without accents, as bank statements write them; single letters are left out. */
function wordsOf(text: string): string[] {
  return normalForm(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[ŁĐØßÆŒ]/g, (letter) => TRANSLITERATIONS[letter] ?? letter)
    .split(/[^A-Z]+/)
    .filter((word) => word.length > 1)
}

/** Days between a line and an equal payment that is probably the same money: the office types the day by hand. */
const EQUAL_PAYMENT_DAYS = 7

/**
 * Whether a payment is probably the money of a line. Lines of two tables are the same movement only on one day: those
 * of another day are two transfers of one account.
 */
function isProbablyRegisteredAs(
  { cents, receivedOn, tableText }: RegisteredPayment,
  line: CountedLine,
): boolean {
  if (cents !== line.cents) return false
  if (tableText !== null)
    return receivedOn === line.day && tableText.toUpperCase() !== line.text.toUpperCase()
  return Math.abs(differenceInCalendarDays(parseISO(receivedOn), parseISO(line.day))) <= EQUAL_PAYMENT_DAYS
}

/**
 * Returns a function that matches lines with enrolments. Call it with the oldest line first: a certain match uses up
 * the dues that it pays, for the lines after it. `registeredPayments`: those of the enrolments that the lines name.
 */
export function createLineMatcher(
  enrolments: readonly PayableEnrolment[],
  registeredPayments: readonly RegisteredPayment[],
) {
  const byReference = new Map(enrolments.map((enrolment) => [enrolment.reference, enrolment]))
  const unusedDues = new Map(enrolments.map(({ id, openDues }) => [id, [...openDues]]))
  /** Each enrolment under the first word of its person's name, and of its company's. */
  const byFirstWord = new Map<string, { enrolment: PayableEnrolment; words: string[] }[]>()
  for (const enrolment of enrolments)
    for (const name of [enrolment.name, enrolment.company ?? '']) {
      const words = wordsOf(name)
      const [first] = words
      if (first) byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { enrolment, words }])
    }

  /** The enrolments whose person or company a line names; only those with dues of its sum, if there are any. */
  function candidatesFor({ text, cents }: CountedLine): PayableEnrolment[] {
    const words = new Set(wordsOf(text))
    const entriesInText = [...words].flatMap((word) =>
      (byFirstWord.get(word) ?? []).filter((entry) => entry.words.every((other) => words.has(other))),
    )
    const debtors = new Set(
      entriesInText.map(({ enrolment }) => enrolment).filter(({ id }) => unusedDues.get(id)?.length),
    )
    const exactMatches = [...debtors].filter(
      ({ id }) => countDuesPaidBy(cents, unusedDues.get(id) ?? []) !== null,
    )
    return (exactMatches.length > 0 ? exactMatches : [...debtors]).slice(0, MOST_CANDIDATES)
  }

  return (line: CountedLine): LineMatch => {
    const { numbers, invalidCount } = referencesIn(line.text)
    const namedEnrolments = numbers.flatMap((number) => byReference.get(number) ?? [])
    const [enrolment] = namedEnrolments
    if (!enrolment) {
      const doubt = numbers.length + invalidCount > 0 ? 'unknown-reference' : 'no-reference'
      return { verdict: 'unmatched', doubt, candidates: candidatesFor(line) }
    }
    if (numbers.length + invalidCount > 1)
      return {
        verdict: 'unmatched',
        doubt: 'several-references',
        candidates: namedEnrolments.slice(0, MOST_CANDIDATES),
      }
    const equalPayment = registeredPayments.find(
      (payment) => payment.reference === enrolment.reference && isProbablyRegisteredAs(payment, line),
    )
    if (equalPayment)
      return { verdict: 'partial', enrolment, doubt: 'equal-payment', receivedOn: equalPayment.receivedOn }
    const dues = unusedDues.get(enrolment.id) ?? []
    const openSum = dues.reduce((sum, due) => sum + due, 0)
    const dueCount = countDuesPaidBy(line.cents, dues)
    if (dueCount !== null) {
      dues.splice(0, dueCount)
      return { verdict: 'certain', enrolment, dueCount }
    }
    const doubt = openSum === 0 ? 'nothing-open' : line.cents > openSum ? 'too-much' : 'other-amount'
    return { verdict: 'partial', enrolment, doubt, expectedCents: dues[0] ?? 0 }
  }
}

/** Counts the first dues that add up to exactly this sum; null if no number of them does. */
function countDuesPaidBy(cents: number, dues: readonly number[]): number | null {
  let sum = 0
  for (const [index, due] of dues.entries()) {
    sum += due
    if (sum === cents) return index + 1
    if (sum > cents) return null
  }
  return null
}
