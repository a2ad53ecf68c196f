import { addDays, differenceInDays, formatISO, parseISO } from 'date-fns'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatEuros, formatPriceInBrief } from '../../italian/prices'

/** How money came or went back, in the order of a form. */
export const PAYMENT_METHODS = ['transfer', 'cash', 'card', 'other'] as const

/** Before a due, seven days after it, and the last one, which a person chooses. */
export const PAYMENT_REMINDERS = ['before', 'first', 'second'] as const

/** To whom an invoice goes. */
export const BILLING_KINDS = ['person', 'company'] as const

/** Days between dues where no first session gives the last one. */
const DAYS_BETWEEN = 30

/** Integer cents, in which amounts are added and compared. */
export const toCents = (euros: number) => Math.round(euros * 100)
export const toEuros = (cents: number) => cents / 100

/** `cents`: what is to pay until the end of `dueOn` (YYYY-MM-DD). `number` 1 is the first. */
export type Due = { number: number; dueOn: string; cents: number }

/**
 * The dues of a price, in cents: the amounts of the course, or their shares if they are of another price, or one. Their sum
 * is the price: the last takes what rounding leaves.
 */
export function splitPrice(price: number, amounts: readonly number[]): number[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  if (amounts.length < 2 || sum === 0) return price > 0 ? [price] : []
  const areOfPrice = Math.abs(sum - price) < amounts.length
  const firstShares = amounts
    .slice(0, -1)
    .map((amount) => (areOfPrice ? amount : Math.floor((price * amount) / sum)))
  const lastShare = price - firstShares.reduce((total, share) => total + share, 0)
  return [...firstShares, lastShare].filter((share) => share > 0)
}

/**
 * The days of dues. The first is `firstDueDays` after `from`, the last the day before the first session, the others stand
 * between; when that is too late for the first, all are on one day. Without a session they are a month apart.
 */
export function dueDays(
  count: number,
  { from, firstSession, firstDueDays }: { from: string; firstSession: string | null; firstDueDays: number },
): string[] {
  const usual = plusDays(from, firstDueDays)
  const last = firstSession ? plusDays(firstSession, -1) : plusDays(usual, DAYS_BETWEEN * (count - 1))
  const [earliest = usual] = [usual, last].toSorted()
  const first = earliest < from ? from : earliest
  const span = Math.max(0, differenceInDays(parseISO(last), parseISO(first)))
  return Array.from({ length: count }, (_, index) =>
    plusDays(first, count === 1 ? 0 : Math.round((span * index) / (count - 1))),
  )
}

const plusDays = (day: string, days: number) =>
  formatISO(addDays(parseISO(day), days), { representation: 'date' })

/**
 * What an enrolment that is approved on this day is to pay; nothing without a price. While an edition waits for its minimum
 * people are asked to wait with it, so that the days count from the day until which it is to be confirmed.
 * @param price in euros
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

type DueState = 'paid' | 'part' | 'late' | 'open'
export type BalancedDue = Due & { paid: number; open: number; state: DueState }

/** Amounts in cents. `late`: what was due before the day; `next`: the first due that is not paid in full. */
export type Balance = {
  dues: BalancedDue[]
  owed: number
  paid: number
  open: number
  late: number
  credit: number
  next: BalancedDue | null
}

/** Where an enrolment stands with its payments, which fill the oldest due first. Refunds are negative payments. */
export function balanceOf(
  dues: readonly Due[],
  payments: readonly { cents: number }[],
  day: string,
): Balance {
  const paid = payments.reduce((sum, { cents }) => sum + cents, 0)
  let left = paid
  const balanced = dues
    .toSorted((a, b) => a.number - b.number)
    .map((due): BalancedDue => {
      const part = Math.max(0, Math.min(due.cents, left))
      left -= part
      const isLate = due.dueOn < day
      const unpaid: DueState = isLate ? 'late' : part > 0 ? 'part' : 'open'
      return { ...due, paid: part, open: due.cents - part, state: part === due.cents ? 'paid' : unpaid }
    })
  const openOf = (some: BalancedDue[]) => some.reduce((sum, due) => sum + due.open, 0)
  return {
    dues: balanced,
    owed: balanced.reduce((sum, { cents }) => sum + cents, 0),
    paid,
    open: openOf(balanced),
    late: openOf(balanced.filter(({ state }) => state === 'late')),
    credit: Math.max(0, left),
    next: balanced.find(({ state }) => state !== 'paid') ?? null,
  }
}

/** 'la rata 2 di 2', or 'il pagamento' where it is the only one. */
export const dueName = ({ number }: Pick<Due, 'number'>, count: number) =>
  count > 1 ? `la rata ${number} di ${count}` : 'il pagamento'

/** '490,00 € entro il 15 gennaio e 490,00 € entro il 28 febbraio 2027' */
export function duesInWords(dues: readonly Due[]): string {
  const parts = dues.map(({ cents, dueOn }, index) => {
    const pattern = index === dues.length - 1 ? 'd MMMM yyyy' : 'd MMMM'
    return `${formatEuros(toEuros(cents))} ${withArticle('entro il', formatDate(dueOn, pattern))}`
  })
  return new Intl.ListFormat('it-IT').format(parts)
}

/** What a person has paid of what they owe, and what comes next, in a sentence. */
export function balanceInWords({ owed, paid, open, credit, next, dues }: Balance): string {
  const sum = (cents: number) => formatPriceInBrief(toEuros(cents))
  if (credit > 0)
    return `Hai pagato tutto, e ${sum(credit)} in più: li teniamo a tuo credito o te li restituiamo, come preferisci.`
  if (!next) return `Hai pagato tutto: non resta nulla da versare.`
  const when = withArticle('il', formatDate(next.dueOn, 'd MMMM'))
  const isLate = next.state === 'late'
  const what = dues.length === 1 ? 'Il pagamento' : paid > 0 ? 'la prossima rata' : 'la prima rata'
  const deadline = isLate ? `scadeva ${when}` : `scade ${when}`
  if (paid <= 0)
    return dues.length === 1
      ? `${what} di ${sum(owed)} ${deadline}.`
      : `Il totale è ${sum(owed)}; ${what}, ${sum(next.open)}, ${deadline}.`
  const soFar = `Hai pagato ${sum(paid)} su ${sum(owed)}`
  return dues.length === 1
    ? `${soFar}; il resto, ${sum(open)}, ${deadline}.`
    : `${soFar}; ${isLate ? 'la rata' : what} di ${sum(next.open)} ${deadline}.`
}
