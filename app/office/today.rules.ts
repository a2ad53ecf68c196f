import { differenceInCalendarDays, getISODay, parseISO } from 'date-fns'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { plusDays } from '../italian/days'
import { formatCount } from '../italian/numbers'

/** Most rows of a list of the page «Oggi». */
export const ROWS = 3

/** A lesson on a day, YYYY-MM-DD. `lessonNumber`: its place, from 1, among the `lessonCount` lessons of its edition. */
export type Lesson = { day: string; startTime: string | null; lessonNumber: number; lessonCount: number }

/** Returns the Sunday of the week of a day. Both YYYY-MM-DD. */
export function weekEnd(day: string): string {
  return plusDays(day, 7 - getISODay(parseISO(day)))
}

/** 'Comincia', 'Lezione 2 di 8', 'Ultima di 5', 'Lezione unica' */
export function lessonNumberInWords({
  lessonNumber,
  lessonCount,
}: Pick<Lesson, 'lessonNumber' | 'lessonCount'>): string {
  if (lessonCount === 1) return 'Lezione unica'
  if (lessonNumber === 1) return 'Comincia'
  return lessonNumber === lessonCount
    ? `Ultima di ${lessonCount}`
    : `Lezione ${lessonNumber} di ${lessonCount}`
}

/** Names a day that is not past: 'oggi', 'domani', within a week 'venerdì', later 'il 5 marzo'. */
export function dayName(day: string, today: string): string {
  const daysAhead = differenceInCalendarDays(parseISO(day), parseISO(today))
  if (daysAhead <= 1) return daysAhead === 1 ? 'domani' : 'oggi'
  return daysAhead < 7 ? formatDate(day, 'EEEE') : withArticle('il', formatDate(day, 'd MMMM'))
}

/** Names a day that is not to come, after a noun: 'di oggi', 'di ieri', 'del 12 febbraio'. */
export function ofDay(day: string, today: string): string {
  const daysAgo = differenceInCalendarDays(parseISO(today), parseISO(day))
  if (daysAgo <= 1) return daysAgo === 1 ? 'di ieri' : 'di oggi'
  return withArticle('del', formatDate(day, 'd MMMM'))
}

/** Says what a register needs before it can be closed. `missing`: number of participants that are not marked. */
export function registerInWords(missing: number): string {
  return missing > 0 ? formatCount(missing, 'persona da segnare', 'persone da segnare') : 'tutti segnati'
}

/** Who has waited longest for an answer of the office. `name`: 'Roberto Gentile'; `age`: as `ageInWords` writes it. */
type LongestWait = { name: string; age: string }

/**
 * Describes the day in a few sentences: the lessons of today or the next one, and who has waited longest for an
 * answer. `lessons`: the next first; `isCalm`: no list of the page has a row; `longestWait`: null for none.
 */
export function daySentence(
  lessons: readonly Lesson[],
  today: string,
  { isCalm, longestWait }: { isCalm: boolean; longestWait: LongestWait | null },
): string {
  const waitSentence = longestWait && longestWaitSentence(longestWait)
  return [isCalm && 'Niente aspetta.', lessonSentence(lessons, today), waitSentence].filter(Boolean).join(' ')
}

function longestWaitSentence({ name, age }: LongestWait): string {
  return `Chi aspetta una risposta da più tempo è ${name}, ${age === 'adesso' ? 'da pochi istanti' : age}.`
}

/** A lesson that starts at this time or later is of the evening. */
const EVENING = '18:00'

function lessonSentence(lessons: readonly Lesson[], today: string): string {
  const [next] = lessons
  if (!next) return 'Nessuna lezione in calendario.'
  if (next.day !== today) return `La prossima lezione è ${dayName(next.day, today)}.`
  const todays = lessons.filter(({ day }) => day === today)
  const when = todays.every(({ startTime }) => startTime && startTime >= EVENING) ? 'Stasera' : 'Oggi'
  return todays.length === 1 ? `${when} una lezione.` : `${when} ${todays.length} lezioni.`
}
