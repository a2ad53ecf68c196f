import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { DEMO_ACCOUNTS, expect, fillIn, running, signIn, test, toasts } from './site'
import { expectGood } from './walk'

const CONCLUDED = 'Il corso è già concluso: non sarà nel catalogo. Prima: 10/03/2099. Adesso: 10/03/2020'
const EARLY_BIRD = 'Il prezzo early bird (120 €) è più alto del prezzo (100 €)'
const INSTALMENTS = 'Le rate sommano a 90 €, il prezzo è 100 €'

const field = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}`))

/** In a course of 100 euros. */
async function typeSlips(page: Page) {
  await field(page, 'Date sessioni').fill('10/03/2020')
  await field(page, 'Prezzo Early Bird').fill('120')
  await field(page, 'Rate').fill('3 x 30')
}

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('warnings appear beside their fields; one is fixed, the others are confirmed', async ({ page }) => {
  const slug = await aCourse(page, aTitle('Svista'))
  await page.goto(`/admin/courses/${slug}`)
  await running(page)
  await typeSlips(page)
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Controlla questi campi, oppure salva comunque')
  await expect(summary.getByRole('link')).toHaveText([EARLY_BIRD, INSTALMENTS, CONCLUDED])
  await expect(field(page, 'Date sessioni')).toHaveAccessibleDescription(new RegExp(CONCLUDED))
  await expectGood(page)

  await field(page, 'Prezzo Early Bird').fill('90')
  await field(page, 'Rate').fill('2 x 30')
  await page.getByRole('button', { name: 'Salva' }).last().click()
  await expect(summary.getByRole('link')).toHaveText(['Le rate sommano a 60 €, il prezzo è 100 €'])
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('button', { name: 'Salva comunque' }).first()).toBeInViewport()
  await field(page, 'Prezzo').first().fill('cento')
  await page.getByRole('button', { name: 'Salva comunque' }).first().click()
  await expect(summary.getByRole('link'), 'an error replaces the warnings').toHaveCount(1)
  await field(page, 'Prezzo').first().fill('100')
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page), 'what was confirmed before the error stays confirmed').toContainText(
    'Corso aggiornato',
  )
  await expect(toasts(page)).toContainText('è già concluso: non è nel catalogo')

  await page.goto(`/admin/courses/${slug}`)
  await page.locator('summary', { hasText: 'Pubblicazione' }).click()
  await page.getByRole('navigation', { name: 'Sezioni' }).getByRole('link', { name: 'Come e dove' }).click()
  await fillIn(page, { Luogo: 'Ascoli Piceno' })
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page), 'what the course has already is not asked again').toContainText(
    'Corso aggiornato',
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('warnings appear and are confirmed', async ({ page }) => {
    const slug = await aCourse(page, aTitle('Svista'))
    await page.goto(`/admin/courses/${slug}`)
    await typeSlips(page)
    await page.getByRole('button', { name: 'Salva Modifiche' }).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([EARLY_BIRD, INSTALMENTS, CONCLUDED])
    await page.getByRole('button', { name: 'Salva comunque' }).first().click()
    await expect(toasts(page)).toContainText('Corso aggiornato')
    await page.goto(`/admin/courses/${slug}`)
    await expect(field(page, 'Date sessioni')).toHaveValue('10/03/2020')
  })
})
