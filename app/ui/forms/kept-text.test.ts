import { expect, test } from 'vitest'
import { isOtherChoice, textsToKeep, textsToRestore } from './kept-text'

test('typed text is restored, except over a stored text that has changed since', () => {
  const draft = { text: { note: 'Chiamo domani', reply: 'Buongiorno' }, stored: { note: '' } }
  expect(textsToRestore(draft, { note: '' })).toEqual(draft.text)
  expect(textsToRestore(draft, { note: 'Chiamato io' })).toEqual({ reply: 'Buongiorno' })
})

test('changed text is kept, and all of it once a refused form shows what was typed as its defaults', () => {
  const fields = [
    { name: 'fullName', value: 'Ada Rossi', defaultValue: 'Ada Rossi' },
    { name: 'email', value: 'ada@example.it', defaultValue: 'ada@' },
  ]
  expect(textsToKeep(fields, false)).toEqual({ email: 'ada@example.it' })
  expect(textsToKeep(fields, true)).toEqual({ fullName: 'Ada Rossi', email: 'ada@example.it' })
})

test('a choice is kept only if it is another one than at first, since the first one may mean more people later', () => {
  const initial = { audience: 'iscritti', to: ['ada', 'bea'] }
  expect(isOtherChoice({ choice: { ...initial }, initial })).toBe(false)
  expect(isOtherChoice({ choice: { ...initial, to: ['ada'] }, initial })).toBe(true)
  expect(isOtherChoice()).toBe(false)
})
