/**
 * A date and time as a report writes them. `date`: null for a time alone, which is of the first day of the lesson;
 * YYYY-MM-DD where the order is certain; else its figures, day/month or month/day. `minutes`: since midnight, seconds as
 * a fraction. `offset`: minutes ahead of UTC, null if it is not written.
 */
export type Moment = {
  date: string | { first: number; second: number; year: number } | null
  minutes: number
  offset: number | null
}

const MONTHS = [
  ['jan', 'gen'],
  ['feb'],
  ['mar'],
  ['apr'],
  ['may', 'mag'],
  ['jun', 'giu'],
  ['jul', 'lug'],
  ['aug', 'ago'],
  ['sep', 'set'],
  ['oct', 'ott'],
  ['nov'],
  ['dec', 'dic'],
]

const TIME =
  /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)? ?([ap]\.? ?m\.?)? ?(z|(?:utc|gmt)? ?[+-]\d{2}:?\d{2}|utc|gmt)?$/i
const ISO_DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:t|,? )/i
const FIGURES = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2}),? /
const MONTH_FIRST = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4}),? (?:at |alle )?/i
const DAY_FIRST = /^(?:\p{L}{3,9},? )?(\d{1,2}) ([a-z]{3,9})\.? (\d{4}),? (?:at |alle (?:ore )?|ore )?/iu

/**
 * Reads a time, or a date with a time, as programs of online rooms write them; null for anything else. For instance
 * '11/21/2026 09:01:12 AM', '21/11/26, 9:01', '2026-11-21T08:01:12Z', 'Nov 21, 2026 9:01', '21 nov 2026 9:01' or
 * '9:01 AM'.
 */
export function readMoment(text: string): Moment | null {
  const [date, time] = dateIn(text) ?? [null, text]
  const read = timeIn(time)
  return read && { date, ...read }
}

/** Writes a number with at least two figures: 9 → '09'. */
export const twoFigures = (text: string | number) => String(text).padStart(2, '0')
const fullYear = (year: string) => (year.length === 2 ? 2000 + Number(year) : Number(year))

function monthOf(word: string): number | undefined {
  const at = MONTHS.findIndex((names) => names.includes(word.slice(0, 3).toLowerCase()))
  return at < 0 ? undefined : at + 1
}

/** The date at the beginning of a text and the text behind it; null if the text begins with no date. */
function dateIn(text: string): [Moment['date'], string] | null {
  const iso = ISO_DATE.exec(text)
  if (iso) {
    const [whole, year, month = '', day = ''] = iso
    return [`${year}-${twoFigures(month)}-${twoFigures(day)}`, text.slice(whole.length)]
  }
  const figures = FIGURES.exec(text)
  if (figures) {
    const [whole, first, sign, second, year = ''] = figures
    const date = { first: Number(first), second: Number(second), year: fullYear(year) }
    // With full stops the day always comes first.
    const day = `${date.year}-${twoFigures(date.second)}-${twoFigures(date.first)}`
    return [sign === '.' ? day : date, text.slice(whole.length)]
  }
  const [monthFirst, dayFirst] = [MONTH_FIRST.exec(text), DAY_FIRST.exec(text)]
  const [whole, month, day, year] = monthFirst
    ? [monthFirst[0], monthOf(monthFirst[1] ?? ''), monthFirst[2], monthFirst[3]]
    : [dayFirst?.[0], monthOf(dayFirst?.[2] ?? ''), dayFirst?.[1], dayFirst?.[3]]
  if (!whole || !month || !day || !year) return null
  return [`${year}-${twoFigures(month)}-${twoFigures(day)}`, text.slice(whole.length)]
}

/** Reads a time with its offset; null if the text is no time. */
function timeIn(text: string): Pick<Moment, 'minutes' | 'offset'> | null {
  const [whole, hour = '', minute = '', second = '0', amOrPm, zone] = TIME.exec(text) ?? []
  if (!whole || Number(minute) > 59 || Number(second) > 59) return null
  const hours = amOrPm ? hoursOf12(Number(hour), /^p/i.test(amOrPm)) : Number(hour)
  if (hours === null || hours > 23) return null
  return { minutes: hours * 60 + Number(minute) + Number(second) / 60, offset: zone ? offsetOf(zone) : null }
}

/** Converts an hour with AM or PM to one from 0 to 23; 12 AM is midnight. Null if it is not from 1 to 12. */
function hoursOf12(hour: number, isAfternoon: boolean): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (isAfternoon ? 12 : 0)
}

/** Minutes ahead of UTC: 'UTC+01:00' and '+0100' give 60; 'Z', 'UTC' and 'GMT' give 0. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

const CLOCK = /^(\d{1,3}):(\d{2})(?::(\d{2}))?$/
const UNITS =
  /^(?:(\d{1,3}) ?(?:h|hrs?|hours?|or[ae])\.?)?(?:,? ?(?:e )?(\d{1,4}) ?(?:m|mins?|minut[eio]s?|minutes?)\.?)?(?:,? ?(?:e )?(\d{1,5}) ?(?:s|secs?|second[io]s?|seconds?)\.?)?$/i

/**
 * Reads a duration in whole minutes, rounded up; null for anything else. For instance '62', which are minutes, '1:02',
 * which is an hour and 2 minutes, '1:02:03', '9h 3m 6s', '1 hr 2 min', '2 ore 5 minuti'.
 */
export function readDuration(text: string): number | null {
  if (text === '') return null
  const plain = /^\d{1,4}(?:[.,]\d{1,4})?$/.exec(text)
  if (plain) return Math.ceil(Number(text.replace(',', '.')))
  const [whole, hours = 0, minutes = 0, seconds = 0] = CLOCK.exec(text) ?? UNITS.exec(text) ?? []
  if (!whole) return null
  return Number(hours) * 60 + Number(minutes) + Math.ceil(Number(seconds) / 60)
}
