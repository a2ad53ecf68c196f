import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { aMember, anAdministrator, ask, NEWEST_REQUESTS } from './people'
import { chooseMore, DEMO_ACCOUNTS, expect, running, signIn, test, toasts } from './site'
import { expectGood, tabTo } from './walk'

const OFFICE = DEMO_ACCOUNTS.admin.email

/** A coming course, changed by the form. */
async function aChangedCourse(page: Page) {
  const id = randomUUID()
  const title = `Diario ${id.slice(0, 8)}`
  const form = { id, version: '0', base: '{}', title, comingSoon: '1' }
  const made = await page.request.post('/admin/courses/new', { form, maxRedirects: 0 })
  expect(made.status()).toBe(302)
  const changed = { ...form, version: '1', location: 'Fermo', price: '1250,50' }
  const saved = await page.request.post(`/admin/courses/${id}`, { form: changed, maxRedirects: 0 })
  expect(saved.status()).toBe(302)
  return { id, title }
}

const table = (page: Page) => page.getByRole('table').first()
const rowOf = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text })

async function filter(page: Page, chosen: { utente?: string; azione?: string; entita?: string }) {
  await page.getByRole('combobox', { name: 'Utente' }).fill(chosen.utente ?? '')
  await page.getByRole('combobox', { name: 'Azione' }).selectOption(chosen.azione ?? 'Tutte')
  await page.getByRole('combobox', { name: 'Entità' }).selectOption(chosen.entita ?? 'Tutte')
  await page.getByRole('button', { name: 'Filtra' }).click()
}

test('the log is filtered, read and exported', async ({ page, mail }) => {
  const { email } = await anAdministrator(page, mail, 'Edda')
  const { title } = await aChangedCourse(page)
  await page.goto('/admin/audit')
  for (const column of ['Utente', 'Azione', 'Entità', 'Data', 'Dettagli'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()

  await filter(page, { utente: email, azione: 'Modifica', entita: 'Corsi' })
  await expect(page).toHaveURL(
    /\/admin\/audit\?utente=edda\.\w+%40example\.org&azione=update&entita=courses$/,
  )
  const change = rowOf(page, title).first()
  await expect(change).toContainText('Modifica')
  await expect(change).toContainText('Corso')
  await expect(change).toContainText(/Luogo|Prezzo/)
  await expect(table(page)).not.toContainText('Creazione')

  await change.getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'Modifica: Corso' })
  await expect(dialog.getByRole('row', { name: 'Prezzo' })).toContainText('1.250,50')
  await expect(dialog.getByRole('row', { name: 'Luogo' }).getByRole('cell')).toHaveText(['–', 'Fermo'])
  await expect(dialog.getByRole('link', { name: title })).toHaveAttribute('href', /\/admin\/courses\//)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/azione=update&entita=courses$/)
  await page.goBack()
  await expect(dialog).toBeHidden()

  const download = page.waitForEvent('download')
  await chooseMore(page, 'log', 'Per Excel')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit_logs_\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('\ufeff"ID";"Utente";"Azione";"Entità";"ID Entità";"Data";"Dettagli"')
  expect(text).toContain(title)
  expect(text).not.toContain('Creazione;')

  await filter(page, { utente: email, entita: 'Esportazioni' })
  await expect(rowOf(page, file.suggestedFilename()).first()).toContainText('Esportazione')
})

test('users are suggested, and an unknown one matches no entry', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/audit')
  await running(page)
  await page.getByRole('combobox', { name: 'Utente' }).pressSequentially('GIULIA.R')
  await expect(page.getByRole('option', { name: 'giulia.rossi@example.org' })).toBeVisible()
  await page.getByRole('button', { name: 'Filtra' }).click()
  await expect(page.getByText('Nessun utente ha l’email o l’ID «GIULIA.R».')).toBeVisible()
  await page.getByRole('link', { name: 'giulia.rossi@example.org' }).click()
  await expect(rowOf(page, 'giulia.rossi@example.org').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Azione' }).selectOption('Modifica')
  await page.getByRole('link', { name: 'Azzera' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await expect(page.getByRole('combobox', { name: 'Azione' })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Utente' })).toHaveValue('')
})

test('who decided about a person is found, in the days that are asked for, and exported', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const member = await anotherBrowser()
  const person = await aMember(member, mail)
  await ask(member, 'digital-tools-per-l-innovazione-aziendale')
  await anAdministrator(page, mail, 'Olga')
  await page.goto(NEWEST_REQUESTS)
  const request = page.getByRole('listitem').filter({ hasText: person.email })
  await request.getByRole('button', { name: /^Approva/ }).click()
  await expect(toasts(page)).toContainText('Iscrizione approvata')

  await page.goto('/admin/audit')
  await page.getByRole('combobox', { name: 'Riguarda la persona' }).fill(person.email)
  await page.getByRole('combobox', { name: 'Azione' }).selectOption('Modifica')
  await page.getByRole('combobox', { name: 'Entità' }).selectOption('Iscrizioni')
  await page.getByLabel('Dal', { exact: true }).fill('2020-01-01')
  await page.getByRole('button', { name: 'Filtra' }).click()
  await expect(page).toHaveURL(/persona=nadia\.\w+%40example\.org&.*dal=2020-01-01/)
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 'olga.')).toContainText('Stato')
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  const file = await page.request.get(
    (await page.getByRole('link', { name: 'Per Excel', includeHidden: true }).getAttribute('href')) ?? '',
  )
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(2)

  await page.getByLabel('Al', { exact: true }).fill('2020-12-31')
  await page.getByRole('button', { name: 'Filtra' }).click()
  await expect(page.getByText('Nessuna attività trovata.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Riguarda la persona' }).fill('nessuno@example.org')
  await page.getByRole('button', { name: 'Filtra' }).click()
  await expect(page.getByText('Nessun utente ha l’email o l’ID «nessuno@example.org».')).toBeVisible()
})

test('a deleted course is restored from its entry', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const { id, title } = await aChangedCourse(page)
  const gone = await page.request.post(`/admin/courses/${id}/elimina`, { maxRedirects: 0 })
  expect(gone.status()).toBe(302)
  await page.goto('/admin/audit?azione=delete&entita=courses')
  await rowOf(page, title).getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'Eliminazione: Corso' })
  await dialog.getByRole('button', { name: `Ripristina: ${title}` }).click()
  await expect(toasts(page).first()).toContainText('Corso ripristinato')
  await expect(page).toHaveURL('/admin/audit?azione=delete&entita=courses')
  await expect(rowOf(page, title)).toBeVisible()
  await expect(page.getByRole('button', { name: `Ripristina: ${title}` })).toHaveCount(0)
  await page.goto('/admin/audit?entita=courses')
  await expect(rowOf(page, title).first()).toContainText('Ripristinato: sì')
})

