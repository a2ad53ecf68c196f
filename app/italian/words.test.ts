import { expect, test } from 'vitest'
import { uncapitalize } from './words'

test.each([
  ['In presenza', 'in presenza'],
  ['A distanza', 'a distanza'],
  ['E-learning', 'e-learning'],
  ['FAD sincrona', 'FAD sincrona'],
  ['Èlite', 'èlite'],
  ['', ''],
])('%s within a sentence is %s', (text, within) => {
  expect(uncapitalize(text)).toBe(within)
})
