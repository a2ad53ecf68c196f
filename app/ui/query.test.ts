import { expect, test } from 'vitest'
import { queryWith } from './query'

test('values are replaced and taken out, the others stay', () => {
  expect(queryWith('?q=pnl&pagina=3', { pagina: null })).toBe('?q=pnl')
  expect(queryWith('?q=pnl', { q: '' })).toBe('')
  expect(queryWith('', { corso: ['a', 'b'] })).toBe('?corso=a&corso=b')
  expect(queryWith('?corso=a&q=1', { corso: [], q: 'perché' })).toBe('?q=perch%C3%A9')
})
