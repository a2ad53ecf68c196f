import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants'
import { withArticle } from '../italian/articles'
import { writeDay } from '../italian/dates'
import { formatCount, formatHours, formatNumber } from '../italian/numbers'
import { inOrderOfTime, type SessionFacts, spanOf, writeSession } from '../parsing/sessions.rules'
import { isConcluded } from './rules'

/** A longer gap between two sessions, or a longer session, is probably due to a mistyped year. */
const HALF_A_YEAR = { days: 183, words: 'sei mesi' } as const
/** How many sessions a warning names at most. */
const MOST_NAMED = 3

/**
 * Sentences about sessions whose dates, times or hours look mistyped. `today`: YYYY-MM-DD; `before`: the saved
 * sessions, whose past days are no mistake.
 */
export function sessionWarnings(
  sessions: readonly SessionFacts[],
  today: string,
  before: readonly SessionFacts[] = [],
): string[] {
  return [
    ...pastDays(sessions, today, before),
    ...distantDays(sessions),
    ...repeatedOrOverlapping(sessions),
    ...wrongHours(sessions),
  ]
}

function pastDays(sessions: readonly SessionFacts[], today: string, before: readonly SessionFacts[]) {
  if (isConcluded(spanOf(sessions), today)) return ['Il corso è già concluso: non sarà nel catalogo']
  const savedDays = before.map(({ startDate }) => startDate)
  const newPastDays = sessions
    .map(({ startDate }) => startDate)
    .filter((day) => day < today && !savedDays.includes(day))
  return newPastDays.length > 0 ? [`Date già passate: ${shortList(newPastDays.map(writeDay))}`] : []
}

function distantDays(sessions: readonly SessionFacts[]): string[] {
  const days = inOrderOfTime(sessions).flatMap(({ startDate, endDate }) => [startDate, endDate])
  return days.flatMap((day, i) => {
    const next = days[i + 1]
    return next && isFar(day, next) ? [gapSentence(day, next)] : []
  })
}

/** Sentences about sessions that are written twice or overlap. */
function repeatedOrOverlapping(sessions: readonly SessionFacts[]): string[] {
  const lines = sessions.map(writeSession)
  const repeatedLines = new Set(lines.filter((line, i) => lines.indexOf(line) < i))
  const intervals = sessions
    .filter(({ startTime, endTime, hours }) => startTime && (endTime || hours))
    .map((session) => {
      const { begins, ends } = intervalOf(session)
      const { endTime, hours } = session
      const endsAfterHours = begins + (hours ?? 0) * millisecondsInHour
      return { begins, ends: endTime ? ends : endsAfterHours, line: writeSession(session) }
    })
    .sort((a, b) => a.begins - b.begins || a.ends - b.ends)
  const overlaps = intervals.flatMap(({ line, ends }, i) => {
    const next = intervals[i + 1]
    return next && next.line !== line && next.begins < ends ? [`${line} e ${next.line}`] : []
  })
  return [
    ...(repeatedLines.size > 0 ? [`Scritta due volte: ${shortList([...repeatedLines])}`] : []),
    ...(overlaps.length > 0 ? [`Si sovrappongono: ${shortList(overlaps)}`] : []),
  ]
}

/**
 * Begin and end of a session in milliseconds; without a time the begin or end of its day. The times are read as UTC, so
 * they serve only to compare sessions.
 */
function intervalOf({ startDate, startTime, endDate, endTime }: SessionFacts) {
  const instant = (day: string, time: string) => Date.parse(`${day}T${time.slice(0, 5)}Z`)
  return { begins: instant(startDate, startTime ?? '00:00'), ends: instant(endDate, endTime ?? '24:00') }
}

/**
 * Sentences about one-day sessions that begin and end at the same time, and about sessions whose hours do not fit: more
 * than pass from begin to end, or of a day with both times at most half of that.
 */
