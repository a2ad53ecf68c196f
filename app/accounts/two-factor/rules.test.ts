import { expect, test } from 'vitest'
import { codeOf } from '../../../tests/codes'
import { emptyDatabase } from '../../../tests/world'
import { newKey, timeStepOf } from './proof.server'
import { appCodeFrom, backupCodeFrom, backupCodeOf, groupByFours } from './rules'

await emptyDatabase()

/** The secret of RFC 6238, appendix B, and its SHA-1 values, of which six digits are shown. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('%i seconds after 1970 the code is %s', (seconds, code) => {
  expect(timeStepOf(KEY, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  expect(codeOf(KEY, 0, seconds * 1000)).toBe(code)
})

test('a clock may be half a minute late or early, no more', () => {
  const key = newKey()
  const now = Date.now()
  const step = Math.floor(now / 30_000)
  const steps = [-2, -1, 0, 1, 2].map((ahead) => timeStepOf(key, codeOf(key, ahead, now), now))
  expect(steps).toEqual([null, step - 1, step, step + 1, null])
  expect(timeStepOf(key, codeOf(newKey(), 0, now), now)).toBeNull()
})

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['12345', null],
  ['1234567', null],
  ['１２３４５６', null],
  ['12345\0', null],
  ['', null],
])('of the typed %j the app’s code is %j', (typed, code) => {
  expect(appCodeFrom(typed)).toBe(code)
})

test.each([
  ['k7mq-2xvt-9hdr', 'k7mq-2xvt-9hdr'],
  [' K7MQ 2XVT 9HDR', 'k7mq-2xvt-9hdr'],
  ['k7mq2xvt9hdr', 'k7mq-2xvt-9hdr'],
  ['OIL0-2xvt-9hdr', '0110-2xvt-9hdr'],
  ['k7mq-2xvt', null],
  ['k7mq-2xvt-9hdu', null],
  ['k7mq-2xvt-9hd\0', null],
])('of the typed %j the backup code is %j', (typed, code) => {
  expect(backupCodeFrom(typed)).toBe(code)
})

test('a backup code is read as it was written, whatever its bytes', () => {
  for (let byte = 0; byte < 256; byte++) {
    const code = backupCodeOf(new Uint8Array(12).fill(byte))
    expect(backupCodeFrom(code)).toBe(code)
  }
  expect(groupByFours('ABCDEFGHIJ', ' ')).toBe('ABCD EFGH IJ')
})
