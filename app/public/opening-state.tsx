import { formatDate } from '../italian/dates'
import type { Opening } from '../site/opening.server'

/** Whether the office is open, and until when ('Aperta, fino alle 12:30'), or when it opens. */
export function OpeningState({ opening }: { opening: Opening }) {
  return (
    <span className={opening.open ? 'state state-open' : 'state state-shut'}>
      <span>{sentence(opening)}</span>
    </span>
  )
}

function sentence(opening: Opening): string {
  if (opening.open) return `Aperta, fino alle ${opening.until}`
  const { reason, next } = opening
  const closed = reason ? `Chiusa oggi (${reason})` : 'Chiusa'
  return `${closed}, riapre ${nextDayInWords(next)}alle ${next.time}`
}

/** The day of the next opening, with a space behind: '' for today, 'domani ', 'lunedì ' or 'lunedì 7 dicembre '. */
function nextDayInWords({ day, ahead }: { day: string; ahead: number }): string {
  if (ahead === 0) return ''
  if (ahead === 1) return 'domani '
  return `${formatDate(day, ahead < 7 ? 'EEEE' : 'EEEE d MMMM')} `
}
