import { differenceInCalendarDays, parseISO } from 'date-fns'
import { type Balance, toEuros } from '../enrolments/dues/rules'
import { formatDate } from '../italian/dates'
import { formatEuros, formatEurosInBrief, formatPriceInBrief } from '../italian/prices'
import { readDay } from '../parsing/dates.rules'
import { readAmount } from '../parsing/numbers.rules'
import { isId } from '../parsing/text.rules'
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

/** The filter of received payments offers the editions with a payment within this many days. */
export const RECENT_PAYMENT_DAYS = 90

/** The most characters of the note of a payment. */
export const PAYMENT_NOTE_MOST = 200

/** A payment above this multiple of what an enrolment owes has to be confirmed. */
const UNUSUAL_TIMES = 2

/** A payment as the form gives it. `cents`: negative for a refund; `receivedOn`: YYYY-MM-DD. */
export type TypedPayment = { cents: number; receivedOn: string; method: PaymentMethod; note: string | null }

/** The texts of the form, as typed. `direction`: 'in' for a payment, 'out' for a refund. */
export type PaymentText = {
  direction: string
  amount: string
  receivedOn: string
  method: string
  note: string
}
/** Sentences by the field of the form that they concern. */
export type PaymentErrors = Partial<Record<keyof PaymentText, string>>

/**
 * Reads the form of a payment. `today`: YYYY-MM-DD; a later day is an error. Unreadable fields get a default in
 * `payment`.
 */
export function readPayment(
  text: PaymentText,
  today: string,
): { payment: TypedPayment; errors: PaymentErrors } {
  const errors: PaymentErrors = {}
  const amount = readAmount(text.amount)
  const day = readDay(text.receivedOn)
  const note = text.note.trim()
  if (amount.problem) errors.amount = `L’importo ${amount.problem}`
  else if (!amount.value) errors.amount = 'Scrivi quanto è arrivato: un pagamento non può essere di 0 €'
  if ('problem' in day) errors.receivedOn = `La data non si legge: ${day.problem}`
  else if (!day.value) errors.receivedOn = 'Scrivi in che giorno è arrivato'
  else if (day.value > today) errors.receivedOn = 'Questo giorno deve ancora venire'
  if (note.length > PAYMENT_NOTE_MOST)
    errors.note = `La nota può avere al massimo ${PAYMENT_NOTE_MOST} caratteri`
  const cents = Math.round((amount.value ?? 0) * 100)
  return {
    payment: {
      cents: text.direction === 'out' ? -cents : cents,
      receivedOn: ('value' in day && day.value) || today,
      method: isMethod(text.method) ? text.method : 'transfer',
      note: note || null,
    },
    errors,
  }
}

const isMethod = (text: string): text is PaymentMethod => Object.hasOwn(METHOD_LABELS, text)

/**
 * Why a payment is not registered. `registered`: the same form was sent twice; `meanwhile`: another payment came or was
 * taken back after the form was opened; `unusual`: more than twice what is owed; `more-than-paid`: a refund above what
 * was paid.
 */
export type PaymentRefusal =
  | 'unknown'
  | 'no-seat'
  | 'moved'
  | 'registered'
  | 'ended'
  | 'meanwhile'
  | 'unusual'
  | 'more-than-paid'
/**
 * What comes with the refusal 'meanwhile': the payment or refund that was registered after the form was opened; null if
 * one was taken back.
 */
type WithLatestPayment = { latestPayment?: LatestPayment | null }
/** `amount`: in euros, negative for a refund; `by`: the name of the colleague, null for a deleted account. */
export type LatestPayment = { amount: number; by: string | null; at: Date }
export type RefusedPayment = Refused<PaymentRefusal, WithLatestPayment>
export type PaymentOutcome<Done extends object = object> = Outcome<PaymentRefusal, Done, WithLatestPayment>

/** Refusals that are questions: the form that asks carries what confirms them, a `confirmation` or what is now seen. */
export const CONFIRMABLE_REFUSALS: readonly PaymentRefusal[] = [
  'ended',
  'meanwhile',
  'unusual',
  'more-than-paid',
]

/** Writes what a form sends to confirm a refusal, for this amount alone: 'unusual 98000'. */
export const confirmationOf = (refusal: PaymentRefusal, { cents }: Pick<TypedPayment, 'cents'>) =>
  `${refusal} ${cents}`

/**
 * Whether a payment may be registered, or has to be confirmed first (`CONFIRMABLE_REFUSALS`).
 * @param hasEnded whether the enrolment has ended
 * @param seenPaid cents paid when the form was opened; another sum is refused with 'meanwhile'
 * @param seenEnded whether the enrolment had ended when the form was opened; undefined is not compared
 * @param confirmation what the office has confirmed (`confirmationOf`)
 */
export function mayRegisterPayment(
  payment: Pick<TypedPayment, 'cents'>,
  { owed, paid, hasEnded }: Pick<Balance, 'owed' | 'paid'> & { hasEnded: boolean },
  { seenPaid, seenEnded, confirmation }: { seenPaid: number; seenEnded?: boolean; confirmation?: string },
): Outcome<PaymentRefusal> {
  const { cents } = payment
  const isConfirmed = (refusal: PaymentRefusal) => confirmation === confirmationOf(refusal, payment)
  if (hasEnded && seenEnded === false) return refuse('ended')
  if (seenPaid !== paid) return refuse('meanwhile')
  if (cents < 0 && -cents > paid && !isConfirmed('more-than-paid')) return refuse('more-than-paid')
  if (owed > 0 && cents > UNUSUAL_TIMES * owed && !isConfirmed('unusual')) return refuse('unusual')
  return OK
}

