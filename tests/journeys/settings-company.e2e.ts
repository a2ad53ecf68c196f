import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'
import { expectGood } from './walk'

const PAGE = '/admin/impostazioni'
const FIRST_VAT = '00000000000'

const vat = (page: Page) => page.getByLabel('Partita IVA')
const save = (page: Page) => page.getByRole('button', { name: 'Salva', exact: true }).click()

async function expectVat(page: Page, number: string) {
  for (const path of ['/corsi', '/note-legali', '/privacy-policy']) {
    await page.goto(path)
    await expect(page.locator('body')).toContainText(number)
  }
  expect(await (await page.request.get('/chi-siamo')).text()).toContain(`"vatID":"IT${number}"`)
}

test('the company’s data change on every page, and are restored', async ({ page, anotherBrowser }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const visitor = await anotherBrowser()
  await page.goto(PAGE)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  const second = await page.context().newPage()
  await second.goto(PAGE)

  await vat(page).fill('1234')
  await save(page)
  await expect(page.getByRole('alert')).toContainText('La partita IVA ha 11 cifre')
  await expect(vat(page)).toHaveAttribute('aria-invalid', 'true')
  await expectGood(page, [320, 1280])
  await vat(page).fill('IT 01234567890')
  await expect(page.getByText('Da salvare: Partita IVA')).toBeVisible()
  await save(page)
  await expect(toasts(page)).toContainText('Impostazioni salvate')
  await expect(vat(page)).toHaveValue('01234567890')
  await expect(page.getByText('Tutto salvato')).toBeVisible()
  await expectVat(visitor, '01234567890')

  await second.getByLabel('Motto').fill('Si impara nel Piceno')
  await save(second)
  await expect(second.getByRole('alert')).toContainText('Nulla è stato sovrascritto')
  await expect(second.getByRole('row', { name: /^Partita IVA 01234567890/ })).toContainText('il testo nuovo')
  await expect(vat(second)).toHaveValue('01234567890')
  await expect(second.getByLabel('Motto')).toHaveValue('Si impara nel Piceno')
  await expectGood(second, [320, 1280])
  await second.context().setOffline(true)
  await save(second)
  await expect(toasts(second)).toContainText('Il modulo non è partito')
  await second.context().setOffline(false)
  await expect(second.getByRole('alert')).toContainText('Nulla è stato sovrascritto')
  await expect(second.getByLabel('Motto')).toHaveValue('Si impara nel Piceno')
  await second.close()

  await page.goto('/admin/audit')
  const entry = page
    .getByRole('row', { name: /Impostazione/ })
    .filter({ hasText: 'Partita IVA' })
    .first()
  await expect(entry).toBeVisible()
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Ripristina com’era prima' }).click()
  await expect(toasts(page)).toContainText('Ripristinato com’era prima')
  await expect(vat(page)).toHaveValue(FIRST_VAT)
  await expectVat(visitor, FIRST_VAT)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the words of the e-mails change and are restored', async ({ page, mail }) => {
    await signIn(page, DEMO_ACCOUNTS.admin)
    await page.goto(`${PAGE}/email`)
    await page.locator('summary', { hasText: 'Domanda ricevuta' }).click()
    const subject = page.locator('[name="contact-received.subject"]')
    await subject.fill('')
    await save(page)
    await expect(page.getByRole('alert')).toContainText('Scrivi qualcosa')
    await subject.fill('La tua domanda è arrivata')
    await page.locator('[name=signature]').fill('Anna e Sara')
    await save(page)
    await expect(page.getByText('Impostazioni salvate')).toBeVisible()
    const email = 'parole.nuove@example.org'
    const data = {
      name: 'Ines',
      surname: 'Parole',
      email,
      phone: '0734 000000',
      message: 'Si può pagare dopo?',
    }
    await expect(await page.request.post('/functions/v1/handle-contact-form', { data })).toBeOK()
    const letter = await mail.waitFor(email, 'La tua domanda è arrivata')
    expect(letter.text).toContain('Anna e Sara')
    await page.getByRole('button', { name: 'Ripristina com’era prima' }).click()
    await expect(page.locator('[name="contact-received.subject"]')).toHaveValue('Domanda ricevuta')
  })
})

test('everybody can use the form of the e-mails', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto(`${PAGE}/email`)
  await expectGood(page)
  const letter = page.locator('summary', { hasText: 'Posto offerto' })
  await letter.press('Enter')
  const opening = page.locator('[name="seat-offered.opening"]')
  await opening.fill('c’è un posto.')
  await expect(page.getByText('Da salvare: Posto offerto, primo paragrafo')).toBeVisible()
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Lascia [scadenza]')
  await expect(opening).toBeVisible()
  await expectGood(page, [320, 1280])
  await expectValidMarkup(page, page.url())
})
