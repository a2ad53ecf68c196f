import { type CourseState, type CourseStateFacts, courseState, FEW_SEATS, seatsLeft } from '../courses/rules'
import { formatPrice } from '../italian/prices'
import { OK, type Outcome, type Refused, refuse } from '../runtime/outcome.rules'

/** The states of an enrolment (ADR 6). */
export const ENROLMENT_STATES = ['pending', 'approved', 'rejected', 'in_progress', 'completed'] as const
export type EnrolmentState = (typeof ENROLMENT_STATES)[number]

/** How an enrolment ends; it keeps the state that it had. */
export const ENDINGS = [
  'cancelled_by_person',
  'cancelled_by_office',
  'transferred',
  'edition_cancelled',
] as const
export type Ending = (typeof ENDINGS)[number]

const LABELS = new Map<string, string>([
  ['pending', 'In attesa'],
  ['approved', 'Approvato'],
  ['rejected', 'Rifiutato'],
  ['in_progress', 'In corso'],
  ['completed', 'Completato'],
])

/** The Italian word for a state; 'Acquistato' for any other value. */
export function stateLabel(state: string): string {
  return LABELS.get(state) ?? 'Acquistato'
}

const ENDED_LABELS: Record<Ending, string> = {
  cancelled_by_person: 'Disdetta',
  cancelled_by_office: 'Disdetta',
  transferred: 'Spostata',
  edition_cancelled: 'Edizione annullata',
}

/** The Italian word for an enrolment that has ended. */
export const endedLabel = (ending: Ending) => ENDED_LABELS[ending]

/** The Italian word for the state of an enrolment, or for how it ended. */
export function stateOrEndingLabel(state: string, ending: Ending | null): string {
  return ending ? endedLabel(ending) : stateLabel(state)
}

/** Parts of the dashboard of a person. */
export const GROUPS = { now: 'Adesso', waiting: 'In attesa', over: 'Conclusi' } as const
export type Group = keyof typeof GROUPS

/**
 * The part of the dashboard for an enrolment. One that has ended, was rejected or is completed is 'over', and so is a
 * seat in a course that is concluded, cancelled or deleted; a pending request that has not ended is always 'waiting'.
 */
export function groupOf(state: EnrolmentState, course: CourseState, ending: Ending | null = null): Group {
  if (ending) return 'over'
  if (state === 'pending') return 'waiting'
  if (state === 'rejected' || state === 'completed') return 'over'
  return course === 'concluded' || course === 'archived' || course === 'cancelled' ? 'over' : 'now'
}

type GroupedEnrolment = { group: Group; nextSession: { date: string; startTime: string | null } | null }

/** Groups enrolments. 'now' is sorted by the next session, those without one last; the others keep their order. */
export function groupEnrolments<E extends GroupedEnrolment>(enrolments: readonly E[]): Record<Group, E[]> {
  const inGroup = (group: Group) => enrolments.filter((enrolment) => enrolment.group === group)
  // 'undated' sorts behind all dates, which begin with a digit.
  const sortKey = ({ nextSession }: E) =>
    nextSession ? `${nextSession.date} ${nextSession.startTime ?? ''}` : 'undated'
  const now = inGroup('now').sort((a, b) => sortKey(a).localeCompare(sortKey(b)))
  return { now, waiting: inGroup('waiting'), over: inGroup('over') }
}

/** What the page of a course says first: the state of the reader's enrolment, else of the course. */
export type CourseStandingKind =
  | EnrolmentState
  | 'open'
  | 'few'
  | 'full'
  | 'coming'
  | 'concluded'
  | 'cancelled'
  | 'draft'

/** A course with its state and its seats. */
export type CourseWithSeats = CourseStateFacts & { maxPartecipanti: number | null; seatsTaken: number }

/**
 * Decides what the page of a course says first. The reader's enrolment comes before the course, except in a draft, and
 * in a concluded or cancelled course unless the reader has completed it or was rejected. `today`: YYYY-MM-DD.
 */
export function standingOf(
  course: CourseWithSeats,
  enrolment: EnrolmentState | undefined,
  today: string,
): CourseStandingKind {
  const state = courseState(course, today)
  if (state === 'draft') return 'draft'
  const isOver = state === 'concluded' || state === 'cancelled'
  if (isOver && enrolment !== 'completed' && enrolment !== 'rejected') return state
  if (enrolment) return enrolment
  if (state === 'coming') return 'coming'
  const left = seatsLeft(course, course.seatsTaken)
  if (left === 0) return 'full'
  return left !== null && left <= FEW_SEATS ? 'few' : 'open'
}

/**
 * The transitions (ADR 6). `withdraw` belongs to the person and deletes the row; `admit` confirms the place of a request
 * on the waiting list, or puts it there; it stays pending.
 */
export const STEPS = {
  approve: { from: 'pending', to: 'approved' },
  admit: { from: 'pending', to: 'pending' },
  reject: { from: 'pending', to: 'rejected' },
  reopen: { from: 'rejected', to: 'pending' },
  start: { from: 'approved', to: 'in_progress' },
  complete: { from: 'in_progress', to: 'completed' },
  uncomplete: { from: 'completed', to: 'in_progress' },
  unstart: { from: 'in_progress', to: 'approved' },
  withdraw: { from: 'pending', to: null },
} as const satisfies Record<string, { from: EnrolmentState; to: EnrolmentState | null }>
export type EnrolmentStep = keyof typeof STEPS

