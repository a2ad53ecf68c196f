import type { Company } from '../content/settings.rules'
import type { Format } from '../courses/rules'
import { tidy } from '../parsing/text.rules'
import { PRINTABLE_CHARACTERS } from './characters.rules'

/**
 * All that an attestato shows, as plain values that are stored as JSON. An issued attestato is always drawn from these
 * stored facts, never from the course, which may have changed.
 */
export type CertificateFacts = {
  /** '2027/0012' */
  number: string
  /** YYYY-MM-DD */
  issuedOn: string
  /** The number of the attestato that this one replaces. */
  replaces: string | null
  /** The address that verifies this attestato. The QR contains it in capitals, so the site must accept any case. */
  verificationUrl: string
  /** Printed for people who type the address instead of scanning the QR code: 'example.org/verifica'. */
  verificationPage: string
  firstName: string
  lastName: string
  course: { title: string; slug: string; theme: string | null; format: Format | null }
  /** 'in aula', 'online': how the course was held; null where unknown. */
  mode: string | null
  /** The town; null for an online course, or where unknown. */
  place: string | null
  /** First and last day of the course, YYYY-MM-DD; null for a course without dates. */
  period: { first: string; last: string } | null
  teachers: string[]
  /** `attended`, `planned`: minutes; `threshold`: percent. Null if the planned minutes are unknown. */
  attendance: { attended: number; planned: number; threshold: number } | null
  /** 'Completato' */
  outcome: string
  issuer: Pick<Company, 'name' | 'tagline' | 'partner' | 'legalName' | 'registeredOffice' | 'vat' | 'rea'>
  signatory: { name: string; role: string }
}

/** The present facts of the issuer and of the person who signs, from the settings. */
export function issuerOf(company: Company): Pick<CertificateFacts, 'issuer' | 'signatory'> {
  const { name, tagline, partner, legalName, registeredOffice, vat, rea, signatory, signatoryRole } = company
  return {
    issuer: { name, tagline, partner, legalName, registeredOffice, vat, rea },
    signatory: { name: signatory, role: signatoryRole },
  }
}

/** The courses of a person. `dates` and `state`: in words; `dates` is '' for a course at one's own pace. */
export type TranscriptFacts = {
  firstName: string
  lastName: string
  courses: {
    title: string
    dates: string
    place: string | null
    /** Minutes. `planned`: null if unknown. Null as a whole for a course without a register. */
    attendance: { attended: number; planned: number | null } | null
    state: string
    /** 'n. 2027/0012'; 'Consegnato' for one that the office uploaded; null without one. */
    certificate: string | null
  }[]
  /** Where attestati are verified, as people type it: 'example.org/verifica'. */
  verificationPage: string
  printedAt: Date
}

/** One payment of a person for a course. Amounts in cents; `receivedOn`: YYYY-MM-DD. */
export type ReceiptFacts = {
  /** 'RF97 0010 42' */
  reference: string
  /** To whom the receipt is made out. `codes`: those known, with their names: 'P. IVA …', 'C.F. …'. */
  payer: { name: string; codes: string[]; address: string }
  /** Who takes part. */
  participant: string
  /** 'Marketing Strategico, 12 mar 2027, Fermo' */
  course: string
  cents: number
  receivedOn: string
  /** How it was paid, in words: 'con bonifico'; '' where unknown. */
  means: string
  /** What is still to be paid; null for an enrolment without a seat, such as one that has ended. */
  open: number | null
  /**
   * What the receipt says of its revenue stamp, which an exempt payment above a certain sum needs (`due`). `free`:
   * exempt, not above that sum; `taxed`: with VAT; `unknown`: the office has not said how the edition is taxed.
   */
  stamp: 'due' | 'free' | 'taxed' | 'unknown'
  printedAt: Date
}

/** Whether the fonts of papers have a character. */
const isPrintable = (character: string) => {
  const code = character.codePointAt(0) ?? 0
  return PRINTABLE_CHARACTERS.some(([first, last]) => code >= first && code <= last)
}

/** The characters of a text that papers cannot print, each once. A name that has any must be spelt without them. */
export function unprintable(text: string): string[] {
  return [...new Set(tidy(text))].filter((character) => !isPrintable(character))
}

/** A text as papers print it: on one line, without invisible characters, with '?' for characters they cannot print. */
export function toPrintable(text: string): string {
  return Array.from(tidy(text), (character) => (isPrintable(character) ? character : '?')).join('')
}
