import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { aCaller, aPerson, cookieOf } from '../tests/people'
import { wholeSite } from '../tests/site'
import { aCourse, databaseDown, emptyDatabase } from '../tests/world'
import { createHttpApp } from './http/http.server'

let http: ReturnType<typeof createHttpApp>
const cookies: Record<string, string> = {}

beforeAll(async () => {
  await emptyDatabase()
  http = createHttpApp({ render: await wholeSite(await import('./entry.server')) })
  await aCourse({ slug: 'uno', title: '</script><script>alert(1)</script>' }, [{ startDate: '2099-03-01' }])
  cookies.member = await cookieOf((await aPerson('ada')).email)
  cookies.admin = await cookieOf((await aPerson('carla', 'admin')).email)
})

async function read(path: string, Cookie = '', init: RequestInit = {}) {
  const headers = { ...(Cookie && { Cookie }), Origin: 'http://localhost:3000' }
  const response = await http.request(
    `http://localhost:3000${path}`,
    { ...init, headers },
    aCaller('192.0.2.1'),
  )
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  return { status: response.status, policy, html: await response.text() }
}

/** The hashes of the elements with this name, told in the plainest way. */
function hashesOf(html: string, name: string): string[] {
  const [, ...elements] = html.split(`<${name}`)
  const run = elements.filter((element) => !element.startsWith(' type="application/ld+json"'))
  const contents = run.map((element) =>
    element.slice(element.indexOf('>') + 1, element.indexOf(`</${name}>`)),
  )
  return contents
    .filter((content) => content !== '' || name === 'style')
    .map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
}

const hashesIn = (policy: string, directive: string) =>
  (policy.match(new RegExp(`${directive} ([^;]*)`))?.[1] ?? '')
    .split(' ')
    .filter((source) => source.includes('-'))

test.each<[path: string, status: number, who?: 'member' | 'admin']>([
  ['/', 200],
  ['/corsi', 200],
  ['/corsi/uno', 200],
  ['/contatti', 200],
  ['/auth', 200],
  ['/chi-siamo', 200],
  ['/privacy-policy', 200],
  ['/non-esiste', 404],
  ['/dashboard', 200, 'member'],
  ['/admin', 200, 'admin'],
])(
  '%s names the hash of each inline script and style in its policy, and no other',
  async (path, code, who) => {
    const { status, policy, html } = await read(path, who && cookies[who])
    expect(status).toBe(code)
    expect(policy).not.toContain('unsafe')
    expect(html).not.toMatch(/ style="| on\w+="| nonce="|<script[^>]* src=/)
    for (const name of ['script', 'style'])
      expect(hashesIn(policy, `${name}-src`).sort()).toEqual([...new Set(hashesOf(html, name))].sort())
  },
)

test('a form with errors and the page of a fault name the hash of each script too', async () => {
  const form = await read('/contatti', '', { method: 'POST', body: new URLSearchParams() })
  expect(form.status).toBe(400)
  await databaseDown()
  const fault = await read('/corsi?q=vino')
  expect(fault.status).toBe(503)
  for (const { html, policy } of [form, fault])
    expect(hashesIn(policy, 'script-src').sort()).toEqual([...new Set(hashesOf(html, 'script'))].sort())
})
