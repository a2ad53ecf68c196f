import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { aPdf, clickable, SCRIPT } from '../pdfs'
import { anOffice } from '../zips'
import { aComingCourse } from './courses'
import { expectValidMarkup } from './markup'
import { aMember } from './people'
import { DEMO_ACCOUNTS, expect, running, signIn, signInByForm, test, toasts } from './site'
import { aFile, expectGood } from './walk'

const MEGABYTE = 1024 * 1024
const NONE = 'Nessun documento trovato per questo corso.'
const PUBLIC = 'marketing-strategico-e-vendite-4-0'

/** Opens the documents of a course by choosing it. Its form takes the place of the one before a moment after its address. */
async function choose(page: Page, title: string) {
  await page.goto('/admin/documents')
  await running(page)
  const [id] = await page.getByLabel('Corso', { exact: true }).selectOption({ label: title })
  await expect(page).toHaveURL(/corso=/)
  await expect(page.locator(`form[method="post"][action$="corso=${id}"]`)).toBeVisible()
}

const formOf = (page: Page) => {
  const form = page.getByRole('region', { name: 'Carica documenti' })
  return {
    form,
    chooser: form.getByLabel('File', { exact: true }),
    send: form.getByRole('button', { name: 'Carica', exact: true }),
    items: form.getByRole('list', { name: 'File scelti' }).getByRole('listitem'),
  }
}

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('the first course is there at once, and an empty one says so', async ({ page }) => {
  await page.goto('/admin/documents')
  const course = page.getByLabel('Corso', { exact: true })
  const first = String(await course.locator('option').first().getAttribute('value'))
  await expect(course).toHaveValue(first)
  const { title } = await aComingCourse(page)
  await choose(page, title)
  await expect(page.getByText(NONE)).toBeVisible()
  await page.goBack()
  await expect(course).toHaveValue(first)
})

