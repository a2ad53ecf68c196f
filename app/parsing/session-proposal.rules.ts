import { formatDate } from '../italian/dates'
import { readSessions, type SessionFacts, writeSession } from './sessions.rules'
import { minutesOf } from './times.rules'

/**
 * The session that an unreadable line seems to mean, as a line to put in its place: one date and its times, whatever else
 * is written. A missing year and a missing end are those of the session before. Undefined if the line does not tell a day.
 */
export function proposeSession(line: string, before: SessionFacts | undefined): string | undefined {
  const date = dateIn(line, before?.startDate.slice(0, 4))
  if (!date) return undefined
  const [from, to = endLike(from, before)] = timesIn(date.remainder)
  const proposal = [date.written, from && to && `${from}-${to}`].filter(Boolean).join(' ')
  const [reading] = readSessions(proposal)
  return reading?.session && proposal !== line.trim() ? writeSession(reading.session) : undefined
}

const DATE =
  /(?<![\d:.])(\d{1,2})(?:[°º]|\s*[/.-]\s*|\s+(?:di\s+)?)(\d{1,2}|\p{L}{3,})(?:\s*[/.-]\s*|\s+|$)(\d{4})?/u

function dateIn(line: string, usualYear: string | undefined) {
  const found = DATE.exec(line)
  if (!found) return undefined
  const [whole, day, monthTyped = '', yearTyped] = found
  const month = /^\d/.test(monthTyped) ? monthTyped : monthLike(monthTyped)
  const year = yearTyped ?? usualYear
  if (!month || !year) return undefined
  return { written: `${day}/${month}/${year}`, remainder: line.slice(found.index + whole.length) }
}

const MONTHS = Array.from({ length: 12 }, (_, i) => formatDate(new Date(2027, i, 15), 'MMMM'))

/** The number of the month that differs from the word by two letters at most. */
function monthLike(word: string): string | undefined {
  const near = MONTHS.map((month, i) => ({ month: i + 1, distance: distance(word.toLowerCase(), month) }))
  const [nearest] = near.toSorted((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= 2 ? String(nearest.month) : undefined
}

/** Letters to change, add or take away (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** Times as H:MM; a number with 'ore' behind it is a duration. */
function timesIn(text: string): string[] {
  const times = text.matchAll(/(?<![\d:.])([01]?\d|2[0-4])(?:[:.,h]([0-5]\d))?(?![\d:.])(?!\s*or[ae]\b)/gu)
  return [...times].slice(0, 2).map(([, hour, minutes = '00']) => `${hour}:${minutes}`)
}

/** The end of a session as long as the one before. */
function endLike(from: string | undefined, before: SessionFacts | undefined): string | undefined {
  if (!from || !before?.startTime || !before.endTime) return undefined
  const end = minutesOf(from) + minutesOf(before.endTime) - minutesOf(before.startTime)
  return end > 24 * 60 ? undefined : `${Math.floor(end / 60)}:${String(end % 60).padStart(2, '0')}`
}
