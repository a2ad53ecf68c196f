import type { Page } from '@playwright/test'
import { aCourse, aTitle, slugOf } from './courses'
import { expectValidMarkup } from './markup'
import { chooseMore, DEMO_ACCOUNTS, expect, running, signIn, test, toasts, undoByKeyboard } from './site'
import { expectGood, tabTo } from './walk'

const QUESTION = 'Sei sicuro di voler eliminare questo corso?'
const COMING = 'Bilancio Sociale e Sostenibilità'

const row = (page: Page, title: string) => page.getByRole('row', { name: title })
const rows = (page: Page) => page.getByRole('table').getByRole('row')

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('the table has its columns, states and row actions', async ({ page }) => {
  const title = aTitle()
  await aCourse(page, title, { price: '1250', maxPartecipanti: '12' })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Gestione Corsi' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    /^Titolo/,
    /^Prezzo \(€\)/,
    /^Data Inizio/,
    /^Stato/,
    'Azioni',
  ])
  const cells = row(page, title).getByRole('cell')
  await expect(cells).toContainText([
    title,
    '1.250,00',
    '10/03/2099',
    /Pubblicato\s*0 di 12 posti/,
    /^Iscritti 0/,
  ])
  await expect(row(page, title).getByRole('link', { name: `Iscritti 0: ${title}` })).toBeVisible()
  await row(page, title).locator('summary').click()
  for (const action of ['Modifica', 'Carica PDF', 'Duplica', 'Elimina…'])
    await expect(row(page, title).getByRole('link', { name: action, exact: true })).toBeVisible()
  for (const name of ['Iscrivi Utente a Corso', 'Esporta CSV', 'Nuovo Corso'])
    await expect(page.getByRole('main').getByText(name)).toBeVisible()

  await page.goto(`/admin?q=${encodeURIComponent(COMING)}`)
  const coming = row(page, COMING)
  await expect(coming).toContainText('In Arrivo')
  await expect(coming).toContainText('Non definita')
  await expect(coming).toContainText('Prezzo da definire')
  await expect(coming).toHaveClass('coming')
  await coming.locator('summary').click()
  await expect(coming.getByRole('button', { name: /^Vedi iscritti: il corso è in arrivo/ })).toBeDisabled()
  await expectValidMarkup(page, '/admin?ordine=-prezzo')
})

test('a button of the documents is read under the pointer', async ({ page }) => {
  await page.goto('/admin/documents?corso=marketing-strategico-e-vendite-4-0')
  await running(page)
  const buttons = page.locator('.table a.button')
  await expect(buttons.first()).toBeVisible()
  for (const button of await buttons.all()) {
    await button.hover()
    await expect(button).toHaveCSS('background-color', 'rgb(21, 34, 48)')
    await expect(button).not.toHaveCSS('color', 'rgb(21, 34, 48)')
  }
})

test('a course is deleted and taken back with the keyboard alone', async ({ page, anotherBrowser }) => {
  const title = aTitle('Elimina')
  const slug = await aCourse(page, title)
  await page.goto(`/admin?q=${encodeURIComponent(title)}`)
  await running(page)
  const menu = row(page, title).locator('summary')
  const remove = row(page, title).getByRole('link', { name: 'Elimina…' })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: QUESTION })
  await expect(dialog).toContainText(title)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: 'Elimina', exact: true }))
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Corso eliminato')
  await expect(page.getByText('Nessun corso trovato')).toBeVisible()
  await expect(page).toHaveURL(/q=/)
  const visitor = await anotherBrowser()
  expect((await visitor.goto(`/corsi/${slug}`))?.status()).toBe(410)

  await tabTo(page, toasts(page).getByRole('button', { name: 'Ripristina', exact: true }))
  await undoByKeyboard(page)
  await expect(toasts(page)).toContainText('Corso ripristinato')
  await expect(page).toHaveURL(/q=/)
  await expect(row(page, title)).toBeVisible()
  expect((await visitor.goto(`/corsi/${slug}`))?.status()).toBe(200)
})

