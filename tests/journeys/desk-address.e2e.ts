import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { chooseMore, DEMO_ACCOUNTS, expect, running, signIn, test, toasts } from './site'

const QUESTION = 'Sei sicuro di voler eliminare questo corso?'

const row = (page: Page, title: string) => page.getByRole('row', { name: title })
const filters = (page: Page) => page.getByRole('navigation', { name: 'Mostra' })
const rows = (page: Page) => page.getByRole('table').getByRole('row')

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('text, state and order are in the address and survive dialogs and the back button', async ({ page }) => {
  const [word, other] = [aTitle('Filtro'), aTitle('Altro')]
  for (const [title, price] of [
    [`${word} uno`, '300'],
    [`${word} due`, '200'],
    [other, '100'],
  ] as const)
    await aCourse(page, title, { price })
  await page.goto('/admin')
  await running(page)
  await page.getByLabel('Cerca per titolo').fill(word.toUpperCase())
  await page.getByLabel('Cerca per titolo').press('Enter')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByText(/^2 corsi(Mostra tutti)?$/)).toBeVisible()
  await expect(filters(page).getByRole('link', { name: 'Tutti 2', exact: true })).toBeVisible()
  await page.getByLabel('Ordina').focus()
  await page.getByLabel('Ordina').selectOption('Prezzo, dal più basso')
  await expect(rows(page).nth(1)).toContainText('200,00')
  await expect(page.getByLabel('Ordina')).toBeFocused()
  await page.getByLabel('Ordina').selectOption('Prezzo, dal più alto')
  await expect(rows(page).nth(1)).toContainText('300,00')
  await expect(page).toHaveURL(/ordine=-prezzo/)

  const address = page.url()
  await chooseMore(page, `${word} uno`, 'Elimina…')
  await expect(page.getByRole('dialog', { name: QUESTION })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog', { name: QUESTION })).toBeVisible()
  await expect(page.locator('dialog:modal')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(address)
  await expect(rows(page)).toHaveCount(3)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('dialog', { name: QUESTION })).toBeHidden()
  await filters(page).getByRole('link', { name: 'In arrivo 0', exact: true }).click()
  await expect(page.getByText('Nessun corso trovato')).toBeVisible()
  await page.getByRole('link', { name: 'Mostra tutti' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByLabel('Cerca per titolo')).toHaveValue('')
})

test('editing leads back to the table as it was, also of a course that a colleague has renamed', async ({
  page,
  anotherBrowser,
}) => {
  const title = aTitle('Modifica')
  const slug = await aCourse(page, title)
  const table = `/admin?q=${title.split(' ')[1]}&ordine=-prezzo`
  await page.goto(table)
  await running(page)
  const colleague = await anotherBrowser()
  await signIn(colleague, DEMO_ACCOUNTS.admin)
  await colleague.goto(`/admin/courses/${slug}`)
  await colleague.getByLabel('Indirizzo della pagina').fill(`${slug}-bis`)
  await colleague.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(colleague)).toContainText('Corso aggiornato')

  await page.getByRole('link', { name: `Iscritti 0: ${title}` }).click()
  await expect(page.getByRole('region', { name: 'Iscritti', exact: true })).toContainText(
    'Nessun utente iscritto',
  )
  await page.goBack()
  await expect(page.getByRole('link', { name: `Iscritti 0: ${title}` })).toBeVisible()
  const edit = () => chooseMore(page, title, 'Modifica')
  await edit()
  for (const back of await page.getByRole('link', { name: 'Indietro' }).all())
    await expect(back).toHaveAttribute('href', table)
  await page.getByRole('link', { name: 'Indietro' }).first().click()
  await expect(page).toHaveURL(table)
  await edit()
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page)).toContainText('Corso aggiornato')
  await expect(page).toHaveURL(table)
  await page.goto(`/admin/courses/non-esiste?${table.split('?')[1]}`)
  await expect(page).toHaveURL(table)
  await chooseMore(page, title, 'Duplica')
  await expect(page).toHaveURL(/\/admin\/courses\/new\?da=[0-9a-f-]{36}&q=.*ordine=-prezzo$/)
  await expect(page.getByRole('link', { name: 'Chiudi' })).toHaveAttribute('href', table)
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page.getByRole('link', { name: 'Indietro' }).first()).toHaveAttribute('href', table)
  await page.goto('/admin/courses/new?da=non-esiste')
  await expect(page).toHaveURL('/admin')
  await expect(toasts(page)).toContainText('Impossibile caricare il corso: questo corso non esiste')
})

test('courses without dates and late requests are filters; the charts are beside the state', async ({
  page,
}) => {
  const title = aTitle('Senza date')
  await aCourse(page, title, { sessions: '' })
  await page.goto('/admin?stato=senza-date#gestione')
  await expect(filters(page).getByRole('link', { name: /^Senza date/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(row(page, title)).toContainText('Non definita')

  await page.goto('/admin/richieste?eta=in-ritardo')
  const waiting = page.getByRole('region', { name: 'Richieste di iscrizione in attesa' })
  await expect(waiting.getByRole('listitem').first()).toContainText(/da \d+ giorni/)
  await waiting.getByRole('link', { name: 'Mostra tutte' }).click()
  await expect(page).toHaveURL('/admin/richieste')
  await page.goto('/admin/stato')
  await expect(page.getByRole('img', { name: /^Richieste nelle ultime 8 settimane/ })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Posti occupati' }).getByRole('listitem').first(),
  ).toContainText(/\d+ di \d+/)
})

test('what the address does not mean is not found, and a wrong method is led back', async ({ page }) => {
  for (const name of ['non-esiste', '00000000-0000-4000-8000-000000000000'])
    for (const dialog of ['elimina', 'pdf'])
      expect((await page.request.get(`/admin/courses/${name}/${dialog}`)).status()).toBe(404)
  const restore = '/admin/courses/non-esiste/ripristina'
  expect((await page.request.post(restore, { form: { torna: '' } })).status()).toBe(404)
  const led = await page.request.get(restore, { maxRedirects: 0 })
  expect(led.headers().location).toBe('/admin')
  expect((await page.request.get('/admin?q=%00&stato=x&ordine=-x&pagina=99999&rifiuta=%00')).status()).toBe(
    200,
  )
  const tidy = await page.request.get('/admin?q=&stato=&ordine=', { maxRedirects: 0 })
  expect(tidy.headers().location).toBe('/admin')
})
