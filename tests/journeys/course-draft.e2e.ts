import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { anEnrolled } from './people'
import { DEMO_ACCOUNTS, expect, fillIn, running, signIn, test, toasts } from './site'
import { expectGood } from './walk'

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

const found = (page: Page) => page.getByText('Abbiamo ritrovato quello che stavi scrivendo')

test('what was typed survives a reload, until it is saved or discarded', async ({ page }) => {
  const title = aTitle('Restauro')
  await page.goto('/admin/courses/new')
  await running(page)
  await fillIn(page, { Titolo: title })
  await page.getByRole('switch', { name: /^In arrivo/ }).click()
  await page.reload()
  await expect(found(page)).toBeVisible()
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue(title)
  await expect(page.getByRole('switch', { name: /^In arrivo/ })).toBeChecked()
  await expectGood(page)
  await page.getByRole('button', { name: 'Scarta la bozza' }).click()
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue('')

  await fillIn(page, { Titolo: title })
  await page.getByRole('switch', { name: /^In arrivo/ }).click()
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('Corso creato')
  await page.goto('/admin/courses/new')
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue('')
  await expect(found(page)).toHaveCount(0)
})

test('what was typed survives a lost session, and sent twice it makes one course', async ({ page }) => {
  const title = aTitle('Restauro')
  await page.goto('/admin/courses/new')
  await running(page)
  await fillIn(page, { Titolo: title })
  await page.getByRole('switch', { name: /^In arrivo/ }).click()
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(page).toHaveURL('/auth?modulo')
  const { email, password } = DEMO_ACCOUNTS.admin
  await fillIn(page, { Email: email, Password: password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL('/ripresa?modulo')
  await running(page)
  await page.getByRole('button', { name: 'Invia ora' }).click()
  await expect(toasts(page)).toContainText('Corso creato')
  await page.goto('/admin/courses/new')
  await running(page)
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue('')
  await expect(found(page)).toHaveCount(0)

  const id = randomUUID()
  const form = { id, version: '0', base: '{}', title: `${title} bis`, comingSoon: 'on', intent: 'save' }
  for (let time = 0; time < 2; time++)
    await expect(await page.request.post('/admin/courses/new', { form })).toBeOK()
  await page.goto(`/corsi?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('heading', { name: `${title} bis` })).toHaveCount(1)
})

test('a draft survives a colleague’s change, and shows it', async ({ page, anotherBrowser }) => {
  const address = `/admin/courses/${await aCourse(page, aTitle('Bozza'))}`
  const colleague = await anotherBrowser()
  await signIn(colleague, DEMO_ACCOUNTS.admin)
  await page.goto(address)
  await running(page)
  await fillIn(page, { Luogo: 'Online' })
  await colleague.goto(address)
  await fillIn(colleague, { Prezzo: '900' })
  await colleague.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(colleague)).toContainText('Corso aggiornato')

  await page.reload()
  await expect(found(page)).toBeVisible()
  await expect(page.getByLabel('Luogo')).toHaveValue('Online')
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  const reassurance = page.getByText('Nulla è stato sovrascritto.')
  await expect(reassurance).toBeVisible()
  await page.goto(address)
  await expect(found(page)).toBeVisible()
  await expect(page.getByLabel('Luogo')).toHaveValue('Online')
  await expect(page.getByLabel('Prezzo', { exact: true })).toHaveValue('900')
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page)).toContainText('Corso aggiornato')
})

test('a draft that was saved all the same makes no second course', async ({ page }) => {
  const title = aTitle('Bozza')
  await page.goto('/admin/courses/new')
  await running(page)
  await fillIn(page, { Titolo: title })
  await page.getByRole('switch', { name: /^In arrivo/ }).click()
  const id = await page.locator('input[name=id]').inputValue()
  const form = { id, version: '0', base: '{}', title, comingSoon: 'on', intent: 'save' }
  await expect(await page.request.post('/admin/courses/new', { form })).toBeOK()
  await page.reload()
  await expect(found(page)).toBeVisible()
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page).first()).toContainText('Corso creato')
  await page.goto(`/admin?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('row', { name: title })).toHaveCount(1)
})

test('a restored draft with other dates asks about the e-mails, until it is discarded', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { id } = await anEnrolled(page, await anotherBrowser(), mail)
  const bar = page.getByRole('region', { name: 'Salvataggio' })
  const notify = bar.getByLabel('Avvisa gli iscritti (1)')
  await page.goto(`/admin/courses/${id}`)
  await running(page)
  await expect(bar).toContainText('Tutto salvato')
  await expect(notify).toBeHidden()
  await page.getByLabel(/^Date sessioni/).fill('17/03/2099')
  await expect(notify).toBeChecked()

  await page.reload()
  await expect(found(page)).toBeVisible()
  await expect(bar).toContainText('1 campo cambiato')
  await expect(notify).toBeChecked()
  await page.getByRole('button', { name: 'Scarta la bozza' }).click()
  await expect(bar).toContainText('Tutto salvato')
  await expect(notify).toBeHidden()

  await page.getByLabel(/^Date sessioni/).fill('17/03/2099')
  await page.reload()
  await expect(found(page)).toBeVisible()
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page.getByRole('alert')).toContainText('Salvando parte un’email a chi è iscritto')
})

test('a refused save leaves the choice to notify the participants as it was', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { id } = await anEnrolled(page, await anotherBrowser(), mail)
  const notify = page.getByLabel('Avvisa gli iscritti (1)')
  const price = page.getByLabel('Prezzo', { exact: true })
  const dates = page.getByLabel(/^Date sessioni/)
  const refuse = async () => {
    await price.fill('cento')
    await page.getByRole('button', { name: 'Salva Modifiche' }).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
    await price.fill('100')
  }
  await page.goto(`/admin/courses/${id}`)
  await running(page)
  await refuse()
  await dates.fill('17/03/2099')
  await expect(notify).toBeChecked()
  await notify.uncheck()
  await refuse()
  await expect(notify).not.toBeChecked()
  // Another first day of a course with participants is asked about.
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await page.getByRole('button', { name: 'Salva comunque' }).first().click()
  await expect(toasts(page)).toContainText('Corso aggiornato')
})

test('what is typed to publish a draft survives a reload', async ({ page }) => {
  const slug = await aCourse(page, aTitle('Bozza'), { draft: 'on', location: '', price: '' })
  const missing = (sentence: string) => page.getByRole('alert').getByRole('link', { name: sentence })
  await page.goto(`/admin/courses/${slug}`)
  await running(page)
  await fillIn(page, { Luogo: 'Fermo' })
  await page.goto(`/admin/courses/${slug}?pubblica`)
  await running(page)
  await expect(found(page)).toBeVisible()
  await expect(page.getByLabel('Luogo')).toHaveValue('Fermo')
  await expect(missing('Il prezzo è obbligatorio')).toBeVisible()
  await expect(missing('Il luogo è obbligatorio')).toHaveCount(0)

  await page.getByLabel('Prezzo', { exact: true }).fill('100')
  await page.reload()
  await expect(found(page)).toBeVisible()
  await expect(page.getByLabel('Prezzo', { exact: true })).toHaveValue('100')
  await page.getByRole('button', { name: 'Scarta la bozza' }).click()
  await expect(missing('Il luogo è obbligatorio')).toBeVisible()
})
