import { addDays, differenceInCalendarDays, formatISO, getISODay, parseISO } from 'date-fns'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'

/** Most rows of a list. */
export const ROWS = 3

/** A lesson on a day (YYYY-MM-DD): number `number` of the `of` lessons of its edition. */
export type Lesson = { day: string; startTime: string | null; number: number; of: number }

/** Returns the Sunday of the week of a day. Both YYYY-MM-DD. */
export function weekEnd(day: string): string {
  const date = parseISO(day)
  return formatISO(addDays(date, 7 - getISODay(date)), { representation: 'date' })
}

/** 'Comincia', 'Lezione 2 di 8', 'Ultima di 5', 'Lezione unica' */
export function lessonNumber({ number, of }: Pick<Lesson, 'number' | 'of'>): string {
  if (of === 1) return 'Lezione unica'
  if (number === 1) return 'Comincia'
  return number === of ? `Ultima di ${of}` : `Lezione ${number} di ${of}`
}

/** 'oggi', 'domani', within a week 'venerdì', later 'il 5 marzo' */
export function dayName(day: string, today: string): string {
  const ahead = differenceInCalendarDays(parseISO(day), parseISO(today))
  if (ahead <= 1) return ahead === 1 ? 'domani' : 'oggi'
  return ahead < 7 ? formatDate(day, 'EEEE') : withArticle('il', formatDate(day, 'd MMMM'))
}

/** 'di oggi', 'di ieri', 'del 12 febbraio' */
export function ofDay(day: string, today: string): string {
  const ago = differenceInCalendarDays(parseISO(today), parseISO(day))
  if (ago <= 1) return ago === 1 ? 'di ieri' : 'di oggi'
  return withArticle('del', formatDate(day, 'd MMMM'))
}

/** Says what a register needs before it can be closed. `missing`: number of participants that are not marked. */
export function registerInWords(missing: number): string {
  return missing > 0 ? formatCount(missing, 'persona da segnare', 'persone da segnare') : 'tutti segnati'
}

/** `what`: 'la richiesta di Roberto Gentile'; `age`: 'da 9 giorni'. */
type LongestWait = { what: string; age: string }

/**
 * Describes the day in a few sentences: the lessons, and what has waited longest. `lessons`: the next first; `isCalm`:
 * no list of the page has a row; `oldest`: what has waited longest, null for nothing.
 */
export function daySentence(
  lessons: readonly Lesson[],
  today: string,
  { isCalm, oldest }: { isCalm: boolean; oldest: LongestWait | null },
): string {
  const oldestSentence = oldest && `La cosa più vecchia che aspetta è ${oldest.what}, ${oldest.age}.`
  return [isCalm && 'Niente aspetta.', lessonSentence(lessons, today), oldestSentence]
    .filter(Boolean)
    .join(' ')
}

const EVENING = '18:00'

function lessonSentence(lessons: readonly Lesson[], today: string): string {
  const [next] = lessons
  if (!next) return 'Nessuna lezione in calendario.'
  if (next.day !== today) return `La prossima lezione è ${dayName(next.day, today)}.`
  const todays = lessons.filter(({ day }) => day === today)
  const when = todays.every(({ startTime }) => startTime && startTime >= EVENING) ? 'Stasera' : 'Oggi'
  return todays.length === 1 ? `${when} una lezione.` : `${when} ${todays.length} lezioni.`
}
