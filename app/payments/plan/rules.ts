import { isSeated } from '../../courses/seats.rules'
import { type Balance, type Due, toCents, toEuros } from '../../enrolments/dues/rules'
import type { EnrolmentState } from '../../enrolments/rules'
import { writeDay } from '../../italian/dates'
import { formatCents } from '../../italian/prices'
import { dayIn, readRequiredDay } from '../../parsing/dates.rules'
import { MOST_INSTALMENTS } from '../../parsing/entries.rules'
import { readAmount, writeAmount } from '../../parsing/numbers.rules'
import { tidy } from '../../parsing/text.rules'
import { OK, type Outcome, refuse } from '../../runtime/outcome.rules'

/** The most characters of the reason for another price. */
export const PRICE_REASON_MOST = 200

/**
 * What a person pays and until when. `price`: in euros, null without one; `reason`: why it differs from the course's.
 */
export type PaymentPlan = { price: number | null; reason: string | null; dues: Due[] }

/** The plan of an enrolment, and what is paid of it. */
export type StoredPlan = Omit<PaymentPlan, 'dues'> & Balance & { status: EnrolmentState }

/** The typed form. `dues`: only those not yet paid in full, which can be changed. */
export type PlanText = { price: string; reason: string; dues: { amount: string; day: string }[] }

/** Errors by the field of the form. */
type PlanErrors = Partial<Record<string, string>>

/** The names of the two fields of a due. `index`: its place in the form, from 0. */
export const amountField = (index: number) => `importo-${index}`
export const dayField = (index: number) => `giorno-${index}`

/** A text that changes with each change of the plan and each payment. A form opened with another version is refused. */
export const planVersion = ({ price, reason, dues, paid, status }: StoredPlan) =>
  JSON.stringify([price, reason, dues.map(({ dueOn, cents }) => [dueOn, cents]), paid, isSeated(status)])

/** Returns the dues that are paid in full. They come first, and cannot be changed. */
export const paidDuesOf = ({ dues }: Pick<Balance, 'dues'>) => dues.filter(({ state }) => state === 'paid')

/** Returns the texts of the form. Of the `dues` those paid in full are left out. */
export function writePlan(
  { price, reason }: Pick<PaymentPlan, 'price' | 'reason'>,
  { dues }: Pick<Balance, 'dues'>,
): PlanText {
  const openDues = dues.filter(({ state }) => state !== 'paid')
  return {
    price: writeAmount(price),
    reason: reason ?? '',
    dues: openDues.map(({ cents, dueOn }) => ({ amount: amountText(cents), day: writeDay(dueOn) })),
  }
}

/**
 * Returns the texts of a sent form. One row of dues more than allowed is read, so that `mayChangePlan` refuses them.
 */
export function planTextFrom(form: FormData): PlanText {
  const text = (name: string) => String(form.get(name) ?? '')
  const dues: PlanText['dues'] = []
  for (let index = 0; index <= MOST_INSTALMENTS && form.has(amountField(index)); index++)
    dues.push({ amount: text(amountField(index)), day: text(dayField(index)) })
  return { price: text('price'), reason: text('reason'), dues }
}

const isBlank = ({ amount, day }: PlanText['dues'][number]) => !amount.trim() && !day.trim()

/**
 * Reads the form. Empty rows are skipped; all rows are if the price is 0. `paidDues`: the dues paid in full, which stay
 * as they are.
 */
