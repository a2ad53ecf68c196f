import { expect, test } from 'vitest'
import { completeLength } from './wire.ts'

/** One message of PostgreSQL's protocol: its type, its length, its body. */
function message(type: string, body = ''): Buffer {
  const header = Buffer.from(`${type}0000`)
  header.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([header, Buffer.from(body)])
}

const prepared = Buffer.concat([message('P', 'select 1'), message('B', 'x'), message('E'), message('S')])

test('the startup packet is handed over as it comes', () => {
  const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0])
  expect(completeLength(startup)).toBe(8)
})

test('a batch waits for the last byte of its Sync', () => {
  for (let length = 0; length < prepared.length; length++) {
    expect(completeLength(prepared.subarray(0, length))).toBe(0)
  }
  expect(completeLength(prepared)).toBe(prepared.length)
})

test('what follows a whole batch stays until it is whole too', () => {
  const query = message('Q', 'select 2')
  expect(completeLength(Buffer.concat([query, prepared.subarray(0, -1)]))).toBe(query.length)
  expect(completeLength(Buffer.concat([query, prepared]))).toBe(query.length + prepared.length)
})

test('a farewell is never handed over: the backend stays for the next connection', () => {
  expect(completeLength(message('X'))).toBe(0)
})
