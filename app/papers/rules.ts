import type { Company } from '../content/groups.rules'
import type { Format } from '../courses/rules'
import type { AttendanceMark } from '../enrolments/attendance/rules'
import { tidy } from '../parsing/text.rules'
import { LETTERS } from './letters.rules'

/**
 * All that an attestato shows. Plain values, so that they are kept as JSON: what was issued is drawn again from them, never
 * from the course as it is later.
 */
export type CertificateFacts = {
  /** '2027/0012' */
  number: string
  /** YYYY-MM-DD */
  issuedOn: string
  /** The number of the attestato that this one replaces. */
  replaces: string | null
  /** The whole address that verifies this attestato. The QR holds it in capitals, so its path is read in any case. */
  verificationUrl: string
  /** Shown for those who type: 'example.org/verifica'. */
  verificationPage: string
  firstName: string
  lastName: string
  course: { title: string; slug: string; theme: string | null; format: Format | null }
  /** 'in aula', 'online': how the course was held; null where unknown. */
  mode: string | null
  place: string | null
  /** YYYY-MM-DD, of the first and the last lesson; null for a course without lessons. */
  period: { first: string; last: string } | null
  teachers: string[]
  /** Minutes; null for a course without a register. */
  attendance: { attended: number; planned: number; threshold: number } | null
  /** 'Completato' */
  outcome: string
  issuer: Pick<Company, 'name' | 'tagline' | 'partner' | 'legalName' | 'registeredOffice' | 'vat' | 'rea'>
  signatory: { name: string; role: string }
}

/** The facts of the issuer and of who signs, as the settings have them now. */
export function issuerOf(company: Company): Pick<CertificateFacts, 'issuer' | 'signatory'> {
  const { name, tagline, partner, legalName, registeredOffice, vat, rea, signatory, signatoryRole } = company
  return {
    issuer: { name, tagline, partner, legalName, registeredOffice, vat, rea },
    signatory: { name: signatory, role: signatoryRole },
  }
}

type PersonName = { firstName: string; lastName: string }

/** Days YYYY-MM-DD, times 'HH:MM:SS' or null. `place`: which of `all` lessons it is. */
export type LessonFacts = {
  place: number
  all: number
  startDate: string
  endDate: string
  startTime: string | null
  endTime: string | null
  hours: number | null
  topic: string | null
  where: string | null
}

/** The sheet of one lesson; `lesson` is null where the dates are not written yet. */
export type SignInFacts = {
  title: string
  teachers: string[]
  lesson: LessonFacts | null
  people: PersonName[]
  printedAt: Date
}

/** `edition`: 'gen 2027, Ascoli Piceno'. */
export type BlankRegisterFacts = {
  title: string
  edition: string
  teachers: string[]
  plannedHours: number | null
  lessons: LessonFacts[]
  people: PersonName[]
  printedAt: Date
}

export type ClosedLesson = LessonFacts & {
  closedAt: Date
  /** Null where the account of that person is gone. */
  closedBy: string | null
  marks: (PersonName & AttendanceMark)[]
}

export type ClosedRegisterFacts = Omit<BlankRegisterFacts, 'lessons' | 'people'> & { lessons: ClosedLesson[] }

/** What a course teaches, and when. */
export type ProgrammeFacts = Omit<BlankRegisterFacts, 'people'> & { modules: string[] }

/** The courses of a person. `dates`: '' where everybody takes the course when they like; `attendance`: minutes, `planned` null where unknown. */
export type TranscriptFacts = PersonName & {
  courses: {
    title: string
    dates: string
    place: string | null
    /** Null for a course without a register. */
    attendance: { attended: number; planned: number | null } | null
    state: string
    /** 'n. 2027/0012' */
    certificate: string | null
  }[]
  /** Shown for those who type: 'example.org/verifica'. */
  verificationPage: string
  printedAt: Date
}

/** One payment of a person for a course. Amounts in cents; `receivedOn`: YYYY-MM-DD. */
export type ReceiptFacts = {
  /** 'RF97 0010 42' */
  reference: string
  payer: { name: string; codes: string[]; address: string }
  /** Who takes part. */
  participant: string
  /** 'Marketing Strategico, 12 mar 2027, Fermo' */
  course: string
  cents: number
  receivedOn: string
  /** 'con bonifico'; '' where unknown. */
  means: string
  /** What is still to be paid; null for an enrolment that has ended. */
  open: number | null
  /** What the receipt says of its stamp: an exempt one above a sum carries it. */
  stamp: 'due' | 'free' | 'taxed' | 'unknown'
  printedAt: Date
}

const isLetter = (character: string) => {
  const code = character.codePointAt(0) ?? 0
  return LETTERS.some(([first, last]) => code >= first && code <= last)
}

/** The characters of a text that papers cannot print, each once: an attestato needs another spelling of such a name. */
export function unprintable(text: string): string[] {
  return [...new Set(tidy(text))].filter((character) => !isLetter(character))
}

/** A text as papers print it: one line, without invisible characters; '?' for what they cannot print. */
export function printable(text: string): string {
  return Array.from(tidy(text), (character) => (isLetter(character) ? character : '?')).join('')
}
