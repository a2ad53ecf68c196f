import { addDays, format, parseISO } from 'date-fns'
import Holidays from 'date-holidays'
import type { OfficeHours } from '../content/settings.rules'
import { formatDate, TIME_ZONE } from '../italian/dates'
import { timeOfDay, today } from '../runtime/clock'
import { closureOn, officeClosures } from './closures'
import { siteSettings } from './settings'
import { isWithin } from './week.rules'

/**
 * Whether the office is open, in Italian days (YYYY-MM-DD) and times (H:MM). `holiday`: the holiday or closure of
 * today, null if there is none; `next`: the next opening, `ahead` days from today.
 */
export type Opening =
  | { open: true; until: string }
  | { open: false; holiday: string | null; next: { day: string; ahead: number; time: string } }

/** A day (YYYY-MM-DD) on which the office is closed. `holiday`: the name of the public holiday, or of the closure. */
export type Holiday = { day: string; holiday: string }

/**
 * Days of one holiday or closure. `day`: the first; `until`: the last; `city`: the city of the only office that is
 * closed, null for the whole school.
 */
export type ClosedDays = Holiday & { until: string; city: string | null }

/** Days from today for which holidays and closures are announced. */
const ANNOUNCED_DAYS = 60

const italianHolidays = new Holidays('IT', { languages: ['it'], types: ['public'], timezone: TIME_ZONE })
/** The site's own names of holidays, by the name in the calendar of the library. */
const HOLIDAY_NAMES: Record<string, string> = {
  'Liberazione dal nazifascismo (1945)': 'Festa della Liberazione',
  'Assunzione di Maria': 'Ferragosto',
  "Festa nazionale di San Francesco d'Assisi": 'San Francesco d’Assisi',
  'Natale di Gesù': 'Natale',
}

/** The hours of the weekday of a day, whether or not the day is a holiday. */
const spansOf = (day: string, hours = siteSettings().hours) =>
  hours.week[(parseISO(day).getDay() + 6) % 7] ?? []

/** Whether the office is open at a moment, and until or from when. */
export function openingAt(now: Date): Opening {
  const day = today(now)
  const time = timeOfDay(now)
  const span = openSpans(day).find(({ from, to }) => padTime(from) <= time && time < padTime(to))
  if (span) return { open: true, until: span.to }
  return { open: false, holiday: closureReason(day), next: nextOpening(day, time) }
}

/** Until when the office answers a request sent at `now`, within a working day: 'le 12:30 di martedì 24 novembre'. */
export function answerDeadline(now: Date): string {
  const { day, time } = answerDue(now)
  return `le ${time} di ${formatDate(day, 'EEEE d MMMM')}`
}

/** Whether the answer to a request is overdue at `now`. */
export function isAnswerLate(requestedAt: Date, now: Date): boolean {
  const { day, time } = answerDue(requestedAt)
  return `${day} ${padTime(time)}` < `${today(now)} ${timeOfDay(now)}`
}

/**
 * When the answer to a request is due. The office reads a request on the same day if it closes later, else on the next
 * open day; it answers by the end of the first opening of the open day after that.
 */
function answerDue(requestedAt: Date) {
  const [day, time] = [today(requestedAt), timeOfDay(requestedAt)]
  const isReadSameDay = time < padTime(openSpans(day).at(-1)?.to ?? '')
  const dayRead = isReadSameDay ? day : nextOpening(day, '24:00').day
  const { day: dayAnswered } = nextOpening(dayRead, '24:00')
  return { day: dayAnswered, time: openSpans(dayAnswered)[0]?.to ?? '' }
}

/**
 * Lists the public holidays and the closures of the `ANNOUNCED_DAYS` days from `day` on, of the school and of single
 * offices. Only weekdays that have hours count. Successive days with the same reason are one entry.
 */
export function closuresFrom(day: string): ClosedDays[] {
  const ofOffices = officeClosures().flatMap(({ closure, city }) =>
    closedDaysFrom(
      day,
      (date) => (isWithin(date, closure) && closureReason(date) === null ? closure.name : null),
      city,
    ),
  )
  return [...closedDaysFrom(day, closureReason, null), ...ofOffices].toSorted((a, b) =>
    a.day.localeCompare(b.day),
  )
}