test('older and newer entries are a step away', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/audit?entita=user_courses')
  const first = await table(page).getByRole('row').nth(1).textContent()
  await expect(page.getByRole('link', { name: 'Più recenti' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Meno recenti' }).click()
  await expect(page).toHaveURL(/prima=\d+/)
  await expect(table(page).getByRole('row').nth(1)).not.toHaveText(first ?? '')
  await page.getByRole('link', { name: 'Più recenti' }).click()
  // Not as the first row: another test may add entries.
  await expect(table(page)).toContainText(first ?? '')
})

test('an export beyond the limit shows a toast', async ({ page, mail }) => {
  await anAdministrator(page, mail, 'Elsa')
  await page.goto('/admin/audit?azione=create')
  for (let i = 0; i < 6; i++)
    expect((await page.request.get('/admin/audit.csv?entita=exports')).status()).toBe(200)
  expect((await page.request.get('/admin/audit.csv')).status()).toBe(429)
  await chooseMore(page, 'log', 'Per Excel')
  await expect(toasts(page).first()).toContainText('Puoi esportare al massimo 6 file all’ora')
  await expect(page).toHaveURL('/admin/audit?azione=create')
})

test('the log is filtered, opened and restored with the keyboard alone', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const { title } = await aChangedCourse(page)
  await page.goto('/admin/audit')
  await running(page)
  await tabTo(page, page.getByRole('combobox', { name: 'Utente' }))
  await page.keyboard.type(OFFICE)
  await tabTo(page, page.getByRole('combobox', { name: 'Azione' }))
  await page.keyboard.type('Modifica')
  await tabTo(page, page.getByRole('combobox', { name: 'Entità' }))
  await page.keyboard.type('Corsi')
  await tabTo(page, page.getByRole('button', { name: 'Filtra' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/azione=update&entita=courses/)
  const link = rowOf(page, title).first().getByRole('link')
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(link).toBeFocused()
})

test('everybody can use the log in every state', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const { id } = await aChangedCourse(page)
  await page.request.post(`/admin/courses/${id}/elimina`)
  for (const address of [
    '/admin/audit?azione=delete&entita=courses',
    '/admin/audit?utente=giulia',
    '/admin/audit?utente=nessuno@example.org',
    '/admin/audit?entita=inesistente',
  ]) {
    await expectValidMarkup(page, address)
    await page.goto(address)
    await expectGood(page)
  }
})

test('everybody can use an entry of the log', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const { id, title } = await aChangedCourse(page)
  await page.request.post(`/admin/courses/${id}/elimina`)
  for (const [filters, name] of [
    ['azione=update&entita=courses', 'Modifica: Corso'],
    ['azione=delete&entita=courses', 'Eliminazione: Corso'],
  ] as const) {
    await page.goto(`/admin/audit?${filters}`)
    await rowOf(page, title).first().getByRole('link').click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expectGood(page)
    await expectValidMarkup(page, page.url())
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the log is filtered, read, exported, and a course restored', async ({ page, mail }) => {
    const { email } = await anAdministrator(page, mail, 'Enza')
    const { id, title } = await aChangedCourse(page)
    await page.request.post(`/admin/courses/${id}/elimina`)
    await page.goto('/admin/audit')
    await filter(page, { utente: email, azione: 'Eliminazione', entita: 'Corsi' })
    await rowOf(page, title).getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'Eliminazione: Corso' })
    await dialog.getByRole('link', { name: 'Chiudi' }).click()
    const download = page.waitForEvent('download')
    await chooseMore(page, 'log', 'Per Excel')
    expect(await readFile(await (await download).path(), 'utf8')).toContain(title)
    await page.getByRole('button', { name: `Ripristina: ${title}` }).click()
    await expect(toasts(page).first()).toContainText('Corso ripristinato')
  })
})
