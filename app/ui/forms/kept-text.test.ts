import { expect, test } from 'vitest'
import { textsToRestore } from './kept-text'

test('typed text is restored, except over a stored text that has changed since', () => {
  const draft = { text: { note: 'Chiamo domani', reply: 'Buongiorno' }, stored: { note: '' } }
  expect(textsToRestore(draft, { note: '' })).toEqual(draft.text)
  expect(textsToRestore(draft, { note: 'Chiamato io' })).toEqual({ reply: 'Buongiorno' })
})
