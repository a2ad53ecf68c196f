import { formatDate } from '../italian/dates'
import { formatCount, formatHours } from '../italian/numbers'
import { formatTime, formatTimes } from '../italian/times'
import { readSessions, type SessionFacts, spanOf } from '../parsing/sessions.rules'
import { Icon } from '../ui/icon'

export function SessionsRead({ text }: { text: string }) {
  const read = readSessions(text)
  if (read.length === 0) return null
  const sessions = read.flatMap(({ session }) => session ?? [])
  const { totalHours } = spanOf(sessions)
  const withoutHours = sessions.filter(({ hours }) => !hours).length
  const unclear = read.length - sessions.length
  return (
    <>
      <p aria-live="polite">
        {formatCount(sessions.length, 'sessione', 'sessioni')}
        {totalHours !== null && `, ${formatHours(totalHours)} in tutto`}
        {withoutHours > 0 && withoutHours < sessions.length && `, ${withoutHours} senza ore: nessun totale`}
        {unclear > 0 && (
          <b className="unclear">, {formatCount(unclear, 'riga non chiara', 'righe non chiare')}</b>
        )}
      </p>
      <ol className="readings">
        {read.map(({ number, text, session, problem }) => (
          <li key={`${number} ${session?.startDate}`} className={session ? undefined : 'unclear'}>
            <Icon name={session ? 'check' : 'close'} />
            {session ? (
              <span className="num">{inWords(session)}</span>
            ) : (
              <span>
                Riga {number}, «{text.slice(0, 80)}»: {problem}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** 'sabato 16 gennaio 2027, 9:00-18:00, 8 ore' */
function inWords({ startDate, startTime, endDate, endTime, hours }: SessionFacts): string {
  const day = (date: string) => formatDate(date, 'EEEE d MMMM yyyy')
  const several = endDate !== startDate
  return [
    several ? `da ${day(startDate)} a ${day(endDate)}` : day(startDate),
    !startTime && endTime ? `fino alle ${formatTime(endTime)}` : formatTimes(startTime, endTime),
    hours ? formatHours(hours) : '',
  ]
    .filter(Boolean)
    .join(', ')
}
