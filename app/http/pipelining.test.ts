import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aProgram } from '../../tests/process'
import { html } from '../../tests/serving'
import { env } from '../runtime/env.server'
import { createHttpApp } from './http.server'
import { listen } from './listen.server'
import { createPageCache } from './page-cache.server'

// HTTP/1.1 lets a client send further requests before the first answer.

const asked: string[] = []
const pages = createPageCache()
const app = createHttpApp({
  pages,
  render: async (request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname + (await request.text()))
    await pause(pathname === '/lenta' ? 1500 : 5)
    return html(pathname, { headers: { 'Cache-Control': 'no-cache' } })
  },
})
let server: ReturnType<typeof listen>
const port = () => (server.address() as AddressInfo).port
beforeAll(async () => {
  server = listen({ fetch: app.fetch, pages, port: 0, hostname: '127.0.0.1' }, () => {})
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
})

const head = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

/** What the server sends until it closes; empty after a reset. */
async function send(...pieces: string[]): Promise<string> {
  const socket = connect(port(), '127.0.0.1')
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece)
    await pause(20)
  }
  return text(socket).catch(() => '')
}

const answersIn = (received: string) => received.match(/HTTP\/1\.1 [2-5]\d\d/g)?.length ?? 0

test('four requests at once are answered in their order', async () => {
  const paths = numbers(4).map((i) => `/pagina-${i}`)
  const received = await send(
    paths.map((path, i) => head(path, ...(i === 3 ? ['Connection: close'] : []))).join(''),
  )
  expect(received.match(/\/pagina-\d/g)).toEqual(paths)
})

test.each([
  ['pages', numbers(500).map(() => head('/corsi'))],
  ['health checks', numbers(5).map(() => head('/healthz'))],
  ['forms', numbers(5).map((i) => post(`/auth?${i}`, 'a=1'))],
  [
    'forms in chunks',
    numbers(5).map(
      () => `${head('/auth', 'Transfer-Encoding: chunked').replace('GET', 'POST')}3\r\na=1\r\n0\r\n\r\n`,
    ),
  ],
  ['requests without a host', numbers(2000).map(() => 'GET / HTTP/1.1\r\n\r\n')],
  ['old requests', numbers(500).map(() => 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')],
  ['expectations', numbers(500).map(() => head('/corsi', 'Expect: qualcosa'))],
  ['promised bodies', numbers(500).map(() => head('/corsi', 'Expect: 100-continue'))],
])('five or more %s in one piece are not even begun', async (_what, requests) => {
  expect(answersIn(await send(requests.join('').slice(0, 60_000)))).toBe(0)
  expect(asked).toEqual([])
})

test('a fifth request in a piece of its own closes the connection', async () => {
  const [fifth = '', ...four] = numbers(5).map((i) => head(`/lenta?${i}`))
  expect(await send(four.join(''), fifth)).toBe('')
  expect(asked).toHaveLength(4)
})

test('the fifth body of a form is not awaited', async () => {
  const body = 'a='.padEnd(20_000, 'b')
  const received = await send(
    numbers(5)
      .map((i) => post(`/lenta?${i}`, body))
      .join(''),
  )
  expect(answersIn(received)).toBe(0)
})

test('kept pages count like others', async () => {
  await send(head('/corsi', 'Connection: close'))
  const { hits } = pages.state()
  expect(
    answersIn(
      await send(
        numbers(500)
          .map(() => head('/corsi'))
          .join(''),
      ),
    ),
  ).toBe(0)
  expect(pages.state().hits).toBe(hits)
})

test('a connection that waits for each answer serves any number of requests', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const used = new Set<number | undefined>()
  for (const i of numbers(60)) {
    const [response] = await once(get({ port: port(), path: `/corsi?${i % 7}`, agent }), 'response')
    used.add(response.socket.localPort)
    await text(response)
    expect(response.statusCode).toBe(200)
  }
  expect(used.size).toBe(1)
  agent.destroy()
})

test.each([false, true])('429 closes the connection of a caller, not of a proxy (%s)', async (trustProxy) => {
  env.trustProxy = trustProxy
  const many = numbers(130).map(async (i) => {
    const agent = new Agent({ keepAlive: true })
    const [response] = await once(get({ port: port(), path: `/lenta?${i}`, agent }), 'response')
    await text(response)
    agent.destroy()
    return [response.statusCode, response.headers.connection]
  })
  const answers = await Promise.all(many).finally(() => {
    env.trustProxy = false
  })
  const refused = answers.filter(([status]) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map(([, connection]) => connection))).toEqual(
    new Set([trustProxy ? 'keep-alive' : 'close']),
  )
})

test.each(['/corsi', '/corsi?q=1', '/favicon.ico'])(
  'health is told within 100 ms while 50 connections send 500 requests for %s each',
  async (path) => {
    const attacker = aProgram('pipeliner', { PORT: String(port()), URL_PATH: path })
    await attacker.printed(1)
    const times: number[] = []
    for (const _ of numbers(30)) {
      const begun = performance.now()
      const response = await fetch(`http://127.0.0.1:${port()}/healthz`)
      expect([response.status, await response.text()]).toEqual([200, 'ok'])
      times.push(performance.now() - begun)
      await pause(20)
    }
    await attacker.kill()
    expect(asked).toEqual([])
    // The machine may run other tests: the median, and a bound for the slowest.
    times.sort((a, b) => a - b)
    expect(times[15]).toBeLessThan(100)
    expect(times.at(-2)).toBeLessThan(300)
  },
)
