import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'
import { expectGood } from './walk'

const PAGE = '/admin/impostazioni/pagamenti'
const OTHER = 'DE89 3704 0044 0532 0130 00'

// Both tests change the same setting.
test.describe.configure({ mode: 'default' })

test('another IBAN needs the password and reaches every administrator', async ({ page, mail }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto(PAGE)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  const iban = page.getByLabel('IBAN per i bonifici')
  const first = await iban.inputValue()
  const password = page.getByLabel('Password attuale', { exact: true })
  await expect(password).toHaveCount(0)
  await iban.fill('de89 3704 0044 0532 0130 01')
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Non è un IBAN')
  await iban.fill('de89370400440532013000')
  await expect(page.getByRole('region', { name: 'Come si vede' })).toContainText(OTHER)
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Per cambiare l’IBAN scrivi la tua password')
  await expectGood(page, [320, 1280])
  await password.fill(DEMO_ACCOUNTS.admin.password)
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(toasts(page)).toContainText('Impostazioni salvate')
  await expect(iban).toHaveValue(OTHER)
  await expect(password).toHaveCount(0)
  const letter = await mail.waitFor(DEMO_ACCOUNTS.admin.email, 'È cambiato l’IBAN per i bonifici')
  expect(letter.text).toContain(OTHER)

  await page.getByRole('button', { name: 'Ripristina com’era prima' }).click()
  await password.fill(DEMO_ACCOUNTS.admin.password)
  await page.getByRole('button', { name: 'Ripristina com’era prima' }).click()
  await expect(toasts(page)).toContainText('Ripristinato com’era prima')
  await expect(iban).toHaveValue(first)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the password is asked for after the IBAN', async ({ page }) => {
    await signIn(page, DEMO_ACCOUNTS.admin)
    await page.goto(PAGE)
    await page.getByLabel('IBAN per i bonifici').fill(OTHER)
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await page.getByLabel('Password attuale', { exact: true }).fill(DEMO_ACCOUNTS.admin.password)
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(page.getByText('Impostazioni salvate')).toBeVisible()
    await page.getByRole('button', { name: 'Ripristina com’era prima' }).click()
    await page.getByLabel('Password attuale', { exact: true }).fill(DEMO_ACCOUNTS.admin.password)
    await page.getByRole('button', { name: 'Ripristina com’era prima' }).click()
    await expect(page.getByText('Ripristinato com’era prima')).toBeVisible()
  })
})
