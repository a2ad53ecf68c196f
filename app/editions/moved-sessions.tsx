import { formatDate } from '../italian/dates'
import { formatTimes } from '../italian/times'
import { readSessions, type SessionFacts } from '../parsing/sessions.rules'
import { TableHead } from '../ui/tables/table-head'

/** Every session before and after, as typed lines. `holidays`: sentences about days that are public holidays. */
export function MovedSessions({
  before,
  after,
  holidays,
}: {
  before: string
  after: string
  holidays: string[]
}) {
  const [old, moved] = [before, after].map((text) =>
    readSessions(text).flatMap(({ session }) => session ?? []),
  )
  return (
    <div aria-live="polite">
      <p>
        <b>Le nuove date, non ancora salvate:</b>
      </p>
      {holidays.length > 0 && <p className="few">{holidays.join('. ')}. Controlla il calendario.</p>}
      <table className="table dense">
        <TableHead columns={['Prima', 'Adesso']} />
        <tbody>
          {moved?.map((session, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sessions keep their order
            <tr key={i}>
              <td className="quiet num">{inWords(old?.[i])}</td>
              <td className="num">{inWords(session)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function inWords(session: SessionFacts | undefined): string {
  if (!session) return '–'
  const { startDate, endDate, startTime, endTime } = session
  const day = formatDate(startDate, 'EEE d MMM yyyy')
  const until = endDate === startDate ? '' : ` – ${formatDate(endDate, 'EEE d MMM yyyy')}`
  return [day + until, formatTimes(startTime, endTime)].filter(Boolean).join(', ')
}
