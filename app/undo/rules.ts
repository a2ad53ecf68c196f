import type { DecisionKind } from '../enrolments/decision.rules'
import { OK, type Outcome, type Refused, refuse } from '../runtime/outcome.rules'

/** Days that the office sees its decisions; later the site forgets whom they concerned, except for messages. */
export const DECISION_DAYS = 30

/** What was decided, in the words of the list of decisions. */
const LABELS: Record<Exclude<DecisionKind, 'payment'>, string> = {
  approve: 'Approvata',
  admit: 'Messa in lista',
  reject: 'Rifiutata',
  reopen: 'Riaperta',
  start: 'Segnata «In corso»',
  complete: 'Segnata «Completato»',
  uncomplete: 'Riportata a «In corso»',
  unstart: 'Riportata ad «Approvato»',
  enrol: 'Iscritta',
  cancel: 'Disdetta',
  transfer: 'Spostata',
  'cancel-edition': 'Edizione annullata',
  'confirm-edition': 'Edizione confermata',
  postpone: 'Edizione rinviata',
  message: 'Messaggio',
  document: 'Documento consegnato',
  certificate: 'Attestato rilasciato',
  reminder: 'Promemoria di pagamento',
}

/**
 * A decision in words: 'Approvata: Martina Pace'. `isRefund`: whether a payment went back to the person; null for one
 * that was undone; `names`: of the people of its enrolments; `addressee`: of a message to one person.
 */
export function decisionInWords({
  kind,
  isRefund,
  names,
  addressee,
}: {
  kind: DecisionKind
  isRefund: boolean | null
  names: string[]
  addressee: string | null
}): string {
  const label = kind === 'payment' ? paymentLabel(isRefund) : LABELS[kind]
  return [label, names.join(', ') || addressee].filter(Boolean).join(': ')
}

function paymentLabel(isRefund: boolean | null): string {
  if (isRefund === null) return 'Incasso o rimborso registrato'
  return isRefund ? 'Rimborso registrato' : 'Incasso registrato'
}

/**
 * Kinds of decisions that leave the rows of the enrolments that they are about as they are; only a postponement sets
 * enrolments in progress back to 'approved'.
 */
const KINDS_ALLOWING_CHANGES: readonly DecisionKind[] = [
  'confirm-edition',
  'postpone',
  'message',
  'document',
  'certificate',
  'payment',
  'reminder',
]

/** Whether decisions of this kind can be undone even if one of their enrolments has changed since. */
export function allowsLaterChanges(kind: DecisionKind): boolean {
  return KINDS_ALLOWING_CHANGES.includes(kind)
}

export type UndoRefusal = 'unknown' | 'undone' | 'sent' | 'late' | 'changed' | 'seat-given'

/**
 * `at`: when the e-mails left, as `formatMomentInBrief` writes it; `name`: whose enrolment has changed since, or whose
 * seat somebody else has.
 */
type WithFacts = { at?: string; name?: string }
export type UndoRefused = Refused<UndoRefusal, WithFacts>
export type UndoOutcome = Outcome<UndoRefusal, object, WithFacts>

/**
 * Whether a decision can be undone: until `heldUntil`, when its e-mails leave, and not twice. An e-mail with an attempt
 * to send it counts as sent.
 */
export function mayUndo(
  { undoneAt, heldUntil }: { undoneAt: Date | null; heldUntil: Date },
  emails: readonly { attempts: number }[],
  now: Date,
): Outcome<UndoRefusal> {
  if (undoneAt) return refuse('undone')
  if (emails.some(({ attempts }) => attempts > 0)) return refuse('sent')
  return heldUntil < now ? refuse('late') : OK
}

/** Whether a refusal ends the undo for good; the others can go away. */
export const endsUndo = ({ refusal }: UndoRefused): boolean =>
  refusal !== 'changed' && refusal !== 'seat-given'

const LATER_FIRST =
  'se c’è una decisione più recente, ripristina prima quella; se non si può, correggi dalla pagina della persona o del corso'

const SENTENCES: Record<Exclude<UndoRefusal, 'seat-given'>, string> = {
  unknown: 'Questa decisione non c’è più',
  undone: 'È già stato ripristinato tutto com’era prima di questa decisione',
  sent: 'Troppo tardi: l’invio delle email è già cominciato',
  late: 'Troppo tardi: il tempo per ripristinare è passato',
  changed: `Nel frattempo qualcosa è cambiato: ${LATER_FIRST}`,
}

/** Tells why a decision was not undone: 'Troppo tardi: le email sono partite alle 10:42'. */
export function explainUndoRefusal({ refusal, at, name }: UndoRefused): string {
  if (refusal === 'seat-given')
    return `Nel frattempo il posto di ${name} è stato dato o offerto a un’altra persona`
  if (refusal === 'changed' && name) return `Nel frattempo l’iscrizione di ${name} è cambiata: ${LATER_FIRST}`
  return at ? `Troppo tardi: le email sono partite ${at}` : SENTENCES[refusal]
}
