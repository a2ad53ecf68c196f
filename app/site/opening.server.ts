import { parseISO } from 'date-fns'
import Holidays from 'date-holidays'
import type { OfficeHours } from '../content/settings.rules'
import { formatDate, TIME_ZONE } from '../italian/dates'
import { plusDays } from '../italian/days'
import { capitalize } from '../italian/words'
import { timeOfDay, today } from '../runtime/clock'
import { closureOn, officeClosures } from './closures'
import { siteSettings } from './settings'
import { ANNOUNCEMENT_DAYS, isWithin } from './week.rules'

/**
 * Whether the office is open, with Italian days (YYYY-MM-DD) and times ('8:30'). `reason`: the name of the public
 * holiday or closure of today, null if there is none; `next`: the next opening, `ahead` days from today.
 */
export type Opening =
  | { open: true; until: string }
  | { open: false; reason: string | null; next: { day: string; ahead: number; time: string } }

/** A public holiday. `day`: YYYY-MM-DD; `holiday`: its name. */
type Holiday = { day: string; holiday: string }

/**
 * Successive days that are closed for one reason. `day`, `until`: the first, for a closure that has begun the day that
 * was asked about, and the last, YYYY-MM-DD; `reason`: the name of the public holiday or closure; `city`: of the office
 * that is closed, null if the whole school is.
 */
export type AnnouncedClosure = { day: string; until: string; reason: string; city: string | null }

const italianHolidays = new Holidays('IT', { languages: ['it'], types: ['public'], timezone: TIME_ZONE })
/** The usual names of some holidays, by their name in the library. */
const HOLIDAY_NAMES: Record<string, string> = {
  'Liberazione dal nazifascismo (1945)': 'Festa della Liberazione',
  'Assunzione di Maria': 'Ferragosto',
  "Festa nazionale di San Francesco d'Assisi": 'San Francesco d’Assisi',
  'Natale di Gesù': 'Natale',
}

/** The hours of the weekday of a day, even if the office is closed on this day. */
const weekdaySpans = (day: string, hours = siteSettings().hours) =>
  hours.week[(parseISO(day).getDay() + 6) % 7] ?? []

/** Whether the office is open at a moment, and until or from when. */
export function openingAt(now: Date): Opening {
  const day = today(now)
  const time = timeOfDay(now)
  const span = openSpans(day).find(({ from, to }) => padTime(from) <= time && time < padTime(to))
  if (span) return { open: true, until: span.to }
  return { open: false, reason: closureReason(day), next: nextOpening(day, time) }
}

/** Until when the office answers a request sent at `now` (`answerDue`): 'le 12:30 di martedì 24 novembre'. */
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
 * Lists the public holidays and the closures that begin within `ANNOUNCEMENT_DAYS` days from `day` on, or began before,
 * of the school and of single offices. Weekdays without hours are left out.
 */
export function announcedClosures(day: string): AnnouncedClosure[] {
  const closuresOfOffices = officeClosures().flatMap(({ closure, city }) =>
    groupClosedDays(
      day,
      (date) => (isWithin(date, closure) && closureReason(date) === null ? closure.name : null),
      city,
    ),
  )
  return [...groupClosedDays(day, closureReason, null), ...closuresOfOffices].toSorted((a, b) =>
    a.day.localeCompare(b.day),
  )
}

/**
 * Groups the closed days from `day` on: successive days with the same reason are one entry. `reasonOn`: the holiday or
 * closure of a day, null without one; `city`: that of each entry.
 */
function groupClosedDays(
  day: string,
  reasonOn: (date: string) => string | null,
  city: string | null,
): AnnouncedClosure[] {
  const closures: AnnouncedClosure[] = []
  let current: AnnouncedClosure | undefined
  // After the days in which a closure may begin, only the end of the last one is searched.
  for (let ahead = 0; ahead <= ANNOUNCEMENT_DAYS || (current && ahead <= SEARCHED_OPENING_DAYS); ahead++) {
    const date = plusDays(day, ahead)
    // A day without hours, such as a Sunday, does not divide a closure in two entries.
    if (weekdaySpans(date).length === 0) continue
    const reason = reasonOn(date)
    if (reason && current?.reason === reason) {
      current.until = date
      continue
    }
    current = reason && ahead <= ANNOUNCEMENT_DAYS ? { day: date, until: date, reason, city } : undefined
    if (current) closures.push(current)
  }
  return closures
}

