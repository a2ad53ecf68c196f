import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { aMember, aPerson, ask, fullName, NEWEST_REQUESTS, signUp } from './people'
import { DEMO_ACCOUNTS, expect, fillIn, signIn, signInByForm, test, toasts, wake } from './site'
import { expectGood, WIDTHS } from './walk'

const COURSE = '/corsi/marketing-strategico-e-vendite-4-0'
const FULL = 'gestione-dei-progetti-per-piccoli-gruppi'

async function visit(page: Page, address: string) {
  await expectValidMarkup(page, address)
  await page.goto(address)
  await expectGood(page, WIDTHS, [320, 768, 1280])
  await expectRoomForLargeText(page)
}

/** At double text size nothing overflows a phone. */
async function expectRoomForLargeText(page: Page) {
  await page.setViewportSize({ width: 320, height: 800 })
  const beyond = await page.evaluate(() => {
    const { style } = document.documentElement
    style.fontSize = `${2 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)}px`
    const pixels = document.documentElement.scrollWidth - window.innerWidth
    style.fontSize = ''
    return pixels
  })
  expect.soft(beyond, `pixels beyond the right edge of ${page.url()} with large text`).toBeLessThanOrEqual(0)
}

/** 200 % on a screen of 360 pixels. Chromium on Linux has no Italian hyphenation, so the style is all there is to see. */
test('headings in large text are hyphenated as Italian', async ({ page }) => {
  const styles = () =>
    page
      .locator('h1, h2, h3')
      .evaluateAll((headings) => [...new Set(headings.map((heading) => getComputedStyle(heading).hyphens))])
  for (const address of ['/', '/corsi', COURSE, '/contatti']) {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', 'it')
    expect(await styles()).toEqual(['manual'])
    await page.setViewportSize({ width: 180, height: 320 })
    expect(await styles()).toEqual(['auto'])
  }
})

test('on a phone the links of phone and e-mail are easy to hit', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const address of ['/', '/contatti', COURSE]) {
    await page.goto(address)
    const boxes = await page.locator('a[href^="tel:"], a[href^="mailto:"]').evaluateAll((links) =>
      links.map((link) => {
        link.scrollIntoView({ block: 'center' })
        const { left, top, bottom, height } = link.getBoundingClientRect()
        const hit = (y: number) => document.elementFromPoint(left + 4, y) === link
        return { height, whole: hit(top + 1) && hit(bottom - 1) }
      }),
    )
    expect(boxes.length).toBeGreaterThanOrEqual(3)
    for (const { height, whole } of boxes) {
      expect.soft(height, address).toBeGreaterThanOrEqual(44)
      expect.soft(whole, `nothing lies over the link, ${address}`).toBe(true)
    }
  }
})

for (const address of [
  '/',
  '/corsi',
  '/corsi?page=2',
  '/corsi?q=zzzqqqzzz',
  '/corsi?luogo=Fermo&formato=e-learning',
  '/confronta?corsi=marketing-strategico-e-vendite-4-0,parlare-in-pubblico,leadership-team-empowerment',
  COURSE,
  '/corsi/bilancio-sociale-e-sostenibilita',
  '/corsi/bilancio-sociale-e-sostenibilita/avvisami',
  '/corsi/bilancio-sociale-e-sostenibilita/avvisami?inviata',
  '/corsi/gestione-del-tempo-e-delle-priorita',
  '/chi-siamo',
  '/contatti',
  '/privacy-policy',
  '/cookie-policy',
  '/note-legali',
  '/accessibilita',
  '/functions/v1',
  '/auth',
  '/auth?scheda=registrazione',
  '/auth/controlla-la-posta',
  '/auth/recupera',
  '/auth/conferma',
  '/auth/conferma?token=uno',
  '/auth/nuova-password?token=uno',
  '/non-esiste',
])
  test(`everybody can use ${address}`, async ({ page }) => visit(page, address))

