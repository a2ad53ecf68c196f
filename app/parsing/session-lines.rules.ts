import { differenceInCalendarDays, parseISO } from 'date-fns'
import { writeDay } from '../italian/dates'
import { plusDays } from '../italian/days'
import { formatHours, formatNumber } from '../italian/numbers'
import { formatTime } from '../italian/times'
import {
  BULLET,
  dateTokens,
  explainWrongWeekday,
  MONTH,
  ONE_LINE_EACH,
  resolveDate,
  type Token,
} from './dates.rules'
import { linesWithMarkers } from './lines.rules'
import type { SessionFacts } from './sessions.rules'
import { minutesOf } from './times.rules'

/**
 * What a line says: a session or an error. `number`: line number from 1, without blank lines; `text`: the line. A line
 * with several days gives several readings.
 */
export type SessionReading = { number: number; text: string } & (
  | { session: SessionFacts; problem?: never }
  | { session?: never; problem: string }
)

export const MOST_SESSIONS = 200

/**
 * Reads typed sessions, a line for one or more days: '10/03/2026 9:00-18:00 (8 ore)', '10 marzo 2026, 4 ore', 'dal 10
 * al 12 marzo 2026', '10 e 11 marzo 2026 9-13', ISO dates, JSON of older data. Hours are computed only if the line
 * names the pauses: '10/03/2026 9-13, 14-18'. Beyond `MOST_SESSIONS` the last reading is an error. Never throws.
 */
export function readSessions(text: string): SessionReading[] {
  const lines = linesWithMarkers(text, olderSessionAsTyped)
  const readings = lines.slice(0, MOST_SESSIONS).flatMap((line, index): SessionReading[] => {
    const place = { number: index + 1, text: line }
    const read = readLine(line)
    return typeof read === 'string'
      ? [{ ...place, problem: read }]
      : read.map((session) => ({ ...place, session }))
  })
  const last = readings[MOST_SESSIONS - 1]
  if (!last || (lines.length <= MOST_SESSIONS && readings.length <= MOST_SESSIONS)) return readings
  const { number, text: written } = last
  const problem = `Ci sono più di ${MOST_SESSIONS} sessioni`
  return [...readings.slice(0, MOST_SESSIONS - 1), { number, text: written, problem }]
}

// ── The label before the date: bullets, numbers, 'Lezione n. 1 -' ─────────────────────────────────

const SEPARATOR = '[\\s:.,;|)–—-]*'
/**
 * '1.', 'a)', 'IV)', also in '1.10/03/2027'; but '5.6 e 12.6.2027' and '5.6-12.6.2027' begin with a day and a month.
 */
const NUMBER = new RegExp(
  `^(?:n[.°]\\s*)?\\(?(?:\\d{1,3}|[a-z]|[ivx]{1,5})[.)°:]+\\s*(?!(?<=\\d\\.)\\d{1,2}(?!\\d|([./-])\\d{1,2}\\1\\d{2}|[°.]? *(?:di +)?${MONTH}(?!\\p{L})))`,
  'iu',
)
/** '1.1 ' before a date with other signs: '10.3 12.3.2027' may be two days, and '9.30 ' a time. */
const NUMBER_OF_TWO_PARTS = /^\d{1,2}(?:\.[1-9])+[.):]*\s+(?!\d{1,2}\.\d)/u
/** A number that is surely no day: '1) 10 e 17 marzo' has two days, but '10. 17. e 24. marzo' has three. */
const CLEAR_NUMBER = /^\(?\d{1,3}(?:\)|[.:]\s+(?!\d{1,2}\.\s))/u
const WORD =
  '(?:sessione|lezione|lez|incontro|modulo|mod|giornata|appuntamento|unità|parte|webinar|seminario|settimana|sess|giorno|data)'
const ORDINAL =
  '(?:\\d{1,3}[°ºª^a]?|[ivx]{1,5}|prim[ao]|second[ao]|terz[ao]|quart[ao]|quint[ao]|sest[ao]|settim[ao]|ottav[ao]|non[ao]|decim[ao])'
const WORD_ALONE = new RegExp(`^${WORD}${SEPARATOR}`, 'iu')
const WORD_AND_NUMBER = new RegExp(
  `^(?:${WORD}\\.?\\s*(?:n\\.?|nr\\.?|n[°º]|numero|#)?\\s*${ORDINAL}|${ORDINAL}\\s+${WORD})(?![\\p{L}\\d/])${SEPARATOR}`,
  'iu',
)

