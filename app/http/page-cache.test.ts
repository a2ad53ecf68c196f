import { hash } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { blank, html, plainPages, serving, stopClock, timestampIn } from '../../tests/serving'
import { emptyDatabase } from '../../tests/world'
import { readFormAge } from './form-timestamp.server'
import type { RenderPage } from './http.server'

let render: RenderPage
beforeAll(async () => {
  render = await plainPages()
})
beforeEach(emptyDatabase)
beforeEach(stopClock)
afterEach(() => void vi.useRealTimers())

test('a page is kept for requests without a cookie only', async () => {
  const { ask, pages } = await serving(render)
  await ask('/corsi')
  expect(pages.state().hits).toBe(0)
  await ask('/corsi')
  await ask('/corsi', {}, { method: 'HEAD' })
  expect(pages.state().hits).toBe(2)
  await ask('/corsi', { Cookie: 'avviso=' })
  await ask('/corsi', { Authorization: 'Bearer nessuno' })
  await ask('/corsi?q=vino')
  await ask('/corsi', {}, { method: 'POST' })
  expect(pages.state().hits).toBe(2)
})

test.each<[string, () => Response]>([
  ['not found', () => html('', { status: 404 })],
  ['a fault', () => html('', { status: 500 })],
  ['with a cookie', () => html('', { headers: { 'Set-Cookie': 'a=b' } })],
  ['with a rule of its own', () => html('', { headers: { 'Cache-Control': 'no-store' } })],
  ['no page', () => new Response('{}', { headers: { 'Content-Type': 'application/json' } })],
  ['too large', () => html('x'.repeat(1_100_000))],
])('what is %s is not kept', async (_what, respond) => {
  const { ask, pages } = await serving(async () => respond())
  for (let i = 0; i < 3; i++) await ask('/pagina')
  expect(pages.state().hits).toBe(0)
})

test('pages beyond 64 MB push out those that were not read for longest', async () => {
  const { ask, pages } = await serving(async () => html('x'.repeat(1_040_000)))
  for (let i = 0; i < 70; i++) {
    await ask(`/pagina/${i}`)
    if (i === 60) await ask('/pagina/0')
  }
  await ask('/pagina/0')
  expect(pages.state()).toEqual({ size: 64, hits: 2, misses: 70 })
  await ask('/pagina/1')
  expect(pages.state().misses).toBe(71)
})

test('a kept page has the headers of a fresh one, and the policy of its own scripts', async () => {
  const [fresh, cached] = [await serving(render, null), await serving(render)]
  let former: Record<string, string> | undefined
  for (const { ask } of [fresh, cached, cached, cached]) {
    const response = await ask('/contatti')
    const text = await response.text()
    const {
      date,
      etag,
      'content-length': length,
      'x-request-id': number,
      'content-security-policy': policy,
      ...headers
    } = Object.fromEntries(response.headers)
    const [script = ''] = text.match(/(?<=<script>).*(?=<\/script>)/s) ?? []
    expect(policy).toContain(`'sha256-${hash('sha256', script, 'base64')}'`)
    expect(await readFormAge(timestampIn(text))).toBeLessThan(2)
    expect(headers).toEqual(former ?? headers)
    former = headers
    vi.setSystemTime(Date.now() + 5)
  }
  expect(cached.pages.state().hits).toBe(2)
})

test('the age of a form counts from its rendering: who reads a kept page is never too fast', async () => {
  const passed = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T10:00:10Z') })
  const { ask, text, pages } = await serving(render)
  const timestamp = timestampIn(await text('/contatti'))
  const fields = {
    fullName: 'Ada Rossi',
    email: 'ada@example.it',
    phone: '0736 123456',
    courseInterest: 'Uno',
    privacy: 'on',
  }
  const send = async () => {
    const body = new URLSearchParams({ ...fields, timestamp })
    return (await ask('/contatti', {}, { method: 'POST', body })).status
  }
  passed(1)
  expect(await send()).toBe(400)
  passed(1)
  expect(timestampIn(await text('/contatti'))).toBe(timestamp)
  expect(pages.state().hits).toBe(1)
  expect(await send()).toBe(302)
  passed(48)
  expect(timestampIn(await text('/contatti'))).not.toBe(timestamp)
  passed(24 * 3600)
  expect(await send()).toBe(302)
})

const ENCODINGS = ['br', 'gzip', 'identity']

test.each(ENCODINGS)(
  'two answers in %s are the same bytes with the same strong entity tag',
  async (encoding) => {
    const { raw, pages } = await serving(render)
    const ask = () => raw('/contatti', { 'accept-encoding': encoding })
    await ask()
    const [first, second] = [await ask(), await ask()]
    expect(first.headers.etag).toMatch(/^"[\w-]{22}"$/)
    expect(second.headers.etag).toBe(first.headers.etag)
    expect(second.body.equals(first.body)).toBe(true)
    expect(pages.state().hits).toBeGreaterThan(1)
  },
)

test.each(ENCODINGS)('a client that has the page in %s reads 304, and nothing else', async (encoding) => {
  const { raw, pages } = await serving(async () => html('sempre uguale'))
  const ask = (asked: string, accepted = encoding) =>
    raw('/pagina', { 'accept-encoding': accepted, 'if-none-match': asked })
  const etag = (await ask('"x"')).headers.etag ?? ''
  pages.invalidate() // the first of these is rendered, those after it are kept
  for (const asked of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
    const { status, headers, body } = await ask(asked)
    expect([status, body.length]).toEqual([304, 0])
    const { date, connection, 'keep-alive': alive, 'x-request-id': number, ...sameHeaders } = headers
    expect(sameHeaders).toEqual({ etag, 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding' })
  }
  for (const other of ENCODINGS.filter((candidate) => candidate !== encoding))
    expect((await ask(etag, other)).status).toBe(200)
  const withCookie = { 'accept-encoding': encoding, 'if-none-match': etag, cookie: 'a=b' }
  expect((await raw('/pagina', withCookie)).status).toBe(200)
})

test('every encoding gives the same page', async () => {
  const { ask } = await serving(render)
  await ask('/contatti')
  const texts = new Set<string>()
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
    ['br;q=0.0', null],
  ] as const) {
    const response = await ask('/contatti', { 'Accept-Encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    texts.add(blank(await response.text()))
  }
  expect(texts.size).toBe(1)
})
