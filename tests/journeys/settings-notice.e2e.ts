import type { Page } from '@playwright/test'
import { addSeconds } from 'date-fns'
import { noticeMinute } from '../../app/site/notice.rules'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test } from './site'
import { expectGood } from './walk'

const PAGE = '/admin/impostazioni'
const save = (page: Page) => page.getByRole('button', { name: 'Salva', exact: true }).press('Enter')

test('a notice is on the site between two minutes, and goes by itself', async ({ page, anotherBrowser }) => {
  test.slow()
  await signIn(page, DEMO_ACCOUNTS.admin)
  const visitor = await anotherBrowser()
  await page.goto(`${PAGE}/avviso`)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await page.getByLabel('Mostra l’avviso').check()
  await page.getByLabel('Testo').fill('Sabato si entra da via dell’Esempio 3.')
  await page.getByLabel('Parole del link').fill('Come arrivare')
  await page.getByLabel('Indirizzo del link').fill('javascript:alert(1)')
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Comincia con https://')
  await page.getByLabel('Indirizzo del link').fill('/contatti')
  const preview = page.getByRole('region', { name: 'Come si vede' })
  await expect(preview).toContainText('Sabato si entra da via dell’Esempio 3. Come arrivare')
  await save(page)
  await expect(page.getByText('Si vede adesso. Senza una fine resta finché non lo togli.')).toBeVisible()
  await visitor.goto('/chi-siamo')
  const band = visitor.getByRole('complementary', { name: 'Avviso della segreteria' })
  await expect(band).toContainText('Sabato si entra')
  await expect(band.getByRole('link')).toHaveAttribute('href', '/contatti')
  await expectGood(visitor, [320, 1280])

  // The next minute, unless it begins before the form is saved.
  await page.getByLabel('A (facoltativo)', { exact: true }).fill(noticeMinute(addSeconds(new Date(), 80)))
  await save(page)
  await expect(page.getByText(/poi sparisce da sé\.$/)).toBeVisible()
  await expect(async () => {
    await visitor.reload()
    await expect(band).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 120_000 })
  await page.reload()
  await expect(page.getByText('il sito non lo mostra più')).toBeVisible()
})
