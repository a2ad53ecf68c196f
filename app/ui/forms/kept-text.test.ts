import { expect, test } from 'vitest'
import { isToKeep, textsToKeep, textsToRestore } from './kept-text'

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

test('a form is kept for its text, or for another choice than its first one alone', () => {
  const [everybody, ada] = [{ to: ['ada', 'bea'] }, { to: ['ada'] }]
  expect(isToKeep({ text: {}, choice: { ...everybody } }, everybody)).toBe(false)
  expect(isToKeep({ text: {}, choice: ada }, everybody)).toBe(true)
  expect(isToKeep({ text: { subject: 'Aula' }, choice: everybody }, everybody)).toBe(true)
  expect(isToKeep({ text: {} })).toBe(false)
})
