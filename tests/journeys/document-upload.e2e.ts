import { readFile } from 'node:fs/promises'
import { anEncryptedPdf, aPdf } from '../pdfs'
import { anOffice } from '../zips'
import { aComingCourse } from './courses'
import { choose, formOf, selectCourse } from './document-form'
import { aMember } from './people'
import { chooseMore, DEMO_ACCOUNTS, expect, fillIn, running, signIn, test, toasts } from './site'
import { aFile, expectGood } from './walk'

const MEGABYTE = 1024 * 1024

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

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
    aFile('protetto.pdf', await anEncryptedPdf()),
    aFile('grande.pdf', Buffer.alloc(10 * MEGABYTE + 1)),
  ])
  await form.getByLabel('Descrizione (facoltativo)').fill('Per il primo incontro')
  await form.getByLabel('Pubblico').check()
  await send.click()
  await expect(items).toHaveText([
    /^Programma\.pdf .+ KBCaricato$/,
    /^Esercizi\.xlsx .+ KBCaricato$/,
    /Il contenuto del file non corrisponde al suo nome\.$/,
    /Il PDF è protetto da password\./,
    /Il file è troppo grande: il limite è 10 MB\.$/,
  ])
  await expect(toasts(page)).toContainText('Documenti caricati')
  const row = page.getByRole('row', { name: 'Esercizi.xlsx' })
  await expect(row).toContainText('Pubblico')
  await expect(row).toContainText('Per il primo incontro')
  await expect(row).toContainText('Excel')
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Nome File', 'Descrizione', 'Tipo', 'Dimensione (KB)', 'Data Creazione', 'Chi legge', 'Azioni'],
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

  await chooseMore(page, 'Esercizi.xlsx', 'Modifica')
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
  const file = new URL(download.url()).pathname
  await visitor.goto(file)
  await expect(visitor).toHaveURL(`/auth?verso=${encodeURIComponent(file)}`)
  await expect(toasts(visitor)).toContainText('Accedi per scaricare i documenti dei tuoi corsi.')
  await aMember(visitor, mail)
  expect((await visitor.request.get(download.url())).status()).toBe(404)
})

test('one file that the server cannot take does not keep the others waiting', async ({ page, faults }) => {
  const { title } = await aComingCourse(page)
  await choose(page, title)
  const { chooser, send, items } = formOf(page)
  const problem = { status: 500, body: '<h1>Qualcosa è andato storto</h1>' }
  let failures = 1
  await page.route('**/admin/documents?*', (route) =>
    failures-- > 0 ? route.fulfill(problem) : route.continue(),
  )
  await chooser.setInputFiles([aFile('uno.txt', 'uno'), aFile('due.txt', 'due')])
  await send.click()
  await expect(items).toHaveText([/Upload fallito$/, /Caricato$/])
  await expect(toasts(page)).toContainText('Documento caricato')
  // The file that was not added stays chosen.
  await send.click()
  await expect(items).toHaveText([/^uno\.txt.*Caricato$/])
  await expect(page.getByRole('row')).toHaveCount(3)

  failures = 1
  await chooser.setInputFiles(aFile('tre.txt', 'tre'))
  await send.click()
  await expect(toasts(page)).toContainText('Errore durante il caricamento')
  await expect(toasts(page)).toContainText('Upload fallito')
  await expect(page.getByRole('row')).toHaveCount(3)
  expect(faults.splice(0)).toHaveLength(2)
})

test('a file that does not reach the server takes nothing of the form with it', async ({ page, faults }) => {
  const { title } = await aComingCourse(page)
  await choose(page, title)
  const { form, chooser, send, items } = formOf(page)
  await chooser.setInputFiles(aFile('uno.txt', 'uno'))
  await form.getByLabel('Descrizione').fill('Da tenere')
  await form.getByLabel('Ufficio').check()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.context().setOffline(true)
  await send.press('Enter')
  await expect(items).toHaveText([/Upload fallito$/])
  await expect(send).toBeFocused()
  // Ordinary Chromium scrolls by whole pixels.
  await expect(send).toBeInViewport({ ratio: 0.99 })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.context().setOffline(false)
  // The proxy answers.
  await page.route('**/admin/documents**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await send.press('Enter')
  await expect(items).toHaveText([/Upload fallito$/])
  await page.unroute('**/admin/documents**')
  await send.press('Enter')
  await expect(items).toHaveText([/Caricato$/])
  await expect(page.getByRole('row', { name: /uno\.txt/ })).toContainText('Ufficio')
  await expect(page.getByRole('row', { name: /uno\.txt/ })).toContainText('Da tenere')
  faults.length = 0
})

test('without JavaScript a refused file takes neither the description nor who may read it', async ({
  page,
  anotherBrowser,
}) => {
  const { title } = await aComingCourse(page)
  const plain = await anotherBrowser({ javaScriptEnabled: false })
  await signIn(plain, DEMO_ACCOUNTS.admin)
  await plain.goto('/admin/documents')
  await selectCourse(plain, title)
  await plain.getByRole('button', { name: 'Mostra' }).click()
  const { form, chooser, send } = formOf(plain)
  await form.getByLabel('Descrizione').fill('Da tenere')
  await form.getByLabel('Ufficio').check()
  await chooser.setInputFiles(aFile('finto.pdf', 'nessun PDF'))
  await send.click()
  await expect(toasts(plain)).toContainText('Errore durante il caricamento')
  await expect(form.getByLabel('Descrizione')).toHaveValue('Da tenere')
  await expect(form.getByLabel('Ufficio')).toBeChecked()
})

test('an ended session leads to the sign-in with its reason, and back to the typed text', async ({
  page,
}) => {
  const { title } = await aComingCourse(page)
  await choose(page, title)
  const { form, chooser, send } = formOf(page)
  const description = form.getByLabel('Descrizione')
  await chooser.setInputFiles([aFile('uno.txt', 'uno'), aFile('due.txt', 'due')])
  await description.fill('Per il primo incontro')
  await page.context().clearCookies({ name: /session/ })
  await send.click()
  await expect(page).toHaveURL(/\/auth\?verso=%2Fadmin%2Fdocuments/)
  await expect(toasts(page)).toContainText('Sessione non valida')
  await fillIn(page, { Email: DEMO_ACCOUNTS.admin.email, Password: DEMO_ACCOUNTS.admin.password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/documents\?corso=/)
  await running(page)
  await chooser.setInputFiles(aFile('uno.txt', 'uno'))
  await expect(description).toHaveValue('Per il primo incontro')
  await send.click()
  await expect(page.getByRole('row', { name: /uno\.txt/ })).toContainText('Per il primo incontro')
  await page.reload()
  await running(page)
  await chooser.setInputFiles(aFile('due.txt', 'due'))
  await expect(description, 'what was sent').toHaveValue('')
})

test('a script asks about files once there are some; a missing choice is an error beside the field', async ({
  page,
}) => {
  const { title } = await aComingCourse(page)
  await choose(page, title)
  const { form, chooser, send, items } = formOf(page)
  await expect(send).toBeHidden()
  await chooser.setInputFiles(aFile('uno.txt', 'uno'))
  await expect(items).toHaveText([/^uno\.txt/])
  await expectGood(page)
  await send.click()
  await expect(items).toHaveText([/Caricato$/])
  await send.click()
  await expect(page).toHaveTitle(/^Errore: Documenti/)
  await expect(form.getByRole('alert')).toBeFocused()
  await expect(chooser).toHaveAccessibleDescription(/^Seleziona almeno un file da caricare/)
  await expectGood(page)
})