function wrongHours(sessions: readonly SessionFacts[]): string[] {
  return sessions.flatMap((session) => {
    const { startDate, startTime, endDate, endTime, hours } = session
    const line = writeSession(session)
    const { begins, ends } = intervalOf(session)
    const elapsedHours = (ends - begins) / millisecondsInHour
    if (elapsedHours === 0) return [`${line}: comincia e finisce alla stessa ora`]
    // Half of the time may be breaks.
    const fewestHours = startDate === endDate && startTime && endTime ? elapsedHours / 2 : 0
    // 0.01: typed hours may be rounded.
    if (!hours || (hours <= elapsedHours + 0.01 && hours > fewestHours)) return []
    return [
      `${line}: dall’inizio alla fine ${elapsedHours === 1 ? 'passa' : 'passano'} ${formatHours(elapsedHours)}, non ${formatNumber(hours)}`,
    ]
  })
}

const gapSentence = (from: string, to: string) =>
  `Tra ${withArticle('il', writeDay(from))} e ${withArticle('il', writeDay(to))} passano più di ${HALF_A_YEAR.words}`

const isFar = (from: string, to: string) =>
  Math.abs(Date.parse(to) - Date.parse(from)) > HALF_A_YEAR.days * millisecondsInDay

/**
 * A sentence if a course with people gets another first day, or loses its dates; else an empty list. `before`: the
 * saved sessions; `people`: how many have a seat.
 */
export function firstDayWarning(
  sessions: readonly SessionFacts[],
  before: readonly SessionFacts[],
  people: number,
): string[] {
  const [firstDay, formerFirstDay] = [spanOf(sessions).startDate, spanOf(before).startDate]
  if (people === 0 || formerFirstDay === null || firstDay === formerFirstDay) return []
  const days = [formerFirstDay, firstDay].map((day) => (day ? writeDay(day) : 'nessuna'))
  return [
    `Prima data: era ${days.join(', ora ')}. Il corso ha ${formatCount(people, 'iscritto', 'iscritti')}`,
  ]
}

/**
 * Sentences to confirm before an edition is postponed: warnings about dates that look mistyped; if there are none,
 * about a first day far from the former one. If there is a warning, the changed sessions follow; else the list is
 * empty.
 */
export function postponementWarnings(
  sessions: readonly SessionFacts[],
  today: string,
  before: readonly SessionFacts[],
): string[] {
  const knownWarnings = sessionWarnings(before, today, before)
  const newWarnings = sessionWarnings(sessions, today, before).filter(
    (sentence) => !knownWarnings.includes(sentence),
  )
  const [firstDay, formerFirstDay] = [spanOf(sessions).startDate, spanOf(before).startDate]
  const isMovedFar = firstDay && formerFirstDay && isFar(formerFirstDay, firstDay)
  const warnings =
    newWarnings.length === 0 && isMovedFar ? [gapSentence(formerFirstDay, firstDay)] : newWarnings
  return warnings.length > 0 ? [...warnings, ...changedSessions(before, sessions)] : []
}

/**
 * A sentence with the sessions that differ: 'Prima: 23/01/2027 9:00-13:00. Adesso: 23/01/2026 9:00-13:00'. Empty if
 * none differ, or there were none before.
 */
export function changedSessions(before: readonly SessionFacts[], after: readonly SessionFacts[]): string[] {
  const [oldLines, newLines] = [before.map(writeSession), after.map(writeSession)]
  const removed = oldLines.filter((line) => !newLines.includes(line))
  const added = newLines.filter((line) => !oldLines.includes(line))
  if (oldLines.length === 0 || removed.length + added.length === 0) return []
  return [`Prima: ${shortList(removed) || '–'}. Adesso: ${shortList(added) || '–'}`]
}

/** At most `MOST_NAMED` lines; if there are more, their number in all. */
function shortList(lines: readonly string[]): string {
  const names = lines.slice(0, MOST_NAMED).join('; ')
  return lines.length > MOST_NAMED ? `${names} (${lines.length} in tutto)` : names
}
