import { afterEach, expect, test } from 'vitest'
import { FILLED_FIRST_SETTINGS } from '../site/first-settings'
import { replaceSettings } from '../site/settings'
import { aboutTexts } from './about-words'

afterEach(() => replaceSettings({ settings: FILLED_FIRST_SETTINGS, version: 'first' }))

test('an empty team is not counted among what the school has', () => {
  const { team } = FILLED_FIRST_SETTINGS
  replaceSettings({ settings: { ...FILLED_FIRST_SETTINGS, team: team.slice(0, 1) }, version: 'test' })
  expect(aboutTexts('2026-11-21').team).toMatchObject({
    title: 'Le persone',
    text: expect.stringMatching(/^Una persona, due sedi, un solo numero di telefono: /),
  })
  replaceSettings({ settings: { ...FILLED_FIRST_SETTINGS, team: [] }, version: 'test' })
  expect(aboutTexts('2026-11-21').team).toMatchObject({
    title: 'La segreteria',
    text: expect.stringMatching(/^Due sedi, un solo numero di telefono: /),
  })
})
