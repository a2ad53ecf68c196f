import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { officePage } from '../../courses/admin/rules'
import type { CourseStanding } from '../../courses/rules'
import { OK, refuse } from '../../runtime/outcome.rules'
import {
  type EnrolmentOutcome,
  type EnrolmentState,
  labelOf,
  maySeat,
  mayStep,
  SEATED,
  STEPS,
} from '../rules'

/** Days. */
export const LATE_DAYS = 5

/** 'da pochi minuti', 'da 3 ore', 'da ieri', 'da 5 giorni' */
export function ageOf(requestedAt: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - requestedAt.getTime()) / millisecondsInMinute)
  if (minutes < 60) return minutes < 5 ? 'adesso' : 'da pochi minuti'
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? 'da un’ora' : `da ${hours} ore`
  const days = Math.floor(hours / 24)
  return days === 1 ? 'da ieri' : `da ${days} giorni`
}

export function isLate(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() >= LATE_DAYS * millisecondsInDay
}

/** The fragment of a row. */
export const placeOf = (id: string) => `#richiesta-${id}`

// ── Who is in a course ──────────────────────────────────────────────────────────────────────────────

/** Rows of a page. */
export const ROSTER_PAGE = 50
/** Rows of the page that is printed. */
export const PRINTED_MOST = 1_000

export const ROSTER_STEPS = ['complete', 'start', 'uncomplete', 'unstart'] as const
export type RosterStep = (typeof ROSTER_STEPS)[number]

export function isRosterStep(word: unknown): word is RosterStep {
  return ROSTER_STEPS.some((step) => step === word)
}

/** Steps for all participants. */
export const COURSE_STEPS = ['start', 'complete'] as const
export type CourseStep = (typeof COURSE_STEPS)[number]

export function isCourseStep(word: unknown): word is CourseStep {
  return COURSE_STEPS.some((step) => step === word)
}

/** `early` confirms a step before the first session. Later none goes back to approved. */
export function mayMark(
  step: RosterStep,
  state: EnrolmentState,
  begun: boolean,
  early = false,
): EnrolmentOutcome {
  const decision = mayStep(step, state)
  if (!decision.ok) return decision
  if (step === 'unstart') return begun ? refuse('begun') : OK
  return begun || early || step === 'uncomplete' ? OK : refuse('early')
}

export function stepsFrom(state: EnrolmentState, begun: boolean): RosterStep[] {
  return ROSTER_STEPS.filter((step) => mayMark(step, state, begun, true).ok)
}

export const stepLabel = (step: RosterStep) => labelOf(STEPS[step].to)

/** A step back says so. */
export function stepButton(step: RosterStep): string {
  if (step === 'unstart') return 'Riporta ad approvato'
  return step === 'uncomplete' ? 'Riporta a in corso' : stepLabel(step)
}

// ── Taking back, cancelling, moving ─────────────────────────────────────────────────────────────────

/** Where a decision about an enrolment leads back to: `torna` of the address, else the roster of its course. */
export function backFrom({ searchParams }: URL, course: string): string {
  const wanted = searchParams.get('torna')
  return wanted ? officePage(wanted) : `/admin/courses/${course}/iscritti`
}

export const editionPage = (course: string) => `/admin/courses/${course}/edizione`

/** ', ma solo tra 5 minuti: fino ad allora puoi tornare indietro'; '' if e-mails leave at once. */
export function heldFor(minutes: number): string {
  return minutes > 0
    ? `, ma solo tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}: fino ad allora puoi tornare indietro`
    : ''
}

/** Reasons to choose from; 'altro' needs words of its own. */
export const CANCEL_REASONS = {
  chiesto: 'Lo hai chiesto tu',
  pagamento: 'Il pagamento non è arrivato',
  requisiti: 'Mancano i requisiti per questo corso',
  altro: 'Altro',
} as const

/** One sentence from the chosen reason and the typed words; '' if neither says anything. */
export function cancelReason(chosen: string, words: string): string {
  const isReason = (word: string): word is keyof typeof CANCEL_REASONS => Object.hasOwn(CANCEL_REASONS, word)
  const known = chosen !== 'altro' && isReason(chosen) && CANCEL_REASONS[chosen]
  return [known, words.trim()].filter(Boolean).join('. ')
}

// ── Direct enrolment ────────────────────────────────────────────────────────────────────────────────

/** Courses of one form, and suggested courses. */
export const ENROL_MOST = 30
export const SUGGESTED_COURSES = 20

export type EnrolOutcome =
  | 'enrolled'
  | 'already'
  | 'full'
  | 'draft'
  | 'cancelled'
  | 'coming'
  | 'archived'
  | 'unknown'

/** What the direct enrolment would do. `taken`: the taken seats of the course. */
export function outcomeOf(
  course:
    | (Pick<CourseStanding, 'archivedAt' | 'cancelledAt' | 'draft' | 'comingSoon'> & {
        maxPartecipanti: number | null
      })
    | undefined,
  existing: EnrolmentState | undefined,
  taken: number,
  overCapacity = false,
): EnrolOutcome {
  if (!course) return 'unknown'
  if (existing && SEATED.includes(existing)) return 'already'
  if (course.archivedAt) return 'archived'
  if (course.draft) return 'draft'
  if (course.cancelledAt) return 'cancelled'
  if (course.comingSoon) return 'coming'
  return maySeat(course, taken, overCapacity).ok ? 'enrolled' : 'full'
}

/** An enrolment that would succeed has not been made yet. */
export const OUTCOMES: Record<EnrolOutcome, string> = {
  enrolled: 'Non iscritto: ora c’è posto',
  already: 'Era già iscritto',
  full: 'Al completo: non iscritto',
  draft: 'È una bozza: prima va pubblicata',
  cancelled: 'Edizione annullata: non iscritto',
  coming: 'In arrivo: le iscrizioni non sono ancora aperte',
  archived: 'Corso eliminato: non iscritto',
  unknown: 'Questo corso non esiste più',
}
