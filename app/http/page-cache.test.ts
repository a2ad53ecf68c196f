import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { blank, html, nonceOf, plainPages, serving, stampIn, stopClock } from '../../tests/serving'
import { emptyDatabase } from '../../tests/world'
import { stampAge } from './form-timestamp.server'
import type { RenderPage } from './http.server'

let render: RenderPage
beforeAll(async () => {
  render = await plainPages()
})
beforeEach(emptyDatabase)
beforeEach(stopClock)
afterEach(() => void vi.useRealTimers())

test('a page is kept for whoever asks for it without a cookie, and for nobody else', async () => {
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
])('what is %s is not kept', async (_what, answer) => {
  const { ask, pages } = await serving(async () => answer())
  for (let i = 0; i < 3; i++) await ask('/pagina')
  expect(pages.state().hits).toBe(0)
})

test('a kept page has the headers of a fresh one, and a nonce and a stamp of its own', async () => {
  const [fresh, kept] = [await serving(render, null), await serving(render)]
  const seen = new Set<string>()
  let former: Record<string, string> | undefined
  for (const { ask } of [fresh, kept, kept, kept]) {
    const answer = await ask('/contatti')
    const text = await answer.text()
    const nonce = nonceOf(text) ?? 'none'
    const policy = answer.headers.get('content-security-policy')
    expect(policy?.match(new RegExp(`'nonce-${nonce}'`, 'g'))).toHaveLength(2)
    expect(text.match(new RegExp(`nonce="${nonce}"`, 'g'))).toHaveLength(2)
    expect(await stampAge(stampIn(text))).toBeLessThan(2)
    seen.add(nonce).add(stampIn(text))
    const {
      date,
      etag,
      'content-length': length,
      'x-request-id': number,
      ...rest
    } = Object.fromEntries(answer.headers)
    rest['content-security-policy'] = policy?.replaceAll(nonce, '') ?? ''
    expect(rest).toEqual(former ?? rest)
    former = rest
    vi.setSystemTime(Date.now() + 5)
  }
  expect(seen.size).toBe(8)
  expect(kept.pages.state().hits).toBe(2)
})

test('a form sent at once is refused, though the page was made before', async () => {
  const passed = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T10:00:10Z') })
  const { ask, text, pages } = await serving(render)
  await text('/contatti')
  passed(5)
  const fields = {
    fullName: 'Ada Rossi',
    email: 'ada@example.it',
    phone: '0736 123456',
    courseInterest: 'Uno',
    privacy: 'on',
  }
  const send = async (stamp: string) => {
    const body = new URLSearchParams({ ...fields, stamp })
    return (await ask('/contatti', {}, { method: 'POST', body })).status
  }
  const stamp = stampIn(await text('/contatti'))
  expect(pages.state().hits).toBe(1)
  expect(await send(stamp)).toBe(400)
  passed(5)
  expect(await send(stamp)).toBe(302)
})

test('whoever holds the page is told so, without a policy that belongs to another', async () => {
  const { ask, pages } = await serving(render)
  const tag = (await ask('/contatti')).headers.get('etag') ?? ''
  expect(tag).toMatch(/^W\/"/)
  pages.forget() // the first of these is rendered, those after it are kept
  for (const asked of [tag, `"x", ${tag}`, tag.slice(2), '*']) {
    const answer = await ask('/contatti', { 'If-None-Match': asked })
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, ''])
    expect(answer.headers.get('content-security-policy')).toBeNull()
    expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding')
  }
  expect((await ask('/contatti', { 'If-None-Match': '"x"' })).status).toBe(200)
  expect((await ask('/contatti', { 'If-None-Match': tag, Cookie: 'a=b' })).status).toBe(200)
})

test('every encoding gives the same page', async () => {
  const { ask } = await serving(render)
  await ask('/contatti')
  const texts = new Set<string>()
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['auth', null],
    ['br;q=0.0', null],
  ] as const) {
    const answer = await ask('/contatti', { 'Accept-Encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    texts.add(blank(await answer.text()))
  }
  expect(texts.size).toBe(1)
})
