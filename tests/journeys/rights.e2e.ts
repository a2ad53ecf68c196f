import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { COOKIES, TAB_STORAGE } from '../../app/content/cookies'
import { aCourse, aTitle } from './courses'
import { aMember } from './people'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts, wake } from './site'
import { expectGood } from './walk'

test('a person takes their data home', async ({ page, mail }) => {
  const person = await aMember(page, mail)
  await page.goto('/dashboard/account')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Scarica i miei dati' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^dati_\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(data.profilo).toMatchObject({ nome: person.firstName, email: person.email })
})

test('an account is deleted with its password, in every tab, and its seat is free again', async ({
  page,
  context,
  anotherBrowser,
  mail,
}) => {
  const person = await aMember(page, mail)
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  const id = randomUUID()
  await aCourse(office, aTitle('Diritti'), { id })
  const form = { email: person.email, course: id, intent: 'enrol' }
  await expect(await office.request.post('/admin/iscrivi', { form })).toBeOK()

  const tab = await context.newPage()
  await tab.goto('/dashboard')
  await page.goto('/dashboard/account')
  const apart = page.getByRole('region', { name: 'Eliminazione' })
  await expect(apart.getByRole('link')).toHaveCount(1)
  await page.getByRole('link', { name: 'Elimina il mio account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Elimina il mio account' })
  await expect(dialog.getByRole('heading').first()).toBeFocused()
  await expect(dialog).toContainText('(un’iscrizione)')
  const confirm = async (password: string) => {
    await dialog.getByLabel('Password attuale').fill(password)
    await dialog.getByRole('button', { name: 'Elimina il mio account' }).click()
  }
  await confirm('')
  await expect(dialog.getByRole('alert')).toBeFocused()
  await confirm('sbagliata')
  await expect(dialog.getByLabel('Password attuale')).toHaveAccessibleDescription(
    'La password attuale non è corretta.',
  )
  await expectGood(page)
  await confirm(person.password)
  await expect(page).toHaveURL('/')
  await expect(toasts(page)).toContainText('Account eliminato')
  await mail.waitFor(person.email, 'Il tuo account è stato eliminato')

  await expect(tab).toHaveURL('/auth')
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\?verso=/)
  await expect(page.getByText(person.email)).toHaveCount(0)

  await office.goto(`/admin/courses/${id}/iscritti`)
  await expect(office.getByRole('region', { name: 'Iscritti', exact: true })).toContainText(
    'Nessun utente iscritto',
  )
  await office.goto(`/admin/people?q=${person.email}`)
  await expect(office.getByText('Nessuna persona trovata.')).toBeVisible()
})

test('without JavaScript an account is deleted too', async ({ anotherBrowser, mail }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false })
  const person = await aMember(page, mail)
  await page.goto('/dashboard/elimina')
  await page.getByLabel('Password attuale').fill(person.password)
  await page.getByRole('button', { name: 'Elimina il mio account' }).click()
  await expect(page).toHaveURL('/')
  await expect(toasts(page)).toContainText('Account eliminato')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
})

test('a browser keeps what the cookie policy lists, and nothing else', async ({ page, context, mail }) => {
  await page.goto('/contatti')
  await wake(page)
  await page.getByRole('banner').getByRole('link', { name: 'Corsi' }).click()
  await aMember(page, mail)
  await page.goto('/dashboard')
  await wake(page)
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await page.goto('/cookie-policy')
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['session'])
  const stored = await page.evaluate(() => [Object.keys(sessionStorage), Object.keys(localStorage)])
  expect(stored).toEqual([['react-router-scroll-positions'], []])
  for (const name of [...Object.keys(COOKIES), ...Object.keys(TAB_STORAGE)])
    await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible()
})