export function readPlan(text: PlanText, paidDues: readonly Due[]) {
  const errors: PlanErrors = {}
  const price = readAmount(text.price)
  const reason = tidy(text.reason)
  if (price.problem) errors.price = `Il prezzo ${price.problem}`
  if (reason.length > PRICE_REASON_MOST)
    errors.reason = `Il motivo può avere al massimo ${PRICE_REASON_MOST} caratteri`
  const typedDues = price.value === 0 ? [] : text.dues
  const rows = typedDues.flatMap((row, index) => {
    if (isBlank(row)) return []
    const amount = readAmount(row.amount)
    const day = readRequiredDay(row.day, 'Scrivi entro quando si paga')
    if (amount.problem) errors[amountField(index)] = `L’importo ${amount.problem}`
    else if (!amount.value) errors[amountField(index)] = 'Scrivi l’importo della rata, o togli la rata'
    if (day.error) errors[dayField(index)] = day.error
    return [{ cents: toCents(amount.value ?? 0), dueOn: day.value ?? '' }]
  })
  const openDues = rows.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
  const dues = [...paidDues.map(({ cents, dueOn }) => ({ cents, dueOn })), ...openDues]
  return {
    plan: {
      price: price.value ?? null,
      reason: reason || null,
      dues: dues.map((due, index) => ({ number: index + 1, ...due })),
    },
    errors,
  }
}

const SUM_IS_PRICE = 'La somma delle rate deve essere il prezzo'

/**
 * Why a plan is not saved. `meanwhile`: the plan or the payments have changed since the form was opened; `below-paid`:
 * the price is less than the paid dues; `before-paid`: an open due is earlier than a paid one; `sum`: the dues do not
 * add up to the price.
 */
const SENTENCES = {
  unknown: 'Questa iscrizione non c’è più',
  'no-seat': 'Prezzo e rate ci sono solo per chi ha, o ha chiesto, un posto nel corso',
  meanwhile:
    'Nel frattempo un collega ha cambiato le rate o registrato un incasso: qui sopra vedi come stanno adesso. Controlla, e salva di nuovo',
  'no-price': 'Scrivi il prezzo: 0 se il corso è gratuito per questa persona',
  'no-reason': 'Scrivi perché il prezzo cambia',
  'below-paid':
    'Il prezzo non può essere meno delle rate già pagate: per restituire qualcosa registra prima un rimborso',
  'before-paid': 'Una rata da pagare non può scadere prima di una già pagata',
  'too-many': `Le rate possono essere al massimo ${MOST_INSTALMENTS}`,
  sum: SUM_IS_PRICE,
} as const
export type PlanRefusal = keyof typeof SENTENCES

/** `sentence`: says what is missing, where the dues do not add up to the price. */
type WithSentence = { sentence?: string }
export type PlanOutcome<Done extends object = object> = Outcome<PlanRefusal, Done, WithSentence>

const sumOf = (dues: readonly { cents: number }[]) => dues.reduce((sum, { cents }) => sum + cents, 0)

/**
 * Whether a plan may replace `storedPlan`. `paidDues`: the dues paid in full, which must be unchanged. For a request
 * only the price counts, since dues are written when it gets a seat.
 */
export function mayChangePlan(
  plan: PaymentPlan,
  storedPlan: StoredPlan,
  paidDues: readonly Due[],
): PlanOutcome {
  const { price, reason, dues } = plan
  if (storedPlan.status === 'rejected') return refuse('no-seat')
  if (price === null && (storedPlan.price !== null || dues.length > 0)) return refuse('no-price')
  if (price !== storedPlan.price && !reason) return refuse('no-reason')
  if (!isSeated(storedPlan.status)) return OK
  const isUnchanged = paidDues.every(
    ({ cents, dueOn }, index) => dues[index]?.cents === cents && dues[index].dueOn === dueOn,
  )
  if (!isUnchanged && price !== 0) return refuse('meanwhile')
  const cents = toCents(price ?? 0)
  if (cents < sumOf(paidDues)) return refuse('below-paid')
  const lastPaidDay = paidDues.at(-1)?.dueOn ?? ''
  if (dues.slice(paidDues.length).some(({ dueOn }) => dueOn < lastPaidDay)) return refuse('before-paid')
  if (dues.length > MOST_INSTALMENTS) return refuse('too-many')
  const sum = sumOf(dues)
  return sum === cents ? OK : refuse('sum', { sentence: sumInWords(sum, cents) })
}

/** Returns the sentence of a refusal and the field that it concerns; no field if it concerns the whole form. */
export function explainPlanRefusal({ refusal, sentence }: { refusal: PlanRefusal } & WithSentence) {
  const problem = sentence ?? SENTENCES[refusal]
  if (refusal === 'no-price' || refusal === 'below-paid') return { field: 'price', problem }
  if (refusal === 'no-reason') return { field: 'reason', problem }
  return { problem }
}

