import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../app/operations/demo/accounts'
import { aPdfOf } from '../../tests/pdfs'
import { aProgram } from '../../tests/process'
import { recordMeasured } from './measured'
import { aFolder, aSite, form, type Site } from './running-site'

/** Most megabytes after use and a backup, with the libraries that draw the demo attestati (100 MB). */
const AT_REST = 500
const ROUNDS = 6
/** Milliseconds until the young generation is returned. */
const REST = 15_000

type Account = { email: string; password: string }

async function signIn(site: Site, { email, password }: Account): Promise<string> {
  const response = await site.ask('/auth', form({ intent: 'login', email, password }))
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Reads addresses, eight at a time. */
async function read(site: Site, paths: string[], Cookie = '') {
  const left = [...paths]
  const reader = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const response = await site.ask(path, { headers: Cookie ? { Cookie } : {} })
      await response.arrayBuffer()
      expect(response.status, path).toBeLessThan(500)
    }
  }
  await Promise.all(Array.from({ length: 8 }, reader))
}

const uniqueMatches = (pattern: RegExp, text: string) => [
  ...new Set([...text.matchAll(pattern)].map(([, match]) => match ?? '')),
]

/** Addresses of every kind of page, by audience. */
async function addresses(site: Site, admin: string) {
  const sitemap = await (await site.ask('/sitemap.xml')).text()
  const pages = uniqueMatches(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g, sitemap).map((path) => path || '/')
  const courses = pages.filter((path) => path.startsWith('/corsi/'))
  const overview = await (await site.ask('/admin', { headers: { Cookie: admin } })).text()
  const ids = uniqueMatches(/\/admin\/courses\/([\w-]+)/g, overview).filter((id) => id !== 'new')
  expect(courses.length).toBeGreaterThan(10)
  expect(ids.length).toBeGreaterThan(5)
  const below = (paths: string[], suffixes: string[]) =>
    paths.flatMap((path) => suffixes.map((end) => path + end))
  return {
    ids,
    visitor: [
      ...[...pages, '/auth', '/anteprima.png', '/functions/v1', '/corsi?q=sicurezza', '/nessuna'],
      ...below(courses, ['/anteprima.png', '/calendario.ics', '/brochure']),
    ],
    member: [...courses, ...below(['/dashboard'], ['', '/profilo', '/accessi', '/calendario', '/dati.json'])],
    admin: [
      ...[
        '/admin',
        '/admin/courses.csv',
        '/admin/audit',
        '/admin/audit.csv',
        '/admin/contacts',
        '/admin/people',
      ],
      ...['/admin/mail', '/admin/stato', '/admin/documents', '/admin/iscrivi', '/admin/courses/new'],
      ...below(ids, ['', '/iscritti', '/iscritti.csv', '/pdf']).map((path) => `/admin/courses/${path}`),
    ],
  }
}

test('memory of the embedded site after use and a backup', { timeout: 300_000 }, async () => {
  const settings = { DATA_DIR: aFolder(), SEED: 'demo' }
  const site = await aSite(settings)
  await site.start()
  const admin = await signIn(site, DEMO_ACCOUNTS.admin)
  const member = await signIn(site, DEMO_ACCOUNTS.member)
  const { ids, ...paths } = await addresses(site, admin)
  const brochure = new Blob([Buffer.from(await aPdfOf(8 * 2 ** 20))], { type: 'application/pdf' })

  for (let round = 0; round < ROUNDS; round++) {
    await read(site, [...paths.visitor, ...paths.visitor])
    await read(site, paths.member, member)
    await read(site, paths.admin, admin)
    await Promise.all(Array.from({ length: 8 }, () => signIn(site, DEMO_ACCOUNTS.member)))
    const body = new FormData()
    body.set('file', brochure, 'corso.pdf')
    const upload = { method: 'POST', body, headers: { Cookie: admin } }
    expect((await site.ask(`/admin/courses/${ids[round % ids.length]}/pdf`, upload)).status).toBe(302)
  }
  const backup = aProgram('command', { DATABASE_URL: '', ...settings, COMMAND: 'backup' })
  expect(await backup.exited, backup.complaints()).toBe(0)
  await pause(REST)

  const { now, most } = site.memory()
  const row = (what: string, figure: number, limit: number) =>
    recordMeasured({
      what: `embedded, memory ${what}`,
      rounds: ROUNDS,
      figure: `${figure.toFixed(0)} MB`,
      limit: `≤ ${limit} MB`,
      met: figure <= limit,
    })
  row('after use and a backup', now, AT_REST)
  const unit = readFileSync('deploy/accademia.service', 'utf8')
  row('at most, against MemoryHigh', most, Number(/^MemoryHigh=(\d+)M$/m.exec(unit)?.[1]))
})
