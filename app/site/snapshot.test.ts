import { expect, test } from 'vitest'
import { FIRST_SETTINGS } from '../content/first-settings'
import { withNewFields } from './snapshot.server'

test('a stored group has the new fields of a new site at any depth, and its lists stay as they are', () => {
  const { letters, texts } = FIRST_SETTINGS
  const letter = 'request-approved'
  const { [letter]: words, ...others } = letters.words
  const typed = { ...words, subject: 'Altro oggetto' }
  expect(withNewFields(letters, { signature: 'La segreteria', words: { [letter]: typed } })).toEqual({
    signature: 'La segreteria',
    words: { ...others, [letter]: typed },
  })
  const about = { ...texts.about, story: [] }
  expect(withNewFields(texts, { about })).toEqual({ ...texts, about })
  expect(withNewFields(FIRST_SETTINGS.team, [])).toEqual([])
  expect(withNewFields(texts, undefined)).toBe(texts)
})
