import { href } from 'react-router'
import {
  type AttendanceRequirement,
  type Attended,
  attendedInWords,
  attendedPercent,
  type RegisterLesson,
  thresholdStateOf,
} from '../enrolments/attendance/rules'
import { type EnrolmentState, REASON_LIMIT } from '../enrolments/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount, formatNumber } from '../italian/numbers'
import { normalForm } from '../parsing/text.rules'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'

/** How an attestato ends. `void`: the office took its issuing back after a later number had been given. */
export const CERTIFICATE_ENDINGS = ['revoked', 'replaced', 'void'] as const
export type CertificateEnding = (typeof CERTIFICATE_ENDINGS)[number]

/** The public page that says whether an attestato is valid. */
export const certificatePage = (code: string) => href('/v/:code', { code })

/** The attended and planned hours of an attestato (in minutes) in words: '14 ore su 16'. */
export const attendedOfPlanned = ({ attended, planned }: { attended: number; planned: number }) =>
  attendedInWords({ attended, soFar: planned })

/** How many attestati one preview shows at most. */
export const PREVIEWED_MOST = 20

/** The word for an attestato that has ended, by how it has ended. */
export const CERTIFICATE_ENDING_LABELS: Record<CertificateEnding, string> = {
  revoked: 'Revocato',
  replaced: 'Sostituito',
  void: 'Non consegnato',
}

// ── Numbers and codes ───────────────────────────────────────────────────────────────────────────────

/** `seq`: the number within the year, from 1. */
export type CertificateNumber = { year: number; seq: number }

/** A number as it is printed: '2027/0012'. */
export const formatCertificateNumber = ({ year, seq }: CertificateNumber) =>
  `${year}/${String(seq).padStart(4, '0')}`

/** Reads a typed number, with or without leading zeros; 'n. 2027 / 12' is 2027/0012. Null if the text is no number. */
export function readCertificateNumber(text: string): CertificateNumber | null {
  const [, year, seq] = /^\D{0,8}(\d{4})\s*[/\-.]\s*(\d{1,7})$/.exec(text.trim()) ?? []
  return year && Number(seq) > 0 ? { year: Number(year), seq: Number(seq) } : null
}

/** Capitals and digits without those that look alike (I, L, O, U). A QR code needs few modules for them. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = new RegExp(`^[${CODE_ALPHABET}]{26}$`)

/** The code of an attestato in the form in which it is stored, from any case; null if the text cannot be a code. */
export function readCode(text: string): string | null {
  const code = text.toUpperCase()
  return CODE.test(code) ? code : null
}