/** Most enrolments that one transaction changes, so that it locks the course for a short time only. */
export const ENROLMENTS_AT_ONCE = 500

/** Why a command about an enrolment is refused; `explainEnrolmentRefusal` has the sentences. */
export type Refusal =
  | 'unknown-course'
  | 'unknown-person'
  | 'draft'
  | 'coming'
  | 'concluded'
  | 'cancelled'
  | 'existing'
  | 'no-account'
  | 'full'
  | 'unknown-request'
  | 'archived'
  | 'already-decided'
  | 'other-state'
  | 'rejection-open'
  | 'edition-open'
  | 'early'
  | 'begun'
  | 'long-reason'
  | 'no-reason'
  | 'not-cancellable'
  | 'not-movable'
  | 'too-late'
  | 'elsewhere'
  | 'same-course'
  | 'there-already'
  | 'seats-free'
  | 'admitted'
  | 'not-waiting'
  | 'offered'
  | 'seat-offered'
  | 'too-near'
  | 'no-move-up-reason'
  | 'no-offer-reason'
  | 'updating'
  | 'certified'

/** `state`: the present state of the enrolment, if that is why a command is refused. */
type WithState = { state?: EnrolmentState }
export type EnrolmentRefused = Refused<Refusal, WithState>
export type EnrolmentOutcome<Done extends object = object> = Outcome<Refusal, Done, WithState>

/**
 * Whether a person may request a seat; in a full course too. `existing`: the state of their live enrolment in it;
 * `today`: YYYY-MM-DD.
 */
export function mayRequestSeat(
  course: CourseStateFacts,
  existing: EnrolmentState | undefined,
  today: string,
): EnrolmentOutcome {
  if (course.archivedAt) return refuse('unknown-course')
  if (course.draft) return refuse('draft')
  if (existing) return refuse('existing', { state: existing })
  const state = courseState(course, today)
  return state === 'coming' || state === 'concluded' || state === 'cancelled' ? refuse(state) : OK
}

/** Whether a course has a free seat, or may exceed its limit (`overCapacity`). `taken`: its taken seats. */
export function maySeat(
  course: { maxPartecipanti: number | null },
  taken: number,
  overCapacity = false,
): EnrolmentOutcome {
  return seatsLeft(course, taken) === 0 && !overCapacity ? refuse('full') : OK
}

/**
 * Whether a step may be taken from this state. So a request is not decided twice; `mayAdmit` refuses a second `admit`.
 */
export function mayStep(step: EnrolmentStep, state: EnrolmentState): EnrolmentOutcome {
  const { from } = STEPS[step]
  return state === from ? OK : refuse(from === 'pending' ? 'already-decided' : 'other-state', { state })
}

/**
 * Whether a request may be approved: it is pending, and its course is not deleted or cancelled, and not full unless
 * `overCapacity`. `taken`: the taken seats of the course, without one that is offered to this request.
 */
export function mayApprove(
  state: EnrolmentState,
  course: { archivedAt: Date | null; cancelledAt: Date | null; maxPartecipanti: number | null },
  taken: number,
  overCapacity = false,
): EnrolmentOutcome {
  const step = mayStep('approve', state)
  if (!step.ok) return step
  if (course.cancelledAt) return refuse('cancelled')
  return course.archivedAt ? refuse('archived') : maySeat(course, taken, overCapacity)
}

/** Whether a rejected request may wait again: its course is not deleted or cancelled, so that it can be approved. */
export function mayReopen(
  state: EnrolmentState,
  course: { archivedAt: Date | null; cancelledAt: Date | null },
): EnrolmentOutcome {
  if (course.cancelledAt) return refuse('cancelled')
  const step = mayStep('reopen', state)
  if (!step.ok) return step
  return course.archivedAt ? refuse('archived') : OK
}

/** Most characters of a reason that the office writes. */
export const REASON_LIMIT = 500

/**
 * Cleans a text that the office types, a reason or a message: line ends as LF, no spaces around it, no NUL, no
 * characters that reverse the direction of text; half a character pair becomes U+FFFD.
 */
export function cleanTypedText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\0', '')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .toWellFormed()
    .trim()
}

/** The question to the office whether to give a seat beyond the limit. */
export const ASK_OVER_CAPACITY = 'Corso al completo: approvare comunque?'

/** The agreed price of an enrolment in words; null: no price was known. */
export function agreedPriceInWords(price: number | null): string {
  return price === null ? 'Prezzo non disponibile' : formatPrice(price)
}

/**
 * Whether an enrolment is a rejected request whose rejection can still be taken back. No other command may make it
 * pending or seated, since the e-mail of the rejection would still leave.
 */
export function isRejectionOpen({
  status,
  isLastDecisionOpen,
}: {
  status: EnrolmentState
  isLastDecisionOpen: boolean
}): boolean {
  return status === 'rejected' && isLastDecisionOpen
}