test('everybody can use the open menu, an open question and each tab', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/')
  await page.getByText('Menu', { exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectGood(page, [320])
  await page.getByText('Posso disdire?').click()
  await expectGood(page)

  await page.goto(COURSE)
  await wake(page)
  for (const name of ['Date', 'Descrizione', 'Programma', 'Metodologia', 'Certificazioni']) {
    await page.getByRole('tab', { name }).click()
    await expectGood(page)
  }
})

test('everybody can use a form with all its errors', async ({ page }) => {
  for (const [address, send] of [
    ['/auth', 'Accedi'],
    ['/auth?scheda=registrazione', 'Registrati'],
    ['/auth/recupera', 'Invia il link'],
    ['/corsi/bilancio-sociale-e-sostenibilita/avvisami', 'Avvisami'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: send, exact: true }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    await expectGood(page)
  }
  await page.goto('/auth')
  await fillIn(page, { Email: 'nessuno@example.org', Password: 'sbagliata' })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(toasts(page)).toContainText('Errore durante il login')
  await expectGood(page)
})

test('everybody can ask for a course, and read where the e-mail went', async ({ page }) => {
  await page.request.post(`${COURSE}/iscrizione`)
  for (const address of ['/auth', '/auth?scheda=registrazione']) await visit(page, address)
  await page.request.post(`/corsi/${FULL}/iscrizione`)
  await visit(page, '/auth?scheda=registrazione')
  await expect(page.getByText('La richiesta va in lista d’attesa.')).toBeVisible()
  await signUp(page, { ...aPerson(), email: 'giulia.rossi@gmial.com' })
  await expect(toasts(page)).toContainText('Registrazione completata')
  await expectGood(page)
  await visit(page, '/auth/controlla-la-posta')
  await page.getByRole('link', { name: 'Cambia indirizzo' }).click()
  await expect(page.getByRole('heading', { name: 'Per chiedere il posto serve un account' })).toBeVisible()
  await wake(page)
  await expect(page.getByRole('button', { name: 'giulia.rossi@gmail.com' })).toBeVisible()
  await expectGood(page)
})

test('everybody can use the dashboard and its dialogs', async ({ page }) => {
  await signInByForm(page, DEMO_ACCOUNTS.member)
  await expect(toasts(page)).toContainText('Login effettuato')
  await expectGood(page)
  for (const address of [
    '/dashboard',
    '/dashboard/profilo',
    '/dashboard/account',
    '/dashboard/password',
    '/dashboard/elimina',
    COURSE,
  ])
    await visit(page, address)
  await page.goto('/dashboard/profilo')
  await fillIn(page, { Nome: '', Cognome: '' })
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expectGood(page)
})

test('everybody can use an empty dashboard with a request to send', async ({ page, mail }) => {
  await page.request.post(`${COURSE}/iscrizione`)
  await aMember(page, mail)
  await visit(page, '/dashboard')
})

for (const address of [
  '/admin',
  '/admin/oggi',
  '/admin/richieste',
  '/admin/documents',
  '/admin/audit',
  '/admin/mail',
  '/admin/stato',
])
  test(`everybody can use ${address} of the office`, async ({ page }) => {
    await signIn(page, DEMO_ACCOUNTS.admin)
    await visit(page, address)
  })

test('everybody can use the decisions of the office', async ({ page, anotherBrowser, mail }) => {
  const waiting = await anotherBrowser()
  const person = await aMember(waiting, mail)
  await ask(waiting, FULL)
  await mail.waitFor(person.email, 'Richiesta ricevuta')

  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/mail')
  await page.getByRole('link', { name: 'Richiesta ricevuta' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectGood(page)
  await expectValidMarkup(page, page.url())

  await page.goto(NEWEST_REQUESTS)
  await page.getByText(/^Rifiutate di recente/).click()
  await page.getByRole('button', { name: `Approva comunque…: ${fullName(person)}` }).click()
  await expect(page.getByRole('dialog', { name: 'Corso al completo: approvare comunque?' })).toBeVisible()
  await expectGood(page)
  await page.goto(NEWEST_REQUESTS)
  await page.getByRole('link', { name: `Rifiuta…: ${fullName(person)}` }).click()
  await expect(page.getByRole('dialog', { name: 'Rifiutare la richiesta?' })).toBeVisible()
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await page.getByRole('dialog').getByRole('button', { name: 'Rifiuta' }).click()
  await expect(toasts(page)).toContainText('Iscrizione rifiutata')
  await expectGood(page)
})
