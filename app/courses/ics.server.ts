import { addDays, formatISO, parseISO } from 'date-fns'
import { millisecondsInHour } from 'date-fns/constants'
import ICAL from 'ical.js'
import { href } from 'react-router'
import { respondWithETag } from '../http/etag.server'
import { TIME_ZONE } from '../italian/dates'
import { type NumberedSession, type SessionFacts, writeSession } from '../parsing/sessions.rules'
import { env } from '../runtime/env.server'
import { siteSettings } from '../site/settings'

/** `version`: the SEQUENCE of its events, by which calendar programs recognise a change. */
export type CalendarCourse = {
  id: string
  slug: string
  title: string
  shortDescription: string | null
  location: string | null
  version: number
  updatedAt: Date
  cancelledAt: Date | null
  sessions: readonly NumberedSession[]
}

/** An entry of a calendar that takes a whole day and is no lesson. `changed`: when its facts last changed. */
export type CalendarDay = {
  uid: string
  day: string
  summary: string
  description: string
  url: string
  changed: Date
}

/** A property in jCal (RFC 7265): name, parameters, type, value. */
type Property = [string, Record<string, string>, string, unknown]
/** A component in jCal: name, properties, components inside. */
type Component = [string, Property[], Component[]]

/** Lines have at most 75 octets; the library does not count the space that begins a folded line. */
ICAL.foldLength = 74

/** How often calendar programs fetch the file: REFRESH-INTERVAL (RFC 7986), and X-PUBLISHED-TTL for older programs. */
const REFRESH = 'PT4H'

/**
 * Responds with an iCalendar file (RFC 5545), or with 304 if the client has it. `name`: the title of the calendar;
 * `cacheScope`: of the Cache-Control header; `days`: further entries that take a whole day.
 */
export function respondWithCalendar(
  request: Request,
  name: string,
  courses: readonly CalendarCourse[],
  cacheScope: 'public' | 'private',
  days: readonly CalendarDay[] = [],
): Response {
  return respondWithETag(request, icsOf(name, courses, days), {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Cache-Control': `${cacheScope}, no-cache`,
  })
}

/** The same facts give the same text, since the ETag is made of it. */
function icsOf(name: string, courses: readonly CalendarCourse[], days: readonly CalendarDay[]): string {
  const events = courses.flatMap((course) => course.sessions.map((session, i) => eventOf(course, session, i)))
  return ICAL.stringify(['vcalendar', headOf(name), [ROME, ...events, ...days.map(dayEventOf)]])
}

function headOf(name: string): Property[] {
  return [
    text('prodid', `-//${siteSettings().company.name}//Calendario//IT`),
    text('version', '2.0'),
    text('name', name),
    text('x-wr-calname', name),
    ['refresh-interval', {}, 'duration', REFRESH],
    ['x-published-ttl', {}, 'unknown', REFRESH],
  ]
}

/**
 * The UID contains the number of the session, which stays when the session is moved. `i`: its place among the
 * sessions.
 */
function eventOf(course: CalendarCourse, session: NumberedSession, i: number): Component {
  const changed = momentOf(course.updatedAt)
  const page = `${env.publicOrigin}${href('/corsi/:slug', { slug: course.slug })}`
  const about = [course.shortDescription, writeSession(session), session.link, page]
  const location = session.place ?? course.location
  const properties: Property[] = [
    text('uid', `${course.id}-${session.number}`),
    ['sequence', {}, 'integer', course.version],
    ['dtstamp', {}, 'date-time', changed],
    ['last-modified', {}, 'date-time', changed],
    ...timesOf(session),
    text('summary', [`${course.title} – Sessione ${i + 1}`, session.topic].filter(Boolean).join(': ')),
    text('description', about.filter(Boolean).join('\n')),
    ['url', {}, 'uri', page],
  ]
  if (course.cancelledAt) properties.push(text('status', 'CANCELLED'))
  if (location) properties.push(text('location', location))
  return ['vevent', properties, []]
}

function dayEventOf({ uid, day, summary, description, url, changed }: CalendarDay): Component {
  const properties: Property[] = [
    text('uid', uid),
    ['dtstamp', {}, 'date-time', momentOf(changed)],
    ...wholeDays(day, day),
    text('summary', summary),
    text('description', `${description}\n${url}`),
    ['url', {}, 'uri', url],
  ]
  return ['vevent', properties, []]
}

/** An instant in UTC, to the second: '2027-01-16T08:00:00Z'. */
const momentOf = (instant: Date) => `${instant.toISOString().slice(0, 19)}Z`

/**
 * Start and end of a session in Italian time; on one day without an end time it lasts its hours. Without a start time,
 * or over several days without an end time, it takes whole days.
 */
function timesOf({ startDate, startTime, endDate, endTime, hours }: SessionFacts): Property[] {
  if (startTime && (endTime || endDate === startDate)) {
    const at = (day: string, time: string) => `${day}T${time.slice(0, 5)}:00`
    const start: Property = ['dtstart', { tzid: TIME_ZONE }, 'date-time', at(startDate, startTime)]
    const end = endTime ? at(endDate, endTime) : hours && hoursAfter(at(startDate, startTime), hours)
    return end ? [start, ['dtend', { tzid: TIME_ZONE }, 'date-time', end]] : [start]
  }
  return wholeDays(startDate, endDate)
}

/** Whole days, both included: the written end is the day after the last one. The person does not count as busy. */
function wholeDays(from: string, to: string): Property[] {
  const after = formatISO(addDays(parseISO(to), 1), { representation: 'date' })
  return [['dtstart', {}, 'date', from], ['dtend', {}, 'date', after], text('transp', 'TRANSPARENT')]
}

/** Adds hours on the clock, without regard to summer time. */
function hoursAfter(start: string, hours: number): string {
  return new Date(Date.parse(`${start}Z`) + hours * millisecondsInHour).toISOString().slice(0, 19)
}

/** A text property, without control characters other than line breaks and tabs. */
function text(name: string, value: string): Property {
  const plain = value.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
  return [name, {}, 'text', plain.toWellFormed()]
}

/** The time zone of Italy, with the rules of summer time since 1996. */
const ROME: Component = [
  'vtimezone',
  [text('tzid', TIME_ZONE)],
  [
    clockChange('daylight', '1996-03-31T02:00:00', '+01:00', '+02:00', { bymonth: 3, name: 'CEST' }),
    clockChange('standard', '1996-10-27T03:00:00', '+02:00', '+01:00', { bymonth: 10, name: 'CET' }),
  ],
]

/** A yearly change of the clock. `since`: the first one, in local time; `from`, `to`: offsets from UTC. */
function clockChange(
  kind: string,
  since: string,
  from: string,
  to: string,
  { bymonth, name }: { bymonth: number; name: string },
): Component {
  return [
    kind,
    [
      ['dtstart', {}, 'date-time', since],
      ['tzoffsetfrom', {}, 'utc-offset', from],
      ['tzoffsetto', {}, 'utc-offset', to],
      text('tzname', name),
      ['rrule', {}, 'recur', { freq: 'YEARLY', bymonth, byday: '-1SU' }],
    ],
    [],
  ]
}
