import { millisecondsInDay, millisecondsInHour, minutesInDay, minutesInHour } from 'date-fns/constants'
import { withArticle } from '../italian/articles'
import { writeDay } from '../italian/dates'
import { formatCount, formatNumber } from '../italian/numbers'
import { inOrderOfTime, type SessionFacts, spanOf, writeSession } from '../parsing/sessions.rules'
import { minutesOf } from '../parsing/times.rules'
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
    .filter(({ startDate }) => startDate < today && !savedDays.includes(startDate))
    .map(({ startDate }) => writeDay(startDate))
  if (newPastDays.length === 0) return []
  return [
    newPastDays.length === 1
      ? `${withArticle('Il', newPastDays[0] ?? '')} è già passato`
      : `Sono già passati: ${shortList(newPastDays, ', ', 'altri')}`,
  ]
}

function distantDays(typedSessions: readonly SessionFacts[]): string[] {
  const sessions = inOrderOfTime(typedSessions)
  return sessions.flatMap(({ startDate, endDate }, i) => {
    const next = sessions[i + 1]?.startDate
    const isLong = daysBetween(startDate, endDate) > HALF_A_YEAR.days
    const isNextFar = next !== undefined && Math.abs(daysBetween(endDate, next)) > HALF_A_YEAR.days
    return [
      ...(isLong
        ? [
            `La sessione ${withArticle('dal', writeDay(startDate))} ${withArticle('al', writeDay(endDate))} dura più di ${HALF_A_YEAR.words}`,
          ]
        : []),
      ...(isNextFar ? [gapSentence(endDate, next)] : []),
    ]
  })
}

/** Sentences about sessions that are written twice or overlap. */
function repeatedOrOverlapping(sessions: readonly SessionFacts[]): string[] {
  const lines = sessions.map(writeSession)
  const repeatedLines = new Set(lines.filter((line, i) => lines.indexOf(line) < i))
  const intervals = sessions
    .flatMap((session) => intervalOf(session) ?? [])
    .sort((a, b) => a.begins - b.begins || a.ends - b.ends)
  const overlaps = intervals.flatMap((interval, i) => {
    const next = intervals[i + 1]
    const isSame = interval.line === next?.line
    return next && !isSame && next.begins < interval.ends ? [`${interval.line} e ${next.line}`] : []
  })
  return [
    ...(repeatedLines.size > 0 ? [`Scritta due volte: ${shortList([...repeatedLines])}`] : []),
    ...(overlaps.length > 0 ? [`Si sovrappongono: ${shortList(overlaps)}`] : []),
  ]
}

/**
 * Begin and end of a session in milliseconds, with its line of text. The times are read as UTC, so they serve only to
 * compare sessions. Undefined without a start time, or with neither end time nor hours.
 */
function intervalOf(session: SessionFacts) {
  const { startDate, startTime, endDate, endTime, hours } = session
  const instant = (day: string, time: string) => Date.parse(`${day}T${time.slice(0, 5)}Z`)
  if (!startTime || !(endTime || hours)) return undefined
  const begins = instant(startDate, startTime)
  const ends = endTime ? instant(endDate, endTime) : begins + (hours ?? 0) * millisecondsInHour
  return { begins, ends, line: writeSession(session) }
}

/**
 * Sentences about one-day sessions that begin and end at the same time, and about sessions whose hours do not fit: more
 * than pass from begin to end, or of a day with both times at most half of that.
 */
function wrongHours(sessions: readonly SessionFacts[]): string[] {
  return sessions.flatMap((session) => {
    const { startTime, endTime, hours } = session
    const line = writeSession(session)
    const lastDayBegins = daysBetween(session.startDate, session.endDate) * minutesInDay
    const begins = startTime ? minutesOf(startTime) : 0
    const ends = lastDayBegins + (endTime ? minutesOf(endTime) : minutesInDay)
    const elapsedHours = (ends - begins) / minutesInHour
    if (startTime && elapsedHours === 0) return [`${line}: comincia e finisce alla stessa ora`]
    // Half of the time may be breaks.
    const isKnownDay = session.startDate === session.endDate && startTime && endTime
    const fewestHours = isKnownDay ? elapsedHours / 2 : 0
    // 0.01: typed hours may be rounded.
    if (!hours || (hours <= elapsedHours + 0.01 && hours > fewestHours)) return []
    const from = startTime ? 'dall’inizio' : 'da mezzanotte'
    const to = endTime ? 'alla fine' : 'a mezzanotte'
    return [`${line}: ${from} ${to} passano ${formatNumber(elapsedHours)} ore, non ${formatNumber(hours)}`]
  })
}

const gapSentence = (from: string, to: string) =>
  `Tra ${withArticle('il', writeDay(from))} e ${withArticle('il', writeDay(to))} passano più di ${HALF_A_YEAR.words}`

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / millisecondsInDay

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
  const change = firstDay
    ? `Il corso comincia ${withArticle('il', writeDay(firstDay))}, non più ${withArticle('il', writeDay(formerFirstDay))}`
    : `Il corso, che comincia ${withArticle('il', writeDay(formerFirstDay))}, resta senza date`
  return [`${change}, e ha ${formatCount(people, 'iscritto', 'iscritti')}`]
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
  const isFar =
    firstDay && formerFirstDay && Math.abs(daysBetween(formerFirstDay, firstDay)) > HALF_A_YEAR.days
  const warnings = newWarnings.length === 0 && isFar ? [gapSentence(formerFirstDay, firstDay)] : newWarnings
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

/** At most `MOST_NAMED` lines and the number of further ones. `others`: by the gender of the items. */
function shortList(lines: readonly string[], separator = '; ', others: 'altri' | 'altre' = 'altre'): string {
  const furtherCount = lines.length - MOST_NAMED
  const names = lines.slice(0, MOST_NAMED).join(separator)
  if (furtherCount <= 0) return names
  const another = others === 'altri' ? 'un altro' : 'un’altra'
  return `${names} e ${furtherCount === 1 ? another : `${others} ${furtherCount}`}`
}
