import { expect, test } from 'vitest'
import { FIRST_SETTINGS } from '../content/first-settings'
import { LETTER_GROUPS, LETTER_KEYS, readLetters, writeLetters } from './letters'

const first = writeLetters(FIRST_SETTINGS.letters)
const errorsOf = (changed: Record<string, string>) => readLetters({ ...first, ...changed }).errors

test('the first letters are read as they are written', () => {
  expect(readLetters(first)).toEqual({ value: FIRST_SETTINGS.letters, errors: {} })
})

test('the form shows each letter once', () => {
  const shown = LETTER_GROUPS.flatMap(([, letters]) => Object.keys(letters))
  expect(shown.toSorted()).toEqual(LETTER_KEYS.toSorted())
})

test('what a person must know stays in its letter', () => {
  expect(errorsOf({ 'seat-offered.opening': 'C’è un posto per te.' })).toEqual({
    'seat-offered.opening': 'Lascia [scadenza]: al suo posto va ciò che la persona deve sapere',
  })
  expect(errorsOf({ 'seat-offered.opening': 'C’è un posto, accettalo entro [scadenza].' })).toEqual({})
})

test('a placeholder that nothing replaces is refused', () => {
  expect(errorsOf({ 'thanks.opening': 'Grazie, [nome].' })['thanks.opening']).toContain('al posto di [nome]')
  expect(errorsOf({ 'thanks.subject': 'Grazie da [azienda]' })).toEqual({})
})

test('an empty or too long text is refused', () => {
  expect(errorsOf({ 'thanks.subject': ' ' })).toEqual({
    'thanks.subject': 'Scrivi qualcosa: l’email non può farne a meno',
  })
  expect(Object.keys(errorsOf({ 'thanks.opening': 'a'.repeat(601), signature: 'b'.repeat(301) }))).toEqual([
    'thanks.opening',
    'signature',
  ])
})
