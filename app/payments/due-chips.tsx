import { type Balance, type BalancedDue, toEuros } from '../enrolments/dues/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatPriceInBrief } from '../italian/prices'
import { Icon } from '../ui/icon'
import './payments.css'

/** The dues of an enrolment, each with its state in words. */
export function DueChips({ balance }: { balance: Balance }) {
  return (
    <ul className="due-chips">
      {balance.dues.map((due) => (
        <li key={due.number} className={`due-chip num due-chip-${due.state}`}>
          {due.state === 'paid' && <Icon name="check" />}
          {chipInWords(due)}
        </li>
      ))}
    </ul>
  )
}

function chipInWords({ state, cents, open, dueOn }: BalancedDue): string {
  const day = formatDate(dueOn, 'd MMM')
  if (state === 'paid') return `${formatPriceInBrief(toEuros(cents))} pagati`
  const sum = formatPriceInBrief(toEuros(open))
  return `${sum} ${withArticle(state === 'late' ? 'dal' : 'il', day)}`
}
