import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { env } from '../runtime/env.server'
import { createRequestContext } from './request-context.server'

afterEach(() => {
  env.trustProxy = false
})

function addressOf(forwarded: string | undefined, trustProxy = true): string {
  env.trustProxy = trustProxy
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return createRequestContext({
    headers,
    socket: { remoteAddress: '10.0.0.9' },
  } as unknown as IncomingMessage).address
}

describe('behind a trusted proxy the caller is', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['203.0.113.9, 192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:443', 'fe80::1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ])('in %j the address %s', (forwarded, address) => {
    expect(addressOf(forwarded)).toBe(address)
  })

  test.each([
    undefined,
    '',
    'unknown',
    '_hidden',
    '127.1',
    '0x7f.1',
    '192.0.2.1:4711:1',
    '192.0.2.999',
    '[2001:db8::1',
    'user@192.0.2.1',
    '192.0.2.1,',
    '192.0.2.1 x',
    '%eth0',
  ])('in %j the socket', (forwarded) => {
    expect(addressOf(forwarded)).toBe('10.0.0.9')
  })
})

test('without a trusted proxy the caller is the socket', () => {
  expect(addressOf('192.0.2.1', false)).toBe('10.0.0.9')
})
