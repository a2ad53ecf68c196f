import { differenceInCalendarDays, parseISO } from 'date-fns'
import { isSeated } from '../courses/seats.rules'
import type { Balance } from '../enrolments/dues/rules'
import type { Ending, EnrolmentState } from '../enrolments/rules'
import { formatCentsInBrief, formatEuros, formatEurosInBrief, formatPriceInBrief } from '../italian/prices'
import { formatMomentInBrief } from '../italian/times'
import { readRequiredDay } from '../parsing/dates.rules'
import { readAmount } from '../parsing/numbers.rules'
import { OK, type Outcome, type Refused, refuse } from '../runtime/outcome.rules'

/** How money came or went back, in the order of the form. */
export const PAYMENT_METHODS = ['transfer', 'cash', 'card', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The methods with their labels, in the order of the form. */
export const METHOD_LABELS: Record<PaymentMethod, string> = {
  transfer: 'Bonifico',
  cash: 'Contanti',
  card: 'Carta',
  other: 'Altro',
}

/** The method within a sentence; '' for other methods. */
export const METHOD_IN_WORDS: Record<PaymentMethod, string> = {
  transfer: 'con bonifico',
  cash: 'in contanti',
  card: 'con carta',
  other: '',
}

/** The most characters of the note of a payment. */
export const PAYMENT_NOTE_MOST = 200

/** A payment above this multiple of all dues of an enrolment has to be confirmed. */
const UNUSUAL_MULTIPLE = 2

/** A payment as the form gives it. `cents`: negative for a refund; `receivedOn`: YYYY-MM-DD. */
export type TypedPayment = { cents: number; receivedOn: string; method: PaymentMethod; note: string | null }

const PAYMENT_FIELDS = ['direction', 'amount', 'receivedOn', 'method', 'note'] as const
/** The texts of the form, as typed. `direction`: 'in' for a payment, 'out' for a refund. */
export type PaymentText = Record<(typeof PAYMENT_FIELDS)[number], string>
/** Sentences by the field of the form that they concern. */
export type PaymentErrors = Partial<Record<keyof PaymentText, string>>

/** Returns the texts of a sent form. */
export const paymentTextFrom = (form: FormData) =>
  Object.fromEntries(PAYMENT_FIELDS.map((name) => [name, String(form.get(name) ?? '')])) as PaymentText

/**
 * Reads the form of a payment. `today`: YYYY-MM-DD; a later day is an error. Unreadable fields get a default in
 * `payment`.
 */
export function readPayment(text: PaymentText, today: string) {
  const errors: PaymentErrors = {}
  const amount = readAmount(text.amount)
  const note = text.note.trim()
  const isRefund = text.direction === 'out'
  const day = readRequiredDay(text.receivedOn, 'Scrivi il giorno')
  if (amount.problem) errors.amount = `L’importo ${amount.problem}`
  else if (!amount.value) errors.amount = 'Scrivi l’importo: non può essere di 0 €'
  if (!day.value) errors.receivedOn = day.error
  else if (day.value > today) errors.receivedOn = 'Questo giorno deve ancora venire'
  if (note.length > PAYMENT_NOTE_MOST)
    errors.note = `La nota può avere al massimo ${PAYMENT_NOTE_MOST} caratteri`
  const cents = Math.round((amount.value ?? 0) * 100)
  return {
    payment: {
      cents: isRefund ? -cents : cents,
      receivedOn: day.value ?? today,
      method: isMethod(text.method) ? text.method : 'transfer',
      note: note || null,
    },
    errors,
  }
}

const isMethod = (text: string): text is PaymentMethod => Object.hasOwn(METHOD_LABELS, text)

/** Why no payment is registered for a seat with a price, but without dues: the payment would count as too much. */
export const WITHOUT_DUES = 'Scrivi prima le rate: questa iscrizione ha un prezzo, ma nessuna rata'

/**
 * Why a payment is not registered. `ended`: the enrolment has ended after the form was opened; `meanwhile`: a payment
 * was taken back after the form was opened, or another one came.
 */
const SENTENCES = {
  unknown: 'Questa iscrizione non c’è più',
  'no-seat': 'Un pagamento si registra per chi ha, o ha avuto, un posto nel corso',
  moved:
    'Questa iscrizione è stata spostata in un’altra edizione: pagamenti e rimborsi si registrano in quella nuova',
  'without-dues': WITHOUT_DUES,
  'sent-twice': 'Questo pagamento è già registrato',
  ended: 'Nel frattempo questa iscrizione è finita: registrare comunque?',
  meanwhile: 'Nel frattempo un pagamento è stato tolto: registrare comunque?',
  unusual: 'È più del doppio di quanto la persona deve: registrare comunque?',
  'more-than-paid': 'Restituisci più di quanto la persona ha pagato: registrare comunque?',
} as const
export type PaymentRefusal = keyof typeof SENTENCES
/**
 * What comes with the refusal 'meanwhile': the payment or refund that was registered after the form was opened; null if
 * one was taken back.
 */
type WithLatestPayment = { latestPayment?: LatestPayment | null }
/** `amount`: in euros, negative for a refund; `by`: the name of the colleague, null for a deleted account. */
export type LatestPayment = { amount: number; by: string | null; at: Date }
export type RefusedPayment = Refused<PaymentRefusal, WithLatestPayment>
export type PaymentOutcome<Done extends object = object> = Outcome<PaymentRefusal, Done, WithLatestPayment>

/** Writes what a form sends to overrule a refusal, for this amount alone: 'unusual 98000'. */
export const confirmationOf = (refusal: PaymentRefusal, { cents }: Pick<TypedPayment, 'cents'>) =>
  `${refusal} ${cents}`

/**
 * What a form was opened with. `seenPaid`: cents paid; `seenEnded`: whether the enrolment had ended, undefined is not
 * compared; `confirmation`: what the office has confirmed since (`confirmationOf`).
 */
export type SeenPayments = { seenPaid: number; seenEnded?: boolean; confirmation?: string }

/** Why an enrolment takes no payments; undefined if it does. */
export function paymentObstacle({
  status,
  ending,
  isWithoutDues,
}: {
  status: EnrolmentState
  ending: Ending | null
  isWithoutDues: boolean
}): PaymentRefusal | undefined {
  if (!isSeated(status)) return 'no-seat'
  if (ending === 'transferred') return 'moved'
  return isWithoutDues ? 'without-dues' : undefined
}

/**
 * Whether a payment may be registered, or has to be confirmed first: the office then sends the form again, with a
 * `confirmation`, or with what has changed meanwhile.
 * @param hasEnded whether the enrolment has ended
 */
export function mayRegisterPayment(
  payment: Pick<TypedPayment, 'cents'>,
  { owed, paid, hasEnded }: Pick<Balance, 'owed' | 'paid'> & { hasEnded: boolean },
  { seenPaid, seenEnded, confirmation }: SeenPayments,
): Outcome<PaymentRefusal> {
  const { cents } = payment
  const isConfirmed = (refusal: PaymentRefusal) => confirmation === confirmationOf(refusal, payment)
  if (hasEnded && seenEnded === false) return refuse('ended')
  if (seenPaid !== paid) return refuse('meanwhile')
  if (cents < 0 && -cents > paid && !isConfirmed('more-than-paid')) return refuse('more-than-paid')
  if (owed > 0 && cents > UNUSUAL_MULTIPLE * owed && !isConfirmed('unusual')) return refuse('unusual')
  return OK
}

/** The sentence of a refusal, such as 'Anna Conti ha registrato 490 € un minuto fa…', counted from `now`. */
export function explainPaymentRefusal({ refusal, latestPayment }: RefusedPayment, now: Date): string {
  if (!latestPayment) return SENTENCES[refusal]
  const minutes = Math.floor((now.getTime() - latestPayment.at.getTime()) / 60_000)
  const when =
    minutes < 1
      ? 'un momento fa'
      : minutes === 1
        ? 'un minuto fa'
        : minutes < 60
          ? `${minutes} minuti fa`
          : formatMomentInBrief(latestPayment.at, now)
  const sum = formatPriceInBrief(Math.abs(latestPayment.amount))
  const what = `${latestPayment.amount < 0 ? 'un rimborso di ' : ''}${sum} ${when}`
  return `${latestPayment.by ?? 'Un collega'} ha registrato ${what}: registrare anche questo?`
}

/** Says for the office what is paid and owed: 'pagati 490 € su 980 €, scaduti 245 €'. */
export function balanceInBrief({ owed, paid, late, credit }: Balance): string {
  const sum = formatCentsInBrief
  const paidPart = paid === 0 ? `da pagare ${sum(owed)}` : `pagati ${sum(paid)} su ${sum(owed)}`
  return [paidPart, late > 0 && `scaduti ${sum(late)}`, credit > 0 && `${sum(credit)} in più`]
    .filter(Boolean)
    .join(', ')
}

/** Says how long ago the day of a late due was: 'ieri', '12 giorni fa'. Days: YYYY-MM-DD. */
export function timeSinceDue(dueOn: string, today: string): string {
  const days = differenceInCalendarDays(parseISO(today), parseISO(dueOn))
  return days === 1 ? 'ieri' : `${days} giorni fa`
}

/** Returns how to write the euros of a column: every sum with its cents if any has some, else all in brief. */
export function formatterOfColumn(sums: readonly number[]): (euros: number) => string {
  return sums.every(Number.isInteger) ? formatEurosInBrief : formatEuros
}

/**
 * Finds the first day on which dues are still to be paid: the day, the sum in cents and the number of people who owe
 * it; null if none.
 */
export function nextDuesOf(payers: readonly { id: string; balance: Balance }[]) {
  const openDues = payers.flatMap(({ id, balance }) =>
    balance.dues
      .filter(({ state }) => state === 'open' || state === 'part')
      .map(({ dueOn, open }) => ({ dueOn, open, payerId: id })),
  )
  const [dueOn] = openDues.map((due) => due.dueOn).toSorted()
  if (!dueOn) return null
  const duesOfDay = openDues.filter((due) => due.dueOn === dueOn)
  return {
    dueOn,
    cents: duesOfDay.reduce((sum, due) => sum + due.open, 0),
    peopleCount: new Set(duesOfDay.map(({ payerId }) => payerId)).size,
  }
}
