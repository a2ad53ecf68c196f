import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { send } from '../../lab/fuzz/wire'
import { LARGE_FORMS } from '../large-forms'
import { createHttpApp } from './http.server'
import { listen } from './listen.server'

const MIB = 1024 * 1024

let server: Server
let port: number
/** Requests whose body the application reads. The other requests are redirected unread, as an admin guard does. */
let reads: (request: Request) => boolean | Promise<boolean>
beforeEach(async () => {
  reads = () => true
  const render = async (request: Request) => {
    if (!(await reads(request))) return new Response(null, { status: 302, headers: { Location: '/auth' } })
    return new Response(String((await request.arrayBuffer()).byteLength))
  }
  server = listen(
    { fetch: createHttpApp({ render, largeForms: LARGE_FORMS }).fetch, port: 0, hostname: '127.0.0.1' },
    () => {},
  )
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

const HOST: [string, string] = ['Host', 'localhost']
const FORM: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
const FILES: [string, string] = ['Content-Type', 'multipart/form-data; boundary=x']
const post = (target: string, type: [string, string], size: number, framing: 'chunked' | undefined) =>
  send(port, { method: 'POST', target, headers: [HOST, type], body: Buffer.alloc(size, 'a'), framing })

test.each([
  ['/auth/conferma', FORM, 32 * 1024],
  ['/auth/conferma', FILES, 32 * 1024],
  ['/auth', FORM, 256 * 1024],
  ['/auth/codice', FORM, 256 * 1024],
  ['/functions/v1/handle-contact-form', FORM, 32 * 1024],
  ['/dashboard/profilo', FORM, 32 * 1024],
  ['/admin/courses/new', FORM, 256 * 1024],
  ['/docente/uno/lezioni/1', FORM, 256 * 1024],
  ['/admin/courses/new', FILES, 256 * 1024],
  ['/ripresa', FILES, 256 * 1024],
  ['/admin/courses/uno/pdf', FILES, 64 * MIB],
  ['/admin/documents', FILES, 64 * MIB],
  ['/admin/iscrizioni/uno/documento', FILES, 64 * MIB],
] as const)(
  'a body for %s (%s) has at most %d bytes, with a length or in chunks',
  async (path, type, most) => {
    // Bodies of this size take a second each: one address gets them in chunks too.
    const isRepeated = most === 64 * MIB && path !== '/admin/documents'
    for (const framing of isRepeated ? ([undefined] as const) : ([undefined, 'chunked'] as const)) {
      expect(String((await post(path, [...type], most, framing)).body)).toBe(String(most))
      expect((await post(path, [...type], most + 1, framing)).status).toBe(413)
    }
  },
)

/** A connection that begins a chunked request and sends one chunk; `statusLine` resolves with the status line. */
function begin(
  target: string,
  type: [string, string],
  chunk: number,
  { method = 'POST', localAddress = '127.0.0.1' } = {},
) {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const head = [
    `${method} ${target} HTTP/1.1`,
    HOST.join(': '),
    type.join(': '),
    'Transfer-Encoding: chunked',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${chunk.toString(16)}\r\n`)
  socket.write(Buffer.alloc(chunk, 'a'))
  const statusLine = once(socket, 'data').then(([data]) => String(data).split('\r\n', 1)[0])
  const closes = once(socket, 'close')
  for (const result of [statusLine, closes]) result.catch(() => {})
  return { socket, statusLine, closes }
}

test('the application decides before the body has arrived', async () => {
  reads = () => false
  const asked = new Promise<void>((resolve) => {
    reads = () => {
      resolve()
      return false
    }
  })
  begin('/admin/documents', FILES, MIB)
  await asked
})

test('a form that arrives slowly is answered with 408, also where it is not read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const arrived = () => vi.waitFor(() => expect(asked).toBe(true))
  let asked = false
  reads = () => {
    asked = true
    return true
  }
  const slow = begin('/auth', FORM, 10)
  await arrived()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await slow.statusLine).toBe('HTTP/1.1 408 Request Timeout')
  await vi.advanceTimersByTimeAsync(1_000)
  await slow.closes

  asked = false
  reads = () => {
    asked = true
    return false
  }
  const unread = begin('/admin/documents', FILES, 10)
  await arrived()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await unread.statusLine).toBe('HTTP/1.1 302 Found')
})

test('an answer that does without the body is not replaced by 408', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let answer: ((isRead: boolean) => void) | undefined
  reads = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const unread = begin('/auth', FORM, 10)
  await vi.waitFor(() => expect(answer).toBeDefined())
  await vi.advanceTimersByTimeAsync(20_000)
  answer?.(false)
  unread.socket.write('\r\n0\r\n\r\n')
  expect(await unread.statusLine).toBe('HTTP/1.1 302 Found')
})

test('a body that a GET has no use for is not waited for', async () => {
  reads = () => false
  const { statusLine, closes } = begin('/', FORM, 10, { method: 'GET' })
  expect(await statusLine).toBe('HTTP/1.1 302 Found')
  await closes
})

test('all bodies together have a limit', async () => {
  const first = begin('/admin/documents', FILES, 60 * MIB)
  const second = begin('/admin/documents', FILES, 60 * MIB)
  await Promise.all([first, second].map(({ socket }) => once(socket, 'drain')))
  const third = () => post('/admin/documents', FILES, 60 * MIB, 'chunked')
  expect(await third()).toMatchObject({ status: 503 })
  for (const { socket } of [first, second]) socket.destroy()
  await vi.waitFor(async () => expect(await third()).toMatchObject({ status: 200 }), 10_000)
})

test('one address is answered a hundred requests at once, and has 250 connections', async () => {
  const slow = Array.from({ length: 100 }, () => begin('/auth', FORM, 10))
  await pause(200)
  expect(await begin('/auth', FORM, 10).statusLine).toBe('HTTP/1.1 429 Too Many Requests')
  const neighbour = begin('/auth', FORM, 10, { localAddress: '127.0.0.2' })
  neighbour.socket.write('\r\n0\r\n\r\n')
  expect(await neighbour.statusLine).toBe('HTTP/1.1 200 OK')

  for (const { socket } of slow) socket.destroy()
  await vi.waitFor(async () => expect((await post('/auth', FORM, 1, undefined)).status).toBe(200), {
    timeout: 20_000,
  })

  const idle = Array.from({ length: 250 }, () => connect({ port, host: '127.0.0.1' }))
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  const further = connect({ port, host: '127.0.0.1' })
  further.on('error', () => {})
  await once(further, 'close')
  expect((await connected('127.0.0.2')).destroyed).toBe(false)
})

async function connected(localAddress: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  await pause(50)
  return socket
}
