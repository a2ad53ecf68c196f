import type { APIRequestContext, Page } from '@playwright/test'
import { formatDate } from '../../app/italian/dates'
import { formatHours } from '../../app/italian/numbers'
import { formatPrice } from '../../app/italian/prices'
import { expect, test } from './site'

const ORIGIN = process.env.SITE_URL ?? ''
const COURSE = '/corsi/marketing-strategico-e-vendite-4-0'

/** Paths with query. */
async function sitemap(request: APIRequestContext): Promise<string[]> {
  const text = await (await request.get('/sitemap.xml')).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address.replace(ORIGIN, ''))
}

/** The only value of an attribute in the head; '' if missing. */
function inHead(html: string, tag: RegExp): string {
  const found = [...html.matchAll(new RegExp(tag, 'g'))]
  expect(found.length, `${tag} stands once`).toBeLessThanOrEqual(1)
  return (found[0]?.[1] ?? '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}
const meta = (html: string, name: string) =>
  inHead(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))
const canonical = (html: string) => inHead(html, /<link rel="canonical" href="([^"]*)"/)

test('who follows every link finds the pages of the sitemap, and no others that may be shown', async ({
  request,
}) => {
  const seen = new Set(['/'])
  const shown: string[] = []
  for (const path of seen) {
    const response = await request.get(path)
    expect.soft(response.status(), path).toBe(200)
    if (!response.headers()['content-type']?.startsWith('text/html')) continue
    const html = await response.text()
    // The canonical page of an address.
    if (meta(html, 'robots') !== 'noindex' && canonical(html) === ORIGIN + path) shown.push(path)
    for (const [tag, href = ''] of html.matchAll(/<a [^>]*?href="([^"#]+)[^>]*/g)) {
      // The choice to compare stands in the address: as many pages as there are choices.
      if (tag.includes('rel="nofollow"')) continue
      const link = new URL(href.replaceAll('&amp;', '&'), response.url())
      if (link.origin === ORIGIN) seen.add(link.pathname + link.search)
    }
  }
  expect(shown.toSorted()).toEqual((await sitemap(request)).toSorted())
})

test('every page of the sitemap says what it is, in what the server sends', async ({ request }) => {
  const titles: string[] = []
  for (const path of await sitemap(request)) {
    const html = await (await request.get(path)).text()
    const title = inHead(html, /<title>([^<]*)<\/title>/)
    titles.push(title)
    expect.soft(title, path).toMatch(/ \| Accademia Truentum$/)
    expect.soft(canonical(html), path).toBe(ORIGIN + path)
    expect.soft(meta(html, 'robots'), path).toBe('index, follow')
    expect.soft(meta(html, 'description').length, `description of ${path}`).toBeGreaterThan(20)
    expect.soft(meta(html, 'keywords'), `keywords of ${path}`).not.toBe('')
    expect.soft(`${meta(html, 'og:title')} | Accademia Truentum`, path).toBe(title)
    expect.soft(meta(html, 'og:description'), path).toBe(meta(html, 'description'))
    expect.soft(meta(html, 'og:url'), path).toBe(ORIGIN + path)
    expect.soft(meta(html, 'og:locale'), path).toBe('it_IT')
    expect.soft(meta(html, 'twitter:card'), path).toBe('summary_large_image')
    const coursePath = path.startsWith('/corsi/') ? path : ''
    const alt = coursePath ? `Copertina: ${meta(html, 'og:title')}` : 'Accademia Truentum'
    for (const name of ['og:image:alt', 'twitter:image:alt']) expect.soft(meta(html, name), path).toBe(alt)
    expect.soft(meta(html, 'og:image'), path).toBe(`${ORIGIN}${coursePath}/anteprima.png`)
    expect.soft(html, path).toContain(`rel="alternate" hrefLang="it" href="${ORIGIN}${path}"`)
  }
  expect(new Set(titles).size, 'each page has its own title').toBe(titles.length)
})

test('pages for people who sign in, searches and what is not there are not to be shown', async ({
  request,
}) => {
  for (const path of ['/auth', '/auth/recupera', '/dashboard', '/non-esiste']) {
    const html = await (await request.get(path)).text()
    expect.soft(meta(html, 'robots'), path).toBe('noindex')
    expect.soft(canonical(html), path).toBe('')
  }
})

test('a view of the catalogue points to the catalogue, and is not to be shown itself', async ({
  request,
}) => {
  for (const path of ['/corsi?q=marketing', '/corsi?luogo=Fermo', '/corsi?ordine=prezzo', '/confronta']) {
    const html = await (await request.get(path)).text()
    expect.soft(meta(html, 'robots'), path).toBe('noindex')
    expect.soft(canonical(html), path).toBe(path.startsWith('/corsi') ? `${ORIGIN}/corsi` : '')
  }
})

/** schema.org things by type. */
async function structuredDataOf(page: Page) {
  const written = await page.locator('script[type="application/ld+json"]').textContent()
  const { '@context': context, '@graph': things } = JSON.parse(written ?? '')
  expect(context).toBe('https://schema.org')
  return Object.fromEntries(things.map((thing: { '@type': string }) => [thing['@type'], thing]))
}

test('structured data of a course match its page', async ({ page }) => {
  await page.goto(COURSE)
  const main = page.getByRole('main')
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const lead = (await main.locator('.promise').textContent()) ?? ''
  await expect(page).toHaveTitle(`${title} | Accademia Truentum`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', lead)

  const { Course: course, BreadcrumbList: way } = await structuredDataOf(page)
  expect(course).toMatchObject({
    name: title,
    description: lead,
    url: ORIGIN + COURSE,
    courseCode: COURSE.replace('/corsi/', ''),
    educationalLevel: ['Professional', expect.stringMatching(/^(Base|Intermedio|Avanzato)$/)],
    provider: { '@type': 'EducationalOrganization', name: 'Accademia Truentum' },
    offers: { '@type': 'Offer', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  })
  const { startDate, endDate, courseWorkload, location, courseMode } = course.hasCourseInstance
  const [from, to] = [startDate, endDate].map((day) => formatDate(day, 'd MMM yyyy'))
  await expect(main).toContainText(`${from} – ${to}`)
  await expect(main).toContainText(formatPrice(Number(course.offers.price)))
  await expect(main).toContainText(`Durata totale${formatHours(Number(courseWorkload.slice(2, -1)))}`)
  await expect(main).toContainText(location)
  await expect(main).toContainText(`Livello: ${course.educationalLevel[1]}`)
  expect(courseMode).toBe('onsite')

  const [catalogue, here] = way.itemListElement
  expect(here).toMatchObject({ position: 2, name: title, item: ORIGIN + COURSE })
  await page.getByRole('banner').getByRole('link', { name: catalogue.name, exact: true }).first().click()
  await expect(page).toHaveURL(catalogue.item)
})

test('structured data of the catalogue have the order of the page', async ({ page }) => {
  for (const [address, first] of [
    ['/corsi', 8],
    ['/corsi?page=2', 4],
  ] as const) {
    await page.goto(address)
    const links = page.getByRole('link', { name: /^Scopri di più: / })
    await expect(links).toHaveCount(first)
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    const { ItemList: list } = await structuredDataOf(page)
    expect(list.itemListElement).toEqual(
      hrefs.map((href, i) => ({ '@type': 'ListItem', position: i + 1, url: `${ORIGIN}${href}` })),
    )
  }
})

test('structured data of the school match the home page', async ({ page }) => {
  await page.goto('/')
  const { EducationalOrganization: school } = await structuredDataOf(page)
  const streets = school.address.map((office: { streetAddress: string }) => office.streetAddress)
  for (const words of [school.name, school.description, school.email, school.telephone, ...streets])
    await expect(page.locator('body')).toContainText(words)
  await expect(page.getByRole('main')).toContainText(`dal ${school.foundingDate}`)
  expect((await page.request.get(school.logo)).headers()['content-type']).toBe('image/png')
})

test('the school has structured data; other sites may embed its images only', async ({ page }) => {
  for (const address of ['/chi-siamo', '/contatti']) {
    await page.goto(address)
    const { EducationalOrganization: school } = await structuredDataOf(page)
    for (const words of [school.name, school.description, school.email, school.foundingDate])
      await expect(page.locator('body')).toContainText(words)
  }
  const embedding = async (path: string) =>
    (await page.request.get(path)).headers()['cross-origin-resource-policy']
  for (const path of ['/anteprima.png', `${COURSE}/anteprima.png`, '/icons/512.png', '/favicon.svg'])
    expect.soft(await embedding(path), path).toBe('cross-origin')
  for (const path of ['/', COURSE, '/fonts/newsreader.woff2', '/sitemap.xml'])
    expect.soft(await embedding(path), path).toBe('same-origin')
})

test('what the manifest and the head name is there', async ({ page, request }) => {
  await page.goto('/')
  const manifest = await (await request.get('/site.webmanifest')).json()
  const icons = manifest.icons.map(({ src }: { src: string }) => src)
  const linked = await page
    .locator('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(linked).toHaveLength(3)
  for (const path of [...icons, ...linked]) await expect(await request.get(path), path).toBeOK()
})
