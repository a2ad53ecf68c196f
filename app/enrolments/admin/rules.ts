import type { CourseStanding } from '../../courses/rules'
import {
  type Decision,
  type EnrolmentState,
  labelOf,
  maySeat,
  mayStep,
  OK,
  refuse,
  SEATED,
  STEPS,
} from '../rules'

const DAY = 86_400_000

/** From this age on a request is shown as late, in days (design reference). */
export const LATE_DAYS = 5

/** How long a request has waited, in words: 'da pochi minuti', 'da 3 ore', 'da ieri', 'da 5 giorni'. */
export function ageOf(requestedAt: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - requestedAt.getTime()) / 60_000)
  if (minutes < 60) return minutes < 5 ? 'adesso' : 'da pochi minuti'
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? 'da un’ora' : `da ${hours} ore`
  const days = Math.floor(hours / 24)
  return days === 1 ? 'da ieri' : `da ${days} giorni`
}

export function isLate(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() >= LATE_DAYS * DAY
}

/** The id of the request that the office looks at after this one: the following, or the one before the last. */
export function requestAfter(requests: readonly { id: string }[], id: string): string | undefined {
  const place = requests.findIndex((request) => request.id === id)
  return (requests[place + 1] ?? requests[place - 1])?.id
}

/** The place of a request in the queue, as a part of the page's address. */
export const placeOf = (id: string | undefined) => (id ? `#richiesta-${id}` : '#richieste')
export const rejectLinkOf = (id: string) => `#rifiuta-${id}`

// ── Who is in a course ──────────────────────────────────────────────────────────────────────────────

/** People on one page of the enrolled-users dialog. */
export const ROSTER_PAGE = 50

/** What the office sets in the enrolled-users dialog: 'In corso' and 'Completato', and back. */
export const ROSTER_STEPS = ['complete', 'start', 'uncomplete', 'unstart'] as const
export type RosterStep = (typeof ROSTER_STEPS)[number]

export function isRosterStep(word: unknown): word is RosterStep {
  return ROSTER_STEPS.some((step) => step === word)
}

/** The steps that the office can take for a whole course. */
export const COURSE_STEPS = ['start', 'complete'] as const
export type CourseStep = (typeof COURSE_STEPS)[number]

export function isCourseStep(word: unknown): word is CourseStep {
  return COURSE_STEPS.some((step) => step === word)
}

/** Has the day of the first session come? A course without dates has not begun. `today` as YYYY-MM-DD. */
export function hasBegun({ startDate }: { startDate: string | null }, today: string): boolean {
  return startDate !== null && startDate <= today
}

/**
 * May the office take this step in the enrolled-users dialog? Before the first session it starts and completes only
 * knowingly (`early`); from then on the schedule starts everybody, so an enrolment does not go back to approved.
 */
export function mayMark(step: RosterStep, state: EnrolmentState, begun: boolean, early = false): Decision {
  const decision = mayStep(step, state)
  if (!decision.ok) return decision
  if (step === 'unstart') return begun ? refuse('begun') : OK
  return begun || early || step === 'uncomplete' ? OK : refuse('early')
}

/** The steps that the office is offered for somebody in this state. */
export function stepsFrom(state: EnrolmentState, begun: boolean): RosterStep[] {
  return ROSTER_STEPS.filter((step) => mayMark(step, state, begun, true).ok)
}

/** The state that a step leads to is what the step is called. */
export const stepLabel = (step: RosterStep) => labelOf(STEPS[step].to)

/** What the button of a step says; a step back says that it is one. */
export function stepButton(step: RosterStep): string {
  if (step === 'unstart') return 'Riporta ad approvato'
  return step === 'uncomplete' ? 'Riporta a in corso' : stepLabel(step)
}

// ── Direct enrolment ────────────────────────────────────────────────────────────────────────────────

/** Courses that one form may enrol in, and those that it suggests. */
export const ENROL_MOST = 30
export const SUGGESTED_COURSES = 20

/** What came of enrolling a person in one course. */
export type EnrolOutcome = 'enrolled' | 'already' | 'full' | 'coming' | 'archived' | 'unknown'

/**
 * What direct enrolment does with one course (decisions §3): whoever is in already is left alone, waiting and
 * rejected links are approved, a course that is over takes people who attended it; `taken` are its seats.
 */
export function outcomeOf(
  course:
    | (Pick<CourseStanding, 'archivedAt' | 'comingSoon'> & { maxPartecipanti: number | null })
    | undefined,
  existing: EnrolmentState | undefined,
  taken: number,
  overCapacity = false,
): EnrolOutcome {
  if (!course) return 'unknown'
  if (existing && SEATED.includes(existing)) return 'already'
  if (course.archivedAt) return 'archived'
  if (course.comingSoon) return 'coming'
  return maySeat(course, taken, overCapacity).ok ? 'enrolled' : 'full'
}

/** The outcome as the office reads it beside the course; an enrolment that was possible has not been made. */
export const OUTCOMES: Record<EnrolOutcome, string> = {
  enrolled: 'Non iscritto: ora c’è posto',
  already: 'Era già iscritto',
  full: 'Al completo: non iscritto',
  coming: 'In arrivo: le iscrizioni non sono ancora aperte',
  archived: 'Corso eliminato: non iscritto',
  unknown: 'Questo corso non esiste più',
}
