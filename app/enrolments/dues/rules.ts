import { differenceInDays, parseISO } from 'date-fns'
import { withArticle } from '../../italian/articles'
import { formatDate, isSameYear } from '../../italian/dates'
import { plusDays } from '../../italian/days'
import { formatEuros, formatEurosInBrief, formatPriceInBrief } from '../../italian/prices'

/** Days between the dues of a course without sessions. */
const DAYS_BETWEEN_DUES = 30

/** Amounts are added and compared in integer cents. */
export const toCents = (euros: number) => Math.round(euros * 100)
export const toEuros = (cents: number) => cents / 100

/** A part of the price, `cents`, to be paid by the end of `dueOn` (YYYY-MM-DD). `number`: from 1, in order of time. */
export type Due = { number: number; dueOn: string; cents: number }

/**
 * Splits a price into dues, all in cents. `amounts`: the instalments of the course, which are scaled if they do not
 * add up to the price. A single due with fewer than two instalments, none for a price of 0. The last due takes what
 * rounding leaves.
 */
export function splitPrice(price: number, amounts: readonly number[]): number[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  if (amounts.length < 2 || sum === 0) return price > 0 ? [price] : []
  // Each amount may be rounded by less than a cent.
  const addUpToPrice = Math.abs(sum - price) < amounts.length
  const firstShares = amounts
    .slice(0, -1)
    .map((amount) => (addUpToPrice ? amount : Math.floor((price * amount) / sum)))
  const lastShare = price - firstShares.reduce((total, share) => total + share, 0)
  return [...firstShares, lastShare].filter((share) => share > 0)
}

/**
 * The days of dues, YYYY-MM-DD. The first is `firstDueDays` after `from`, the last on the day before the first
 * session, the others evenly between. If the first would come after the last, all are on the last day, but never
 * before `from`. Without a first session the dues are `DAYS_BETWEEN_DUES` apart. `firstSession`: YYYY-MM-DD.
 */
export function dueDays(
  count: number,
  { from, firstSession, firstDueDays }: { from: string; firstSession: string | null; firstDueDays: number },
): string[] {
  const usualFirst = plusDays(from, firstDueDays)
  const last = firstSession
    ? plusDays(firstSession, -1)
    : plusDays(usualFirst, DAYS_BETWEEN_DUES * (count - 1))
  const [earliest = usualFirst] = [usualFirst, last].toSorted()
  const first = earliest < from ? from : earliest
  const span = Math.max(0, differenceInDays(parseISO(last), parseISO(first)))
  return Array.from({ length: count }, (_, index) =>
    plusDays(first, count === 1 ? 0 : Math.round((span * index) / (count - 1))),
  )
}

/**
 * Plans the dues of an enrolment that gets a seat on `day`. While an edition still needs people to take place, nobody
 * should pay yet: the days then count from `confirmBy`, by which the office confirms it.
 * @param price in euros; null or 0 gives no dues
 * @param isConditional whether the edition waits for its confirmation
 */
export function planDues(
  price: number | null,
  course: { paymentInstallments: readonly number[]; startDate: string | null; confirmBy: string | null },
  { day, firstDueDays, isConditional }: { day: string; firstDueDays: number; isConditional: boolean },
): Due[] {
  const amounts = splitPrice(toCents(price ?? 0), course.paymentInstallments.map(toCents))
  const from = isConditional && course.confirmBy && course.confirmBy > day ? course.confirmBy : day
  const days = dueDays(amounts.length, { from, firstSession: course.startDate, firstDueDays })
  return amounts.map((cents, index) => ({ number: index + 1, dueOn: days[index] ?? from, cents }))
}

/** 'part': paid in part and not late; 'late': not paid in full by its day; 'open': nothing paid, not late. */
type DueState = 'paid' | 'part' | 'late' | 'open'
/** A due with what is paid of it and what is not, in cents. */
export type BalancedDue = Due & { paid: number; open: number; state: DueState }

/**
 * What an enrolment owes and has paid, in cents. `owed`: all dues; `paid`: all payments, less the refunds; `open`: what
 * is not paid of the dues; `late`: what is not paid of dues whose day is past; `credit`: what was paid beyond all dues;
 * `next`: the first due that is not paid in full.
 */
export type Balance = {
  dues: BalancedDue[]
  owed: number
  paid: number
  open: number
  late: number
  credit: number
  next: BalancedDue | null
}