test('several files are sent at once, each with what came of it, and read by whom they are for', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { title, slug } = await aComingCourse(page)
  await choose(page, title)
  const { form, chooser, send, items } = formOf(page)
  await chooser.setInputFiles([
    aFile('Programma.pdf', await aPdf()),
    aFile('Esercizi.xlsx', anOffice('xlsx')),
    aFile('pagina.pdf', '<html><script>alert(1)</script></html>'),
    aFile('script.pdf', await aPdf(clickable(SCRIPT))),
    aFile('grande.pdf', Buffer.alloc(10 * MEGABYTE + 1)),
  ])
  await form.getByLabel('Descrizione (facoltativo)').fill('Per il primo incontro')
  await form.getByLabel('Pubblico').check()
  await send.click()
  await expect(items).toHaveText([
    /^Programma\.pdf .+ KBCaricato$/,
    /^Esercizi\.xlsx .+ KBCaricato$/,
    /Il contenuto del file non corrisponde al suo nome\.$/,
    /Il PDF contiene degli script\./,
    /Il file è troppo grande: il limite è 10 MB\.$/,
  ])
  await expect(toasts(page)).toContainText('Documenti caricati')
  const row = page.getByRole('row', { name: 'Esercizi.xlsx' })
  await expect(row).toContainText('Pubblico')
  await expect(row).toContainText('Per il primo incontro')
  await expect(row).toContainText('Excel')
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Nome File', 'Descrizione', 'Tipo', 'Dimensione (KB)', 'Data Creazione', 'Azioni'],
  ])
  await expectGood(page)

  const visitor = await anotherBrowser()
  await visitor.goto(`/corsi/${slug}`)
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('link', { name: 'Esercizi.xlsx' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Esercizi.xlsx')
  expect((await readFile(await download.path())).equals(Buffer.from(anOffice('xlsx')))).toBe(true)

  await page.getByRole('link', { name: 'Modifica: Esercizi.xlsx' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica Documento' })
  await expect(edit).toBeVisible()
  await expectGood(page)
  await edit.getByLabel('Iscritti').check()
  await edit.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page)).toContainText('Documento aggiornato')
  await expect(row).toContainText('Iscritti')
  await visitor.reload()
  await expect(visitor.getByRole('link', { name: 'Programma.pdf' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Esercizi.xlsx' })).toHaveCount(0)
  await visitor.goto(new URL(download.url()).pathname)
  await expect(visitor).toHaveURL('/auth')
  await expect(toasts(visitor)).toContainText('Accedi per scaricare i documenti dei tuoi corsi.')
  await aMember(visitor, mail)
  expect((await visitor.request.get(download.url())).status()).toBe(404)
})

test('a document is looked at, deleted with the keyboard alone, and brought back', async ({ page }) => {
  // The browser must know long before that its chooser is to be caught.
  const choosing = page.waitForEvent('filechooser')
  const { title } = await aComingCourse(page)
  await choose(page, title)
  const { form, send } = formOf(page)
  await formOf(page).chooser.focus()
  await page.keyboard.press('Enter')
  const choice = await choosing
  await choice.setFiles(aFile('note.txt', 'Portare la calcolatrice.'))
  await page.keyboard.press('Tab')
  await page.keyboard.type('Da leggere')
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Iscritti')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(form.getByLabel('Ufficio')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Documento caricato')

  const name = page.getByRole('link', { name: 'Dettagli Documento: note.txt' })
  await name.focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Dettagli Documento' })
  for (const [term, fact] of [
    ['Nome File', 'note.txt'],
    ['Corso', title],
    ['Descrizione', 'Da leggere'],
    ['Tipo', 'Testo'],
    ['Dimensione (KB)', '0,1'],
    ['Chi può leggerlo', 'Ufficio: soltanto la segreteria'],
  ] as const)
    await expect(details.locator('div', { hasText: term }).getByRole('definition').first()).toHaveText(fact)
  await expect(details.getByRole('textbox')).toHaveCount(0)
  await expectGood(page)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(name).toBeFocused()

  await page.getByRole('link', { name: 'Elimina: note.txt' }).focus()
  await page.keyboard.press('Enter')
  const question = 'Sei sicuro di voler eliminare questo documento?'
  const dialog = page.getByRole('dialog', { name: question })
  await expect(dialog).toBeVisible()
  await expectGood(page)
  await dialog.getByRole('button', { name: 'Elimina' }).focus()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Documento eliminato')
  await expect(page.getByText(NONE)).toBeVisible()
  await expectGood(page)

  await toasts(page).getByRole('button', { name: 'Annulla' }).focus()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Documento ripristinato')
  await expect(name).toBeVisible()
})

test('what another has deleted cannot be deleted again', async ({ page, anotherBrowser }) => {
  const { title } = await aComingCourse(page)
  await choose(page, title)
  await formOf(page).chooser.setInputFiles(aFile('note.txt', 'ciao'))
  await formOf(page).send.click()
  await expect(toasts(page)).toContainText('Documento caricato')
  const other = await anotherBrowser()
  await signIn(other, DEMO_ACCOUNTS.admin)
  await other.goto(page.url())
  for (const office of [page, other]) await office.getByRole('link', { name: 'Elimina: note.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(toasts(page)).toContainText('Documento eliminato')
  await other.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(toasts(other)).toContainText(
    'Impossibile eliminare il documento: questo documento non esiste più',
  )
})

test('one file that the server cannot take does not keep the others waiting', async ({ page, faults }) => {
  const { title } = await aComingCourse(page)
  await choose(page, title)
  const { chooser, send, items } = formOf(page)
  const problem = { status: 500, body: '<h1>Qualcosa è andato storto</h1>' }
  await page.route('**/admin/documents?*', (route) => route.fulfill(problem), { times: 1 })
  await chooser.setInputFiles([aFile('uno.txt', 'uno'), aFile('due.txt', 'due')])
  await send.click()
  await expect(items).toHaveText([/Upload fallito$/, /Caricato$/])
  await expect(toasts(page)).toContainText('Documento caricato')

  await page.route('**/admin/documents?*', (route) => route.fulfill(problem), { times: 1 })
  await chooser.setInputFiles(aFile('tre.txt', 'tre'))
  await send.click()
  await expect(toasts(page)).toContainText('Errore durante il caricamento')
  await expect(toasts(page)).toContainText('Upload fallito')
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(faults.splice(0)).toHaveLength(2)
})

test('whose session is over is led to sign in, and told why', async ({ page }) => {
  const { title } = await aComingCourse(page)
  await choose(page, title)
  const { chooser, send } = formOf(page)
  await chooser.setInputFiles([aFile('uno.txt', 'uno'), aFile('due.txt', 'due')])
  await page.context().clearCookies({ name: /session/ })
  await send.click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Sessione non valida')
})

test('nothing chosen is told beside the field', async ({ page }) => {
  await page.goto('/admin/documents')
  await running(page)
  const { form, chooser, send } = formOf(page)
  await send.click()
  await expect(form.getByRole('alert')).toBeFocused()
  await expect(chooser).toHaveAccessibleDescription(/^Seleziona almeno un file da caricare/)
  await expectGood(page)
})

test('a member finds the documents of each course on the dashboard', async ({ anotherBrowser }) => {
  const member = await anotherBrowser()
  await signInByForm(member, DEMO_ACCOUNTS.member)
  const row = member.getByRole('row', { name: 'Marketing Strategico e Vendite 4.0' })
  await row.getByText('Documenti (3)').click()
  await expect(row.getByRole('link', { name: 'Registro presenze.csv' })).toHaveCount(0)
  const [download] = await Promise.all([
    member.waitForEvent('download'),
    row.getByRole('link', { name: 'Come raggiungerci.txt' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Come raggiungerci.txt')
  await expectGood(member)
  await expectValidMarkup(member, '/dashboard')
  await member.goto(`/corsi/${PUBLIC}`)
  const files = member.getByRole('region', { name: 'Documenti' }).getByRole('link')
  await expect(files).toHaveCount(3)
  await expectGood(member)
})

test('the page and its dialogs are valid, and there only for documents that exist', async ({ page }) => {
  await choose(page, 'Marketing Strategico e Vendite 4.0')
  const address = new URL(page.url())
  await expectValidMarkup(page, address.pathname + address.search)
  const link = page.getByRole('link', { name: 'Dettagli Documento: Registro presenze.csv' })
  const details = (await link.getAttribute('href')) ?? ''
  const [path = '', query = ''] = details.split('?')
  for (const dialog of [details, `${details}&modifica=1`, `${path}/elimina?${query}`])
    await expectValidMarkup(page, dialog)
  await page.goto(path)
  await expect(page.getByLabel('Corso', { exact: true }).locator('option:checked')).toHaveText(
    'Marketing Strategico e Vendite 4.0',
  )
  expect((await page.request.get('/admin/documents/00000000-0000-4000-8000-000000000000')).status()).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('documents are sent, changed, deleted and brought back', async ({ page }) => {
    const { title } = await aComingCourse(page)
    await page.goto('/admin/documents')
    await page.getByLabel('Corso', { exact: true }).selectOption({ label: title })
    await page.getByRole('button', { name: 'Mostra' }).click()
    await expect(page.getByText(NONE)).toBeVisible()
    const { form, chooser, send, items } = formOf(page)
    await chooser.setInputFiles([aFile('uno.txt', 'uno'), aFile('due.pdf', 'due'), aFile('tre.csv', 'a;b')])
    await send.click()
    await expect(page).toHaveTitle(/^Errore: /)
    await expect(items).toHaveText([
      /Caricato$/,
      /Il contenuto del file non corrisponde al suo nome\.$/,
      /Caricato$/,
    ])
    await chooser.setInputFiles([aFile('quattro.txt', 'quattro')])
    await form.getByLabel('Ufficio').check()
    await send.click()
    await expect(toasts(page)).toContainText('Documento caricato')
    await expect(page.getByRole('row')).toHaveCount(4)
    await page.getByRole('link', { name: 'Modifica: uno.txt' }).click()
    await page.getByRole('dialog').getByLabel('Pubblico').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Salva Modifiche' }).click()
    await expect(page.getByRole('row', { name: 'uno.txt' })).toContainText('Pubblico')
    await page.getByRole('link', { name: 'Elimina: uno.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
    await toasts(page).getByRole('button', { name: 'Annulla' }).click()
    await expect(page.getByRole('row', { name: 'uno.txt' })).toContainText('Pubblico')
  })
})
