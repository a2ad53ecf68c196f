import { millisecondsInDay, minutesInHour } from 'date-fns/constants'
import { writeDay } from '../italian/dates'
import { plusDays } from '../italian/days'
import { formatHours } from '../italian/numbers'
import { formatTime } from '../italian/times'

/** A session. Days: YYYY-MM-DD; times in Italy: HH:MM, from the database HH:MM:SS. Null or absent: not known. */
export type SessionFacts = {
  startDate: string
  startTime?: string | null
  endDate: string
  endTime?: string | null
  /** The hours of teaching, without pauses. A session without them has no register. */
  hours?: number | null
  topic?: string | null
  /** Where the session takes place, if not at the place of the course. */
  place?: string | null
  /** Web address of the lesson, if not that of all lessons; only for participants. */
  link?: string | null
}

/**
 * Returns the first day, the last day and the total hours of sessions, each null without sessions. `totalHours` is null
 * also if a session has no hours. Each session counts in whole minutes, as its register does.
 */
export function spanOf(sessions: readonly SessionFacts[]) {
  const lengths = sessions.flatMap(({ hours }) => (hours ? Math.round(hours * minutesInHour) : []))
  const complete = lengths.length > 0 && lengths.length === sessions.length
  const minutes = lengths.reduce((sum, length) => sum + length, 0)
  return {
    startDate: sessions.map((session) => session.startDate).sort()[0] ?? null,
    endDate:
      sessions
        .map((session) => session.endDate)
        .sort()
        .at(-1) ?? null,
    totalHours: complete ? Math.round((minutes / minutesInHour) * 100) / 100 : null,
  }
}

/**
 * Returns sessions in order of time; one without a time comes before the others of its day, and those that begin
 * together stay in their order.
 */
export const inOrderOfTime = <Session extends SessionFacts>(sessions: readonly Session[]): Session[] =>
  sessions.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)))

const timeOf = ({ startDate, startTime }: SessionFacts) => `${startDate} ${startTime ?? ''}`

/** A session with the number by which calendar programs know it, also after it has moved. */
export type NumberedSession = SessionFacts & { number: number }

/** Returns the sessions moved by a number of days, at the same Italian times. */
export function moveSessions<Session extends SessionFacts>(
  sessions: readonly Session[],
  days: number,
): Session[] {
  return sessions.map((session) => ({
    ...session,
    startDate: plusDays(session.startDate, days),
    endDate: plusDays(session.endDate, days),
  }))
}

/**
 * Numbers changed sessions so that each keeps the number of the session that it was `before`: one with equal days,
 * times and hours, else one with its day and start, else one on its day, else one that is left; a further session gets
 * a new number. If each is unchanged or moved by the same number of days, all keep their numbers. `sessions`: in the
 * order of the form, so that a line that was edited stays the same session.
 */
export function numberSessions(
  sessions: readonly SessionFacts[],
  before: readonly NumberedSession[],
): NumberedSession[] {
  if (moveTogether(sessions, before))
    return sessions.map((session, i) => ({ ...session, number: before[i]?.number ?? i + 1 }))
  const unmatched = [...before]
  const numbers = new Map<SessionFacts, number>()
  const assignNumbers = (isSame: (session: SessionFacts, old: SessionFacts) => boolean) => {
    for (const session of sessions.filter((session) => !numbers.has(session))) {
      const at = unmatched.findIndex((old) => isSame(session, old))
      const [old] = at < 0 ? [] : unmatched.splice(at, 1)
      if (old) numbers.set(session, old.number)
    }
  }
  assignNumbers((session, old) => writeSession(session) === writeSession(old))
  assignNumbers((session, old) => startOf(session) === startOf(old))
  assignNumbers((session, old) => session.startDate === old.startDate)
  assignNumbers(() => true)
  let last = Math.max(0, ...before.map(({ number }) => number))
  return sessions.map((session) => ({ ...session, number: numbers.get(session) ?? ++last }))
}

/** Whether each session is unchanged, or has moved by as many days as the last one. */
function moveTogether(sessions: readonly SessionFacts[], before: readonly SessionFacts[]): boolean {
  const [last, lastBefore] = [sessions.at(-1), before.at(-1)]
  if (!last || !lastBefore || sessions.length !== before.length) return false
  const days = (Date.parse(last.startDate) - Date.parse(lastBefore.startDate)) / millisecondsInDay
  const moved = moveSessions(before, days)
  return sessions.every((session, i) =>
    [before[i], moved[i]].some((old) => old && writeSession(old) === writeSession(session)),
  )
}

const startOf = ({ startDate, startTime }: SessionFacts) => `${startDate} ${formatTime(startTime)}`

/** Writes sessions in order of time as lines that `readSessions` reads; without topic, place and link. */
export function writeSessions(sessions: readonly SessionFacts[]): string {
  return inOrderOfTime(sessions).map(writeSession).join('\n')
}

/**
 * Whether lines that a form has sent back are those that `writeSessions` writes for these sessions. A browser may send
 * them with other line ends.
 */
export function areLinesOf(lines: string, sessions: readonly SessionFacts[]): boolean {
  return lines.replaceAll('\r\n', '\n') === writeSessions(sessions)
}

/** Writes a session as a line, without topic, place and link: '10/03/2026 9:00-18:00 (8 ore)'. */
export function writeSession({ startDate, startTime, endDate, endTime, hours }: SessionFacts): string {
  const [from, to] = [formatTime(startTime), formatTime(endTime)]
  const hasSeveralDays = endDate !== startDate
  const begin = [writeDay(startDate), from].filter(Boolean).join(' ')
  const end = hasSeveralDays
    ? ` - ${[writeDay(endDate), to && (from ? to : `fino alle ${to}`)].filter(Boolean).join(' ')}`
    : ''
  const until = hasSeveralDays || !to ? '' : from ? `-${to}` : ` fino alle ${to}`
  const length = hours ? ` (${formatHours(hours)})` : ''
  return begin + end + until + length
}
