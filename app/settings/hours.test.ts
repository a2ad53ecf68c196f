import { beforeEach, expect, test } from 'vitest'
import { anAdmin, emptyDatabase } from '../../tests/world'
import { FIRST_SETTINGS } from '../content/first-settings'
import type { OfficeClosure } from '../content/settings.rules'
import { isSchoolClosed } from '../site/closures'
import { announcedClosures, answerDeadline, openingAt, opensEveryYear } from '../site/opening.server'
import { closureDaysInWords, overlaps, readClosure, writeClosure } from './closures.rules'
import { changeSettings } from './commands.server'
import { editWeek, isClosedDay, readWeek, writeWeek } from './hours.rules'

const { hours, offices } = FIRST_SETTINGS
const TEXT = writeWeek(hours)
const errorsOf = (text: Record<string, string>) => readWeek({ ...TEXT, ...text }, hours).errors

beforeEach(emptyDatabase)

test('what is written is read again, and a day without times is closed', () => {
  expect(readWeek(TEXT, hours)).toEqual({ value: hours, errors: {} })
  expect(isClosedDay(TEXT, 5)).toBe(true)
  expect(readWeek({ ...TEXT, 'giorno-0-2': '', 'giorno-0-3': ' ' }, hours).value.week[0]).toEqual([
    { from: '8:30', to: '12:30' },
  ])
})

test('times are read as people write them, and others refused in their field', () => {
  expect(readWeek({ ...TEXT, 'giorno-0-0': '08.05', 'giorno-0-1': '13' }, hours).value.week[0]?.[0]).toEqual({
    from: '8:05',
    to: '13:00',
  })
  expect(errorsOf({ 'giorno-1-3': '25:00' })).toEqual({ 'giorno-1-3': 'Scrivi un’ora, per esempio 8:30' })
  expect(errorsOf({ 'giorno-1-1': '' })).toEqual({ 'giorno-1-1': 'Manca quest’ora' })
  expect(errorsOf({ 'giorno-1-1': '15:00' })).toEqual({ 'giorno-1-2': 'Deve venire dopo le 15:00' })
  const closed = Object.fromEntries(Object.keys(TEXT).map((field) => [field, '']))
  expect(Object.keys(errorsOf(closed))).toEqual(['giorno-0-0'])
})

test('a day is copied to the one below, opened and closed', () => {
  expect(readWeek(editWeek(TEXT, 'copia:4') ?? {}, hours).value.week[5]).toEqual(hours.week[4])
  expect(readWeek(editWeek(TEXT, 'apri:6') ?? {}, hours).value.week[6]).toEqual(hours.week[4])
  expect(readWeek(editWeek(TEXT, 'chiudi:0') ?? {}, hours).value.week[0]).toEqual([])
  for (const button of ['save', 'restore', 'apri:7', 'apri:', 'copia'])
    expect(editWeek(TEXT, button), button).toBeNull()
})

const CHRISTMAS = {
  id: 'natale',
  name: 'Vacanze di Natale',
  from: '2026-12-24',
  to: '2027-01-06',
  yearly: true,
  office: null,
}
const TODAY = '2026-11-27'
const WITH = { ...hours, closures: [CHRISTMAS] }
const read = (text: Record<string, string>, id = 'altra') =>
  readClosure({ name: 'Altra', from: '2027-02-01', ...text }, WITH, offices, id, TODAY)

test('a closure is written and read again, and its days are in words', () => {
  expect(readClosure(writeClosure(WITH, 'natale'), WITH, offices, 'natale', TODAY)).toEqual({
    value: CHRISTMAS,
    errors: {},
  })
  expect(closureDaysInWords(CHRISTMAS)).toBe('24 dicembre – 6 gennaio, ogni anno')
  expect(closureDaysInWords({ ...CHRISTMAS, yearly: false })).toBe('24 dicembre 2026 – 6 gennaio 2027')
  expect(closureDaysInWords({ from: '2027-05-31', to: '2027-06-02', yearly: false })).toBe(
    '31 maggio – 2 giugno 2027',
  )
  expect(read({}).value).toMatchObject({ from: '2027-02-01', to: '2027-02-01', yearly: false, office: null })
})

test('a closure that ends before it begins, is endless or overlaps another is refused', () => {
  expect(read({ to: '2027-01-31' }).errors).toEqual({ to: 'Finisce prima di cominciare' })
  expect(read({ from: '2027-12-24', to: '2027-01-06', repeats: 'yearly' }).errors.to).toContain('l’anno dopo')
  expect(read({ to: '2028-02-01' }).errors).toEqual({ to: 'Una chiusura dura meno di un anno' })
  expect(read({ from: '2030-01-06' }).errors).toEqual({
    from: 'Questi giorni sono già in «Vacanze di Natale», 24 dicembre – 6 gennaio, ogni anno',
  })
  expect(read({ from: '2028-01-02', to: '2028-01-10', repeats: 'yearly' }).errors.from).toContain('sono già')
  expect(read({ from: '2030-01-07' }).errors).toEqual({})
  expect(read({ from: '2030-01-06', office: 'fermo' }).errors).toEqual({})
  expect(read({ office: 'roma' }).errors).toEqual({ office: 'Questa sede non c’è più' })
  expect(read({ from: '', name: ' ' }).errors).toEqual({
    name: 'Serve: il sito dice per che cosa è chiusa',
    from: 'Scrivi il primo giorno',
  })
})

