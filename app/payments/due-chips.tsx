import { type Balance, type BalancedDue, toEuros } from '../enrolments/dues/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatPriceInBrief } from '../italian/prices'
import { Icon } from '../ui/icon'
import './payments.css'

/**
 * The dues of an enrolment as chips: each with its amount and, unless it is paid, its day; one chip if all are paid.
 */
export function DueChips({ balance: { dues, owed, next } }: { balance: Balance }) {
  return (
    <ul className="due-chips">
      {next || dues.length < 2 ? (
        dues.map((due) => (
          <li key={due.number} className={`due-chip num due-chip-${due.state}`}>
            {due.state === 'paid' && <PaidSign />}
            {chipInWords(due)}
          </li>
        ))
      ) : (
        <li className="due-chip num due-chip-paid">
          <PaidSign />
          {formatPriceInBrief(toEuros(owed))} a saldo
        </li>
      )}
    </ul>
  )
}

function PaidSign() {
  return (
    <>
      <Icon name="check" />
      <span className="visually-hidden">pagati </span>
    </>
  )
}

function chipInWords({ state, cents, open, dueOn }: BalancedDue): string {
  const day = formatDate(dueOn, 'd MMM')
  if (state === 'paid') return formatPriceInBrief(toEuros(cents))
  const sum = formatPriceInBrief(toEuros(open))
  return `${sum} ${withArticle(state === 'late' ? 'dal' : 'il', day)}`
}
