import type { BalancedDue } from '../enrolments/dues/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCentsInBrief } from '../italian/prices'
import { Icon } from '../ui/icon'
import './payments.css'

/** The dues of an enrolment as chips: each with its amount and, unless it is paid, its day. */
export function DueChips({ dues }: { dues: readonly BalancedDue[] }) {
  return (
    <ul className="due-chips">
      {dues.map((due) => (
        <li key={due.number} className={`due-chip num due-chip-${due.state}`}>
          {due.state === 'paid' && (
            <>
              <Icon name="check" />
              <span className="visually-hidden">pagati </span>
            </>
          )}
          {chipInWords(due)}
        </li>
      ))}
    </ul>
  )
}

function chipInWords({ state, cents, open, dueOn }: BalancedDue): string {
  const day = formatDate(dueOn, 'd MMM')
  if (state === 'paid') return formatCentsInBrief(cents)
  const sum = formatCentsInBrief(open)
  return `${sum} ${withArticle(state === 'late' ? 'dal' : 'il', day)}`
}