/** Returns what may be the line without the label before its date, the likeliest first. */
function candidatesWithoutLabel(line: string): Set<string> {
  const plain = line.replace(BULLET, '')
  const counted = plain.replace(NUMBER_OF_TWO_PARTS, '').replace(NUMBER, '')
  return new Set([
    CLEAR_NUMBER.test(plain) ? counted : plain,
    plain,
    plain.replace(WORD_AND_NUMBER, ''),
    plain.replace(WORD_ALONE, ''),
    counted,
    counted.replace(WORD_AND_NUMBER, ''),
    counted.replace(WORD_ALONE, ''),
  ])
}

/**
 * Errors that help little, the least helpful kind first. Of the errors of a line’s candidates the most helpful is
 * shown: one that is not of these kinds, else one of the second kind.
 */
const LESS_HELPFUL = [/^non capisco|^manca/, /^la data va scritta|^scrivi una riga/]

/** Reads a line as one or more sessions, or returns an error. */
function readLine(line: string): SessionFacts[] | string {
  const problems: string[] = []
  for (const candidate of candidatesWithoutLabel(line)) {
    const read = sessionsOfLine(candidate)
    if (typeof read !== 'string') return read
    problems.push(read)
  }
  const rank = (problem: string) => LESS_HELPFUL.findIndex((kind) => kind.test(problem))
  return (
    problems.find((problem) => rank(problem) < 0) ??
    problems.find((problem) => rank(problem) === 1) ??
    problems[0] ??
    ''
  )
}

// ── The sessions that the tokens of a line mean ───────────────────────────────────────────────────────────

const EXAMPLE = '10/03/2027 9:00-13:00'
/** Most days of a period such as 'dal 10 al 12 marzo 9-13': in a longer one hardly every day has a lesson. */
const MOST_DAYS = 7

/** Reads the sessions of one line, such as '10 e 11 marzo 2027 9-13'; an error sentence if it cannot. */
function sessionsOfLine(line: string): SessionFacts[] | string {
  const tokens = dateTokens(line)
  if (typeof tokens === 'string') return tokens
  const dates = datesIn(withoutWeekdays(tokens))
  if (typeof dates === 'string') return dates
  const { days, period, remaining } = dates

  const hourTokens = remaining.filter((token) => token.kind === 'hours')
  if (hourTokens.length > 1) return 'le ore sono scritte due volte: lasciane una, come (4 ore)'
  const writtenHours = hourTokens[0]?.value
  if (writtenHours !== undefined && !(writtenHours > 0 && writtenHours < 1000))
    return 'le ore devono essere più di 0 e meno di 1000, come (4 ore)'
  // The hours are read already, and so is a dash before them.
  const times = timesIn(
    remaining.filter(
      ({ kind }, i) => kind !== 'hours' && !(kind === 'to' && remaining[i + 1]?.kind === 'hours'),
    ),
  )
  if (typeof times === 'string') return times
  const weekdayProblem = explainWrongWeekday(tokens, days)
  if (weekdayProblem) return weekdayProblem

  const { from, to } = times
  const [first = '', last = ''] = [days[0], days.at(-1)]
  // A period with a start time is one session a day: '10-11 aprile 9-18' is not a lesson of 33 hours.
  const isDaily = days.length > 1 && period !== 'continuous' && (period === undefined || from !== null)
  if (!isDaily) {
    const hours = writtenHours ?? ((first === last && times.hours) || null)
    const session = { startDate: first, startTime: from, endDate: last, endTime: to, hours }
    return contradiction(session, times.hours) ?? [session]
  }
  const dayCount =
    period === 'days' ? differenceInCalendarDays(parseISO(last), parseISO(first)) + 1 : days.length
  if (period === 'days' && dayCount > MOST_DAYS)
    return `sono ${formatNumber(dayCount)} giorni: ${ONE_LINE_EACH}`
  const dayList = period === 'days' ? Array.from({ length: dayCount }, (_, i) => plusDays(first, i)) : days
  const hoursEach = hoursOfEach(writtenHours, dayList.length, times)
  if (hoursEach === 'unclear')
    return `non è chiaro come dividere ${formatHours(writtenHours ?? 0)} in ${dayList.length} giorni: ${ONE_LINE_EACH}`
  const sessions = dayList.map((day) => ({
    startDate: day,
    startTime: from,
    endDate: day,
    endTime: to,
    hours: hoursEach ?? times.hours ?? null,
  }))
  return sessions.map((session) => contradiction(session, times.hours)).find(Boolean) ?? sessions
}

