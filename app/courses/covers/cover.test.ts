import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { THEMES } from '../../content/themes'
import { BUILDINGS, buildingOf } from '../../ui/artwork/buildings'
import { formatOf, townOfLocation } from '../modes.rules'
import { AVAILABLE_PAGE_SIZE, COMING_PAGE_SIZE, FORMATS } from '../rules'
import { coverOf } from './cover.rules'
import { coverImage, drawCover } from './cover-drawing'

const SIZE = { width: 320, height: 200 }
const facts = { slug: 'vendite', theme: 'leadership', format: 'in-aula', maxPartecipanti: 2 } as const
const drawing = (state: Parameters<typeof coverOf>[1], seatsTaken = 0, more = {}) =>
  coverImage(coverOf({ ...facts, seatsTaken, ...more }, state), SIZE)

test('every theme has a building with its sign, and no building is left over', () => {
  for (const theme of [null, '', 'constructor', '__proto__', 'toString'])
    expect(buildingOf(theme)).toBeUndefined()
  expect(Object.keys(BUILDINGS).toSorted()).toEqual(Object.keys(THEMES).toSorted())
  expect(new Set(Object.values(BUILDINGS).map(({ open }) => open)).size).toBe(16)
  for (const { sign } of Object.values(BUILDINGS)) expect(sign).toBeTruthy()
})

test('the same course has the same cover; theme, format, state and slug change it', () => {
  const states = [drawing('coming'), drawing('available'), drawing('available', 2), drawing('concluded')]
  const variants = [{ theme: 'comunicazione' }, { theme: null }, { format: 'online' }, { slug: 'altro' }]
  const all = [...states, ...variants.map((more) => drawing('available', 0, more))]
  expect(new Set(all).size).toBe(all.length)
  expect(drawing('available', 1)).toBe(drawing('available'))
  expect(drawing('concluded', 2)).toBe(drawing('concluded'))
})

test('the covers of a page are small together, whatever its courses', () => {
  const themes = Object.keys(THEMES) as (keyof typeof THEMES)[]
  const formats = Object.keys(FORMATS) as (keyof typeof FORMATS)[]
  const page = Array.from({ length: AVAILABLE_PAGE_SIZE + COMING_PAGE_SIZE }, (_, i) => {
    const more = { slug: `corso-${i}`, theme: themes[i % 16] ?? null, format: formats[i % 3] ?? null }
    const cover = coverOf(
      { ...facts, seatsTaken: 0, ...more },
      i < AVAILABLE_PAGE_SIZE ? 'available' : 'coming',
    )
    return drawCover(cover, `c-${more.slug}`)
  })
  expect(brotliCompressSync(page.join('')).length).toBeLessThan(4096)
})

const PLACES = [
  'FERMO',
  'Fermo (FM)',
  '63900 Fermo',
  'fermo',
  'SAN BENEDETTO DEL TRONTO',
  'L’AQUILA',
  'FORLÌ (FC)',
  'Sala Diretta, Fermo',
  'Piattaforma Teams',
  'Google Meet',
  'Fermo - FM',
  'fermo fm',
  'presso la sede di Fermo',
  'SEDE DI FERMO',
  'Ascoli P.',
  'Via Roma 3, 63900 FERMO (FM)',
  'aula 2, Via Roma 3, ascoli',
  'San Benedetto Po',
  'Aula PC',
]

test('format and place of a column are those of the rules', async () => {
  await emptyDatabase()
  const modes = [
    null,
    '',
    'In presenza',
    'Online',
    'E-learning',
    'Aula virtuale',
    'Misto: aula e online',
    'Serale',
    'FAD sincrona',
    'DAD',
    'Corso on demand',
    'Aula Zoom',
  ]
  const places = [
    null,
    ' ',
    'Fermo',
    'Ascoli Piceno, Via dell’Esempio 1',
    'Online',
    'e-learning',
    ', Fermo',
    ...PLACES,
  ]
  for (const modalita of modes)
    for (const location of places) {
      const course = await aCourse({ modalita, location })
      expect([course.format, course.place], `${modalita} ${location}`).toEqual([
        formatOf({ modalita, location }),
        townOfLocation({ modalita, location }),
      ])
    }
})
