import { expect, test } from 'vitest'
import { FUNCTIONS } from '../api/contract'
import { demoContacts } from '../operations/demo/contacts'
import { demoCourses } from '../operations/demo/courses'
import { demoEnrolments } from '../operations/demo/enrolments'
import { aboutTexts } from '../public/about-words'
import { CONTACT_INVITATION, closingTitle, reasonsToChoose } from '../public/home-words'
import { legalFacts } from '../public/legal/legal-facts.server'
import { FIRST_SETTINGS } from './first-settings'
import { COURSE_INTERESTS } from './interests'
import { FIRST_LEGAL_VERSIONS } from './legal-texts'

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const texts = textsIn([
  FIRST_SETTINGS,
  CONTACT_INVITATION,
  reasonsToChoose('2026-11-21'),
  aboutTexts('2026-11-21'),
  demoCourses('2026-11-21'),
  demoEnrolments,
  FIRST_LEGAL_VERSIONS,
  legalFacts(),
  demoContacts,
  FUNCTIONS.map(({ summary, description, refusals }) => [summary, description, refusals]),
])
const toTheLetter = new Set<string>(COURSE_INTERESTS)

test('Italian texts have typographic apostrophes and «» quotes, but for the titles given to the letter', () => {
  for (const text of texts.filter((text) => !toTheLetter.has(text))) expect(text).not.toMatch(/['"“”]/)
})

test('Italian texts have their accents and single spaces', () => {
  const slips = /\b(perche|poiche|finche|cosi|piu|puo|gia|citta|qualita|attivita|modalita)\b|\be’\s|È’| {2}/i
  for (const text of texts) expect(text).not.toMatch(slips)
})

test('the closing call names the month of the next course, or none', () => {
  expect(closingTitle('gennaio')).toBe('Il prossimo corso comincia a gennaio')
  expect(closingTitle('agosto')).toBe('Il prossimo corso comincia ad agosto')
  expect(closingTitle(null)).not.toContain('null')
})
