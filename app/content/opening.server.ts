import { addDays, format, parseISO } from 'date-fns'
import Holidays from 'date-holidays'
import { formatDate, TIME_ZONE } from '../italian/dates'
import { timeOfDay, today } from '../runtime/clock'
import { company } from './company'

/**
 * Italian days (YYYY-MM-DD) and times (HH:MM). `holiday`: the name of today's; `ahead`: days to the next opening.
 */
export type Opening =
  | { open: true; until: string }
  | { open: false; holiday: string | null; next: { day: string; ahead: number; time: string } }

export type Closure = { day: string; holiday: string }

/** Days. */
const ANNOUNCED = 60

const italy = new Holidays('IT', { languages: ['it'], types: ['public'], timezone: TIME_ZONE })
/** Names that differ from the calendar's. */
const CALLED: Record<string, string> = {
  'Liberazione dal nazifascismo (1945)': 'Festa della Liberazione',
  'Assunzione di Maria': 'Ferragosto',
  "Festa nazionale di San Francesco d'Assisi": 'San Francesco d’Assisi',
  'Natale di Gesù': 'Natale',
}
const { weekdays, spans } = company.hours

export function openingAt(now: Date): Opening {
  const day = today(now)
  const time = timeOfDay(now)
  const span = isWorkday(day) && spans.find(({ from, to }) => early(from) <= time && time < early(to))
  if (span) return { open: true, until: span.to }
  return { open: false, holiday: holidayOn(day), next: nextOpening(day, time) }
}

/** The office answers a request of this moment within a working day: 'le 12:30 di martedì 24 novembre'. */
export function answerBy(now: Date): string {
  const { day, time } = answerDue(now)
  return `le ${time} di ${formatDate(day, 'EEEE d MMMM')}`
}

/** Whether the answer to a request is overdue. */
export function isAnswerLate(requestedAt: Date, now: Date): boolean {
  const { day, time } = answerDue(requestedAt)
  return `${day} ${early(time)}` < `${today(now)} ${timeOfDay(now)}`
}

function answerDue(requestedAt: Date) {
  const [day, time] = [today(requestedAt), timeOfDay(requestedAt)]
  const isRead = isWorkday(day) && time < early(spans.at(-1)?.to ?? '')
  const read = isRead ? day : nextOpening(day, '24:00').day
  return { day: nextOpening(read, '24:00').day, time: spans[0]?.to ?? '' }
}

/** Public holidays on working days within 60 days. */
export function closuresFrom(day: string): Closure[] {
  return Array.from({ length: ANNOUNCED }, (_, ahead) => later(day, ahead)).flatMap((day) => {
    const holiday = isWeekday(day) && holidayOn(day)
    return holiday ? [{ day, holiday }] : []
  })
}

/** Days. */
const LOOKED_AT = 31

/** Public holidays from one day to another, among the first 31. */
export function holidaysBetween(from: string, to: string): Closure[] {
  return Array.from({ length: LOOKED_AT }, (_, ahead) => later(from, ahead)).flatMap((day) => {
    const holiday = day <= to && holidayOn(day)
    return holiday ? [{ day, holiday }] : []
  })
}

function nextOpening(day: string, time: string) {
  const still = isWorkday(day) && spans.find(({ from }) => time < early(from))
  if (still) return { day, ahead: 0, time: still.from }
  let ahead = 1
  while (!isWorkday(later(day, ahead))) ahead += 1
  return { day: later(day, ahead), ahead, time: spans[0]?.from ?? '' }
}

const isWeekday = (day: string) => weekdays.includes(parseISO(day).getDay())
const isWorkday = (day: string) => isWeekday(day) && holidayOn(day) === null

const holidays = new Map<string, Map<string, string>>()

/** Cached: one year takes milliseconds. */
function holidaysOf(year: string): Map<string, string> {
  const known =
    holidays.get(year) ?? new Map(italy.getHolidays(year).map(({ date, name }) => [date.slice(0, 10), name]))
  holidays.set(year, known)
  return known
}

function holidayOn(day: string): string | null {
  const name = holidaysOf(day.slice(0, 4)).get(day)
  return name === undefined ? null : (CALLED[name] ?? name.replaceAll("'", '’'))
}

const later = (day: string, days: number) => format(addDays(parseISO(day), days), 'yyyy-MM-dd')
/** '8:30' → '08:30', which compares as text */
const early = (time: string) => time.padStart(5, '0')
