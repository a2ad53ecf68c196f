import { beforeEach, expect, test } from 'vitest'
import { realPasswordCost } from '../../../tests/password-cost'
import { HASH_OF_OTHER_COST, PASSWORD } from '../../../tests/people'
import { hashPassword, verifyPassword } from './hashing.server'

beforeEach(realPasswordCost)

test('a hash fits its password only, and never looks the same twice', async () => {
  const [hash, again] = await Promise.all([hashPassword('perché no?'), hashPassword('perché no?')])
  expect(hash).not.toBe(again)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword({ password: 'perché no?', hash })).toBe(true)
  expect(await verifyPassword({ password: 'perche\u0301 no?', hash })).toBe(true)
  expect(await verifyPassword({ password: 'perche no?', hash })).toBe(false)
})

test('a hash of another cost is accepted', async () => {
  const hash = HASH_OF_OTHER_COST
  expect(await verifyPassword({ password: PASSWORD, hash })).toBe(true)
  expect(await verifyPassword({ password: 'perche no?', hash })).toBe(false)
})

test.each([
  undefined,
  '',
  'plain',
  '$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA',
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$',
])('the hash %j is nobody’s', async (hash) => {
  expect(await verifyPassword({ password: 'plain', hash })).toBe(false)
})

test('hashing leaves the event loop free', async () => {
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  await Promise.all(Array.from({ length: 8 }, () => hashPassword('perché no?')))
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(3)
})