/** Compares the sum of dues with the price, both in cents: 'Le rate fanno 99,99 € su 100,00 €: mancano 0,01 €'. */
function sumInWords(sum: number, price: number): string {
  const start = `Le rate fanno ${formatCents(sum)} su ${formatCents(price)}`
  const difference = Math.abs(price - sum)
  const amount = formatCents(difference)
  const isOne = difference === 100
  if (sum === price) return `${start}: tornano`
  if (sum < price) return `${start}: ${isOne ? 'manca' : 'mancano'} ${amount}`
  return `${start}: ${amount} di troppo`
}

/** Returns the price minus all dues, in cents: negative if the dues exceed it; null while an amount cannot be read. */
function missingCents(text: PlanText, paidDues: readonly Due[]): number | null {
  const { value: price } = readAmount(text.price)
  const amounts = text.dues.map(({ amount }) => readAmount(amount))
  if (price === null || price === undefined || amounts.some(({ problem }) => problem)) return null
  return toCents(price) - sumOf(paidDues) - amounts.reduce((sum, { value }) => sum + toCents(value ?? 0), 0)
}

/**
 * What the page says about the sum of the typed dues. `isSettled`: false if they do not add up to a price above 0; true
 * for the price 0, which other dues cannot mend, and while an amount cannot be read.
 */
export function planSum(text: PlanText, paidDues: readonly Due[]) {
  const price = toCents(readAmount(text.price).value ?? 0)
  if (readAmount(text.price).value === 0)
    return {
      sentence: paidDues.length === 0 ? 'Gratuito: nessuna rata' : 'Gratuito, ma ci sono rate già pagate',
      isSettled: true,
    }
  const missing = missingCents(text, paidDues)
  if (missing === null) return { sentence: SUM_IS_PRICE, isSettled: true }
  return { sentence: sumInWords(price - missing, price), isSettled: missing === 0 }
}

/**
 * The values of the buttons that edit the dues in the form without saving; each also works as a plain submit.
 * `SETTLE_DUES` puts the missing amount into the last due.
 */
export const ADD_DUE = 'aggiungi'
export const SETTLE_DUES = 'pareggia'
export const removeDue = (index: number) => `togli:${index}`

/** Returns the form after a button that edits it; null for another button, such as the one that saves. */
export function editPlan(text: PlanText, button: string, paidDues: readonly Due[]): PlanText | null {
  if (button === ADD_DUE) {
    const missing = missingCents(text, paidDues) ?? 0
    return { ...text, dues: [...text.dues, { amount: missing > 0 ? amountText(missing) : '', day: '' }] }
  }
  if (button === SETTLE_DUES) return { ...text, dues: settleDues(text, paidDues) }
  const [, removed] = /^togli:(\d+)$/.exec(button) ?? []
  if (removed === undefined) return null
  return { ...text, dues: text.dues.filter((_, index) => index !== Number(removed)) }
}

const amountText = (cents: number) => writeAmount(toEuros(cents))

/**
 * Makes the dues add up to the price: the last due absorbs the difference; dues that would be 0 or less are dropped.
 */
function settleDues(text: PlanText, paidDues: readonly Due[]): PlanText['dues'] {
  const dues = text.dues.filter((row) => !isBlank(row))
  let missing = missingCents(text, paidDues) ?? 0
  while (missing !== 0) {
    const lastDue = dues.pop()
    const cents = toCents(readAmount(lastDue?.amount ?? '').value ?? 0) + missing
    if (cents > 0) return [...dues, { amount: amountText(cents), day: lastDue?.day ?? '' }]
    if (!lastDue) return dues
    missing = cents
  }
  return dues
}

/** Whether a typed day is before `today` (YYYY-MM-DD), so that its due would be late at once; false for no date. */
export function isPastDay(day: string, today: string): boolean {
  const dueOn = dayIn(day)
  return dueOn !== '' && dueOn < today
}
