import { expect, onTestFinished, test } from 'vitest'
import { FIRST_SETTINGS } from '../content/first-settings'
import { announcedClosures, answerDeadline, isAnswerLate, openingAt } from './opening.server'
import { replaceSettings } from './settings'

const at = (text: string) => openingAt(new Date(text))

test('the office answers from Monday to Friday, morning and afternoon', () => {
  expect(at('2026-11-20T08:29:59+01:00')).toMatchObject({
    open: false,
    next: { day: '2026-11-20', ahead: 0, time: '8:30' },
  })
  expect(at('2026-11-20T08:30:00+01:00')).toEqual({ open: true, until: '12:30' })
  expect(at('2026-11-20T12:30:00+01:00')).toMatchObject({ open: false, next: { time: '14:30' } })
  expect(at('2026-11-20T18:29:59+01:00')).toEqual({ open: true, until: '18:30' })
})

test('after Friday afternoon it opens again on Monday', () => {
  for (const instant of [
    '2026-11-20T18:30:00+01:00',
    '2026-11-21T10:00:00+01:00',
    '2026-11-22T10:00:00+01:00',
  ])
    expect(at(instant)).toMatchObject({
      open: false,
      reason: null,
      next: { day: '2026-11-23', time: '8:30' },
    })
})

test('the time is that of Italy, in summer and in winter', () => {
  expect(at('2026-07-14T06:30:00Z')).toEqual({ open: true, until: '12:30' })
  expect(at('2026-12-14T06:30:00Z')).toMatchObject({ open: false })
})

test('on public holidays it is closed, those that move and the one that is new included', () => {
  expect(at('2026-12-08T10:00:00+01:00')).toMatchObject({
    open: false,
    reason: 'Immacolata Concezione',
    next: { day: '2026-12-09', ahead: 1 },
  })
  expect(at('2027-03-29T10:00:00+02:00')).toMatchObject({ reason: 'Lunedì dell’Angelo' })
  expect(at('2027-10-04T10:00:00+02:00')).toMatchObject({ open: false, reason: 'San Francesco d’Assisi' })
  expect(at('2024-10-04T10:00:00+02:00')).toMatchObject({ open: true })
})

test('holidays have the names that people use', () => {
  const names = ['2028-04-25', '2028-08-15', '2028-12-25'].map((day) => at(`${day}T10:00:00Z`))
  expect(names).toMatchObject([
    { reason: 'Festa della Liberazione' },
    { reason: 'Ferragosto' },
    { reason: 'Natale' },
  ])
})

test('over Christmas the way to the next working day leads past weekend and holidays', () => {
  expect(at('2025-12-24T19:00:00+01:00')).toMatchObject({ next: { day: '2025-12-29', ahead: 5 } })
})

test('the closures announced are holidays that fall on working days', () => {
  expect(announcedClosures('2026-11-21').map(({ day }) => day)).toEqual([
    '2026-12-08',
    '2026-12-25',
    '2027-01-01',
    '2027-01-06',
  ])
})

test('closures of one name are announced apart if the office opens between them', () => {
  const bridge = (id: string, from: string, to: string) => ({
    id,
    name: 'Ponte',
    from,
    to,
    yearly: false,
    office: null,
  })
  const closures = [bridge('a', '2026-11-26', '2026-11-30'), bridge('b', '2026-12-03', '2026-12-04')]
  const settings = { ...FIRST_SETTINGS, hours: { ...FIRST_SETTINGS.hours, closures } }
  replaceSettings({ settings, version: 'test' })
  onTestFinished(() => replaceSettings({ settings: FIRST_SETTINGS, version: 'test' }))
  expect(announcedClosures('2026-11-21').slice(0, 2)).toMatchObject([
    { day: '2026-11-26', until: '2026-11-30' },
    { day: '2026-12-03', until: '2026-12-04' },
  ])
})

test('a closure is announced 60 days before its first day, with its last day', () => {
  const closure = {
    id: 'a',
    name: 'Trasloco',
    from: '2027-02-01',
    to: '2027-03-26',
    yearly: false,
    office: null,
  }
  const next = { ...closure, id: 'b', name: 'Pausa', from: '2027-03-27', to: '2027-04-02' }
  const ofOffice = { ...closure, id: 'c', name: 'Lavori', office: FIRST_SETTINGS.offices[0]?.id ?? '' }
  const announcedOn = (day: string, ...closures: (typeof closure | typeof ofOffice)[]) => {
    const settings = { ...FIRST_SETTINGS, hours: { ...FIRST_SETTINGS.hours, closures } }
    replaceSettings({ settings, version: 'test' })
    return announcedClosures(day).filter(({ reason }) => closures.some(({ name }) => name === reason))
  }
  onTestFinished(() => replaceSettings({ settings: FIRST_SETTINGS, version: 'test' }))
  const announced = { day: '2027-02-01', until: '2027-03-26', reason: 'Trasloco', city: null }
  expect(announcedOn('2026-12-02', closure, next)).toEqual([])
  expect(announcedOn('2026-12-03', closure, next)).toEqual([announced])
  expect(announcedOn('2027-01-20', closure, next)).toEqual([announced])
  const [lastAnnounced] = announcedOn('2026-12-10', ofOffice)
  expect(lastAnnounced).toMatchObject({ until: '2027-03-26', city: 'Ascoli Piceno' })
})

test('a request is answered within a working day, by the end of its morning', () => {
  const by = (text: string) => answerDeadline(new Date(text))
  expect(by('2026-11-23T10:00:00+01:00')).toBe('le 12:30 di martedì 24 novembre')
  expect(by('2026-11-23T07:00:00+01:00')).toBe('le 12:30 di martedì 24 novembre')
  expect(by('2026-11-23T18:29:00+01:00')).toBe('le 12:30 di martedì 24 novembre')
  expect(by('2026-11-23T18:30:00+01:00')).toBe('le 12:30 di mercoledì 25 novembre')
  expect(by('2026-11-27T19:00:00+01:00')).toBe('le 12:30 di martedì 1º dicembre')
  expect(by('2026-11-28T10:00:00+01:00')).toBe('le 12:30 di martedì 1º dicembre')
  expect(by('2026-12-07T10:00:00+01:00')).toBe('le 12:30 di mercoledì 9 dicembre')
  expect(by('2026-12-24T10:00:00+01:00')).toBe('le 12:30 di lunedì 28 dicembre')
})

test('an answer is late from the minute after it was promised', () => {
  const asked = new Date('2026-11-23T10:00:00+01:00')
  const late = (text: string) => isAnswerLate(asked, new Date(text))
  expect(late('2026-11-23T10:00:00+01:00')).toBe(false)
  expect(late('2026-11-24T12:30:59+01:00')).toBe(false)
  expect(late('2026-11-24T12:31:00+01:00')).toBe(true)
  expect(late('2026-12-02T08:00:00+01:00')).toBe(true)
})
