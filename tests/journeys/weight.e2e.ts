import type { Download, Page, Response } from '@playwright/test'
import { expect, running, test, toasts, withoutApplication } from './site'

// An empty cache.
test.use({ untouched: true })

const COURSE = '/corsi/marketing-strategico-e-vendite-4-0'

/** The first flight of a new connection: 10 segments, less TLS. */
const FIRST_FLIGHT = 14 * 1024
const FONTS = 45 * 1024
const SCRIPTS = 115 * 1024

/** Twice: the first movement of ordinary Chromium has no distance. */
const pointAtPage = (page: Page) => page.mouse.move(200, 200, { steps: 2 })

/** Collects responses; `bytes`: compressed, by kind. */
function listenTo(page: Page) {
  const answers: Response[] = []
  page.on('response', (response) => answers.push(response))
  const ofKind = (kind: string) => answers.filter((response) => response.request().resourceType() === kind)
  const bytes = async (kind: string) => {
    const sizes = await Promise.all(ofKind(kind).map((response) => response.request().sizes()))
    const sum = (part: 'responseBodySize' | 'responseHeadersSize') =>
      sizes.reduce((total, size) => total + size[part], 0)
    return { body: sum('responseBodySize'), head: sum('responseHeadersSize') }
  }
  return { answers, ofKind, bytes }
}

/** Pages that need no script. */
const PAGES = {
  '/': true,
  '/corsi': false,
  [COURSE]: true,
  '/corsi/bilancio-sociale-e-sostenibilita/avvisami': true,
  '/auth': true,
  '/contatti': true,
  '/chi-siamo': false,
  '/privacy-policy': false,
  '/cookie-policy': false,
  '/note-legali': false,
  '/accessibilita': false,
}

for (const [address, scripted] of Object.entries(PAGES))
  test(`${address} is light, and asks nothing of a reader who touches nothing`, async ({
    page,
    context,
    baseURL,
  }) => {
    const traffic = listenTo(page)
    const response = await page.goto(address, { waitUntil: 'networkidle' })
    expect(await response?.headerValue('content-encoding')).toBe('br')
    const { head, body } = await traffic.bytes('document')
    expect.soft(head + body, 'bytes of the page with its style').toBeLessThanOrEqual(FIRST_FLIGHT)
    const cached = await page.request.get(address, { headers: { 'Accept-Encoding': 'br' } })
    const keptHead = cached
      .headersArray()
      .reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0)
    const keptBody = Number(cached.headers()['content-length'])
    expect.soft(keptHead + keptBody, 'bytes of the page as it is kept').toBeLessThanOrEqual(FIRST_FLIGHT)
    expect(traffic.ofKind('stylesheet')).toHaveLength(0)
    await expect.poll(() => traffic.ofKind('font').length).toBe(2)
    expect.soft((await traffic.bytes('font')).body, 'bytes of fonts').toBeLessThanOrEqual(FONTS)
    expect(traffic.ofKind('script').map((response) => response.url())).toEqual([])
    expect(await context.cookies()).toEqual([])
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])

    await pointAtPage(page)
    if (scripted) await running(page)
    expect(traffic.ofKind('script').length > 0).toBe(scripted)
    expect.soft((await traffic.bytes('script')).body, 'bytes of scripts').toBeLessThanOrEqual(SCRIPTS)
    expect(await context.cookies()).toEqual([])
    const urls = traffic.answers.map((response) => response.url()).filter((url) => !url.startsWith('data:'))
    expect(urls.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
    expect(traffic.answers.filter((response) => !response.ok()).map((response) => response.url())).toEqual([])
  })

test('the sign-up of a course that waits is light too', async ({ page }) => {
  await page.request.post(`${COURSE}/iscrizione`)
  const traffic = listenTo(page)
  for (const address of ['/auth?scheda=registrazione', '/auth/controlla-la-posta']) {
    await page.goto(address, { waitUntil: 'networkidle' })
    const { head, body } = await traffic.bytes('document')
    expect.soft((head + body) / traffic.ofKind('document').length, address).toBeLessThanOrEqual(FIRST_FLIGHT)
  }
  expect(traffic.ofKind('script')).toEqual([])
})

test('the next page of a reader is under way before they let go of its link', async ({ page, request }) => {
  await page.goto('/chi-siamo', { waitUntil: 'networkidle' })
  const ahead = page.waitForRequest((asked) => asked.url().endsWith('/corsi'))
  await page.getByRole('banner').getByRole('link', { name: 'Corsi' }).hover()
  expect(await (await ahead).headerValue('Sec-Purpose')).toMatch(/^prefetch/)
  const signedIn = await request.get('/chi-siamo', { headers: { Cookie: 'anything=at-all' } })
  expect(signedIn.headers()['speculation-rules'], 'for strangers only').toBeUndefined()
})

test('once it runs, the application follows links without loading whole pages', async ({ page }) => {
  await page.goto(COURSE)
  await pointAtPage(page)
  await running(page)
  const traffic = listenTo(page)
  await page.getByRole('link', { name: 'Torna ai corsi' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corsi')
  await page.getByRole('link', { name: 'Pagina 2' }).click()
  await expect(page).toHaveTitle(/^Corsi, pagina 2 /)
  await page.getByRole('banner').getByRole('link', { name: 'Contatti' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contatti')
  await page.goBack()
  await expect(page).toHaveTitle(/^Corsi, pagina 2 /)
  expect(traffic.ofKind('document')).toHaveLength(0)
})

test('what is typed before the application runs is not lost', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await field.fill('Ada Lovelace')
    await route.continue()
  })
  const field = page.getByLabel('Nome e cognome')
  await page.goto('/contatti')
  await field.focus()
  await running(page)
  await expect(field).toHaveValue('Ada Lovelace')
})

test('a brochure requested before hydration is downloaded once, with a toast', async ({ page }) => {
  const begin = await withoutApplication(page)
  await page.goto(COURSE)
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  const link = page.getByRole('link', { name: 'Scarica la brochure' })
  await Promise.all([page.waitForEvent('download'), link.click()])
  begin()
  await running(page)
  await expect(toasts(page).first()).toContainText('Download avviato')
  await expect(page).toHaveURL(COURSE)
  expect(downloads).toHaveLength(1)
})