/** The hours between two times (HH:MM) of a day, pauses included; null if one is missing. */
const hoursWithin = (from: string | null, to: string | null) => (from && to ? hoursOf([from, to]) : null)

/**
 * Returns the hours of each of `count` days; undefined if none are written. Written hours that exceed the times of a
 * day are those of all days together: 'unclear' if they do not divide by the days, or without times.
 */
function hoursOfEach(writtenHours: number | undefined, count: number, { from, to, hours }: Times) {
  const hoursOfDay = hours ?? hoursWithin(from, to)
  if (writtenHours === undefined || (hoursOfDay !== null && writtenHours <= hoursOfDay)) return writtenHours
  const part = Math.round((writtenHours / count) * 100) / 100
  const isDivisible = Math.round(part * count * 100) / 100 === writtenHours
  return hoursOfDay === null || !isDivisible ? 'unclear' : part
}

/**
 * Returns an error if a session contradicts itself. `hoursByTimes`: the sum of its ranges of times; undefined for one.
 */
function contradiction(
  { startDate, startTime, endDate, endTime, hours }: SessionFacts,
  hoursByTimes: number | undefined,
) {
  const begins = `${startDate} ${startTime ?? '00:00'}`
  const ends = `${endDate} ${endTime ?? '24:00'}`
  if (ends < begins && startDate === endDate)
    return `la fine viene prima dell’inizio: se è il giorno dopo, scrivi ${writeDay(startDate)} ${formatTime(startTime)} - ${writeDay(plusDays(startDate, 1))} ${formatTime(endTime)}`
  if (ends < begins) return 'la fine viene prima dell’inizio'
  if (hoursByTimes && hours && hours > hoursByTimes)
    return `gli orari fanno ${formatHours(hoursByTimes)}, non ${formatNumber(hours)}`
}

const isConnective = (token: Token | undefined) =>
  token !== undefined && /^(to|until|and|slash)$/.test(token.kind)

/** Removes the weekdays, and the link between two of them as in 'dal lunedì al venerdì'. */
function withoutWeekdays(tokens: readonly Token[]): Token[] {
  return tokens.filter((token, i) => {
    const isBetween = tokens[i - 1]?.kind === 'weekday' && tokens[i + 1]?.kind === 'weekday'
    return token.kind !== 'weekday' && !(isConnective(token) && isBetween)
  })
}

type Days = {
  days: string[]
  /**
   * Set if `days` are the first and last day only. 'continuous': of one session ('10/03/2027 9:00 - 11/03/2027 18:00');
   * 'days': of a period, with a session each day if the line has a start time ('10-12 marzo 2027 9-13').
   */
  period?: 'continuous' | 'days'
  remaining: Token[]
}

/** Reads the days with which a line begins: '10 marzo', '10, 11 e 12 marzo', '10/03 - 12/03/2026'. */
function datesIn(tokens: Token[]): Days | string {
  const at = tokens.findIndex(({ kind }) => kind === 'date')
  if (at < 0) return `manca la data, come in ${EXAMPLE}`
  const before = tokens.slice(0, at)
  if (!before.every((token) => token.kind === 'number' || isConnective(token)) || isConnective(before[0]))
    return `la data va scritta per prima, come in ${EXAMPLE}`
  let end = at
  const isDate = (token: Token | undefined) => token?.kind === 'date'
  while (isDate(tokens[end + 1]) || (isConnective(tokens[end + 1]) && isDate(tokens[end + 2])))
    end += isDate(tokens[end + 1]) ? 1 : 2
  const [listed, remaining] = [tokens.slice(0, end + 1), tokens.slice(end + 1)]
  const written = listed.flatMap((token): Day[] => {
    if (token.kind === 'number') return [{ day: token.value }]
    return token.kind === 'date' ? [token] : []
  })
  const connectives = listed.filter(isConnective).map(({ kind }) => kind)
  const later = remaining.filter(({ kind }) => kind === 'date')
  const [second] = later
  if (second?.kind === 'date') {
    const where = remaining.indexOf(second)
    const isTo = remaining[where - 1]?.kind === 'to' || remaining[where - 1]?.kind === 'until'
    if (later.length > 1 || written.length > 1 || !isTo) return ONE_LINE_EACH
    const times = [...remaining.slice(0, where - 1), ...remaining.slice(where + 1)]
    return completeDays([...written, second], 'continuous', times)
  }
  const isPeriod =
    connectives.length === 1 &&
    written.length === 2 &&
    (connectives[0] === 'to' || connectives[0] === 'until')
  if (isPeriod) return completeDays(written, 'days', remaining)
  // Of several days the last is joined by a word or a sign: '10 11/03/2027' is no list.
  const isList =
    connectives.every((link) => link === 'and' || link === 'slash') && isConnective(listed.at(-2))
  // '10-11-12 aprile'; more days with dashes may be two periods.
  const isThree =
    written.length === 3 && connectives.length === 2 && connectives.every((link) => link === 'to')
  return written.length === 1 || isList || isThree
    ? completeDays(written, undefined, remaining)
    : ONE_LINE_EACH
}

