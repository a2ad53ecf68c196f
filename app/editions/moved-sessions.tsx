import { formatDate } from '../italian/dates'
import { formatTimes } from '../italian/times'
import { readSessions } from '../parsing/session-lines.rules'
import type { SessionFacts } from '../parsing/sessions.rules'
import { TableHead } from '../ui/tables/table-head'

/** A table of the sessions before and after. Both are lines of text as in the course form. */
export function SessionsBeforeAfter({ before, after }: { before: string; after: string }) {
  const [old = [], moved = []] = [before, after].map((text) =>
    readSessions(text).flatMap(({ session }) => session ?? []),
  )
  return (
    <table className="table dense">
      <TableHead columns={['Prima', 'Adesso']} />
      <tbody>
        {Array.from({ length: Math.max(old.length, moved.length) }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sessions keep their order
          <tr key={i}>
            <td className="quiet num">{sessionInWords(old[i])}</td>
            <td className="num">{sessionInWords(moved[i])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function sessionInWords(session: SessionFacts | undefined): string {
  if (!session) return '–'
  const { startDate, endDate, startTime, endTime } = session
  const day = formatDate(startDate, 'EEE d MMM yyyy')
  const until = endDate === startDate ? '' : ` – ${formatDate(endDate, 'EEE d MMM yyyy')}`
  return [day + until, formatTimes(startTime, endTime)].filter(Boolean).join(', ')
}
