import { withArticle } from '../italian/articles'
import { formatDate, writeDay } from '../italian/dates'
import { normalForm } from './text.rules'

/** Splits a line into tokens of dates and times, which `session-lines.rules.ts` combines; and reads a single day. */

/**
 * A day without a month, or an hour without minutes, is a `number`. `hours` is a duration, `time` a time as HH:MM. `to`
 * is a dash, an arrow, 'al' or 'alle', `until` 'fino al', 'fino alle' or 'entro', `slash` a '/' between other tokens;
 * `weekday` counts from Sunday, 0. A date need not exist: `resolveDate` finds out.
 */
export type Token =
  | { kind: 'date'; day: number; month: number; year?: number }
  | { kind: 'number'; value: number }
  | { kind: 'hours'; value: number }
  | { kind: 'time'; value: string }
  | { kind: 'weekday'; value: number }
  | { kind: 'to' | 'until' | 'and' | 'slash' }

const WEEKDAYS = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato']
const WEEKDAY =
  '(luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabat[oi]|domenic[ae]|lun|mart?|merc?|giov?|ven|sab|dom)'
const MONTHS = ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic']
export const MONTH =
  '(gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|gen|feb|mar|apr|mag|giu|lug|ago|sett?|ott|nov|dic)'
/** Blanks, punctuation and words that say nothing about day or time, such as 'il', 'Lezione n. 2' or 'Giorno 2 -'. */
const FILLER =
  /[\s,;:().|°]+|(?:giorno +\d{1,3}(?= *[:-] *\d{1,2}[/.-]\d{1,2}[/.-]\d)|il|i|l|le|di|del|dal|dalle|da|dell|ore|ora|orario|h|giorno|giorni|(?:sessione|lezione|incontro|modulo)(?: *n[.°]?)? *\d+)(?![\p{L}\d])['’]?/uy

/** A time zone of ISO 8601, up to ±14:00. Only after 'T' or seconds, since '14:00-18:00' has two times. */
const ZONE = '((?<=t[\\d:.]{1,20}|:\\d\\d:[\\d.]{1,12})(?:z|[+-](?:(?:0\\d|1[0-3]):?[0-5]\\d|14:?00)))'

const HOURS_WORD = '(?:ore|ora|h)(?![\\p{L}\\d])'
const MINUTES_WORD = '(?:minuti|min|m)\\.?(?![\\p{L}\\d])'
/** Between two times: a dash, an arrow, 'alle', 'fino alle ore'. */
const TO = ' *(?:[-→]|(?:fino +)?(?:alle|ad|al|a)(?!\\p{L})) *(?:(?:ore|h) *)?'
const TIME = '\\d{1,2}(?:[:.,h][0-5]\\d)?'
/** The minutes of a quarter of an hour: '9,15' is a time, but '9,13' may be the times 9 and 13. */
const QUARTER = '(?:00|15|30|45)'

const TWO_DIGITS_OF_YEAR = '(?:2[5-9]|[3-9]\\d)'
/** After '10 marzo 27': more days and their month, as in ' e 28 aprile 2027', but not in ' e 17 mar 27'. */
const MORE_DAYS = `(?:(?: *(?:ed?|[,/+&-]) *| +)\\d{1,2}){1,9}[°.]? *(?:di +)?${MONTH}(?!\\p{L})(?!\\.? *(?:del +)?['’]?${TWO_DIGITS_OF_YEAR}(?![\\d:.,/-]|h))`
/** A year of two digits without a sign, as in '10 mar 27': no hour, minute, day or number of hours. */
const BARE_YEAR = `${TWO_DIGITS_OF_YEAR}(?![:.,/-]\\d|h|[°.]? *(?:di +)?${MONTH}(?!\\p{L})|${MORE_DAYS}| *(?:ore|ora|h)(?! *\\d)| *min)`

export const ONE_LINE_EACH = 'scrivi una riga per ogni giorno, come 10/03/2027 9:00-13:00'

/** After '5.6': more days up to one with a year, each joined by a sign or word, as in ', 12.6 e sab 19.6.2027'. */
const MORE_DAYS_WITH_MONTH = `(?: *(?:[,;+&/]|,? *ed?(?!\\p{L})) *(?:il +)?(?:${WEEKDAY}\\.? *)?\\d{1,2}[./]\\d{1,2}){1,9}[./](?:\\d{4}|\\d{2})(?!\\d)`

/**
 * The forms of tokens, tried in this order at each place, and what makes tokens, or an error (a string), of a match;
 * undefined leaves the match to the next forms.
 */
const FORMS: [RegExp, (parts: string[]) => Token[] | string | undefined][] = [
  [
    new RegExp(
      `(\\d{4})-(\\d{1,2})-(\\d{1,2})(?:(?:t| (?!${TIME}${TO}${TIME} *${HOURS_WORD}))(\\d{1,2}:\\d{2})(?::\\d{2}(?:\\.\\d{1,9})?)?${ZONE}?(?![\\d:]))?`,
      'uy',
    ),
    ([whole = '', year, month, date, time, zone]) => {
      const day = { kind: 'date', day: Number(date), month: Number(month), year: Number(year) } as const
      if (zone) return inItaly(whole, day)
      return time ? [day, timeToken(time)] : [day]
    },
  ],
  [
    /(\d{4})([/.])(\d{1,2})\2(\d{1,2})(?!\d)/y,
    ([, year, , month, date]) => [
      { kind: 'date', day: Number(date), month: Number(month), year: Number(year) },
    ],
  ],
  // '10-11-12 aprile' are three days; in '10-03-27 mar' the last word is Tuesday.
  [
    new RegExp(
      `(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|\\d{2}(?!(?:\\2\\d{1,2}){0,9}[°.]? *(?:di +)?(?!mar(?!zo|\\.? +\\d{4}))${MONTH}(?!\\p{L})))(?!\\d)`,
      'uy',
    ),
    ([, date, , month, year]) => [
      { kind: 'date', day: Number(date), month: Number(month), year: fullYear(year) },
    ],
  ],
  // Spreadsheets write '10-mar-27'.
  [
    new RegExp(`(\\d{1,2})([-/.])${MONTH}\\2(\\d{4}|\\d{2})(?![\\d:])`, 'uy'),
    ([, date, , month = '', year]) => [
      { kind: 'date', day: Number(date), month: monthNumber(month), year: fullYear(year) },
    ],
  ],
  [
    new RegExp(
      `(\\d{1,2}|primo)[°º.-]? *(?:di +)?${MONTH}(?!\\p{L})\\.?(?: *(?:del +)?(\\d{4}|['’]\\d{2}|${BARE_YEAR})(?!\\d))?`,
      'uy',
    ),
    ([, date = '', month = '', year]) => [
      {
        kind: 'date',
        day: date === 'primo' ? 1 : Number(date),
        month: monthNumber(month),
        ...(year && { year: fullYear(year.replace(/\D/, '')) }),
      },
    ],
  ],
  // The first of two days of a month: '10/11 marzo'.
  [
    new RegExp(`(\\d{1,2}) *\\/ *(?=\\d{1,2}[°º.]? *(?:di +)?${MONTH}(?!\\p{L}))`, 'uy'),
    ([, value]) => [{ kind: 'number', value: Number(value) }, { kind: 'slash' }],
  ],
  // A day and a month, '10/03'. Not the '11/12' of the hours in '10/03/2027 9-11/12-15', nor in those after '10/03/27',
  // '10-mar-27' or '10 marzo ’27'.
  [
    /(?<!(?:\d{4}|\d[/.-](?:\d{1,2}|\p{L}{3,10})[/.-]\d{2}(?!\d)|['’]\d{2}(?!\d)).{0,12}\d *- *)(\d{1,2})\/(\d{1,2})(?![\d/])/uy,
    ([, date, month]) => [{ kind: 'date', day: Number(date), month: Number(month) }],
  ],
  // Days and months with points, of which only the last has a year: '5.6 e 12.6.2027'.
  [
    new RegExp(`(\\d{1,2})\\.(0?[1-9]|1[0-2])(?=${MORE_DAYS_WITH_MONTH})`, 'uy'),
    ([, date, month]) => [{ kind: 'date', day: Number(date), month: Number(month) }],
  ],
  // '9h - 13', '9h-13h'; not '4h - 9-13'.
  [
    new RegExp(`(${TIME})h${TO}(${TIME})(?![:.,h]?\\d|${TO}\\d)(?: *${HOURS_WORD})?`, 'uy'),
    ([, start, end]) => [wholeTimeToken(start), { kind: 'to' }, wholeTimeToken(end)],
  ],
  // 'ore' or 'h' after two times says nothing: '14-18 ore'. But '9 - 4 ore' and '9-13 - 14 ore' end with a duration.
  [
    new RegExp(`(?<!(?<![\\d/.'’-])${TIME}${TO})(${TIME})${TO}(${TIME}) *${HOURS_WORD}`, 'uy'),
    ([, start, end]) => {
      const [from, to] = [wholeTimeToken(start), wholeTimeToken(end)]
      return from.value < to.value && to.value <= '24:00' ? [from, { kind: 'to' }, to] : undefined
    },
  ],
  // '4 ore e 30', '4 ore e mezza', '4 h 30 min'
  [
    new RegExp(
      `(\\d{1,3}) *(?:ore|ora|h) *(?:(?:e|ed) +(mezz[ao]|[0-5]\\d)(?: *${MINUTES_WORD})?(?!\\d| *\\p{L}|[:.,/]\\d|${TO}\\d)|([0-5]?\\d) *${MINUTES_WORD})`,
      'uy',
    ),
    ([, hours, joined, minutes = joined]) => [hoursToken(hours, minutes)],
  ],
  // '(3:30 ore)' and, after two times, '(4h30)' are durations, only in brackets.
  [
    new RegExp(`(?<=\\( *)(\\d{1,2}):([0-5]\\d) *${HOURS_WORD}`, 'uy'),
    ([, hours, minutes]) => [hoursToken(hours, minutes)],
  ],
  [
    new RegExp(
      `(?<=${TO}${TIME}(?: *(?:ore|h))?,? *\\( *)(\\d{1,2}) *(?:ore|ora|h) *([0-5]\\d)(?= *\\))`,
      'uy',
    ),
    ([, hours, minutes]) => [hoursToken(hours, minutes)],
  ],
  [
    new RegExp(`(?<!\\d[.,])(\\d{1,3})[.,]30 *${HOURS_WORD}`, 'uy'),
    ([written, hours]) => `«${written}» non è chiaro: per ${hours} ore e mezza scrivi ${hours},5 ore`,
  ],
  [
    new RegExp(`(?<!\\d[.,])(\\d{1,4}(?:[.,]\\d{1,2})?) *${HOURS_WORD}`, 'uy'),
    ([, hours = '']) => [{ kind: 'hours', value: Number(hours.replace(',', '.')) }],
  ],
  // Seconds of 0 are dropped, minutes of 0 are not: '9:00:00' and '9:00' are both 9:00.
  [
    /\d{1,2}[:.h]\d{2}(?::00)?(?![\d:])/y,
    ([time = '']) => [timeToken(time.replace(/:00$/, (end, at) => (at > 2 ? '' : end)))],
  ],
  [
    new RegExp(`\\d{1,2},${QUARTER}(?!\\d)(?!(?<=- ?\\d{1,2},\\d\\d) *-)`, 'y'),
    ([time = '']) => [timeToken(time)],
  ],
  [
    /(?<!- ?)(\d{1,2}),(\d{2})(?!\d| *-)/y,
    ([written, first, second]) =>
      `«${written}» non è chiaro: scrivi ${first}:${second} oppure ${first}-${second}`,
  ],
  [/\d{1,2}:\d{2}:\d{2}/y, () => 'scrivi gli orari senza secondi, come 9:30'],
  [/(?:ogni|tutt[ie])(?!\p{L})/uy, () => ONE_LINE_EACH],
  [/[ap]\.?m\.?(?!\p{L})/uy, () => 'scrivi gli orari da 0 a 24, come 14:30'],
  [new RegExp(`${WEEKDAY}(?![\\p{L}\\d])`, 'uy'), ([, name = '']) => [weekdayToken(name)]],
  [
    new RegExp(`${MONTH}(?!\\p{L})`, 'uy'),
    ([, month]) => `manca il giorno prima di «${month}», come in 10 marzo 2027`,
  ],
  // Before a date '1.2' is a label, or a day and its month, but not the days 1 and 2.
  [/\d{1,2}(?:\.[1-9])+(?!\.?\d)(?=.*(?:\d{4}|([./-])\d{1,2}\1\d{2})(?!\d))/y, () => ONE_LINE_EACH],
  [/\d{1,2}(?!\d)/y, ([value]) => [{ kind: 'number', value: Number(value) }]],
  [/(?:fino +(?:all?e|all|al|ad|a)|entro)(?!\p{L})['’]?/uy, () => [{ kind: 'until' }]],
  [/(?:all?e|all|al|ad|a)(?!\p{L})['’]?|[-→]/uy, () => [{ kind: 'to' }]],
  [/\//y, () => [{ kind: 'slash' }]],
  [/(?:e|ed)(?!\p{L})|[+&]/uy, () => [{ kind: 'and' }]],
]

const monthNumber = (name: string) => MONTHS.indexOf(name.slice(0, 3)) + 1

function weekdayToken(name: string): Token {
  return { kind: 'weekday', value: WEEKDAYS.findIndex((day) => day.startsWith(name.slice(0, 3))) }
}
function timeToken(text: string) {
  return { kind: 'time', value: text.replace(/[.,h]/, ':').padStart(5, '0') } as const
}
/** '9.30' → 09:30, and '9' → 09:00 */
function wholeTimeToken(text = '') {
  return timeToken(/^\d+$/.test(text) ? `${text}:00` : text)
}
/** '4', '30' or 'mezza' → 4.5 */
function hoursToken(hours = '', minutes = ''): Token {
  const part = minutes.startsWith('mezz') ? 0.5 : Number(minutes) / 60
  return { kind: 'hours', value: Math.round((Number(hours) + part) * 100) / 100 }
}
function fullYear(year = ''): number {
  return year.length === 2 ? 2000 + Number(year) : Number(year)
}

const UNKNOWN_WORD_HELP =
  'qui vanno solo giorno, orario e ore, come 10/03/2027 9:00-13:00 (4 ore); luogo, modalità e argomenti hanno il loro campo'

/** Returns the tokens of a line, or an error about the first words that are unknown, unclear or not accepted. */
export function dateTokens(line: string): Token[] | string {
  const text = normalForm(line.replaceAll('º', '°'), 'NFKC')
    .toLowerCase()
    .replace(/->|[‐-―−÷~]/g, '-')
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const form = formAt(text, at)
    const filler = matchAt(FILLER, text, at)
    if (typeof form?.made === 'string') return form.made
    if (form) tokens.push(...form.made)
    else if (!filler)
      return `non capisco «${text.slice(at).match(/^[\p{L}\d]{2,30}|^\S{1,30}/u)?.[0] ?? text.charAt(at)}»: ${UNKNOWN_WORD_HELP}`
    at += form?.length ?? filler?.[0]?.length ?? 1
  }
  return tokens
}

/** Returns what the first form that fits makes of the text at a place, and how many characters it takes. */
function formAt(text: string, at: number) {
  for (const [pattern, make] of FORMS) {
    const parts = matchAt(pattern, text, at)
    const made = parts && make(parts)
    if (made) return { made, length: parts[0].length }
  }
}

/** Matches a sticky pattern at a place of the text. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/**
 * Turns an instant with a time zone into Italian day and time. Midnight in UTC means the day alone. An instant on
 * another day in Italy is an error.
 */
function inItaly(written: string, day: Token & { kind: 'date'; year: number }): Token[] | string {
  if (/t00:00(:00(\.0+)?)?z$/.test(written)) return [day]
  const instant = new Date(written.toUpperCase().replace(' ', 'T'))
  if (Number.isNaN(instant.getTime())) return `non capisco «${written}»: ${UNKNOWN_WORD_HELP}`
  const resolved = resolveDate(day)
  if (!('value' in resolved) || formatDate(instant, 'yyyy-MM-dd') !== resolved.value)
    return 'il fuso orario cambia il giorno: scrivi il giorno e l’ora in Italia'
  return [day, timeToken(formatDate(instant, 'HH:mm'))]
}

const [FIRST_YEAR, LAST_YEAR] = [2000, 2099]

/** Returns a written date as YYYY-MM-DD, or why it is no day: its month, a missing or remote year, or a 30 February. */
export function resolveDate({
  day,
  month,
  year,
}: {
  day: number
  month: number
  year?: number
}): { value: string } | { problem: string } {
  if (month > 12) return { problem: `il mese ${month} non esiste: scrivi prima il giorno, come 10/03/2027` }
  if (year === undefined) return { problem: 'manca l’anno, come in 10/03/2027' }
  if (year < FIRST_YEAR || year > LAST_YEAR) return { problem: `l’anno va dal ${FIRST_YEAR} al ${LAST_YEAR}` }
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return { problem: `${withArticle('il', `${twoDigits(day)}/${twoDigits(month)}/${year}`)} non esiste` }
  return { value: date.toISOString().slice(0, 10) }
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** A bullet, dash, tick or empty box at the beginning of a line. */
export const BULLET = /^(?:[\s\p{So}\p{Sm}\p{Co}•·‣⁃∙*–—-]|\u{FE0F}|\[[ x]?\])+/iu

/** Most characters of a typed day: reading a long text of dashes would take half a second. */
const DAY_TEXT_MAX = 40

/**
 * Reads one day with its year, such as '31/12/2026', 'gio 31 dicembre 2026' or 'entro il 31/12/2026', as YYYY-MM-DD.
 * Null for an empty text.
 */
export function readDay(text: string): { value: string | null } | { problem: string } {
  if (text.trim() === '') return { value: null }
  if (text.length > DAY_TEXT_MAX)
    return { problem: `al massimo ${DAY_TEXT_MAX} caratteri: ora sono ${text.length}` }
  const tokensOrError = dateTokens(text.replace(BULLET, ''))
  const tokens = typeof tokensOrError === 'string' ? [] : tokensOrError
  const [token, ...otherTokens] = tokens.filter(
    ({ kind }, i) => kind !== 'weekday' && !(i === 0 && (kind === 'to' || kind === 'until')),
  )
  const date = otherTokens.length === 0 && token?.kind === 'date' ? token : undefined
  if (date?.year === undefined) return { problem: 'scrivi giorno, mese e anno, come 31/12/2026' }
  const resolved = resolveDate(date)
  if ('problem' in resolved) return resolved
  const problem = explainWrongWeekday(tokens, [resolved.value])
  return problem ? { problem } : resolved
}

/** Reads a day that has to be given. `missing`: the error without one. */
export function readRequiredDay(
  text: string,
  missing: string,
): { value: string; error?: never } | { value?: never; error: string } {
  const day = readDay(text)
  if ('problem' in day) return { error: `La data non si legge: ${day.problem}` }
  return day.value ? { value: day.value } : { error: missing }
}

/** Says how a typed day is understood, '= giovedì 31 dicembre 2026', or what is wrong with it; '' for an empty text. */
export function explainDay(text: string): string {
  const read = readDay(text)
  if ('problem' in read) return read.problem
  return read.value ? `= ${formatDate(read.value, 'EEEE d MMMM yyyy')}` : ''
}

/** Returns the day (YYYY-MM-DD) that a text means; '' for an empty or unreadable text. */
export function dayIn(text: string): string {
  const read = readDay(text)
  return ('value' in read && read.value) || ''
}

/**
 * Compares the written weekdays with the days, the first with the first and so on, and explains the first difference;
 * undefined without one. `days`: YYYY-MM-DD.
 */
export function explainWrongWeekday(tokens: readonly Token[], days: readonly string[]): string | undefined {
  const writtenWeekdays = tokens.flatMap((token) => (token.kind === 'weekday' ? token.value : []))
  for (const [i, day] of days.entries()) {
    const weekday = new Date(day).getUTCDay()
    const writtenWeekday = writtenWeekdays[i]
    if (writtenWeekday !== undefined && writtenWeekday !== weekday)
      return `${withArticle('il', writeDay(day))} è ${WEEKDAYS[weekday]}, non ${WEEKDAYS[writtenWeekday]}`
  }
}