type Day = { day: number; month?: number; year?: number }

/**
 * Completes the days: a day without month or year takes that of the next one, or the year before if its month is later:
 * '28 dicembre - 9 gennaio 2027' begins in 2026.
 */
function completeDays(written: Day[], period: Days['period'], remaining: Token[]): Days | string {
  const days: string[] = []
  let next: Day | undefined
  for (const { day, month = next?.month ?? 0, year } of [...written].reverse()) {
    const inherited = next?.year && next.year - (month > (next.month ?? month) ? 1 : 0)
    const whole = { day, month, year: year ?? inherited }
    const resolved = resolveDate(whole)
    if ('problem' in resolved) return resolved.problem
    days.unshift(resolved.value)
    next = { day, month, year: whole.year }
  }
  if (days.some((day, i) => i > 0 && day < (days[i - 1] ?? '')))
    return period ? 'la fine viene prima dell’inizio' : 'i giorni non sono in ordine'
  return { days, remaining, ...(period && { period }) }
}

/** The letters with which `timesIn` writes the kinds of tokens of a line as one text. */
const TOKEN_LETTERS = {
  time: 't',
  number: 't',
  to: '-',
  until: 'u',
  slash: '/',
  and: '+',
  date: 'd',
  hours: 'h',
  weekday: 'w',
} as const

type Times = { from: string | null; to: string | null; hours?: number }

/** Reads start and end from tokens. `hours`: set if there are several ranges, without the pauses between them. */
function timesIn(tokens: Token[]): Times | string {
  const times = tokens.flatMap((token) => {
    if (token.kind === 'number') return `${String(token.value).padStart(2, '0')}:00`
    return token.kind === 'time' ? token.value : []
  })
  const impossible = times.find((time) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
  if (impossible === '24:00') return 'per la mezzanotte scrivi 23:59, come 18:00-23:59 (6 ore)'
  if (impossible) return `l’orario ${formatTime(impossible)} non esiste: scrivilo come 9:00-13:00`
  const [first = null] = times
  const last = times.at(-1) ?? null
  const shape = tokens.map(({ kind }) => TOKEN_LETTERS[kind]).join('')
  if (shape === '') return { from: null, to: null }
  // A dash after the date is no end: '10/03/2027 - 9:00'.
  if (/^-?t$/.test(shape)) return { from: first, to: null }
  if (shape === 'ut') return { from: null, to: first }
  if (/^-?t[-u/]?t$/.test(shape)) return { from: first, to: last }
  const inOrder = times.every((time, i) => i === 0 || time >= (times[i - 1] ?? ''))
  if (/^-?t[-u]t([+/]?t[-u]t)+$/.test(shape) && inOrder)
    return { from: first, to: last, hours: hoursOf(times) }
  return 'l’orario non è chiaro: scrivilo come 9:00-18:00'
}

/** Sums the ranges of times in hours, with two decimals. */
function hoursOf(times: string[]): number {
  const sum = times.map(minutesOf).reduce((total, minute, i) => total + (i % 2 === 0 ? -minute : minute), 0)
  return Math.round((sum / 60) * 100) / 100
}

/**
 * Writes a session in JSON of older data as a typed line: `inizio`, its start; `fine`, its end; `ore`, its hours.
 * Another object stays JSON, which `readSessions` refuses.
 */
function olderSessionAsTyped({ inizio, fine, ore, ...other }: Record<string, unknown>): string {
  if (!inizio || Object.keys(other).length > 0) return JSON.stringify({ inizio, fine, ore, ...other })
  return `${inizio}${fine ? ` - ${fine}` : ''}${ore ? ` (${ore} ${Number(ore) === 1 ? 'ora' : 'ore'})` : ''}`
}