/** Whether a typed last name is the one on an attestato, ignoring accents, capitals, spaces and signs. */
export function isSameName(lastName: string, typedName: string): boolean {
  const letters = (text: string) =>
    normalForm(text, 'NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  return letters(typedName) !== '' && letters(lastName) === letters(typedName)
}

// ── Who may have an attestato ───────────────────────────────────────────────────────────────────────

/** What of a lesson decides who may have an attestato. `hours`: null until the office writes them. */
type CertifiedLesson = Pick<RegisterLesson, 'startDate' | 'hours' | 'closedAt'> & { number: number }

/**
 * What decides whether a person may have an attestato. `lessons`: none for a course at one's own pace;
 * `unprintableLetters`: letters of the name that the fonts do not have.
 */
export type CertificateEligibility = {
  status: EnrolmentState
  lessons: readonly CertifiedLesson[]
  attendance: Attended
  requirement: AttendanceRequirement
  unprintableLetters: readonly string[]
}

/**
 * One reason why a person may not have an attestato. `lessons`: the lessons with an open register; `percent`: what the
 * person attended of the planned hours, rounded down.
 */
export type CertificateLack =
  | { lack: 'not-completed' }
  | { lack: 'no-hours' }
  | { lack: 'open-registers'; lessons: readonly CertifiedLesson[] }
  | { lack: 'below-threshold'; percent: number; threshold: number }
  | { lack: 'unprintable-name'; letters: readonly string[] }

/**
 * Why an attestato is not issued, revoked or replaced. `issued`: the enrolment has a valid one; `ended`: the attestato
 * is not valid any more; `undoable`: the office can still take its issuing back, and has to do that instead.
 */
export type CertificateRefusal =
  | CertificateLack['lack']
  | 'unknown'
  | 'issued'
  | 'ended'
  | 'undoable'
  | 'no-reason'
  | 'long-reason'
export type CertificateOutcome<Done extends object = object> = Outcome<CertificateRefusal, Done>

/**
 * The reasons why an enrolment may not have an attestato, in the order in which the office removes them; empty if it
 * may. A course without lessons has no registers and no hours to reach: there the enrolment need only be completed.
 */
export function lacksOf({
  status,
  lessons,
  attendance,
  requirement,
  unprintableLetters,
}: CertificateEligibility): CertificateLack[] {
  const lacks: CertificateLack[] = []
  const percent = attendedPercent(attendance, requirement)
  const openLessons = lessons.filter(({ closedAt }) => closedAt === null)
  if (lessons.some(({ hours }) => hours === null)) lacks.push({ lack: 'no-hours' })
  if (openLessons.length > 0) lacks.push({ lack: 'open-registers', lessons: openLessons })
  // Before the registers are closed the hours are not final.
  else if (percent !== null && thresholdStateOf(attendance, requirement) !== 'reached')
    lacks.push({ lack: 'below-threshold', percent, threshold: requirement.threshold })
  if (status !== 'completed') lacks.push({ lack: 'not-completed' })
  if (unprintableLetters.length > 0) lacks.push({ lack: 'unprintable-name', letters: unprintableLetters })
  return lacks
}

/** Whether an attestato may be issued to an enrolment. `hasIssuedCertificate`: whether it already has a valid one. */
export function mayIssue(
  [firstLack]: readonly CertificateLack[],
  hasIssuedCertificate: boolean,
): CertificateOutcome {
  if (hasIssuedCertificate) return refuse('issued')
  return firstLack ? refuse(firstLack.lack) : OK
}

/**
 * Whether an attestato may be revoked or replaced. While its issuing can be undone (`isUndoable`) it may not: it is
 * taken back instead.
 */
export function mayEndCertificate({
  endedAt,
  isUndoable,
}: {
  endedAt: Date | null
  isUndoable: boolean
}): CertificateOutcome {
  if (endedAt) return refuse('ended')
  return isUndoable ? refuse('undoable') : OK
}

/** A lack as a sentence for the office: 'Frequenza 71 %: la soglia è 80 %'. */
export function lackInWords(lack: CertificateLack): string {
  switch (lack.lack) {
    case 'not-completed':
      return 'L’iscrizione non è segnata «Completato»'
    case 'no-hours':
      return 'Una lezione è senza ore'
    case 'open-registers': {
      const [first] = lack.lessons
      return lack.lessons.length === 1 && first
        ? `Il registro ${withArticle('del', formatDate(first.startDate, 'd MMMM'))} è aperto`
        : `${formatCount(lack.lessons.length, 'registro aperto', 'registri aperti')}`
    }
    case 'below-threshold':
      return `Frequenza ${formatNumber(lack.percent)} %: la soglia è ${formatNumber(lack.threshold)} %`
    case 'unprintable-name':
      return `Il nome ha segni che non si stampano: ${lack.letters.join(' ')}`
  }
}

const SENTENCES: Record<CertificateRefusal, string> = {
  'not-completed': 'l’iscrizione non è segnata «Completato»',
  'no-hours': 'una lezione è senza ore',
  'open-registers': 'un registro è ancora aperto',
  'below-threshold': 'la frequenza non arriva alla soglia',
  'unprintable-name': 'il nome ha segni che non si stampano',
  unknown: 'questo attestato o questa iscrizione non c’è più',
  issued: 'ha già un attestato valido',
  ended: 'questo attestato non è più valido',
  undoable: 'il suo rilascio si può ancora ripristinare: ripristina quello',
  'no-reason': 'scrivi il motivo',
  'long-reason': `il motivo può avere al massimo ${REASON_LIMIT} caratteri`,
}

/** The reason of a refusal, as the end of a sentence such as 'Impossibile rilasciare l’attestato: …'. */
export const explainCertificateRefusal = ({ refusal }: { refusal: CertificateRefusal }) => SENTENCES[refusal]