/** Most days that `holidaysBetween` searches, from its first one on. */
const SEARCHED_HOLIDAY_DAYS = 31

/** Sentences about the public holidays in these periods: 'Giovedì 6 gennaio 2028 è festa: Epifania'. */
export function holidaySentences(periods: readonly { startDate: string; endDate: string }[]): string[] {
  const holidays = periods.flatMap(({ startDate, endDate }) => holidaysBetween(startDate, endDate))
  const sentences = holidays.map(
    ({ day, holiday }) => `${capitalize(formatDate(day, 'EEEE d MMMM yyyy'))} è festa: ${holiday}`,
  )
  return [...new Set(sentences)]
}

/** Lists the public holidays from one day to another, within the first `SEARCHED_HOLIDAY_DAYS` days. */
function holidaysBetween(from: string, to: string): Holiday[] {
  return Array.from({ length: SEARCHED_HOLIDAY_DAYS }, (_, ahead) => plusDays(from, ahead)).flatMap((day) => {
    const holiday = day <= to && holidayOn(day)
    return holiday ? [{ day, holiday }] : []
  })
}

/** Most days from one opening to the next that the settings may have. */
const LONGEST_CLOSURE_DAYS = 365
/** Most days that are searched for an opening. More than a year, since two closures may follow each other. */
const SEARCHED_OPENING_DAYS = 2 * LONGEST_CLOSURE_DAYS

/**
 * Returns the first opening on `day` that begins after `time` (HH:MM), else the first one of a later day, `ahead` days
 * from `day`. The time '24:00' excludes `day` itself.
 */
function nextOpening(day: string, time: string) {
  const laterSpan = openSpans(day).find(({ from }) => time < padTime(from))
  if (laterSpan) return { day, ahead: 0, time: laterSpan.from }
  const ahead = daysToOpening(day, siteSettings().hours)
  return { day: plusDays(day, ahead), ahead, time: openSpans(plusDays(day, ahead))[0]?.from ?? '' }
}

/** Returns the number of days from `day` to the next open day, at least 1. */
function daysToOpening(day: string, hours: OfficeHours): number {
  let ahead = 1
  while (openSpans(plusDays(day, ahead), hours).length === 0 && ahead < SEARCHED_OPENING_DAYS) ahead += 1
  return ahead
}

/**
 * Whether the office opens at least once a year with these hours. Otherwise the site could not say when it opens again.
 */
export function opensEveryYear(hours: OfficeHours, now: Date): boolean {
  const closures = hours.closures.filter(({ office }) => office === null)
  return [today(now), ...closures.map(({ from }) => from)].every(
    (day) => daysToOpening(day, hours) <= LONGEST_CLOSURE_DAYS,
  )
}

/** The spans in which the office is open on a day; [] on a holiday, during a closure, or on a weekday without hours. */
const openSpans = (day: string, hours = siteSettings().hours) =>
  closureReason(day, hours) === null ? weekdaySpans(day, hours) : []

/**
 * The name of the closure of the school or of the public holiday on a day; null without one. A weekday without hours is
 * no reason.
 */
const closureReason = (day: string, hours = siteSettings().hours) =>
  closureOn(day, hours)?.name ?? holidayOn(day)

const holidaysByYear = new Map<string, Map<string, string>>()

/** Returns the holidays of a year by day. Cached, since computing a year takes milliseconds. */
function holidaysOf(year: string): Map<string, string> {
  const holidays =
    holidaysByYear.get(year) ??
    new Map(italianHolidays.getHolidays(year).map(({ date, name }) => [date.slice(0, 10), name]))
  holidaysByYear.set(year, holidays)
  return holidays
}

function holidayOn(day: string): string | null {
  const name = holidaysOf(day.slice(0, 4)).get(day)
  return name === undefined ? null : (HOLIDAY_NAMES[name] ?? name.replaceAll("'", '’'))
}

/** '8:30' → '08:30', which compares as text */
const padTime = (time: string) => time.padStart(5, '0')
