import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../lab/fuzz/wire'
import { LARGE_FORMS } from '../large-forms'
import { createHttpApp } from './http.server'
import { listen } from './listen.server'

// On a real socket: closing a connection with unread bytes resets it and loses the answer.

let server: Server
let port: number

beforeAll(async () => {
  const render = async (request: Request) => {
    if (new URL(request.url).pathname === '/auth') await request.text()
    return new Response('prima accedi', { status: 302, headers: { Location: '/auth' } })
  }
  server = listen(
    { fetch: createHttpApp({ render, largeForms: LARGE_FORMS }).fetch, port: 0, hostname: '127.0.0.1' },
    () => {},
  )
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

const host: [string, string] = ['Host', 'localhost']
const LARGE = Buffer.alloc(8_000_000, 'a')

test.each(['chunked', undefined] as const)('a form that is too large is told so (%s)', async (framing) => {
  const response = await send(port, {
    method: 'POST',
    target: '/auth',
    headers: [host],
    body: LARGE,
    framing,
  })
  expect([response.status, String(response.body)]).toEqual([413, expect.stringContaining('troppo grande')])
})

test('an anonymous upload leads to the sign-in', async () => {
  const type: [string, string] = ['Content-Type', 'multipart/form-data; boundary=x']
  const call = { method: 'POST', target: '/admin/documents', headers: [host, type], body: LARGE }
  expect((await send(port, call)).headers.get('Location')).toBe('/auth')
})

test.each(['localhost:99999', 'a b', '[::1'])('a host that is none is told so (%s)', async (name) => {
  const close: [string, string] = ['Connection', 'close']
  const call = { method: 'POST', target: '/auth', headers: [['Host', name], close] as [string, string][] }
  const response = await send(port, { ...call, body: LARGE })
  expect([response.status, String(response.body)]).toEqual([400, 'Richiesta non valida.'])
})

test('a missing body delays no one', async () => {
  const response = await send(port, {
    method: 'POST',
    target: '/auth',
    headers: [host],
    body: LARGE,
    cut: 10,
  })
  expect(response.ms).toBeLessThan(5_000)
})

test.each([
  ['an address that is too long', `/${'a'.repeat(300_000)}`, 431],
  ['an address with a space', '/a b', 400],
])('%s is answered, in Italian', async (_name, target, status) => {
  const response = await send(port, { method: 'GET', target, headers: [host] })
  expect([response.status, String(response.body)]).toEqual([
    status,
    expect.stringMatching(/lunghi|non valida/),
  ])
})
