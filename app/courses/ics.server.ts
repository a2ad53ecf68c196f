import { millisecondsInMinute, minutesInHour } from 'date-fns/constants'
import ICAL from 'ical.js'
import { href } from 'react-router'
import { respondWithETag } from '../http/etag.server'
import { TIME_ZONE } from '../italian/dates'
import { plusDays } from '../italian/days'
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

/** An entry of a calendar that takes a whole day and is no lesson. `changedAt`: when its facts last changed. */
export type CalendarDay = {
  uid: string
  day: string
  summary: string
  description: string
  url: string
  changedAt: Date
}

/** A property in jCal (RFC 7265): name, parameters, type, value. */
type Property = [string, Record<string, string>, string, unknown]
/** A component in jCal: name, properties, components inside. */
type Component = [string, Property[], Component[]]

/** Lines have at most 75 octets; the library does not count the space that begins a folded line. */
ICAL.foldLength = 74

/** How often calendar programs fetch the file: REFRESH-INTERVAL (RFC 7986), and X-PUBLISHED-TTL for older programs. */
const REFRESH_INTERVAL = 'PT4H'

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

/** The text of the file. The same facts always give the same text, since the ETag is made of it. */
function icsOf(name: string, courses: readonly CalendarCourse[], days: readonly CalendarDay[]): string {
  const events = courses.flatMap((course) => course.sessions.map((session, i) => eventOf(course, session, i)))
  return ICAL.stringify([
    'vcalendar',
    calendarProperties(name),
    [TIME_ZONE_OF_ITALY, ...events, ...days.map(dayEventOf)],
  ])
}

function calendarProperties(name: string): Property[] {
  return [
    textProperty('prodid', `-//${siteSettings().company.name}//Calendario//IT`),
    textProperty('version', '2.0'),
    textProperty('name', name),
    textProperty('x-wr-calname', name),
    ['refresh-interval', {}, 'duration', REFRESH_INTERVAL],
    ['x-published-ttl', {}, 'unknown', REFRESH_INTERVAL],
  ]
}

/**
 * The event of a session. Its UID contains the number of the session, which stays when the session is moved. `i`: the
 * index of the session among those of its course.
 */
function eventOf(course: CalendarCourse, session: NumberedSession, i: number): Component {
  const changedAt = utcInstant(course.updatedAt)
  const page = `${env.publicOrigin}${href('/corsi/:slug', { slug: course.slug })}`
  const descriptionLines = [course.shortDescription, writeSession(session), session.link, page]
  const location = session.place ?? course.location
  const properties: Property[] = [
    textProperty('uid', `${course.id}-${session.number}`),
    ['sequence', {}, 'integer', course.version],
    ['dtstamp', {}, 'date-time', changedAt],
    ['last-modified', {}, 'date-time', changedAt],
    ...timesOf(session),
    textProperty(
      'summary',
      [`${course.title} – Sessione ${i + 1}`, session.topic].filter(Boolean).join(': '),
    ),
    textProperty('description', descriptionLines.filter(Boolean).join('\n')),
    ['url', {}, 'uri', page],
  ]
  if (course.cancelledAt) properties.push(textProperty('status', 'CANCELLED'))
  if (location) properties.push(textProperty('location', location))
  return ['vevent', properties, []]
}

function dayEventOf({ uid, day, summary, description, url, changedAt }: CalendarDay): Component {
  const properties: Property[] = [
    textProperty('uid', uid),
    ['dtstamp', {}, 'date-time', utcInstant(changedAt)],
    ...wholeDays(day, day),
    textProperty('summary', summary),
    textProperty('description', `${description}\n${url}`),
    ['url', {}, 'uri', url],
  ]
  return ['vevent', properties, []]
}

/** An instant in UTC, to the second: '2027-01-16T08:00:00Z'. */
const utcInstant = (instant: Date) => `${instant.toISOString().slice(0, 19)}Z`

/**
 * Start and end of a session in Italian time. A session of one day without an end time lasts its hours; without hours
 * it has a start only. A session without a start time, or of several days without an end time, takes whole days.
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

/**
 * Whole days, `first` and `last` included: an end in iCalendar is the day after the last one. TRANSPARENT: the person
 * does not count as busy.
 */
function wholeDays(first: string, last: string): Property[] {
  const dayAfter = plusDays(last, 1)
  return [
    ['dtstart', {}, 'date', first],
    ['dtend', {}, 'date', dayAfter],
    textProperty('transp', 'TRANSPARENT'),
  ]
}

/** Adds hours, in whole minutes, to a local time, without regard to summer time. */
function hoursAfter(start: string, hours: number): string {
  return new Date(Date.parse(`${start}Z`) + Math.round(hours * minutesInHour) * millisecondsInMinute)
    .toISOString()
    .slice(0, 19)
}

/** A text property, without control characters other than line breaks and tabs. */
function textProperty(name: string, value: string): Property {
  const cleanValue = value.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
  return [name, {}, 'text', cleanValue.toWellFormed()]
}

/** The time zone of Italy, with the rules of summer time since 1996. */
const TIME_ZONE_OF_ITALY: Component = [
  'vtimezone',
  [textProperty('tzid', TIME_ZONE)],
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
      textProperty('tzname', name),
      ['rrule', {}, 'recur', { freq: 'YEARLY', bymonth, byday: '-1SU' }],
    ],
    [],
  ]
}
