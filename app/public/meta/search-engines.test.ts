import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { listedInBatches } from '../../courses/queries.server'
import { legalPageNow } from '../../site/legal.server'
import { parseLegalText } from '../../site/legal-markup.rules'
import { siteSettings } from '../../site/settings'
import { PageHead } from '../../ui/page-head'
import { loader as manifest } from './manifest.resource'
import { loader as robots } from './robots.resource'
import { loader as security } from './security.resource'
import { loader as sitemap } from './sitemap.resource'

const ORIGIN = 'http://localhost:3000'
const PAGES = [
  '/',
  '/corsi',
  '/contatti',
  '/chi-siamo',
  '/privacy-policy',
  '/cookie-policy',
  '/note-legali',
  '/accessibilita',
]

/** Path → last change. */
async function addresses(): Promise<Map<string, string | undefined>> {
  const text = await (await sitemap()).text()
  const entries = [...text.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)]
  return new Map(entries.map(([, address, changed]) => [address?.replace(ORIGIN, '') ?? '', changed]))
}

beforeEach(emptyDatabase)

test('the sitemap of an empty catalogue names the pages, with the dates that they bear', async () => {
  const found = await addresses()
  expect([...found.keys()]).toEqual(PAGES)
  expect(found.get('/privacy-policy')).toBe('2025-05-02')
  expect(found.get('/corsi')).toBeUndefined()
})

test('the sitemap has the listed courses with their last changes', async () => {
  const changes = new Date('2026-03-01T08:00:00Z')
  const day = (date: string) => [{ startDate: date }]
  await aCourse({ slug: 'aperto', updatedAt: changes }, day('2999-01-01'))
  await aCourse({ slug: 'in-arrivo', comingSoon: true, updatedAt: changes })
  await aCourse({ slug: 'concluso', updatedAt: changes }, day('2026-02-01'))
  await aCourse({ slug: 'ritirato', updatedAt: changes, archivedAt: new Date('2026-04-01T00:00:00Z') })
  const found = await addresses()
  expect([...found.keys()].toSorted()).toEqual([...PAGES, '/corsi/aperto', '/corsi/in-arrivo'].toSorted())
  expect(found.get('/corsi/aperto')).toBe(changes.toISOString())
  expect(found.get('/corsi')).toBe(changes.toISOString())
})

test('the lists change, too, on the morning after the last day of a course', async () => {
  await aCourse({ updatedAt: new Date('2026-01-01T08:00:00Z') }, [{ startDate: '2026-02-01' }])
  expect((await addresses()).get('/')).toBe('2026-02-01T23:00:00.000Z')
})

test('every page of the catalogue is in the sitemap, and courses are read batch by batch', async () => {
  for (let made = 0; made <= 8; made++) await aCourse()
  const found = [...(await addresses()).keys()]
  expect(found.filter((path) => path.startsWith('/corsi?'))).toEqual(['/corsi?page=2'])
  const batches = []
  for await (const batch of listedInBatches(4)) batches.push(batch)
  expect(batches.map((batch) => batch.length)).toEqual([4, 4, 1])
  expect(new Set(batches.flat().map(({ slug }) => `/corsi/${slug}`))).toEqual(
    new Set(found.filter((path) => path.startsWith('/corsi/'))),
  )
})

test('robots.txt closes the office and the sign-in and names the sitemap', async () => {
  const lines = (await robots().text()).split('\n')
  for (const path of ['/admin', '/admin/', '/auth', '/auth/']) expect(lines).toContain(`Disallow: ${path}`)
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})

test('security.txt has the fields of RFC 9116, each once, and lasts less than a year', async () => {
  const text = await security().text()
  expect(text.match(/^[\w-]+(?=: )/gm)).toEqual([
    'Contact',
    'Expires',
    'Preferred-Languages',
    'Canonical',
    'Policy',
  ])
  expect(text).toContain(`Contact: mailto:${siteSettings().company.email}\n`)
  expect(text).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt\n`)
  const [path, anchor] = /^Policy: (.+)$/m.exec(text)?.[1]?.replace(ORIGIN, '').split('#') ?? []
  expect(PAGES).toContain(path)
  const sections = parseLegalText(legalPageNow('note-legali').text)
  expect(sections.map(({ id }) => id)).toContain(anchor)
  const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test('the manifest names the school and icons of several sizes', async () => {
  const { name, icons } = JSON.parse(await manifest().text())
  expect(name).toBe(siteSettings().company.name)
  expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512'])
})

test('no title ends the script of structured data', () => {
  const name = '</script><script>alert(1)</script><!--'
  const head = () =>
    createElement(PageHead, {
      title: 'Corso',
      path: '/',
      structured: () => [{ '@type': 'Course' as const, name }],
    })
  const site = { name: siteSettings().company.name, origin: ORIGIN }
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: head, loader: () => ({ site }) }])
  const html = renderToStaticMarkup(
    createElement(Stub, { hydrationData: { loaderData: { root: { site } } } }),
  )
  const [, written = ''] = /<script type="application\/ld\+json">(.*)<\/script>$/.exec(html) ?? []
  expect(written).not.toContain('<')
  expect(JSON.parse(written)['@graph']).toEqual([{ '@type': 'Course', name }])
})
