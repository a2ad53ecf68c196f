import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, running, signIn, test } from './site'
import { expectGood, tabTo } from './walk'

const column = (page: Page) => page.getByRole('navigation', { name: 'Amministrazione', exact: true })

const ENTRIES: [name: RegExp | string, address: string][] = [
  ['Oggi', '/admin/oggi'],
  [/^Richieste/, '/admin/richieste'],
  ['Persone', '/admin/people'],
  [/^Contatti/, '/admin/contacts'],
  ['Documenti', '/admin/documents'],
  ['Email', '/admin/mail'],
  ['Log Attività', '/admin/audit'],
  ['Stato', '/admin/stato'],
  ['Corsi', '/admin'],
]

test('the office has a frame of its own, whose entries say where one is', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pannello di Amministrazione')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Lo Studio' })).toHaveCount(0)
  for (const [name, address] of ENTRIES) {
    const entry = column(page).getByRole('link', { name, exact: true })
    await entry.click()
    await expect(page).toHaveURL(address)
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await expect(column(page).locator('[aria-current]')).toHaveCount(1)
  }
  await expect(column(page).getByRole('link', { name: /^Richieste \d+ in attesa$/ })).toBeVisible()
  await column(page)
    .getByRole('link', { name: /Tutto in funzione|Copia|email|lavoro|spazio/i })
    .last()
    .click()
  await expect(page).toHaveURL('/admin/stato')

  await page.getByText('Anna Conti').click()
  await expectGood(page, [768, 1280])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Area personale' })).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Vai al sito' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.goBack()
  await expect(column(page)).toBeVisible()
})

test('what goes wrong in the office is told in its frame', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const response = await page.goto('/admin/courses/non-esiste/iscritti')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('main')).toContainText('Oops! Page not found')
  await expect(column(page)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expectGood(page)
})

test('the skip link leads past the navigation', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/stato')
  await running(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('what is new is begun from every page, by keyboard', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/stato')
  await running(page)
  const button = page.locator('.office-new summary')
  const link = page.getByRole('navigation', { name: 'Nuovo' }).getByRole('link', { name: 'Nuovo Corso' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(link).toBeVisible()
  await expectGood(page, [320, 1280])
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await page.keyboard.press('Enter')
  await tabTo(page, link)
  // A focus that moves on closes the menu.
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Vai al sito' }))
  await expect(link).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Trova in tutto il pannello')).toBeFocused()
  await button.click()
  await page
    .getByRole('navigation', { name: 'Nuovo' })
    .getByRole('link', { name: 'Iscrivi Utente a Corso' })
    .click()
  await expect(page).toHaveURL('/admin/iscrivi')
  await expect(page.getByRole('dialog', { name: 'Iscrivi Utente a Corso' })).toBeVisible()
})

for (const scripts of [true, false])
  test.describe(scripts ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripts })

    test('on a phone the places of the office are at its foot, and one signs out in their menu', async ({
      anotherBrowser,
    }) => {
      const page = await anotherBrowser({
        viewport: { width: 360, height: 740 },
        javaScriptEnabled: scripts,
      })
      const { email, password } = DEMO_ACCOUNTS.admin
      await page.request.post('/auth', { form: { email, password }, maxRedirects: 0 })
      await page.goto('/admin')
      await expect(column(page)).toBeHidden()
      const places = page.getByRole('navigation', { name: 'Menu' })
      await expect(places).toBeInViewport({ ratio: 1 })
      await places.getByRole('link', { name: /^Richieste/ }).click()
      await expect(page).toHaveURL('/admin/richieste')
      await expect(places.getByRole('link', { name: /^Richieste/ })).toHaveAttribute('aria-current', 'page')
      const mailPlace = places.getByRole('link', { name: 'Email' })
      await places.locator('summary').click()
      if (scripts) {
        await expectGood(page, [320, 360])
        await page.setViewportSize({ width: 360, height: 740 })
      }
      await mailPlace.click()
      await expect(page).toHaveURL('/admin/mail')
      await expect(mailPlace).toBeHidden()
      await expect(places.locator('[aria-current="page"]', { hasText: 'Email' })).toHaveCount(1)
      await expect(places.locator('summary')).toHaveCSS('font-weight', '600')
      await places.locator('summary').click()
      await places.getByRole('button', { name: 'Esci' }).click()
      await expect(page).toHaveURL('/')
      await page.goto('/admin')
      await expect(page).toHaveURL('/auth?verso=%2Fadmin')
    })
  })

test('the frame is valid markup', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await expectValidMarkup(page, '/admin/stato')
})
