import { afterEach, expect, test } from 'vitest'
import { FIRST_SETTINGS } from '../content/first-settings'
import { FILLED_FIRST_SETTINGS } from '../site/first-settings'
import { replaceSettings } from '../site/settings'
import { aboutTexts } from './about-words'
import { reasonsToChoose } from './home-words'
import { yearsToTell } from './years'

afterEach(() => replaceSettings({ settings: FILLED_FIRST_SETTINGS, version: 'first' }))

const TODAY = '2026-11-21'
const founded = (year: number) =>
  replaceSettings({
    settings: { ...FILLED_FIRST_SETTINGS, company: { ...FIRST_SETTINGS.company, founded: year } },
    version: 'test',
  })
const pagesOfToday = () => JSON.stringify([reasonsToChoose(TODAY), aboutTexts(TODAY)])

test('experience is counted from the year of foundation', () => {
  expect(yearsToTell('2026-11-21')).toBe(16)
  expect(yearsToTell('2027-01-01')).toBe(17)
  expect(pagesOfToday()).toMatch(/Oltre 16\sanni.*dal 2010.*dopo oltre 16\sanni/)
})

test('a school of less than two years says since when, and counts no years', () => {
  for (const year of [2025, 2026]) {
    founded(year)
    expect(pagesOfToday()).not.toMatch(/[Oo]ltre|\[anni\]/)
    expect(reasonsToChoose(TODAY)[2]).toEqual({
      title: `Dal ${year}`,
      text: 'Formiamo professionisti e imprese del territorio',
    })
    expect(aboutTexts(TODAY).story.paragraphs[2]).toMatch(/^Oggi i corsi si seguono/)
  }
  founded(2024)
  expect(pagesOfToday()).toMatch(/Oltre 2\sanni.*dopo oltre 2\sanni/)
})
