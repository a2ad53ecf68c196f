import { expect, test } from 'vitest'
import { telLink } from './phones'

test.each([
  ['0736 123456', 'tel:0736123456'],
  ['+39 0736/12.34-56', 'tel:+390736123456'],
  ['(+39) 0736 123456 Anna+', 'tel:+390736123456'],
])('the link of %s keeps the digits and a plus before them', (phone, link) => {
  expect(telLink(phone)).toBe(link)
})
