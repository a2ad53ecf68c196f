import { expect, test } from 'vitest'
import { addressAndMapOf } from '../site/map'
import { siteSettings } from '../site/settings'
import { formatOf, townOfLocation } from './modes.rules'
import { ONLINE_PLACE } from './rules'

test.each([
  ['FAD sincrona', 'Piattaforma Teams'],
  ['Videoconferenza', 'Zoom'],
  ['FAD', 'Moodle'],
  ['Live su Zoom', 'Zoom'],
  ['DAD', 'GoToMeeting'],
  ['Telematica', 'Piattaforma telematica'],
  ['Remota', 'Teams'],
  ['Webinar', 'Google Meet'],
  ['Aula virtuale', 'Webex'],
  ['Video lezioni in diretta', 'Via web'],
])('%s on %s is online, and a platform is no place', (modalita, location) => {
  expect(formatOf({ modalita, location })).toBe('online')
  expect(townOfLocation({ modalita: null, location })).toBe(ONLINE_PLACE)
})

test.each([
  ['Corso on demand', 'Piattaforma'],
  ['FAD asincrona', 'Moodle'],
])('%s on %s is at one’s own pace', (modalita, location) => {
  expect(formatOf({ modalita, location })).toBe('e-learning')
  expect(townOfLocation({ modalita: null, location })).toBe(ONLINE_PLACE)
})

test.each([
  ['In presenza', 'Sala Diretta, Fermo'],
  [null, 'Sala Diretta, Fermo'],
  ['In presenza', 'Palazzo Daddi, Fermo'],
  ['In aula', 'Centro Meeting, Ancona'],
  ['Mista: aula e Zoom', 'Fermo'],
])('%s in %s is a place', (modalita, location) => {
  expect(formatOf({ modalita, location })).toBe('in-aula')
  expect(townOfLocation({ modalita, location })).not.toBe(ONLINE_PLACE)
})

test.each([
  'FERMO',
  'fermo',
  'Fermo',
  ' Fermo (FM)',
  'Fermo (fm)',
  '63900 Fermo',
  '63900 - FERMO (FM)',
  'Fermo, Via Roma 3',
  'Fermo - FM',
  'Fermo FM',
  'fermo fm',
  'FERMO (FM)',
  'sede di Fermo',
  'Sede Fermo',
  'SEDE DI FERMO',
  'presso la nostra sede di Fermo',
  'Sede di Fermo, Via Roma 3',
  'Sala Diretta, Fermo',
  'Via Roma 3, Fermo',
  'Via Roma 3, 63900 FERMO (FM)',
  'aula 2, Via Roma 3, fermo',
])('%j is in Fermo', (location) => {
  expect(townOfLocation({ modalita: null, location })).toBe('Fermo')
})

test.each([
  ['Streaming', 'YouTube'],
  ['A distanza', 'Link inviato via email'],
  ['E-learning', 'Internet'],
  ['Online', 'Fermo'],
  ['Online', null],
])('%s on %s has no town', (modalita, location) => {
  expect(townOfLocation({ modalita, location })).toBe(ONLINE_PLACE)
})

test.each([
  ['Ascoli', 'Ascoli Piceno'],
  ['ASCOLI', 'Ascoli Piceno'],
  ['Ascoli P.', 'Ascoli Piceno'],
  ['Ascoli AP', 'Ascoli Piceno'],
  ['Corso Mazzini 5, Ascoli', 'Ascoli Piceno'],
  ['Ascoli Satriano', 'Ascoli Satriano'],
  ['San Benedetto Po', 'San Benedetto Po'],
  ['SAN BENEDETTO PO', 'San Benedetto Po'],
  ['Aula PC', 'Aula PC'],
  ['Via Roma 3, primo piano', 'Via Roma 3'],
  ['Ancona, Fermo', 'Ancona'],
])('%j is in %s', (location, town) => {
  expect(townOfLocation({ modalita: null, location })).toBe(town)
})

test('capitals are written as towns are', () => {
  const towns = ['SAN BENEDETTO DEL TRONTO (AP)', 'L’AQUILA', 'Monte San Giusto', 'FORLÌ']
  expect(towns.map((location) => townOfLocation({ modalita: null, location }))).toEqual([
    'San Benedetto del Tronto',
    'L’Aquila',
    'Monte San Giusto',
    'FORLÌ',
  ])
})

test('the street of an office stands only under its own town', () => {
  const street = siteSettings().offices.find(({ city }) => city === 'Fermo')?.street ?? ''
  for (const place of ['Fermo', 'FERMO', 'Fermo (FM)', '63900 Fermo'])
    expect(addressAndMapOf(place).postalAddress).toContain(street)
  expect(addressAndMapOf('Fermo, Via Roma 3').postalAddress).toBe('Fermo, Via Roma 3')
})
