import { beforeEach, expect, test } from 'vitest'
import { anAdmin, emptyDatabase } from '../../tests/world'
import { FIRST_SETTINGS } from '../content/first-settings'
import { homeMeta, reasonsToChoose } from '../public/home-words'
import { inOfficeCities } from '../site/offices'
import { siteSettings } from '../site/settings'
import { changeSettings } from './commands.server'
import { MOST_OFFICES, readOffice, readPoint, writeOffice } from './offices.rules'

const { offices } = FIRST_SETTINGS
const TEXT = writeOffice(offices, 'fermo')
const read = (text: Partial<typeof TEXT>, id = 'fermo') => readOffice({ ...TEXT, ...text }, offices, id)

test('what is written is read again', () => {
  for (const office of offices)
    expect(readOffice(writeOffice(offices, office.id), offices, office.id)).toEqual({
      value: office,
      errors: {},
    })
})

test('a point is two numbers, or stands in the address of a map', () => {
  const point = { latitude: 42.8536, longitude: 13.5749 }
  for (const text of [
    '42.8536, 13.5749',
    '42,8536 13,5749',
    '42,8536; 13,5749',
    'https://www.openstreetmap.org/?mlat=42.8536&mlon=13.5749#map=16/42.9/13.6',
    'https://www.openstreetmap.org/#map=16/42.8536/13.5749',
    'https://www.google.com/maps/place/Ascoli/@42.9,13.6,17z/data=!3m1!4b1!4m6!3m5!8m2!3d42.8536!4d13.5749',
    'https://www.google.com/maps/@42.8536,13.5749,17z',
    'https://www.google.com/maps?q=42.8536,13.5749',
    'https://www.google.com/maps/search/?api=1&query=42.8536%2C13.5749',
    'geo:42.8536,13.5749',
  ])
    expect(readPoint(text), text).toEqual(point)
  expect(readPoint('13.5749, 42.8536')).toContain('non è in Italia')
  for (const text of [
    '',
    'via dell’Esempio 1',
    '42',
    'javascript:alert(1)',
    '1042.8536, 13.5749',
    '42.8536, 13.5749.1',
    '42.8536e0, 13.5749',
    '4.28e1, 1.3e1',
    '0x2a.8, 13.5749',
  ])
    expect(readPoint(text), text).toContain('Scrivi latitudine e longitudine')
})

test('bad fields are refused one by one', () => {
  expect(read({ city: ' ', postcode: '6390', province: 'FMO' }).errors).toEqual({
    city: 'Serve: il sito lo mostra',
    postcode: 'Il CAP ha 5 cifre',
    province: 'La provincia si scrive con due lettere, per esempio AP',
  })
  const many = Array.from({ length: MOST_OFFICES }, (_, place) => ({ ...offices[0], id: `s${place}` }))
  expect(readOffice(TEXT, many as typeof offices, 'altra').errors).toEqual({ city: 'Le sedi sono già 6' })
  expect(read({ province: 'fm' }, 'altra').value).toMatchObject({ city: 'Fermo', province: 'FM' })
})

beforeEach(emptyDatabase)

test('sentences name the offices that there are', async () => {
  expect(homeMeta().description).toBe(
    'Corsi per professionisti e imprese ad Ascoli Piceno, a Fermo e online, con certificazioni riconosciute a livello nazionale.',
  )
  expect(reasonsToChoose('2026-11-26')[0]).toEqual({
    title: 'Due sedi e online',
    text: 'In aula ad Ascoli Piceno e a Fermo, in diretta o in e-learning',
  })
  const [ascoli] = FIRST_SETTINGS.offices
  if (!ascoli) throw new Error('no office')
  await changeSettings(await anAdmin(), 'offices', [ascoli], 0)
  expect(siteSettings().offices).toEqual([ascoli])
  expect(reasonsToChoose('2026-11-26')[0]?.title).toBe('Una sede e online')
  expect(inOfficeCities()).toEqual(['ad Ascoli Piceno'])
})

test('a long text without a point is refused at once', () => {
  const started = performance.now()
  for (const sign of [';', ' ', ',', '.', 'a', '-']) readPoint(`1.1${sign.repeat(20_000)}`)
  expect(performance.now() - started).toBeLessThan(200)
})
