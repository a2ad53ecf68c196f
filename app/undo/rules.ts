import type { DecisionKind } from '../enrolments/decision.rules'
import { OK, type Outcome, type Refused, refuse } from '../runtime/outcome.rules'

/** Days that the office sees its decisions; later the site forgets whom they concerned, except for messages. */
export const DECISION_DAYS = 30

/** What was decided, in the words of the list of decisions. */
const LABELS: Record<DecisionKind, string> = {
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
  payment: 'Incasso registrato',
  reminder: 'Promemoria di pagamento',
}

/** What was decided, in words. `isRefund`: whether a payment went back to the person; null for one that was undone. */
export function decisionLabel({ kind, isRefund }: { kind: DecisionKind; isRefund: boolean | null }): string {
  if (kind !== 'payment' || isRefund === false) return LABELS[kind]
  return isRefund ? 'Rimborso registrato' : 'Incasso o rimborso registrato'
}

/**
 * A decision in words, for the name of the button that undoes it: 'Approvata: Martina Pace'. `people`: those of its
 * enrolments; `addressee`: of a message to one person; `isRefund`: as for `decisionLabel`.
 */
export function decisionInWords({
  kind,
  isRefund,
  people,
  addressee = null,
}: {
  kind: DecisionKind
  isRefund: boolean | null
  people: { name: string }[]
  addressee?: string | null
}): string {
  return [decisionLabel({ kind, isRefund }), people.map(({ name }) => name).join(', ') || addressee]
    .filter(Boolean)
    .join(': ')
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

/** What undoing a decision of this kind has done, for the toast. */
export function undoneInWords(kind: DecisionKind): string {
  if (kind === 'message') return 'Le email non partono. Tutto il resto rimane com’è.'
  // A person who was entered together with the enrolment stays, and the invitation has left.
  if (kind === 'enrol') return 'Le iscrizioni sono come prima, e le loro email non partono.'
  // The e-mails about other payments of the enrolment still leave.
  if (kind === 'payment') return 'Quanto registrato è tolto, e le sue email non partono.'
  return 'Tutto è come prima, e nessuna email parte.'
}

/** Whether decisions of this kind can be undone even if one of their enrolments has changed since. */
export function allowsLaterChanges(kind: DecisionKind): boolean {
  return KINDS_ALLOWING_CHANGES.includes(kind)
}

export type UndoRefusal = 'unknown' | 'undone' | 'sent' | 'late' | 'changed' | 'seat-given'

/**
 * `at`: when the e-mails left, as `formatMomentInBrief` writes it; `name`: whose enrolment has changed since, or whose
 * seat somebody else has; `kind`: that of the decision.
 */
type WithFacts = { at?: string; name?: string; kind?: DecisionKind }
export type UndoRefused = Refused<UndoRefusal, WithFacts>
export type UndoOutcome = Outcome<UndoRefusal, { kind: DecisionKind }, WithFacts>

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
  ['unknown', 'undone', 'sent', 'late'].includes(refusal)

const SENTENCES: Record<UndoRefusal, string> = {
  unknown: 'Questa decisione non c’è più',
  undone: 'Com’era prima di questa decisione è già stato ripristinato',
  sent: 'Troppo tardi: l’invio delle email è già cominciato',
  late: 'Troppo tardi: il tempo per ripristinare è passato',
  'seat-given': 'Nel frattempo il posto è stato dato o offerto a un’altra persona',
  changed: 'Nel frattempo qualcosa è cambiato: se c’è una decisione più recente, ripristina prima quella',
}

/**
 * Tells why a decision was not undone: 'Troppo tardi: le email sono partite alle 10:42. Puoi usare «Riapri
 * richiesta»'.
 */
export function explainUndoRefusal({ refusal, at, name, kind }: UndoRefused): string {
  if (refusal === 'changed' && name)
    return `Nel frattempo l’iscrizione di ${name} è cambiata: se c’è una decisione più recente, ripristina prima quella`
  if (refusal === 'seat-given' && name)
    return `Nel frattempo il posto di ${name} è stato dato o offerto a un’altra persona`
  const when = at ? `Troppo tardi: le email sono partite ${at}` : SENTENCES[refusal]
  const isLate = refusal === 'sent' || refusal === 'late'
  return isLate && kind === 'reject' ? `${when}. Puoi usare «Riapri richiesta»` : when
}
