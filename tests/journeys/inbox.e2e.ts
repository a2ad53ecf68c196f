import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts, wake } from './site'
import { expectGood, tabTo } from './walk'

const COURSE = 'Leadership & Team Empowerment'

async function aMessage(page: Page, fields: { phone?: string; message?: string } = {}) {
  const surname = `Prova${randomUUID().replaceAll(/[^a-f]/g, '')}`
  const email = `${surname}@example.org`.toLowerCase()
  const message = `Corso di interesse: ${COURSE}\nAzienda: Officine Esempio\nMessaggio: Si può cominciare dopo?\nGrazie.`
  const data = { name: 'Ines', surname, email, phone: '0734 000000', message, ...fields }
  await expect(await page.request.post('/functions/v1/handle-contact-form', { data })).toBeOK()
  return { email, name: `Ines ${surname}` }
}

test('a message is found, read, answered, noted and handled, and taken back', async ({ page }) => {
  const { email, name } = await aMessage(page)
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/oggi')
  const calls = page.getByRole('region', { name: /^Telefonate/ })
  await calls.getByRole('link', { name: 'Contatti' }).click()
  await page.getByLabel('Nome, email o messaggio').fill(`${name.toUpperCase()} dopo`)
  await page.getByRole('button', { name: 'Cerca' }).click()
  await expect(page).toHaveURL(/q=/)
  const row = page.getByRole('row', { name: email })
  await expect(row).toContainText(COURSE)
  await row.getByRole('link', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toContainText('Si può cominciare dopo?')
  await expect(dialog).toContainText('Officine Esempio')
  const reply = (await dialog.getByRole('link', { name: 'Rispondi' }).getAttribute('href')) ?? ''
  expect(decodeURIComponent(reply)).toContain(`mailto:${email}?subject=Re: ${COURSE}`)
  expect(decodeURIComponent(reply)).toContain('> Si può cominciare dopo?')

  await dialog.getByLabel('Nota della segreteria').fill('Richiamare lunedì')
  await dialog.getByRole('button', { name: 'Segna come gestita' }).click()
  await expect(toasts(page).first()).toContainText('Richiesta gestita')
  await expect(page.getByText('Nessuna richiesta trovata.')).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Riapri' }).click()
  await expect(toasts(page).first()).toContainText('Richiesta riaperta')
  await expect(row).toContainText('Nota: Richiamare lunedì')

  await row.getByRole('button', { name: `Segna come gestita: ${name}` }).click()
  await expect(toasts(page).first()).toContainText('Richiesta gestita')
  await page.getByRole('link', { name: 'Gestite' }).click()
  await expect(row).toContainText('Gestita il')
  await page.goto('/admin/audit?entita=contact_submissions')
  await expect(page.getByRole('row', { name: 'Contatto' }).filter({ hasText: name }).first()).toBeVisible()
})

test('a program’s message may be empty, with a free-form phone number', async ({ page }) => {
  const { email, name } = await aMessage(page, { phone: '+39 0734/00.00-00', message: '' })
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto(`/admin/contacts?q=${email}`)
  await expect(page.getByRole('row', { name: email }).getByText('–', { exact: true })).toHaveCount(2)
  await page.getByRole('link', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByText('–', { exact: true })).toBeVisible()
  const phone = dialog.getByRole('link', { name: '+39 0734/00.00-00' })
  await expect(phone).toHaveAttribute('href', 'tel:+390734000000')
})

/** A new message whose dialog is open in both browsers. */
async function openedByBoth(page: Page, colleague: Page) {
  const message = await aMessage(page)
  for (const office of [page, colleague]) {
    await signIn(office, DEMO_ACCOUNTS.admin)
    await office.goto(`/admin/contacts?q=${message.email}`)
    await office.getByRole('link', { name: message.name }).click()
  }
  return message
}

test('a note that a colleague wrote meanwhile is not overwritten unread', async ({
  page,
  anotherBrowser,
}) => {
  const colleague = await anotherBrowser()
  const { name } = await openedByBoth(page, colleague)
  await colleague.getByLabel('Nota della segreteria').fill('Chiamato io')
  await colleague.getByRole('button', { name: 'Salva nota' }).click()
  await expect(toasts(colleague).first()).toContainText('Nota salvata')

  const dialog = page.getByRole('dialog', { name })
  const note = dialog.getByLabel('Nota della segreteria')
  await note.fill('Chiamo domani')
  await dialog.getByRole('button', { name: 'Salva nota' }).click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(dialog).toContainText('La nota salvata: Chiamato io')
  await expect(note).toHaveValue('Chiamo domani')
  await expectGood(page)
  await dialog.getByRole('button', { name: 'Salva nota' }).click()
  await expect(toasts(page).first()).toContainText('Nota salvata')
})

test('a note that was typed and not saved does not return over the note of a colleague, the reply does', async ({
  page,
  anotherBrowser,
}) => {
  const colleague = await anotherBrowser()
  const { name } = await openedByBoth(page, colleague)
  const dialog = page.getByRole('dialog', { name })
  const note = dialog.getByLabel('Nota della segreteria')
  await wake(page)
  await note.fill('Chiamo domani')
  await dialog.getByLabel('Rispondi qui').fill('Si comincia dopo.')
  await page.reload()
  await wake(page)
  await expect(note).toHaveValue('Chiamo domani')

  await colleague.getByLabel('Nota della segreteria').fill('Chiamato io')
  await colleague.getByRole('button', { name: 'Salva nota' }).click()
  await expect(toasts(colleague).first()).toContainText('Nota salvata')
  await page.reload()
  await wake(page)
  await expect(dialog.getByLabel('Rispondi qui')).toHaveValue('Si comincia dopo.')
  await expect(note).toHaveValue('Chiamato io')
})

test('a message is handled with the keyboard alone', async ({ page }) => {
  const { email, name } = await aMessage(page)
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto(`/admin/contacts?q=${email}`)
  await wake(page)
  const opener = page.getByRole('link', { name })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused()
  await tabTo(page, page.getByLabel('Nota della segreteria'))
  await page.keyboard.type('Richiamare')
  // The first Escape keeps typed text.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toContainText('Non hai ancora salvato quello che hai scritto')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Segna come gestita', exact: true }))
  await page.keyboard.press('Enter')
  await expect(toasts(page).first()).toContainText('Richiesta gestita')
})

test('everybody can use the inbox in every state', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  for (const address of [
    '/admin/contacts',
    '/admin/contacts?stato=gestite',
    '/admin/contacts?stato=tutte&q=nessuno-ha-scritto-cosi',
  ]) {
    await expectValidMarkup(page, address)
    await page.goto(address)
    await expectGood(page)
  }
  await page.goto('/admin/contacts?stato=gestite')
  await page.getByRole('link', { name: 'Ornella Esposti' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectGood(page)
  await expectValidMarkup(page, page.url())
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a message is noted, handled and taken back', async ({ page }) => {
    const { email, name } = await aMessage(page)
    await signIn(page, DEMO_ACCOUNTS.admin)
    await page.goto(`/admin/contacts?q=${email}`)
    await page.getByRole('link', { name }).click()
    await page.getByLabel('Nota della segreteria').fill('Richiamare')
    await page.getByRole('button', { name: 'Segna come gestita', exact: true }).click()
    await expect(toasts(page).first()).toContainText('Richiesta gestita')
    await toasts(page).getByRole('button', { name: 'Riapri' }).first().click()
    await expect(page.getByRole('row', { name: email })).toContainText('Nota: Richiamare')
  })
})
