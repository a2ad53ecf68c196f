import { referenceNumber } from '../../enrolments/dues/reference.rules'
import { normalForm } from '../../parsing/text.rules'
import type { CountedLine } from './rules'

/**
 * An enrolment that a line may pay. `course`: its title; `reference`: the number of its causale; `company`: that of the person, null
 * without one; `open`: the open cents of each unpaid due, the oldest first.
 */
export type PayableEnrolment = {
  id: string
  reference: number
  name: string
  company: string | null
  course: string
  open: number[]
}

/**
 * Why a person has to check a line. `nothing-open`: its enrolment has no unpaid dues; `too-much`: more than all of
 * them.
 */
export type MatchDoubt =
  | 'other-amount'
  | 'too-much'
  | 'nothing-open'
  | 'several-references'
  | 'unknown-reference'
  | 'no-reference'

/**
 * What an incoming line pays. `certain`: it names one enrolment and equals the sum of its first `dues` open dues;
 * `partial`: it names one enrolment, but the sum differs (`open`: cents of the first open due); `unmatched`: it names
 * none or several, and `candidates` are the enrolments that it names, or whose person or company its text contains.
 */
export type LineMatch =
  | { verdict: 'certain'; enrolment: PayableEnrolment; dues: number }
  | { verdict: 'partial'; enrolment: PayableEnrolment; doubt: MatchDoubt; open: number }
  | { verdict: 'unmatched'; doubt: MatchDoubt; candidates: PayableEnrolment[] }

/** A line, and what it probably pays. */
export type Proposal = { line: CountedLine; match: LineMatch }

/**
 * The proposals of a statement. `incoming`, `outgoing`: how many lines; `registered`: how many of the incoming
 * lines an earlier statement has registered; `doubtful`: proposals that a person has to check; `moreCertain`, `moreDoubtful`:
 * how many further proposals are not listed. Both lists are in the order of days; if `doubtful` is too long, unmatched
 * lines are left out before partial ones.
 */
export type Proposals = {
  incoming: number
  outgoing: number
  registered: number
  certain: Proposal[]
  doubtful: Proposal[]
  moreCertain: number
  moreDoubtful: number
}

/** A causale as people and banks write it: also in small letters, with spaces, points or hyphens between the digits. */
const REFERENCE = /RF(?:[\s.:-]{0,2}\d){8}(?!\d)/gi

/**
 * Returns the numbers of the valid references in a text, each once. `invalid`: how many look like a reference, but have
 * wrong check digits.
 */
export function referencesIn(text: string): { numbers: number[]; invalid: number } {
  const numbersOrNull = [...text.matchAll(REFERENCE)].map(([reference]) => referenceNumber(reference))
  const valid = numbersOrNull.filter((number) => number !== null)
  return { numbers: [...new Set(valid)], invalid: numbersOrNull.length - valid.length }
}

/** Most candidates that are proposed for an unmatched line. */
const MOST_CANDIDATES = 3

/** Letters that Unicode does not decompose, as bank statements write them. */
const LETTERS: Record<string, string> = { Ł: 'L', Đ: 'D', Ø: 'O', ß: 'SS', Æ: 'AE', Œ: 'OE' }

/** The words of a name in capitals without accents, as bank statements write them; single letters are left out. */
function wordsOf(text: string): string[] {
  return normalForm(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[ŁĐØßÆŒ]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^A-Z]+/)
    .filter((word) => word.length > 1)
}

/**
 * Returns a function that matches lines with enrolments. Call it with the oldest line first: a certain match uses up
 * the dues that it pays, for the lines after it.
 */
export function createLineMatcher(enrolments: readonly PayableEnrolment[]) {
  const byReference = new Map(enrolments.map((enrolment) => [enrolment.reference, enrolment]))
  const openDues = new Map(enrolments.map(({ id, open }) => [id, [...open]]))
  const byFirstWord = new Map<string, { enrolment: PayableEnrolment; words: string[] }[]>()
  for (const enrolment of enrolments)
    for (const name of [enrolment.name, enrolment.company ?? '']) {
      const words = wordsOf(name)
      const [first] = words
      if (first) byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { enrolment, words }])
    }

  function candidatesFor({ text, cents }: CountedLine): PayableEnrolment[] {
    const words = new Set(wordsOf(text))
    const namedEntries = [...words].flatMap((word) =>
      (byFirstWord.get(word) ?? []).filter((entry) => entry.words.every((other) => words.has(other))),
    )
    const enrolmentsWithOpenDues = new Set(
      namedEntries.map(({ enrolment }) => enrolment).filter(({ id }) => openDues.get(id)?.length),
    )
    const exactMatches = [...enrolmentsWithOpenDues].filter(
      ({ id }) => duesPaidBy(cents, openDues.get(id) ?? []) !== null,
    )
    return (exactMatches.length > 0 ? exactMatches : [...enrolmentsWithOpenDues]).slice(0, MOST_CANDIDATES)
  }

  return (line: CountedLine): LineMatch => {
    const { numbers, invalid } = referencesIn(line.text)
    const namedEnrolments = numbers.flatMap((number) => byReference.get(number) ?? [])
    const [enrolment] = namedEnrolments
    if (!enrolment) {
      const doubt = numbers.length + invalid > 0 ? 'unknown-reference' : 'no-reference'
      return { verdict: 'unmatched', doubt, candidates: candidatesFor(line) }
    }
    if (numbers.length + invalid > 1)
      return {
        verdict: 'unmatched',
        doubt: 'several-references',
        candidates: namedEnrolments.slice(0, MOST_CANDIDATES),
      }
    const dues = openDues.get(enrolment.id) ?? []
    const openSum = dues.reduce((sum, due) => sum + due, 0)
    const paidCount = duesPaidBy(line.cents, dues)
    if (paidCount !== null) {
      dues.splice(0, paidCount)
      return { verdict: 'certain', enrolment, dues: paidCount }
    }
    const doubt = openSum === 0 ? 'nothing-open' : line.cents > openSum ? 'too-much' : 'other-amount'
    return { verdict: 'partial', enrolment, doubt, open: dues[0] ?? 0 }
  }
}

/** How many of the first dues add up to exactly this sum; null if none do. */
function duesPaidBy(cents: number, dues: readonly number[]): number | null {
  let sum = 0
  for (const [index, due] of dues.entries()) {
    sum += due
    if (sum === cents) return index + 1
    if (sum > cents) return null
  }
  return null
}