test('of two deletions the second is refused, as is a restore without a deletion', async ({
  page,
  anotherBrowser,
}) => {
  const title = aTitle('Doppio')
  const slug = await aCourse(page, title)
  const [second, third] = [await anotherBrowser(), await anotherBrowser()]
  for (const office of [second, third]) await signIn(office, DEMO_ACCOUNTS.admin)
  for (const office of [page, second, third]) await office.goto(`/admin/courses/${slug}/elimina`)
  await page.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(toasts(page)).toContainText('Corso eliminato')
  const refusal = 'Impossibile eliminare il corso: questo corso è già stato eliminato'
  await second.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(toasts(second)).toContainText(refusal)
  await third.reload()
  await expect(toasts(third)).toContainText(refusal)
  await expect(third).toHaveURL('/admin')

  await toasts(page).getByRole('button', { name: 'Ripristina', exact: true }).click()
  await expect(toasts(page)).toContainText('Corso ripristinato')
  const form = { torna: '//example.org' }
  const led = await third.request.post(`/admin/courses/${slug}/ripristina`, { form, maxRedirects: 0 })
  expect(led.headers().location).toBe('/admin')
  await third.goto('/admin')
  await expect(toasts(third)).toContainText(
    'Impossibile ripristinare il corso: questo corso non è tra quelli eliminati',
  )
})

test('duplicating a course asks for the first date, opens the form filled in, and saves nothing before', async ({
  page,
}) => {
  const title = aTitle('Edizione')
  await aCourse(page, title)
  const list = `/admin?q=${encodeURIComponent(title)}`
  await page.goto(list)
  await chooseMore(page, title, 'Duplica')
  await expect(page.getByLabel(/^Prima data della nuova edizione/)).toBeVisible()
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page.getByRole('heading', { name: 'Nuovo Corso' })).toBeVisible()
  await expect(page.getByText('Non è ancora stato salvato nulla.')).toBeVisible()
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue(title)
  await expect(page.getByLabel('Luogo')).toHaveValue('Fermo')
  await expect(page.getByLabel(/^Date sessioni/)).toHaveValue('')
  await expect(page.getByLabel(/^Indirizzo della pagina/)).toHaveValue('')
  await expect(page.getByRole('switch', { name: 'Bozza' })).toBeChecked()
  await expectGood(page)
  const form = page.url()
  await page.goto(list)
  await expect(page.locator('.courses tbody tr')).toHaveCount(1)

  await page.goto(form)
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('Corso creato (bozza)')
  await page.goto(list)
  await expect(page.locator('.courses tbody tr').filter({ hasText: 'Bozza' })).toContainText('Non definita')
})

test('what is typed into a copy is kept apart from what is typed into a new course', async ({ page }) => {
  const title = aTitle('Edizione')
  const slug = await aCourse(page, title)
  await page.goto('/admin/courses/new')
  await running(page)
  await page.getByLabel('Titolo', { exact: true }).fill('Tutt’altro corso')
  await page.goto(`/admin/courses/new?da=${slug}&prima=`)
  await running(page)
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue(title)
  await page.goto('/admin/courses/new')
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue('Tutt’altro corso')
})

for (const [state, address] of Object.entries({
  empty: '/admin?q=zzzqqqzzz',
  filtered: '/admin?stato=in-arrivo',
}))
  test(`everybody can use the table when it is ${state}`, async ({ page }) => {
    await expectValidMarkup(page, address)
    await page.goto(address)
    await running(page)
    await expectGood(page)
  })

test('everybody can use the question before deleting, and its answer', async ({ page }) => {
  const address = `/admin/courses/${await aCourse(page, aTitle('Per tutti'))}/elimina?q=prova`
  await expectValidMarkup(page, address)
  await page.goto(address)
  await running(page)
  await expectGood(page)
  await page.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(toasts(page)).toContainText('Corso eliminato')
  await expectGood(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the table is filtered, a course deleted and taken back', async ({ page }) => {
    const title = aTitle('Senza script')
    await aCourse(page, title)
    await page.goto('/admin')
    await page.getByLabel('Cerca per titolo').fill(title)
    await page.getByLabel('Cerca per titolo').press('Enter')
    await expect(page).toHaveURL(new RegExp(`/admin\\?q=${slugOf(title).replaceAll('-', '\\+')}$`, 'i'))
    await expect(rows(page)).toHaveCount(2)
    await chooseMore(page, title, 'Elimina…')
    await page
      .getByRole('dialog', { name: QUESTION })
      .getByRole('button', { name: 'Elimina', exact: true })
      .click()
    await expect(toasts(page)).toContainText('Corso eliminato')
    await toasts(page).getByRole('button', { name: 'Ripristina', exact: true }).click()
    await expect(toasts(page)).toContainText('Corso ripristinato')
    await expect(row(page, title)).toBeVisible()
  })
})
