import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'
import { expectGood } from './walk'

test('the office registers a payment in two presses and takes it back', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/pagamenti?stato=in-arrivo')
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  const register = page.getByRole('link', { name: /^Registra un incasso/ }).first()
  const name = (await register.getAttribute('aria-label')) ?? ''
  await register.click()
  await expect(page.getByRole('heading', { name: 'Registra un incasso' })).toBeVisible()
  await expectGood(page, [320, 1280])
  const amount = page.getByLabel('Importo in euro')
  await expect(amount).not.toHaveValue('')
  const prepared = await amount.inputValue()

  await amount.fill('0')
  await page.getByRole('button', { name: 'Registra', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('un pagamento non può essere di 0 €')
  await amount.fill('99999')
  await page.getByRole('button', { name: 'Registra', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('È più del doppio')
  await amount.fill(prepared)
  await page.getByRole('button', { name: 'Registra comunque' }).click()
  await expect(toasts(page)).toContainText('Incasso registrato')
  await expect(page.getByRole('link', { name })).toHaveCount(0)

  await toasts(page).getByRole('button', { name: 'Ripristina' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(1)
})

test('a member reads what is due and copies what the bank asks for', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.member)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Come si paga' }).first().click()
  const due = page.getByRole('region', { name: 'Prossimo pagamento' })
  await expect(due).toContainText(/RF\d{2} \d{4} \d{2} Giulia Rossi/)
  await expect(due.getByRole('button', { name: /^Copia ?: IBAN$/ })).toBeVisible()
  await expectGood(page)
  await expectValidMarkup(page, page.url())
})

test('the office exports the payments of a period for the accountant', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/pagamenti')
  await page.getByRole('link', { name: 'Per il commercialista' }).click()
  await expect(page.getByRole('heading', { name: 'Per il commercialista' })).toBeVisible()
  await expect(page.getByLabel('Dal', { exact: true })).toHaveValue(/^01\//)
  await page.getByLabel('Dal', { exact: true }).fill('31/12/2026')
  await page.getByLabel('Al', { exact: true }).fill('01/12/2026')
  await page.getByRole('button', { name: 'Mostra' }).click()
  await expect(page.getByText('L’ultimo giorno viene prima del 31/12/2026')).toBeVisible()
  await page.getByLabel('Dal', { exact: true }).fill('01/01/2020')
  await page.getByLabel('Al', { exact: true }).fill('31/12/2099')
  await page.getByRole('button', { name: 'Mostra' }).click()
  await expect(page.getByText(/^\d+ righ[ae], in tutto/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dati mancanti' })).toBeVisible()
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await page.locator('summary', { hasText: 'Esporta CSV' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Per Excel (consigliato)' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^pagamenti_2020-01-01_2099-12-31_/)
})
