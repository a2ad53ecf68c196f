import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpApp } from './http.server'
import { listen } from './listen.server'

// Malformed requests on a real connection.

const page = () => new Response('<p>Una pagina', { headers: { 'Content-Type': 'text/html' } })
const asked: string[] = []
const app = createHttpApp({
  render: async ({ method, url }) => {
    asked.push(`${method} ${url}`)
    return page()
  },
})
let server: ReturnType<typeof listen>
beforeAll(async () => {
  await new Promise<void>((ready) => {
    server = listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ready)
  })
})
afterAll(() => once(server.close(), 'close'))

/** The answer until the server closes. */
async function send(bytes: string): Promise<string> {
  asked.length = 0
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const HOST = 'Host: localhost:3000'
const CLOSE = 'Connection: close'
const hidden = lines('0', '', 'GET /nascosta HTTP/1.1', HOST)

test.each([
  [
    'a length and chunks',
    lines('POST /auth HTTP/1.1', HOST, 'Content-Length: 4', 'Transfer-Encoding: chunked') + hidden,
  ],
  ['two lengths', `${lines('POST /auth HTTP/1.1', HOST, 'Content-Length: 4', 'Content-Length: 5')}abcde`],
  ['an unknown encoding', lines('POST /auth HTTP/1.1', HOST, 'Transfer-Encoding: xchunked') + hidden],
  ['a blank before the colon', `${lines('POST /auth HTTP/1.1', HOST, 'Content-Length : 3')}abc`],
  ['a folded header', lines('GET / HTTP/1.1', HOST, 'X-A: a', ' b')],
  ['bare line feeds', `GET / HTTP/1.1\n${HOST}\n\n`],
  ['no HTTP at all', lines('EHLO example.it')],
  ['no host', lines('GET / HTTP/1.1', CLOSE)],
  ['a host that is none', lines('GET / HTTP/1.1', 'Host: a b/<>', CLOSE)],
  ['an address that is none', lines('GET * HTTP/1.1', HOST, CLOSE)],
  ['a backslash for a slash', lines('GET /\\example.com/ HTTP/1.1', HOST, CLOSE)],
])('%s is no request', async (_what, bytes) => {
  const response = await send(bytes)
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(response.split('\r\n\r\n').slice(1).join('').replace(/^0/, '')).toMatch(
    /^(Richiesta non valida\.)?$/,
  )
  expect(asked).toEqual([])
})

test.each([
  ['a header', lines('GET / HTTP/1.1', HOST, `X-A: ${'a'.repeat(20_000)}`)],
  [
    'headers in plenty',
    lines('GET / HTTP/1.1', HOST, ...Array.from({ length: 2_000 }, (_, n) => `X-${n}: a`)),
  ],
  ['an address', lines(`GET /?q=${'a'.repeat(20_000)} HTTP/1.1`, HOST)],
])('%s too long is told so, and read no further', async (_what, bytes) => {
  expect(await send(bytes)).toMatch(/^HTTP\/1\.1 431 /)
  expect(asked).toEqual([])
})

test.each([
  [
    'another host',
    lines('GET /corsi HTTP/1.1', 'Host: evil.example', 'X-Forwarded-Host: evil.example', CLOSE),
  ],
  ['two hosts', lines('GET /corsi HTTP/1.1', HOST, 'Host: evil.example', CLOSE)],
  ['a whole address', lines('GET http://evil.example/corsi HTTP/1.1', HOST, CLOSE)],
])('%s changes nothing: the site has one name, its own', async (_what, bytes) => {
  expect(await send(bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(asked).toEqual(['GET http://localhost:3000/corsi'])
})

test.each([
  '/corsi/',
  '/%2fevil.example/',
  '/%09/evil.example/',
  '/%5cevil.example/',
  '/(/evil.example/',
  '/(//evil.example/',
  '/(%5cevil.example/',
])('%s leads to an address of ours, whatever the host', async (path) => {
  const response = await send(lines(`GET ${path} HTTP/1.1`, 'Host: evil.example', CLOSE))
  expect(response).toMatch(/^HTTP\/1\.1 301 /)
  expect(response).toMatch(/\r\nlocation: \/(?![/\\])[^\r]*[^/]\r\n/i)
})

test.each([
  ...[
    '.',
    ')',
    ',',
    ';',
    ':',
    '!',
    '?'.replace('?', '%3F'),
    '"',
    "'",
    '*',
    '>',
    '%20',
    '%C2%A0',
    '%E2%80%8B',
    '%0A',
  ],
  ...['%E2%80%9D.', '%C2%BB', '%E2%80%99', '%E2%80%A6', ').', '/.%20', '%5D', '/)'],
  ...['%3Cbr%3E', '%3Cbr%20/%3E%20', '/%3C/a%3E', '%22%3EIl%20corso%3C/a%3E.', '%FF', '%E2%80', '%'],
])('an address that %s follows in a sentence is found', async (after) => {
  for (const path of ['/contatti', '/corsi/uno']) {
    const response = await send(lines(`GET ${path}${after}?q=a HTTP/1.1`, HOST, CLOSE))
    expect(response).toMatch(/^HTTP\/1\.1 301 /)
    expect(/\r\nlocation: ([^\r]*)/i.exec(response)?.[1]).toBe(`${path}?q=a`)
  }
})

test.each(['(', '%28', '%22', '%E2%80%9C', '%C2%AB(', '[/'])(
  'an address in which %s stands before its first word is found',
  async (before) => {
    const response = await send(lines(`GET /${before}corsi/uno HTTP/1.1`, HOST, CLOSE))
    expect(response).toMatch(/^HTTP\/1\.1 301 /)
    expect(/\r\nlocation: ([^\r]*)/i.exec(response)?.[1]).toBe('/corsi/uno')
  },
)

test.each([
  ['/CORSI', '/corsi'],
  ['/Corsi/Uno', '/corsi/Uno'],
  ['/Chi-Siamo', '/chi-siamo'],
  ['/V/AbC', '/v/AbC'],
  ['/Contatti.', '/contatti'],
])('the first part of an address has small letters: %s', async (path, expected) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await send(lines(`${method} ${path}?q=A HTTP/1.1`, HOST, CLOSE))
    expect(response).toMatch(/^HTTP\/1\.1 301 /)
    expect(/\r\nlocation: ([^\r]*)/i.exec(response)?.[1]).toBe(`${expected}?q=A`)
  }
  expect(await send(lines('POST /Contatti HTTP/1.1', HOST, 'Content-Length: 0', CLOSE))).toMatch(/ 200 OK/)
})

test('an address that only looks so stays', async () => {
  for (const path of [
    '/corsi',
    '/avvisi/a-b_',
    '/avvisi/AbC',
    '/calendario/AbC.ics',
    '/x.y',
    '/X.Y',
    '/%E2%80%9D/a',
    '/caff%C3%A8',
    '/%C3%A8',
  ]) {
    await send(lines(`GET ${path} HTTP/1.1`, HOST, CLOSE))
    expect(asked).toEqual([`GET http://localhost:3000${path}`])
  }
  expect(await send(lines('POST /contatti. HTTP/1.1', HOST, 'Content-Length: 0', CLOSE))).toMatch(/ 200 OK/)
})

test('no CONNECT, TRACE or upgrade', async () => {
  expect(await send(lines('CONNECT example.com:443 HTTP/1.1', HOST))).toBe('')
  const echo = await send(lines('TRACE / HTTP/1.1', HOST, 'Cookie: session=non-si-ripete', CLOSE))
  expect(echo).toMatch(/^HTTP\/1\.1 405 /)
  expect(echo).not.toContain('non-si-ripete')
  const upgrade = lines('GET /healthz HTTP/1.1', HOST, 'Connection: Upgrade, close', 'Upgrade: h2c')
  expect(await send(upgrade)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test('no response names its software', async () => {
  for (const path of ['/', '/non-esiste.js', '/healthz', '//evil.example/', '/assets/%E0%A4%A'])
    expect(await send(lines(`GET ${path} HTTP/1.1`, HOST, CLOSE))).not.toMatch(
      /^(server|x-powered-by|via):|hono|node\.js|\bat .*:\d+:\d+/im,
    )
})

test('slow clients and crowds are disconnected', () => {
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 300_000, timeout: 300_000 })
  expect(server.keepAliveTimeout).toBe(65_000)
  expect(server.maxConnections).toBe(5_000)
})
