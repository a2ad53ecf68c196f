import { type CourseStanding, courseState, seatsLeft } from '../courses/rules'

/** The five states of an enrolment (specification §4), in the order people go through them. */
export const ENROLMENT_STATES = ['pending', 'approved', 'rejected', 'in_progress', 'completed'] as const
export type EnrolmentState = (typeof ENROLMENT_STATES)[number]

/** People in one of these states hold a seat: they count against 'Max N partecipanti'. */
export const SEATED: readonly EnrolmentState[] = ['approved', 'in_progress', 'completed']

const LABELS = new Map<string, string>([
  ['pending', 'In attesa'],
  ['approved', 'Approvato'],
  ['rejected', 'Rifiutato'],
  ['in_progress', 'In corso'],
  ['completed', 'Completato'],
])

/** The state as people read it; any other value is shown as 'Acquistato' (specification §4). */
export function labelOf(state: string): string {
  return LABELS.get(state) ?? 'Acquistato'
}

/**
 * Every step an enrolment can take (decisions §3), and what is said when it stands elsewhere.
 * `withdraw` is the person's and removes the row; all others are the office's.
 */
export const STEPS = {
  approve: { from: 'pending', to: 'approved', otherwise: 'already-decided' },
  reject: { from: 'pending', to: 'rejected', otherwise: 'already-decided' },
  reopen: { from: 'rejected', to: 'pending', otherwise: 'not-rejected' },
  start: { from: 'approved', to: 'in_progress', otherwise: 'not-startable' },
  complete: { from: 'in_progress', to: 'completed', otherwise: 'not-completable' },
  uncomplete: { from: 'completed', to: 'in_progress', otherwise: 'not-completed' },
  unstart: { from: 'in_progress', to: 'approved', otherwise: 'not-in-progress' },
  withdraw: { from: 'pending', to: null, otherwise: 'not-withdrawable' },
} as const satisfies Record<string, { from: EnrolmentState; to: EnrolmentState | null; otherwise: Refusal }>
export type Step = keyof typeof STEPS

/** People of one course whom one transaction moves at most: nobody else waits long for the course. */
export const AT_ONCE = 500

export type Refusal =
  | 'unknown-course'
  | 'coming'
  | 'concluded'
  | 'existing'
  | 'no-account'
  | 'full'
  | 'unknown-request'
  | 'archived'
  | 'already-decided'
  | 'not-rejected'
  | 'not-startable'
  | 'not-completable'
  | 'not-completed'
  | 'not-in-progress'
  | 'early'
  | 'begun'
  | 'not-withdrawable'
  | 'long-reason'

/** `state` is where the enrolment stands, when that is the reason. */
export type Refused = { ok: false; refusal: Refusal; state?: EnrolmentState }
export type Decision = { ok: true } | Refused

export const OK: Decision = { ok: true }
export const refuse = (refusal: Refusal, state?: EnrolmentState): Refused =>
  state ? { ok: false, refusal, state } : { ok: false, refusal }

/** May a person ask for this course? One link per person and course; a full course may be asked for. */
export function mayAsk(
  course: CourseStanding,
  existing: EnrolmentState | undefined,
  today: string,
): Decision {
  if (course.archivedAt) return refuse('unknown-course')
  if (existing) return refuse('existing', existing)
  const state = courseState(course, today)
  return state === 'coming' || state === 'concluded' ? refuse(state) : OK
}

/** Is there a seat for one more, or does the office go over the limit knowingly? */
export function maySeat(
  course: { maxPartecipanti: number | null },
  taken: number,
  overCapacity = false,
): Decision {
  return seatsLeft(course, taken) === 0 && !overCapacity ? refuse('full') : OK
}

/** May this step be taken from this state? The first decision stands. */
export function mayStep(step: Step, state: EnrolmentState): Decision {
  return state === STEPS[step].from ? OK : refuse(STEPS[step].otherwise, state)
}

/** May the office approve? A seat in a deleted course cannot be given, even knowingly. */
export function mayApprove(
  state: EnrolmentState,
  course: { archivedAt: Date | null; maxPartecipanti: number | null },
  taken: number,
  overCapacity = false,
): Decision {
  const step = mayStep('approve', state)
  if (!step.ok) return step
  return course.archivedAt ? refuse('archived') : maySeat(course, taken, overCapacity)
}

/** Longest reason of a rejection, in characters. */
export const REASON_LIMIT = 500

/** The reason as it is kept and sent: line ends as the browser counts them, nothing the database refuses. */
export function reasonFrom(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed().trim()
}

/** What the office asks itself when an approval is refused as 'full' (decisions §3). */
export const ASK_OVER_CAPACITY = 'Corso al completo: approvare comunque?'

const EXPLAIN: Record<Refusal, string> = {
  'unknown-course': 'Questo corso non è più disponibile',
  coming: 'Le iscrizioni a questo corso non sono ancora aperte',
  concluded: 'Questo corso è concluso',
  existing: 'Iscrizione già presente',
  'no-account': 'Sessione non valida',
  full: 'Il corso è al completo: non ci sono più posti',
  'unknown-request': 'Questa richiesta non esiste più: forse è stata ritirata',
  archived: 'Questo corso è stato eliminato: la richiesta si può solo rifiutare',
  'already-decided': 'Questa richiesta è già stata valutata',
  'not-rejected': 'Questa richiesta non è tra quelle rifiutate',
  'not-startable': 'Questa iscrizione non si può avviare',
  'not-completable': 'Questa iscrizione non si può completare',
  'not-completed': 'Questa iscrizione non è completata',
  'not-in-progress': 'Questa iscrizione non è in corso',
  early: 'Il corso non è ancora iniziato',
  begun: 'Il corso è iniziato: chi è iscritto è in corso',
  'not-withdrawable': 'Questa richiesta non si può più ritirare',
  'long-reason': `Il motivo può avere al massimo ${REASON_LIMIT} caratteri`,
}

/** What a person reads below 'Iscrizione già presente' (specification §8). */
const EXISTING: Record<EnrolmentState, string> = {
  pending: 'La tua richiesta è in attesa di approvazione',
  approved: 'Sei già iscritto a questo corso',
  rejected: "La tua precedente richiesta è stata rifiutata. Prova a contattare l'amministrazione",
  in_progress: 'Stai già frequentando questo corso',
  completed: 'Hai già completato questo corso',
}

/** The sentence for a refusal: 'Questa richiesta è già stata valutata: Approvato'. */
export function explain({ refusal, state }: Refused): string {
  if (!state) return EXPLAIN[refusal]
  return refusal === 'existing' ? EXISTING[state] : `${EXPLAIN[refusal]}: ${labelOf(state)}`
}

/** How often one person may press 'Iscriviti ora' (quality §5). */
export const ASK_LIMIT = { hits: 20, seconds: 60 * 60 }

/** How long the secret in the address of a private calendar is, in bytes. */
export const FEED_TOKEN_BYTES = 24

/** Could this be such a secret, as it stands in the address? */
export function isFeedToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text)
}
