import { beforeAll, expect, test } from 'vitest'
import { aCaller, aPerson, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, emptyDatabase } from '../../tests/world'
import { createHttpApp } from './http.server'

let http: ReturnType<typeof createHttpApp>
let slug: string
const cookies = { visitor: '', member: '' }
beforeAll(async () => {
  await emptyDatabase()
  http = createHttpApp({ render: await wholeSite(await import('../entry.server')) })
  slug = (await aCourse()).slug
  cookies.member = await cookieOf((await aPerson('ada')).email)
})

const ask = (path: string, headers: Record<string, string>) =>
  http.request(`http://localhost:3000${path.replace(':slug', slug)}`, { headers }, aCaller('198.51.100.1'))

test.each<[keyof typeof cookies, string]>([
  ['visitor', '/documenti/non-esiste'],
  ['visitor', '/documenti/6f1b1c0a-0000-4000-8000-000000000000'],
  ['member', '/documenti/non-esiste'],
  ['member', '/dashboard/documenti/6f1b1c0a-0000-4000-8000-000000000000'],
  ['visitor', '/corsi/:slug/brochure'],
  ['visitor', '/corsi/non-esiste/brochure'],
  ['visitor', '/corsi/non-esiste/calendario.ics'],
  ['visitor', '/calendario/non-esiste.ics'],
])(
  'a %s’s browser that asks for the missing %s gets the page of the site, a program a text',
  async (who, path) => {
    const browser = await ask(path, {
      Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      Cookie: cookies[who],
    })
    const page = await browser.text()
    expect([browser.status, browser.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page).toContain('Oops! Page not found')
    expect(page).toContain('Torna alla home')
    expect(page.includes('action="/logout"')).toBe(who === 'member')

    const program = await ask(path, { Accept: '*/*', Cookie: cookies[who] })
    expect(program.status).toBe(404)
    expect(program.headers.get('Content-Type')).not.toMatch(/html/)
  },
)
