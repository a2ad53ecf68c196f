import fc from 'fast-check'
import ical, { type VEvent } from 'node-ical'
import { expect, test } from 'vitest'
import { type CalendarCourse, respondWithCalendar } from './ics.server'

const COURSE: CalendarCourse = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  slug: 'leadership',
  title: 'Leadership',
  shortDescription: 'Due giorni per chi guida.',
  location: 'Ascoli Piceno',
  version: 3,
  updatedAt: new Date('2026-01-07T10:00:00.500Z'),
  cancelledAt: null,
  sessions: [],
}
const day = (startDate: string, facts: Partial<CalendarCourse['sessions'][number]> = {}) => ({
  ...{ startDate, endDate: startDate, number: Number(startDate.replaceAll('-', '')) },
  ...facts,
})
const course = (facts: Partial<CalendarCourse>): CalendarCourse => ({ ...COURSE, ...facts })

const ask = (courses: CalendarCourse[], headers = {}) =>
  respondWithCalendar(new Request('http://localhost/x.ics', { headers }), 'Accademia', courses, 'private')
const textOf = (...courses: CalendarCourse[]) => ask(courses).text()
const linesOf = async (...courses: CalendarCourse[]) => (await textOf(...courses)).split('\r\n')
/** Read back by another library than the one that wrote it. */
const eventsOf = async (...courses: CalendarCourse[]) =>
  Object.values(ical.sync.parseICS(await textOf(...courses))).filter(
    (part): part is VEvent => part?.type === 'VEVENT',
  )

test('a session is an event: title, place, page, what it is about, and the version of its course', async () => {
  const sessions = [day('2026-03-10', { startTime: '09:00', endTime: '18:00:00', hours: 8 })]
  const [event] = await eventsOf(course({ sessions }))
  expect(event).toMatchObject({
    uid: `${COURSE.id}-20260310`,
    sequence: 3,
    summary: 'Leadership – Sessione 1',
    location: 'Ascoli Piceno',
    url: 'http://localhost:3000/corsi/leadership',
    description:
      'Due giorni per chi guida.\n10/03/2026 9:00-18:00 (8 ore)\nhttp://localhost:3000/corsi/leadership',
    dtstamp: new Date('2026-01-07T10:00:00Z'),
    lastmodified: new Date('2026-01-07T10:00:00Z'),
  })
})

test('a lesson tells its topic, its own place and its link', async () => {
  const link = 'https://lezioni.example.it/uno'
  const sessions = [day('2026-03-10', { topic: 'Leggere il mercato', place: 'Aula 2, Fermo', link })]
  const [event] = await eventsOf(course({ sessions }))
  expect(event).toMatchObject({
    summary: 'Leadership – Sessione 1: Leggere il mercato',
    location: 'Aula 2, Fermo',
    description: `Due giorni per chi guida.\n10/03/2026\n${link}\nhttp://localhost:3000/corsi/leadership`,
  })
})

test('the events of a cancelled edition are cancelled', async () => {
  const sessions = [day('2026-03-10')]
  expect(await linesOf(course({ sessions }))).not.toContain('STATUS:CANCELLED')
  expect(await linesOf(course({ sessions, cancelledAt: new Date() }))).toContain('STATUS:CANCELLED')
})

test('an event is known by the number of its session, whichever are before it', async () => {
  const [first, second] = [day('2026-03-10', { number: 1 }), day('2026-03-11', { number: 2 })]
  const uids = async (...sessions: Parameters<typeof course>[0]['sessions'] & {}) =>
    (await eventsOf(course({ sessions }))).map(({ uid }) => uid)
  expect(await uids(first, second)).toEqual([`${COURSE.id}-1`, `${COURSE.id}-2`])
  expect(await uids(second)).toEqual([`${COURSE.id}-2`])
})

test('hours are those of Italian clocks, also on the days when these change', async () => {
  const evening = { startTime: '18:30', endTime: '21:30' }
  const events = await eventsOf(
    course({
      sessions: ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25'].map((on) => day(on, evening)),
    }),
  )
  expect(events.map(({ start }) => start.toISOString())).toEqual([
    '2026-03-28T17:30:00.000Z',
    '2026-03-29T16:30:00.000Z',
    '2026-10-24T16:30:00.000Z',
    '2026-10-25T17:30:00.000Z',
  ])
  expect(await linesOf(course({ sessions: [day('2026-03-29', evening)] }))).toContain(
    'DTSTART;TZID=Europe/Rome:20260329T183000',
  )
})