/** Computes the balance on a day, YYYY-MM-DD. Payments fill the first due first; refunds are negative payments. */
export function balanceOf(
  dues: readonly Due[],
  payments: readonly { cents: number }[],
  day: string,
): Balance {
  const paid = payments.reduce((sum, { cents }) => sum + cents, 0)
  let unassigned = paid
  const balanced = dues
    .toSorted((a, b) => a.number - b.number)
    .map((due): BalancedDue => {
      const part = Math.max(0, Math.min(due.cents, unassigned))
      unassigned -= part
      const isLate = due.dueOn < day
      const unpaid: DueState = isLate ? 'late' : part > 0 ? 'part' : 'open'
      return { ...due, paid: part, open: due.cents - part, state: part === due.cents ? 'paid' : unpaid }
    })
  const openOf = (balancedDues: BalancedDue[]) => balancedDues.reduce((sum, due) => sum + due.open, 0)
  return {
    dues: balanced,
    owed: balanced.reduce((sum, { cents }) => sum + cents, 0),
    paid,
    open: openOf(balanced),
    late: openOf(balanced.filter(({ state }) => state === 'late')),
    credit: Math.max(0, unassigned),
    next: balanced.find(({ state }) => state !== 'paid') ?? null,
  }
}

/** The dues that are not paid in full, each with the cents that are still open. */
export const openDuesOf = ({ dues }: Pick<Balance, 'dues'>): Due[] =>
  dues
    .filter(({ state }) => state !== 'paid')
    .map(({ number, dueOn, open }) => ({ number, dueOn, cents: open }))

/** The balance of an enrolment without dues and payments. */
export const EMPTY_BALANCE: Balance = balanceOf([], [], '')

/** 'la rata 2 di 2', or 'il pagamento' where it is the only one. */
export const dueName = ({ number }: Pick<Due, 'number'>, count: number) =>
  count > 1 ? `la rata ${number} di ${count}` : 'il pagamento'

/**
 * Dues with their days: '490,00 € entro il 15 gennaio e 490,00 € entro il 28 febbraio 2027'. A due has its year if the
 * next one is in another year, or there is none.
 */
export function duesInWords(dues: readonly Due[]): string {
  const parts = dues.map(({ cents, dueOn }, index) => {
    const next = dues[index + 1]
    const pattern = next && isSameYear(dueOn, next.dueOn) ? 'd MMMM' : 'd MMMM yyyy'
    return `${formatEuros(toEuros(cents))} ${withArticle('entro il', formatDate(dueOn, pattern))}`
  })
  return new Intl.ListFormat('it-IT').format(parts)
}

/** '378 di 1.050' or '33,33 di 100': the euros paid of those owed, for a column whose head says what they are. */
export function paidOfOwed({ owed, paid }: Pick<Balance, 'owed' | 'paid'>): string {
  const sum = (cents: number) => formatEurosInBrief(toEuros(cents)).replace(/\s*€/, '')
  return `${sum(paid)} di ${sum(owed)}`
}

/** Tells a person with something to pay, in an edition that waits for its minimum, not to pay yet. */
export const PAY_AFTER_CONFIRMATION = 'Prima di pagare aspetta la conferma: ti arriva per email.'

/** Who has nothing to pay until then, or nothing any more, is told this instead. */
export const CONFIRMATION_FOLLOWS = 'La conferma ti arriva per email.'

/** Tells a person what they have paid of what they owe: 'Hai pagato 490 € su 980 €'. */
export const paidInWords = ({ owed, paid }: Pick<Balance, 'owed' | 'paid'>) =>
  `Hai pagato ${formatPriceInBrief(toEuros(paid))} su ${formatPriceInBrief(toEuros(owed))}`

/** Tells a person in a sentence what they have paid of what they owe, and which due comes next. */
export function balanceInWords({ owed, paid, open, credit, next, dues }: Balance): string {
  const sum = (cents: number) => formatPriceInBrief(toEuros(cents))
  if (credit > 0)
    return `Hai pagato ${owed > 0 ? 'tutto, e ' : ''}${sum(credit)} in più: li teniamo a tuo credito o te li restituiamo, come preferisci.`
  if (!next) return `Hai pagato tutto: non resta nulla da versare.`
  const dueDay = withArticle('il', formatDate(next.dueOn, 'd MMMM'))
  const isLate = next.state === 'late'
  const nextDue = dues.length === 1 ? 'Il pagamento' : paid > 0 ? 'la prossima rata' : 'la prima rata'
  const deadline = isLate ? `scadeva ${dueDay}` : `scade ${dueDay}`
  if (paid <= 0)
    return dues.length === 1
      ? `${nextDue} di ${sum(owed)} ${deadline}.`
      : `Il totale è ${sum(owed)}; ${nextDue}, ${sum(next.open)}, ${deadline}.`
  const soFar = paidInWords({ owed, paid })
  return dues.length === 1
    ? `${soFar}; il resto, ${sum(open)}, ${deadline}.`
    : `${soFar}; ${isLate ? 'la rata' : nextDue} di ${sum(next.open)} ${deadline}.`
}