/**
 * Lists the days from `day` on that have a reason to be closed; `city` is passed on to each entry. `reasonOn`: the
 * holiday or closure of a day; null without one.
 */
function closedDaysFrom(
  day: string,
  reasonOn: (date: string) => string | null,
  city: string | null,
): ClosedDays[] {
  const closures: ClosedDays[] = []
  let current: ClosedDays | undefined
  for (let ahead = 0; ahead < ANNOUNCED_DAYS; ahead++) {
    const date = daysLater(day, ahead)
    // A day without hours, such as a Sunday, divides no closure.
    if (spansOf(date).length === 0) continue
    const reason = reasonOn(date)
    if (reason && current?.holiday === reason) {
      current.until = date
      continue
    }
    current = reason ? { day: date, until: date, holiday: reason, city } : undefined
    if (current) closures.push(current)
  }
  return closures
}

/** Most days that are searched for holidays. */
const SEARCHED_HOLIDAY_DAYS = 31

/** Lists the public holidays from one day to another, within the first `SEARCHED_HOLIDAY_DAYS` days. */
export function holidaysBetween(from: string, to: string): Holiday[] {
  return Array.from({ length: SEARCHED_HOLIDAY_DAYS }, (_, ahead) => daysLater(from, ahead)).flatMap(
    (day) => {
      const holiday = day <= to && holidayOn(day)
      return holiday ? [{ day, holiday }] : []
    },
  )
}

/** Most days until the next opening. */
const LONGEST_CLOSURE = 365
/** Days that are searched for an opening. More than a year, since two closures may follow each other. */
const SEARCHED_OPENING_DAYS = 2 * LONGEST_CLOSURE

/**
 * Returns the first opening on `day` that begins after `time` (HH:MM), else the first one of a later day, `ahead` days
 * from `day`. With '24:00' it is that of a later day in any case.
 */
function nextOpening(day: string, time: string) {
  const still = openSpans(day).find(({ from }) => time < padTime(from))
  if (still) return { day, ahead: 0, time: still.from }
  const ahead = daysToOpening(day, siteSettings().hours)
  return { day: daysLater(day, ahead), ahead, time: openSpans(daysLater(day, ahead))[0]?.from ?? '' }
}

/** Returns the number of days from `day` to the next one that is open, `day` itself left out. */
function daysToOpening(day: string, hours: OfficeHours): number {
  let ahead = 1
  while (openSpans(daysLater(day, ahead), hours).length === 0 && ahead < SEARCHED_OPENING_DAYS) ahead += 1
  return ahead
}

/**
 * Whether the office never stays closed for a year with these hours. The site could not say when it opens otherwise.
 */
export function opensEveryYear(hours: OfficeHours, now: Date): boolean {
  const closures = hours.closures.filter(({ office }) => office === null)
  return [today(now), ...closures.map(({ from }) => from)].every(
    (day) => daysToOpening(day, hours) <= LONGEST_CLOSURE,
  )
}

/** The spans in which the office is open on a day; [] on a holiday, during a closure, or on a weekday without hours. */
const openSpans = (day: string, hours = siteSettings().hours) =>
  closureReason(day, hours) === null ? spansOf(day, hours) : []

/**
 * The name of the closure of the school or of the public holiday on a day; null without one, also on a weekday without
 * hours, on which the office is closed too.
 */
const closureReason = (day: string, hours = siteSettings().hours) =>
  closureOn(day, hours)?.name ?? holidayOn(day)

const holidays = new Map<string, Map<string, string>>()

/** Returns the holidays of a year by day. Cached, since computing a year takes milliseconds. */
function holidaysOf(year: string): Map<string, string> {
  const known =
    holidays.get(year) ??
    new Map(italianHolidays.getHolidays(year).map(({ date, name }) => [date.slice(0, 10), name]))
  holidays.set(year, known)
  return known
}

function holidayOn(day: string): string | null {
  const name = holidaysOf(day.slice(0, 4)).get(day)
  return name === undefined ? null : (HOLIDAY_NAMES[name] ?? name.replaceAll("'", '’'))
}

const daysLater = (day: string, days: number) => format(addDays(parseISO(day), days), 'yyyy-MM-dd')
/** '8:30' → '08:30', which compares as text */
const padTime = (time: string) => time.padStart(5, '0')
