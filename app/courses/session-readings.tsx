import { formatDate } from '../italian/dates'
import { formatCount, formatHours } from '../italian/numbers'
import { formatTime, formatTimes } from '../italian/times'
import { readSessions } from '../parsing/session-lines.rules'
import { proposeSession } from '../parsing/session-proposal.rules'
import { type SessionFacts, spanOf } from '../parsing/sessions.rules'
import { Icon } from '../ui/icon'
import './session-readings.css'

/**
 * Shows how typed sessions are read. `onChange`: gets the text in which a proposal replaces an unreadable line; without
 * `onChange` no proposals are shown.
 */
export function SessionReadings({ text, onChange }: { text: string; onChange?: (text: string) => void }) {
  const readings = readSessions(text)
  if (readings.length === 0) return null
  const sessions = readings.flatMap(({ session }) => session ?? [])
  const { totalHours } = spanOf(sessions)
  const withoutHours = sessions.filter(({ hours }) => !hours).length
  const unclearCount = readings.length - sessions.length
  return (
    <>
      <p aria-live="polite">
        {formatCount(sessions.length, 'sessione', 'sessioni')}
        {totalHours !== null && `, ${formatHours(totalHours)} in tutto`}
        {withoutHours > 0 && withoutHours < sessions.length && `, ${withoutHours} senza ore: nessun totale`}
        {unclearCount > 0 && (
          <b className="unclear">, {formatCount(unclearCount, 'riga non chiara', 'righe non chiare')}</b>
        )}
      </p>
      <ol className="readings">
        {readings.map(({ number, text: line, session, problem }, i) => {
          const sessionBefore = readings.slice(0, i).findLast(({ session }) => session)?.session
          const proposal = !session && onChange && proposeSession(line, sessionBefore)
          return (
            <li key={`${number} ${session?.startDate}`} className={session ? undefined : 'unclear'}>
              <Icon name={session ? 'check' : 'close'} />
              {session ? (
                <span className="num">{sessionInWords(session)}</span>
              ) : (
                <span>
                  Riga {number}, «{line.slice(0, 80)}»: {problem}
                </span>
              )}
              {proposal && (
                <button
                  type="button"
                  className="link proposal"
                  onClick={() => onChange(replaceLine(text, line, proposal))}
                >
                  Usa «{proposal}»
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Replaces the first line that equals `line`, apart from white space, by the proposal. */
function replaceLine(text: string, line: string, proposal: string): string {
  const lines = text.split('\n')
  const index = lines.findIndex((typed) => typed.replace(/[\p{Cc}\s]+/gu, ' ').trim() === line)
  return index < 0 ? text : lines.with(index, proposal).join('\n')
}

/** A session in words: 'sabato 16 gennaio 2027, 9:00-18:00, 8 ore'. */
function sessionInWords({ startDate, startTime, endDate, endTime, hours }: SessionFacts): string {
  const day = (date: string) => formatDate(date, 'EEEE d MMMM yyyy')
  const hasSeveralDays = endDate !== startDate
  return [
    hasSeveralDays ? `da ${day(startDate)} a ${day(endDate)}` : day(startDate),
    !startTime && endTime ? `fino alle ${formatTime(endTime)}` : formatTimes(startTime, endTime),
    hours ? formatHours(hours) : '',
  ]
    .filter(Boolean)
    .join(', ')
}