test('two yearly closures that share only 29 February overlap, whichever was entered first', () => {
  const leapDay = { from: '2028-02-29', to: '2028-02-29', yearly: true }
  const winter = { from: '2027-02-27', to: '2027-03-02', yearly: true }
  expect([overlaps(leapDay, winter), overlaps(winter, leapDay)]).toEqual([true, true])
  const march = { from: '2027-03-01', to: '2027-03-02', yearly: true }
  expect([overlaps(leapDay, march), overlaps(march, leapDay)]).toEqual([false, false])
})

test('a closure that is over or in a remote year is refused, while one of every year may have begun long ago', () => {
  expect(read({ from: '2026-11-26' }).errors).toEqual({
    from: 'È già passata: il sito non la mostrerebbe',
  })
  expect(read({ from: '2026-11-20', to: '2026-11-26' }).errors).toEqual({
    to: 'È già passata: il sito non la mostrerebbe',
  })
  expect(read({ from: '2026-11-20', to: '2026-11-27' }).errors).toEqual({})
  expect(read({ from: '2001-08-10', to: '2001-08-20', repeats: 'yearly' }).errors).toEqual({})
  for (const from of ['1900-01-01', '1/1/1999', '2100-01-01', '31 dicembre 2999'])
    expect(read({ from }).errors, from).toEqual({ from: 'L’anno va dal 2000 al 2099' })
  for (const from of ['2e3', '2027', '0x7eb-01-01', '20270201'])
    expect(read({ from }).errors.from, from).toBe('Scrivi giorno, mese e anno, come 31/12/2026')
  expect(read({ from: '2027-02-30' }).errors.from).toBe('Il 30/02/2027 non esiste')
})

test('closures that leave no opening in a year are found, also together and with few opening days', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const closure = (from: string, to: string, yearly = false): OfficeClosure => ({
    ...CHRISTMAS,
    id: from,
    from,
    to,
    yearly,
  })
  const opens = (...closures: OfficeClosure[]) => opensEveryYear({ ...hours, closures }, now)
  const firstHalf = closure('2027-01-01', '2027-06-30', true)
  expect(opens(firstHalf)).toBe(true)
  expect(opens(firstHalf, closure('2027-07-01', '2027-12-31', true))).toBe(false)
  expect(opens(firstHalf, closure('2030-07-01', '2030-12-31'))).toBe(true)
  expect(opens(closure('2030-01-01', '2030-12-30'), closure('2030-12-31', '2031-12-20'))).toBe(false)
  const onlyMondays = hours.week.map((spans, day) => (day === 0 ? spans : []))
  const exceptMondays = closure('2027-01-05', '2028-01-02')
  expect(opens(exceptMondays)).toBe(true)
  const mondays = { week: onlyMondays, closures: [exceptMondays, closure('2028-01-03', '2028-01-09')] }
  expect(opensEveryYear(mondays, now)).toBe(false)
  const ofOffice = { ...closure('2027-01-01', '2027-12-31', true), office: 'fermo' }
  expect(opens(ofOffice)).toBe(true)
})

test('the site says a closure of every year, and counts past it', async () => {
  const saintOfAscoli = {
    ...CHRISTMAS,
    id: 'emidio',
    name: 'Sant’Emidio',
    from: '2026-12-10',
    to: '2026-12-10',
  }
  const closures = [CHRISTMAS, { ...saintOfAscoli, office: 'ascoli-piceno' }]
  await changeSettings(await anAdmin(), 'hours', { ...hours, closures }, 0)
  for (const year of ['2026', '2027'])
    expect(announcedClosures(`${year}-12-09`)).toMatchObject([
      { day: `${year}-12-10`, reason: 'Sant’Emidio', city: 'Ascoli Piceno' },
      { day: `${year}-12-24`, until: `${Number(year) + 1}-01-06`, reason: 'Vacanze di Natale' },
    ])
  expect(openingAt(new Date('2026-12-24T10:00:00Z'))).toMatchObject({
    open: false,
    reason: 'Vacanze di Natale',
    next: { day: '2027-01-07', ahead: 14, time: '8:30' },
  })
  expect(openingAt(new Date('2026-12-10T10:00:00Z'))).toMatchObject({ open: true })
  expect(answerDeadline(new Date('2026-12-23T10:00:00Z'))).toBe('le 12:30 di giovedì 7 gennaio')
  expect(['2026-12-23', '2026-12-24', '2030-01-06', '2030-01-07'].map(isSchoolClosed)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