test('without hours a session takes its days, up to the one after the last, and blocks none of them', async () => {
  const lines = await linesOf(
    course({ sessions: [day('2026-02-28'), day('2026-03-28', { endDate: '2026-03-29' })] }),
  )
  const dates = lines.filter((line) => /^(DT(START|END);|TRANSP)/.test(line))
  expect(dates).toEqual([
    'DTSTART;VALUE=DATE:20260228',
    'DTEND;VALUE=DATE:20260301',
    'TRANSP:TRANSPARENT',
    'DTSTART;VALUE=DATE:20260328',
    'DTEND;VALUE=DATE:20260330',
    'TRANSP:TRANSPARENT',
  ])
})

test('partial hours are shown as far as they are known', async () => {
  const lines = await linesOf(
    course({
      sessions: [
        day('2026-03-10', { startTime: '09:00' }),
        day('2026-03-11', { endTime: '13:00' }),
        day('2026-03-12', { endDate: '2026-03-14', startTime: '09:00', endTime: '18:00' }),
      ],
    }),
  )
  expect(lines.filter((line) => /^DT(START|END);/.test(line))).toEqual([
    'DTSTART;TZID=Europe/Rome:20260310T090000',
    'DTSTART;VALUE=DATE:20260311',
    'DTEND;VALUE=DATE:20260312',
    'DTSTART;TZID=Europe/Rome:20260312T090000',
    'DTEND;TZID=Europe/Rome:20260314T180000',
  ])
  expect(lines.join('\n').replaceAll('\n ', '')).toContain('11/03/2026 fino alle 13:00')
})

test('a calendar without sessions is one all the same', async () => {
  const text = await textOf()
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/)
  expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Rome')
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT4H')
  expect(text).toContain('X-PUBLISHED-TTL:PT4H')
})

test('no title breaks out of its line', async () => {
  const hostile = 'A, b; c "d"\r\nEND:VEVENT\rATTACH:http://evil.example\n\0\x07👩‍🏫 è'
  const [event, ...others] = await eventsOf(
    course({ title: hostile, location: hostile, sessions: [day('2026-03-10')] }),
  )
  expect(others).toEqual([])
  expect(event?.summary).toBe('A, b; c "d"\nEND:VEVENT\nATTACH:http://evil.example\n👩‍🏫 è – Sessione 1')
  expect(event).not.toHaveProperty('attach')
})

test('a folded line has 75 octets at most, its first space counted', async () => {
  const facts = { title: 'a'.repeat(300), shortDescription: 'è'.repeat(300), sessions: [day('2026-03-10')] }
  const lengths = (await linesOf(course(facts))).map((line) => Buffer.byteLength(line))
  expect(Math.max(...lengths)).toBe(75)
})

test('whatever is typed: lines of 75 octets, and the same text when read back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (title) => {
      const facts = course({ title, shortDescription: title, location: title, sessions: [day('2026-03-10')] })
      for (const line of await linesOf(facts)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const text = await textOf(facts)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const plain = title.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
      expect(text.replaceAll('\r\n ', '').split('\r\n')).toContain(
        `SUMMARY:${plain.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')} – Sessione 1`,
      )
    }),
    { numRuns: 100 },
  )
})

test('the present ETag gets 304, and a changed date the new text', async () => {
  const before = course({ sessions: [day('2026-03-10')] })
  const first = ask([before])
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
  })
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
  expect(ask([before], headers).status).toBe(304)
  const after = { ...before, version: 4, sessions: [day('2026-03-17', { number: 20260310 })] }
  expect(ask([after], headers).status).toBe(200)
  const [[old], [moved]] = [await eventsOf(before), await eventsOf(after)]
  expect(moved?.uid).toBe(old?.uid)
  expect([old?.sequence, moved?.sequence]).toEqual([3, 4])
})

test('a session with a beginning and hours has its end', async () => {
  const lines = await linesOf(
    course({
      sessions: [
        day('2026-03-10', { startTime: '09:00', hours: 4 }),
        day('2026-03-11', { startTime: '22:30', hours: 2.5 }),
        day('2026-03-12', { startTime: '18:00', hours: 2.67 }),
      ],
    }),
  )
  expect(lines.filter((line) => line.startsWith('DTEND'))).toEqual([
    'DTEND;TZID=Europe/Rome:20260310T130000',
    'DTEND;TZID=Europe/Rome:20260312T010000',
    'DTEND;TZID=Europe/Rome:20260312T204000',
  ])
})
