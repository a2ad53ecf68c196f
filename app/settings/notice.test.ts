import { expect, test } from 'vitest'
import { FIRST_SETTINGS } from '../content/first-settings'
import { noticeAt } from '../site/notice.rules'
import { noticeInWords, readNotice, writeNotice } from './notice.rules'

const NOW = new Date('2027-02-16T08:00:00Z')
const TEXT = {
  isOn: 'on',
  text: 'Sabato 20 febbraio si entra da via dell’Esempio 3.',
  linkLabel: 'Come arrivare',
  linkAddress: '/contatti',
  from: '2027-02-16T09:00',
  to: '2027-02-20T18:00',
}
const read = (text: Partial<typeof TEXT>) => readNotice({ ...TEXT, ...text }, NOW)
const NOTICE = read({}).value

test('what is written is read again, and a new site shows no notice', () => {
  expect(read({})).toEqual({ value: { ...TEXT, isOn: true }, errors: {} })
  expect(writeNotice(NOTICE)).toEqual(TEXT)
  expect(noticeAt(FIRST_SETTINGS.notice, NOW)).toBeNull()
})

test('a notice comes and goes by itself, to the minute of Italy', () => {
  const at = (moment: string) => noticeAt(NOTICE, new Date(moment)) !== null
  expect(at('2027-02-16T07:59:59Z')).toBe(false)
  expect(at('2027-02-16T08:00:00Z')).toBe(true)
  expect(at('2027-02-20T16:59:59Z')).toBe(true)
  expect(at('2027-02-20T17:00:00Z')).toBe(false)
  const always = { ...NOTICE, from: '', to: '' }
  expect(noticeAt(always, new Date('2030-01-01T00:00:00Z'))).not.toBeNull()
  expect(noticeAt({ ...always, isOn: false }, NOW)).toBeNull()
})

test('the office reads when it is seen, and that one without an end stays', () => {
  expect(noticeInWords(NOTICE, NOW)).toBe(
    'Si vede adesso, fino alle 18:00 di sabato 20 febbraio, poi sparisce da sé.',
  )
  expect(noticeInWords({ ...NOTICE, to: '' }, NOW)).toBe(
    'Si vede adesso. Senza una fine resta finché non lo togli.',
  )
  expect(noticeInWords(NOTICE, new Date('2027-02-15T08:00:00Z'))).toContain('Comparirà alle 09:00 di martedì')
  expect(noticeInWords(NOTICE, new Date('2027-03-01T08:00:00Z'))).toContain('non lo mostra più')
})

test('a link leads to the web or to a page of this site, and nothing runs', () => {
  for (const linkAddress of ['https://example.org/mappa?a=1', '/corsi', '/contatti#sedi'])
    expect(read({ linkAddress }).errors, linkAddress).toEqual({})
  for (const linkAddress of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'http://example.org',
    '//example.org',
    '/\\example.org',
    'corsi',
    'https:example.org',
  ])
    expect(read({ linkAddress }).errors.linkAddress, linkAddress).toContain('https://')
  expect(read({ linkLabel: '' }).errors).toHaveProperty('linkLabel')
  expect(read({ linkAddress: '' }).errors).toEqual({ linkAddress: 'Scrivi dove porta il link' })
})

test('an empty or long text, and an end before the begin or now, are refused', () => {
  expect(read({ text: ' ' }).errors).toEqual({ text: 'Scrivi l’avviso' })
  expect(read({ text: 'a'.repeat(121) }).errors).toEqual({ text: 'Al massimo 120 caratteri: ora sono 121' })
  expect(read({ to: '2027-02-16T08:59' }).errors).toEqual({ to: 'Finisce prima di cominciare' })
  expect(read({ from: '', to: '2027-02-16T09:00' }).errors).toHaveProperty('to')
  expect(read({ isOn: '', from: '', to: '2020-01-01T09:00', text: '' }).errors).toEqual({})
  expect(read({ from: 'domani' }).errors).toHaveProperty('from')
  expect(read({ to: '', from: '' }).errors).toEqual({})
})
