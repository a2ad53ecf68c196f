import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aCaller } from '../../tests/people'
import { env } from '../runtime/env.server'
import { CONTENT_POLICY_HEADER, NONCE, replaceNonces } from './headers.server'
import { createHttpApp } from './http.server'

// As on a site with https; `npm run observatory` grades these headers.

const origin = env.publicOrigin
beforeAll(() => {
  env.publicOrigin = 'https://corsi.example.it'
})
afterAll(() => {
  env.publicOrigin = origin
})

const html = { 'Content-Type': 'text/html; charset=utf-8' }
const app = createHttpApp({
  render: async ({ url }) =>
    url.endsWith('.png')
      ? new Response('…', { headers: { 'Content-Type': 'image/png' } })
      : new Response('', { headers: html }),
})
const caller = aCaller('192.0.2.1')
const headersOf = async (path: string, init?: RequestInit) =>
  (await app.request(`http://localhost:3000${path}`, init, caller)).headers
const directives = (policy: string | null) =>
  new Map(
    policy?.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)] as const),
  )

test.each(['/', '/foto.png', '/healthz', '//doppio', '/corsi/'])(
  '%s is for https alone, for two years',
  async (path) => {
    const headers = await headersOf(path)
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=63072000')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  },
)

test('HSTS binds subdomains only where the setting says so', async () => {
  env.hstsSubdomains = true
  onTestFinished(() => {
    env.hstsSubdomains = false
  })
  expect((await headersOf('/')).get('Strict-Transport-Security')).toBe('max-age=63072000; includeSubDomains')
})

/** By openssl: `printf 'a()' | openssl dgst -sha256 -binary | base64`. */
const HASHES = {
  'a()': 'qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4=',
  'b()': 'cf242PFc/kb7xD0Qzhsmd9vvRkc+cWFmbi+k+YvtdKc=',
  'p{}': 'gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y=',
}

const marked = `<style nonce="${NONCE}">p{}</style>\
<script type="application/ld+json">{"name":"</script><script>injected()</script><style>injected{}</style>\
<script nonce="${NONCE}">a()</script><script nonce="${NONCE}" type="text/plain" id="app">b()</script>\
<script nonce="${NONCE}">a()</script>`
const settings = { frames: ['https://maps.example'], developing: false }

test('a page runs its own inline scripts and our files, and nothing else', () => {
  const policy = directives(replaceNonces(marked, settings).policy)
  expect(policy.get('default-src')).toEqual(["'none'"])
  expect(policy.get('script-src')).toEqual([
    "'self'",
    `'sha256-${HASHES['a()']}'`,
    `'sha256-${HASHES['b()']}'`,
  ])
  expect(policy.get('style-src')).toEqual(["'self'", `'sha256-${HASHES['p{}']}'`])
  for (const directive of ['base-uri', 'frame-ancestors']) expect(policy.get(directive)).toEqual(["'none'"])
  for (const directive of ['form-action', 'connect-src', 'font-src'])
    expect(policy.get(directive)).toEqual(["'self'"])
  expect(policy.get('frame-src')).toEqual(['https://maps.example'])
  expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|\*|http:/)
})

test('elements from data get no hash, and the nonce is not sent', () => {
  const { html, policy } = replaceNonces(marked, settings)
  expect(policy.match(/sha256/g)).toHaveLength(3)
  expect(html).not.toContain(NONCE)
  expect(html).toContain('<script>a()</script><script type="text/plain" id="app">b()</script>')
  const injected = replaceNonces('<script>injected()</script><script nonce="">injected()</script>', settings)
  expect(directives(injected.policy).get('script-src')).toEqual(["'none'"])
})

test('headers isolate a page from other windows, frames and devices', async () => {
  const headers = await headersOf('/')
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('Permissions-Policy')).toContain('camera=(), microphone=(), geolocation=()')
  expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
})

test('what is no page loads nothing', async () => {
  expect(directives((await headersOf('/foto.png')).get(CONTENT_POLICY_HEADER))).toEqual(
    new Map([
      ['default-src', ["'none'"]],
      ['frame-ancestors', ["'none'"]],
    ]),
  )
})

test('a personal response is not stored, a public one is revalidated', async () => {
  const cacheControlWith = async (headers: Record<string, string>) =>
    (await headersOf('/', { headers })).get('Cache-Control')
  expect(await cacheControlWith({})).toBe('no-cache')
  expect(await cacheControlWith({ Cookie: '__Host-session=x' })).toBe('no-store')
  expect(await cacheControlWith({ Authorization: 'Bearer x' })).toBe('no-store')
})

test('only our own origin may send, not the name that the request itself gives', async () => {
  env.isPublic = true
  const send = async (from: string) =>
    (await app.request('http://localhost:3000/', { method: 'POST', headers: { Origin: from } }, caller))
      .status
  expect([await send('https://corsi.example.it'), await send('http://localhost:3000')]).toEqual([200, 403])
  env.isPublic = false
})