const SENTENCES: Record<Exclude<PaymentRefusal, 'meanwhile'>, string> = {
  unknown: 'Questa iscrizione non c’è più',
  'no-seat': 'Un pagamento si registra a chi ha, o ha avuto, un posto nel corso',
  moved:
    'Questa iscrizione è stata spostata in un’altra edizione: pagamenti e rimborsi si registrano in quella nuova',
  registered: 'Questo pagamento è già registrato',
  ended: 'Nel frattempo questa iscrizione è finita: registrare comunque?',
  unusual: 'È più del doppio di quanto la persona deve: registrare comunque?',
  'more-than-paid': 'Restituisci più di quanto la persona ha pagato: registrare comunque?',
}

/** The sentence of a refusal, such as 'Anna Conti ha registrato 490 € un minuto fa…', counted from `now`. */
export function explainPaymentRefusal({ refusal, latestPayment }: RefusedPayment, now: Date): string {
  if (refusal !== 'meanwhile') return SENTENCES[refusal]
  if (!latestPayment) return 'Nel frattempo un pagamento è stato tolto: registrare comunque?'
  const minutes = Math.floor((now.getTime() - latestPayment.at.getTime()) / 60_000)
  const when =
    minutes < 1
      ? 'un momento fa'
      : minutes === 1
        ? 'un minuto fa'
        : minutes < 60
          ? `${minutes} minuti fa`
          : `alle ${formatDate(latestPayment.at, 'HH:mm')}`
  const sum = formatPriceInBrief(Math.abs(latestPayment.amount))
  const what = `${latestPayment.amount < 0 ? 'un rimborso di ' : ''}${sum} ${when}`
  return `${latestPayment.by ?? 'Un collega'} ha registrato ${what}: registrare anche questo?`
}

/** Says for the office what is paid and owed: 'pagati 490 € su 980 €, scaduti 245 €'. */
export function balanceInBrief({ owed, paid, late, credit }: Balance): string {
  const sum = (cents: number) => formatEurosInBrief(toEuros(cents))
  const paidPart = paid === 0 ? `da pagare ${sum(owed)}` : `pagati ${sum(paid)} su ${sum(owed)}`
  return [paidPart, late > 0 && `scaduti ${sum(late)}`, credit > 0 && `${sum(credit)} in più`]
    .filter(Boolean)
    .join(', ')
}

/** How long ago the day of a due was, for a day before today: 'ieri', '12 giorni fa'. */
export function timeSinceDue(dueOn: string, today: string): string {
  const days = differenceInCalendarDays(parseISO(today), parseISO(dueOn))
  return days === 1 ? 'ieri' : `${days} giorni fa`
}

/** Returns how to write the euros of a column: every sum with its cents if any has some, else all in brief. */
export function formatterOfColumn(sums: readonly number[]): (euros: number) => string {
  return sums.every(Number.isInteger) ? formatEurosInBrief : formatEuros
}

/** The views of the list with their labels, by the word in the address. */
export const PAYMENT_VIEWS = {
  scaduti: 'Scaduti',
  'in-arrivo': 'In arrivo',
  'da-rimborsare': 'Da rimborsare',
  incassati: 'Incassati',
} as const
export type PaymentView = keyof typeof PAYMENT_VIEWS

/** The views that list dues, not payments. */
export type DueView = 'scaduti' | 'in-arrivo'

/** Days from today that 'In arrivo' covers. */
export const AHEAD_DAYS = 30

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/

/** Rows on a page of the list. */
export const PAYMENTS_PAGE = 50

/** The groupings of the list with their labels, by the word in the address. */
export const GROUPINGS = { '': 'Per persona', azienda: 'Per azienda' } as const

/**
 * What the list is narrowed to. `text`: words of a name or company; `course`: an id; `office`: the place of the
 * edition; `month`: YYYY-MM of the due or payment. '' in a field means all.
 */
export type PaymentFilter = { text: string; course: string; office: string; month: string }

/** Reads view, filters and page from the address of the list. Unknown values become the default. */
export function readPaymentQuery(params: URLSearchParams) {
  const view = params.get('stato') ?? ''
  const page = Number(params.get('pagina') ?? '1')
  return {
    view: (Object.hasOwn(PAYMENT_VIEWS, view) ? view : 'scaduti') as PaymentView,
    text: (params.get('q') ?? '').trim().slice(0, 100),
    course: isId(params.get('corso') ?? '') ? (params.get('corso') ?? '') : '',
    office: (params.get('sede') ?? '').replaceAll('\0', ''),
    month: MONTH.exec(params.get('mese') ?? '')?.[0] ?? '',
    isByCompany: params.get('raggruppa') === 'azienda',
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  }
}

/** Returns the filters of the list, without the searched text, as parameters of its address; '' for no filter. */
export const filterParameters = ({
  course,
  office,
  month,
  isByCompany,
}: ReturnType<typeof readPaymentQuery>) => ({
  corso: course,
  sede: office,
  mese: month,
  raggruppa: isByCompany ? 'azienda' : '',
})
