import { addDays, formatISO, parseISO } from 'date-fns'
import { millisecondsInHour } from 'date-fns/constants'
import ICAL from 'ical.js'
import { href } from 'react-router'
import { respondWithETag } from '../http/etag.server'
import { TIME_ZONE } from '../italian/dates'
import { type Numbered, type SessionFacts, writeSession } from '../parsing/sessions.rules'
import { env } from '../runtime/env.server'
import { siteSettings } from '../site/settings'

/** `version` is the SEQUENCE. */
export type CalendarCourse = {
  id: string
  slug: string
  title: string
  shortDescription: string | null
  location: string | null
  version: number
  updatedAt: Date
  cancelledAt: Date | null
  sessions: readonly Numbered[]
}

/** What a calendar shows on a whole day beside lessons. `changed`: of its facts. */
export type CalendarDay = {
  uid: string
  day: string
  summary: string
  description: string
  url: string
  changed: Date
}

/** jCal (RFC 7265): name, parameters, type, value. */
type Property = [string, Record<string, string>, string, unknown]
type Component = [string, Property[], Component[]]

/** 75 octets with the space of a folded line, which the library does not count. */
ICAL.foldLength = 74

/** RFC 7986, and the property of older programs. */
const REFRESH = 'PT4H'

/** An iCalendar response (RFC 5545), or 304. `keep`: the Cache-Control scope. */
export function answerWithCalendar(
  request: Request,
  name: string,
  courses: readonly CalendarCourse[],
  keep: 'public' | 'private',
  days: readonly CalendarDay[] = [],
): Response {
  return respondWithETag(request, icsOf(name, courses, days), {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Cache-Control': `${keep}, no-cache`,
  })
}

/** Deterministic. */
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

/** The UID is stable by the session’s number. */
function eventOf(course: CalendarCourse, session: Numbered, i: number): Component {
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

const momentOf = (instant: Date) => `${instant.toISOString().slice(0, 19)}Z`

/** In Italian time. Without an end it lasts its hours. Without times the event takes whole days and is transparent; its end is exclusive. */
function timesOf({ startDate, startTime, endDate, endTime, hours }: SessionFacts): Property[] {
  if (startTime && (endTime || endDate === startDate)) {
    const at = (day: string, time: string) => `${day}T${time.slice(0, 5)}:00`
    const start: Property = ['dtstart', { tzid: TIME_ZONE }, 'date-time', at(startDate, startTime)]
    const end = endTime ? at(endDate, endTime) : hours && hoursAfter(at(startDate, startTime), hours)
    return end ? [start, ['dtend', { tzid: TIME_ZONE }, 'date-time', end]] : [start]
  }
  return wholeDays(startDate, endDate)
}

function wholeDays(from: string, to: string): Property[] {
  const after = formatISO(addDays(parseISO(to), 1), { representation: 'date' })
  return [['dtstart', {}, 'date', from], ['dtend', {}, 'date', after], text('transp', 'TRANSPARENT')]
}

/** On the clock: a lesson does not last an hour more where summer time ends. */
function hoursAfter(start: string, hours: number): string {
  return new Date(Date.parse(`${start}Z`) + hours * millisecondsInHour).toISOString().slice(0, 19)
}

/** Without control characters. */
function text(name: string, value: string): Property {
  const plain = value.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
  return [name, {}, 'text', plain.toWellFormed()]
}

/** Summer time of the EU since 1996. */
const ROME: Component = [
  'vtimezone',
  [text('tzid', TIME_ZONE)],
  [
    change('daylight', '1996-03-31T02:00:00', '+01:00', '+02:00', { bymonth: 3, name: 'CEST' }),
    change('standard', '1996-10-27T03:00:00', '+02:00', '+01:00', { bymonth: 10, name: 'CET' }),
  ],
]

function change(
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
