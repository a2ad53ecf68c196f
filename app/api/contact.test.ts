/** Through HTTP, the guards and the router. */
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { aCaller } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { emptyDatabase } from '../../tests/world'
import { COMPOSED_MAX, FULL_NAME_MAX } from '../contacts/rules'
import { db } from '../database/client.server'
import { contactSubmissions, outgoingMail, rateLimits } from '../database/schema'
import { createHttpApp } from '../http/http.server'
import { CONTACT } from './contract'

const http = createHttpApp({ render: await wholeSite() })
let callers = 0
beforeEach(async () => {
  await emptyDatabase()
  callers += 1
})

const GOOD = CONTACT.example
const call = (body: unknown, headers: Record<string, string> = {}) => raw(JSON.stringify(body), headers)
const ADDRESS = '/functions/v1/handle-contact-form'
const raw = (body: BodyInit | null, headers: Record<string, string> = {}, method = 'POST', path = ADDRESS) =>
  http.request(
    `http://localhost:3000${path}`,
    { method, body, headers: { 'Content-Type': 'application/json', ...headers } },
    aCaller(`192.0.2.${callers}`),
  )
const stored = () => db.select().from(contactSubmissions)

/** A refusal is JSON, not cached, and changes nothing. */
async function refused(response: Response, status: number) {
  expect(response.status).toBe(status)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const body = await response.json()
  expect(body).toEqual({ error: expect.stringMatching(/\p{L}{3}/u) })
  expect(await stored()).toEqual([])
  return body.error as string
}

test('a message is stored, sent to the office and acknowledged', async () => {
  const response = await call({ ...GOOD, email: ' Giulia@Example.it ', message: 'Uno\r\nDue' })
  expect([response.status, await response.json()]).toEqual([200, {}])
  expect(await stored()).toMatchObject([
    { ...GOOD, email: 'giulia@example.it', message: 'Uno\nDue', privacyVersion: '2025-05-02' },
  ])
  const letters = await db.select().from(outgoingMail).orderBy(outgoingMail.id)
  expect(letters.map(({ kind }) => kind)).toEqual(['contact-for-office', 'contact-received'])
})

test('surname and message may be empty; the longest fit', async () => {
  expect((await call({ ...GOOD, surname: '', message: '' })).status).toBe(200)
  const longest = { name: 'a'.repeat(FULL_NAME_MAX), message: '€'.repeat(COMPOSED_MAX) }
  expect((await call({ ...GOOD, ...longest })).status).toBe(200)
  expect((await call({ ...GOOD, name: 'D', surname: 'Alò' })).status).toBe(200)
  expect(await stored()).toHaveLength(3)
})

test('a page of another site is refused', async () => {
  await refused(await call(GOOD, { Origin: 'https://altrove.example' }), 403)
  await refused(await call(GOOD, { 'Sec-Fetch-Site': 'cross-site' }), 403)
})

test('one address sends so many messages, and no more', async () => {
  for (let i = 0; i < 5; i++) expect((await call(GOOD)).status).toBe(200)
  const response = await call(GOOD)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await response.json()).error).toMatch(/^Troppi tentativi/)
  expect(await stored()).toHaveLength(5)
})

const without = (name: keyof typeof GOOD) => Object.entries(GOOD).filter(([key]) => key !== name)
test.each<[string, unknown]>([
  ...(Object.keys(GOOD) as (keyof typeof GOOD)[]).map((name): [string, unknown] => [
    `no ${name}`,
    Object.fromEntries(without(name)),
  ]),
  ['an unknown field', { ...GOOD, privacyVersion: '2000-01-01' }],
  ['a name of one letter', { ...GOOD, name: 'A', surname: '' }],
  ['a name of nothing visible', { ...GOOD, name: ' \u200b\u202e ' }],
  ['a name too long', { ...GOOD, name: 'a'.repeat(FULL_NAME_MAX + 1) }],
  ['a list for a name', { ...GOOD, name: ['Ada'] }],
  ['no e-mail', { ...GOOD, email: 'ada' }],
  ['a header in the e-mail', { ...GOOD, email: 'ada@example.it\r\nBcc: bea@example.it' }],
  ['a short phone', { ...GOOD, phone: '1234' }],
  ['a message too long', { ...GOOD, message: 'a'.repeat(COMPOSED_MAX + 1) }],
  ['NUL', { ...GOOD, message: 'a\0b' }],
  ['half a character', { ...GOOD, name: 'Ada\ud800' }],
  ['a list', [GOOD]],
  ['nothing', null],
])('%s is refused', async (_name, body) => {
  await refused(await call(body), 400)
  expect(await db.$count(rateLimits)).toBe(0)
})

test('what is no JSON, too large or of another type is refused', async () => {
  for (const body of ['', '{', '['.repeat(30_000), `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`])
    await refused(await raw(body), 400)
  await refused(await raw(new Uint8Array([0x22, 0xff, 0x22])), 400)
  const large = await call({ ...GOOD, message: 'a'.repeat(33 * 1024) })
  expect(await refused(large, 413)).toBe('Il corpo è più grande di 32 KiB.')
  for (const type of [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=a',
    '',
  ])
    await refused(await call(GOOD, { 'Content-Type': type }), 415)
  for (const body of [[], null, 1, 'a'])
    expect(await (await call(body)).json()).toEqual({ error: 'Il corpo deve essere un oggetto JSON' })
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await raw(null, {}, method)
    expect(response.headers.get('Allow')).toBe('POST')
    await refused(response, 405)
  }
})

test('of a slash too many a call is sent again as it is, a reader learns the right address', async () => {
  const where = (response: Response) => [response.status, response.headers.get('Location')]
  expect(where(await raw('{}', {}, 'POST', `${ADDRESS}/?a=1`))).toEqual([308, `${ADDRESS}?a=1`])
  for (const method of ['GET', 'HEAD'])
    expect(where(await raw(null, {}, method, '/contatti/'))).toEqual([301, '/contatti'])
  expect(where(await raw('a=1', {}, 'POST', '/contatti/'))).toEqual([308, '/contatti'])
})

test('the page and the document about the functions are no functions', async () => {
  for (const path of ['/functions/v1', '/functions/v1/openapi.json'])
    expect((await raw(null, {}, 'PUT', path)).headers.get('Allow')).toBe('GET, HEAD, POST')
})

test('no JSON causes a fault', async () => {
  const close = fc.record(
    Object.fromEntries(
      Object.entries(GOOD).map(([name, good]) => [
        name,
        fc.oneof(fc.constant(good), fc.string({ unit: 'binary' }), fc.jsonValue()),
      ]),
    ),
    { requiredKeys: [] },
  )
  const answers = fc.asyncProperty(
    fc.oneof(
      fc.json(),
      close.map((body) => JSON.stringify(body)),
    ),
    async (body) => {
      expect((await raw(body)).status).toBeLessThan(500)
    },
  )
  await fc.assert(answers, { numRuns: 200 })
})
