import { aComingCourse } from './courses'
import { choose, formOf, selectCourse } from './document-form'
import { expectValidMarkup } from './markup'
import { courseRow } from './people'
import {
  chooseMore,
  DEMO_ACCOUNTS,
  expect,
  signIn,
  test,
  toasts,
  undoByKeyboard,
  withoutApplication,
} from './site'
import { aFile, expectGood } from './walk'

const NONE = 'Nessun documento trovato per questo corso.'
const PUBLIC = 'marketing-strategico-e-vendite-4-0'

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('a course that is chosen before the application runs is followed', async ({ page }) => {
  const begin = await withoutApplication(page)
  await page.goto('/admin/documents', { waitUntil: 'commit' })
  const course = page.getByLabel('Corso', { exact: true })
  const second = await course.locator('option').nth(1).getAttribute('value')
  await course.selectOption({ index: 1 })
  begin()
  await expect(page).toHaveURL(`/admin/documents?corso=${second}`)
})

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

test('a document is looked at, deleted with the keyboard alone, and brought back', async ({ page }) => {
  // Before the click: Chromium must intercept the chooser.
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
    ['Corso', `${title}, senza date, Fermo`],
    ['Descrizione', 'Da leggere'],
    ['Tipo', 'Testo'],
    ['Dimensione (KB)', '0,1'],
    ['Chi legge', 'Ufficio: soltanto la segreteria'],
  ] as const)
    await expect(details.locator('div', { hasText: term }).getByRole('definition').first()).toHaveText(fact)
  await expect(details.getByRole('textbox')).toHaveCount(0)
  await expectGood(page)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(name).toBeFocused()

  const acts = page.locator('details.more', { hasText: ': note.txt' })
  await acts.locator('summary').focus()
  await page.keyboard.press('ArrowUp')
  await expect(acts.getByRole('link', { name: 'Elimina…' })).toBeFocused()
  await page.keyboard.press('d')
  await expect(acts.getByRole('link', { name: 'Dettagli' })).toBeFocused()
  await page.keyboard.press('End')
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

  await toasts(page).getByRole('button', { name: 'Ripristina' }).focus()
  await undoByKeyboard(page)
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
  for (const office of [page, other]) await chooseMore(office, 'note.txt', 'Elimina…')
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(toasts(page)).toContainText('Documento eliminato')
  await other.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(toasts(other)).toContainText(
    'Impossibile eliminare il documento: questo documento non esiste più',
  )
})

test('a member finds the documents of each course on the dashboard', async ({ anotherBrowser }) => {
  const member = await anotherBrowser()
  await signIn(member, DEMO_ACCOUNTS.member)
  await member.goto('/dashboard')
  const row = courseRow(member, 'Marketing Strategico e Vendite 4.0')
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

  await page.goto(`${details}&modifica=1`)
  const description = page.getByRole('dialog', { name: 'Modifica Documento' }).getByLabel('Descrizione')
  await description.evaluate((field) => field.removeAttribute('maxlength'))
  await description.fill('x'.repeat(2_000))
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(description, 'what was typed stays, with its error').toHaveAttribute('aria-invalid', 'true')
  await expect(description).toHaveValue('x'.repeat(2_000))

  await page.goto(path)
  await expect(page.getByLabel('Corso', { exact: true }).locator('option:checked')).toHaveText(
    /^Marketing Strategico e Vendite 4\.0, \d+ \w{3} 20\d\d, Ascoli Piceno$/,
  )
  expect((await page.request.get('/admin/documents/00000000-0000-4000-8000-000000000000')).status()).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('documents are sent, changed, deleted and brought back', async ({ page }) => {
    const { title } = await aComingCourse(page)
    await page.goto('/admin/documents')
    await selectCourse(page, title)
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
    await chooseMore(page, 'uno.txt', 'Modifica')
    await page.getByRole('dialog').getByLabel('Pubblico').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Salva Modifiche' }).click()
    await expect(page.getByRole('row', { name: 'uno.txt' })).toContainText('Pubblico')
    await chooseMore(page, 'uno.txt', 'Elimina…')
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
    await toasts(page).getByRole('button', { name: 'Ripristina' }).click()
    await expect(page.getByRole('row', { name: 'uno.txt' })).toContainText('Pubblico')
  })
})
