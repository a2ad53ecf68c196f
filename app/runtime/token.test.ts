import { expect, test } from 'vitest'
import { isToken, newToken } from './token.server'

test('a token has 32 characters of base64url', () => {
  for (const token of ['aA-_'.repeat(8), newToken()]) expect(isToken(token)).toBe(true)
  for (const text of ['', 'a'.repeat(31), 'a'.repeat(33), `${'a'.repeat(31)}\n`, '%'.repeat(32)])
    expect(isToken(text)).toBe(false)
})
