import { formatDate } from '../italian/dates'
import { readSessions } from './session-lines.rules'
import { type SessionFacts, writeSession } from './sessions.rules'
import { minutesOf } from './times.rules'

/**
 * Guesses the session that an unreadable line means, and returns a line to replace it: one date and its times, ignoring
 * the rest. A missing year or end is taken from the session `before`. Undefined if the line does not contain a day, or
 * if the proposal would be the line itself or cannot be read.
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

/**
 * Returns the number of the month whose name is nearest to a word, if at most two letters differ; undefined otherwise.
 */
function monthLike(word: string): string | undefined {
  const near = MONTHS.map((month, i) => ({ month: i + 1, distance: editDistance(word.toLowerCase(), month) }))
  const [nearest] = near.toSorted((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= 2 ? String(nearest.month) : undefined
}

/** The number of letters to change, add or remove between two words (Levenshtein). */
function editDistance(a: string, b: string): number {
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

/** Returns the first two times of a text as H:MM. An hour alone is a time too, but not a number before 'ore'. */
function timesIn(text: string): string[] {
  const times = text.matchAll(/(?<![\d:.])([01]?\d|2[0-4])(?:[:.,h]([0-5]\d))?(?![\d:.])(?!\s*or[ae]\b)/gu)
  return [...times].slice(0, 2).map(([, hour, minutes = '00']) => `${hour}:${minutes}`)
}

/**
 * Returns the end (H:MM) of a session that is as long as the one before; undefined without times to compute it from,
 * and for an end after midnight.
 */
function endLike(from: string | undefined, before: SessionFacts | undefined): string | undefined {
  if (!from || !before?.startTime || !before.endTime) return undefined
  const end = minutesOf(from) + minutesOf(before.endTime) - minutesOf(before.startTime)
  return end > 24 * 60 ? undefined : `${Math.floor(end / 60)}:${String(end % 60).padStart(2, '0')}`
}
