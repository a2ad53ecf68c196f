import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { aMember, type Person } from './people'
import {
  DEMO_ACCOUNTS,
  endSessionsOf,
  expect,
  fillIn,
  type Mail,
  running,
  signIn,
  test,
  toasts,
} from './site'
import { expectGood } from './walk'

type Account = { email: string; password: string }

/** Signs in on the page that holds the form. */
async function comeIn(page: Page, { email, password }: Account) {
  await expect(page.getByRole('main')).toContainText('Il modulo che hai inviato è conservato')
  await fillIn(page, { Email: email, Password: password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
}

const isNotSent = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Il modulo era di un altro account e non è stato inviato',
  )

test('a form sent with an ended session goes through the sign-in of its owner', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const person = await aMember(page, mail)
  await page.goto('/dashboard/profilo')
  const dialog = page.getByRole('dialog', { name: 'Modifica profilo' })
  await dialog.getByLabel('Azienda').fill('Cantina di Prova')

  await endSessionsOf(person, await anotherBrowser())

  await dialog.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page).toHaveURL('/auth?modulo')
  await expect(toasts(page)).toContainText('Sessione non valida')
  await expectGood(page)
  // Another account does not see it, and the form stays.
  await comeIn(page, DEMO_ACCOUNTS.member)
  await isNotSent(page)
  await expect(page.getByRole('main')).not.toContainText('Cantina di Prova')
  await expectGood(page)
  await page.getByRole('main').getByRole('button', { name: 'Accedi' }).click()
  await comeIn(page, { ...person, password: 'sbagliata' })
  await expect(page.getByRole('alert')).toContainText('Email o password non corrette.')
  await comeIn(page, person)

  await expect(page.getByRole('heading', { name: 'Riprendi da dove eri' })).toBeVisible()
  await expect(toasts(page)).toContainText('Login effettuato')
  await expectGood(page)
  await expectValidMarkup(page, '/ripresa')
  const summary = page.getByRole('main').getByRole('definition')
  await expect(summary).toHaveText([
    'Modifica profilo',
    person.firstName,
    person.lastName,
    'Cantina di Prova',
  ])
  await page.getByRole('button', { name: 'Invia ora' }).dblclick()
  await expect(page).toHaveURL('/dashboard')
  await expect(toasts(page)).toContainText('Profilo aggiornato')
  await expect(page.getByRole('main')).toContainText('Cantina di Prova')
  await page.goto('/ripresa')
  await expect(page).toHaveURL('/dashboard')
})

test('each tab sends or drops its own form', async ({ page, context, mail }) => {
  const person = await aMember(page, mail)
  const tab = await context.newPage()
  await page.goto('/dashboard/profilo')
  await page.getByLabel('Azienda').fill('Cantina di Prova')
  await tab.goto('/dashboard/profilo')
  await tab.getByLabel('Telefono').fill('0734 999999')
  await context.clearCookies()
  for (const written of [page, tab]) {
    await written.getByRole('button', { name: 'Salva Modifiche' }).click()
    await expect(written).toHaveURL('/auth?modulo')
  }

  await comeIn(page, person)
  await page.getByRole('button', { name: 'Invia ora' }).click()
  await expect(toasts(page)).toContainText('Profilo aggiornato')
  await expect(page.getByRole('main')).toContainText('Cantina di Prova')

  await comeIn(tab, person)
  await expect(tab.getByRole('main').getByRole('definition').last()).toHaveText('0734 999999')
  await tab.getByRole('link', { name: 'Non inviarlo' }).click()
  await expect(tab).toHaveURL('/dashboard')
  await expect(tab.getByRole('main')).toContainText('Cantina di Prova')
})

/** One person has begun to write, and another signs in in a second tab. */
async function overtaken(page: Page, mail: Mail): Promise<Person> {
  const person = await aMember(page, mail)
  await page.goto('/dashboard/profilo')
  await page.getByLabel('Azienda').fill('Cantina di Prova')
  await page.context().clearCookies()
  await signIn(page, DEMO_ACCOUNTS.member)
  return person
}

async function expectKeptForOwner(page: Page, person: Person) {
  await isNotSent(page)
  await page.getByRole('main').getByRole('button', { name: 'Accedi' }).click()
  await comeIn(page, person)
  await page.getByRole('button', { name: 'Invia ora' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('main')).toContainText('Cantina di Prova')
}

test('what one person wrote is not done in the account of another', async ({ page, mail }) => {
  const person = await overtaken(page, mail)
  // The page notices the missing session; the next session ends the notice.
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('alert')).toContainText('Sessione non valida')
  await page.context().addCookies(cookies)
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expectKeptForOwner(page, person)
})

test('a page open after a logout loses nothing, and its logout ends any session', async ({ page, mail }) => {
  const person = await overtaken(page, mail)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page).toHaveURL('/auth?modulo')
  await comeIn(page, person)
  await expect(page.getByRole('heading', { name: 'Riprendi da dove eri' })).toBeVisible()
  await signIn(page, DEMO_ACCOUNTS.member)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
})

test('a form that is too large to be saved stays on its page', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/courses/new')
  await running(page)
  await fillIn(page, { Titolo: 'Un corso lungo' })
  const description = page.getByLabel('Descrizione', { exact: true })
  await description.fill('x'.repeat(101_000))
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('il modulo è troppo grande per conservarlo durante l’accesso')
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue('Un corso lungo')
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(page.getByRole('alert').first()).toContainText('caratteri')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('what one person wrote is not done in the account of another', async ({ page, mail }) => {
    const person = await overtaken(page, mail)
    await page.getByRole('button', { name: 'Salva Modifiche' }).click()
    await expectKeptForOwner(page, person)
  })

  test('a form sent with an ended session goes through the sign-in of its owner', async ({ page, mail }) => {
    const person = await overtaken(page, mail)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Salva Modifiche' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sessione non valida')
    await page.getByRole('main').getByRole('button', { name: 'Accedi' }).click()
    await comeIn(page, person)
    await page.getByRole('button', { name: 'Invia ora' }).click()
    await expect(page.getByRole('main')).toContainText('Cantina di Prova')
  })
})
