import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNED } from '../../tests/owned-settings'
import { aCaller, aPerson } from '../../tests/people'
import { withSecondFactor } from '../../tests/second-factor'
import { wholeSite } from '../../tests/site'
import { anAdmin, emptyDatabase } from '../../tests/world'
import { FIRST_SETTINGS } from '../content/first-settings'
import { createHttpApp } from '../http/http.server'
import { createPageCache } from '../http/page-cache.server'
import { env } from '../runtime/env.server'
import { changeSettings } from '../settings/commands.server'
import { missingData } from '../settings/missing-data'

let http: ReturnType<typeof createHttpApp>
const read = (path: string, cookie = '') =>
  http.request(
    `http://localhost:3000${path}`,
    { headers: cookie ? { Cookie: cookie } : {} },
    aCaller('192.0.2.1'),
  )

beforeAll(async () => {
  await emptyDatabase()
  http = createHttpApp({ render: await wholeSite(), pages: createPageCache() })
  env.isPublic = true
})
afterAll(async () => {
  env.isPublic = false
  await emptyDatabase()
})

const PUBLIC = ['/', '/corsi', '/contatti', '/chi-siamo', '/privacy-policy', '/sitemap.xml', '/robots.txt']
const OTHERS = [
  '/_root.data',
  '/corsi.data',
  '/anteprima.png',
  '/functions/v1/openapi.json',
  '/dashboard',
  '/niente',
]

test('until its data are there a public site is being prepared, except where the office enters', async () => {
  for (const path of [...PUBLIC, ...OTHERS]) {
    const response = await read(path)
    expect([path, response.status, response.headers.get('Retry-After')]).toEqual([path, 503, '3600'])
    expect(await response.text(), path).not.toMatch(/dell’Esempio|000000/)
  }
  for (const path of ['/auth', '/auth/recupera', '/healthz', '/impostazioni/test.json'])
    expect((await read(path)).status, path).toBe(200)
})

test('photographs, files and versions of legal pages, to which the panel links, open for the office, not for visitors', async () => {
  expect((await read('/foto/0123456789abcdef-160.avif')).status).toBe(404)
  const { cookie } = await withSecondFactor(await aPerson('vera', 'secretary'))
  const { cookie: memberCookie } = await withSecondFactor(await aPerson('ada'))
  for (const path of [
    '/corsi/niente/foto/0123456789abcdef-480.avif',
    '/corsi/niente/brochure',
    '/documenti/niente',
    '/dashboard/documenti/niente',
  ]) {
    for (const visitor of ['', memberCookie]) expect((await read(path, visitor)).status, path).toBe(503)
    expect((await read(path, cookie)).status, path).toBe(404)
  }
  for (const visitor of ['', memberCookie])
    expect((await read('/pagine-legali/privacy-policy/1', visitor)).status).toBe(503)
  expect((await read('/pagine-legali/privacy-policy/1', cookie)).status).toBe(200)
  for (const path of ['/corsi/niente', '/corsi/niente/anteprima.png', '/dashboard'])
    expect((await read(path, cookie)).status, path).toBe(503)
})

test('what is missing has its field in the office; once it is there the site opens', async () => {
  const { cookie } = await withSecondFactor(await aPerson('sara', 'admin'))
  expect((await read('/admin/impostazioni', cookie)).status).toBe(200)
  expect(missingData()).toContainEqual({
    label: 'Via e numero della sede di Fermo',
    to: '/admin/impostazioni/sedi/fermo#street',
  })
  const admin = await anAdmin()
  await changeSettings(admin, 'company', OWNED.company, 0)
  await changeSettings(admin, 'offices', OWNED.offices, 0)
  expect((await read('/')).status).toBe(503)
  await changeSettings(admin, 'team', OWNED.team, 0)
  for (const path of PUBLIC) expect((await read(path)).status, path).toBe(200)
  expect(missingData()).toEqual([])
  await changeSettings(admin, 'company', { ...OWNED.company, vat: FIRST_SETTINGS.company.vat }, 1)
  expect((await read('/')).status).toBe(503)
  expect(missingData()).toEqual([{ label: 'Partita IVA', to: '/admin/impostazioni#vat' }])
})
