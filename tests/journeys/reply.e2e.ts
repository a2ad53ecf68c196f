import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'
import { expectGood } from './walk'

async function aMessage(page: Page) {
  const surname = `Prova${randomUUID().replaceAll(/[^a-f]/g, '')}`
  const email = `${surname}@example.org`.toLowerCase()
  const message =
    'Corso di interesse: Leadership\nAzienda: Officine Esempio\nMessaggio: Si può cominciare dopo?'
  const data = { name: 'Ines', surname, email, phone: '0734 000000', message }
  await expect(await page.request.post('/functions/v1/handle-contact-form', { data })).toBeOK()
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto(`/admin/contacts?stato=tutte&q=${email}`)
  await page.getByRole('link', { name: `Ines ${surname}` }).click()
  return { email, dialog: page.getByRole('dialog', { name: `Ines ${surname}` }) }
}

test('a message is answered in the site, once, and the reply stays beneath it', async ({ page, mail }) => {
  const { email, dialog } = await aMessage(page)
  const reply = dialog.getByLabel('Rispondi qui')
  await dialog.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Scrivi la risposta')
  await expect(reply).toHaveAttribute('aria-invalid', 'true')
  await expectGood(page)

  await reply.fill('Sì, a marzo.')
  await dialog.getByLabel('Nota della segreteria').fill('Richiamare')
  // After a refusal the page is read again, and a press in the meantime counts.
  const read = Promise.withResolvers<void>()
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() === 'GET') await read.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Segna come gestita' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Hai scritto una risposta')
  await expect(reply).toHaveValue('Sì, a marzo.')
  await dialog.getByRole('button', { name: 'Invia la risposta' }).click()
  read.resolve()
  await expect(toasts(page).first()).toContainText('Risposta inviata')
  await expect(dialog.getByRole('list', { name: 'Risposte' })).toContainText('Sì, a marzo.')
  await expect(reply).toHaveValue('')
  await expect(dialog.getByLabel('Nota della segreteria')).toHaveValue('Richiamare')
  await expect(dialog).toContainText('Gestita il')
  const sent = await mail.waitFor(email, 'Re: Leadership')
  expect(sent.text).toMatch(/Sì, a marzo\.[\s\S]*> Si può cominciare dopo\?/)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
})

test('a reply waits when a colleague has answered meanwhile, whose words are shown', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { email, dialog } = await aMessage(page)
  await expect(dialog).toBeVisible()
  const colleague = await anotherBrowser()
  await signIn(colleague, DEMO_ACCOUNTS.admin)
  await colleague.goto(page.url())
  await colleague.getByLabel('Rispondi qui').fill('Sì, a marzo.')
  await colleague.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect(toasts(colleague).first()).toContainText('Risposta inviata')

  const reply = dialog.getByLabel('Rispondi qui')
  await reply.fill('Forse ad aprile.')
  await dialog.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nel frattempo un collega ha risposto')
  await expect(dialog.getByRole('list', { name: 'Risposte' })).toContainText('Sì, a marzo.')
  await expect(reply).toHaveValue('Forse ad aprile.')
  await expectGood(page)
  await reply.fill('Anche ad aprile.')
  await dialog.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect(toasts(page).first()).toContainText('Risposta inviata')
  await mail.waitFor(email, 'Sì, a marzo.')
  await mail.waitFor(email, 'Anche ad aprile.')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a message is answered', async ({ page, mail }) => {
    const { email, dialog } = await aMessage(page)
    await dialog.getByLabel('Rispondi qui').fill('Sì, a marzo.')
    await dialog.getByRole('button', { name: 'Invia la risposta' }).click()
    await expect(toasts(page).first()).toContainText('Risposta inviata')
    await expect(dialog).toContainText('Sì, a marzo.')
    await mail.waitFor(email, 'Re: Leadership')
  })
})
