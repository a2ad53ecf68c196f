import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { aMember, type Person } from './people'
import { DEMO_ACCOUNTS, expect, type Mail, signIn, signInByForm, test, toasts } from './site'
import { expectGood } from './walk'

test('a form sent with a dead session is kept until its author is back', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const person = await aMember(page, mail)
  await page.goto('/dashboard/profilo')
  const dialog = page.getByRole('dialog', { name: 'Modifica profilo' })
  await dialog.getByLabel('Azienda').fill('Cantina di Prova')

  const elsewhere = await anotherBrowser()
  await signInByForm(elsewhere, person)
  await elsewhere.getByRole('button', { name: 'Esci da tutti i dispositivi' }).click()
  await expect(elsewhere).toHaveURL('/auth')

  await dialog.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Il modulo che hai inviato è conservato')
  // Whoever signs in meanwhile is not given it.
  await signInByForm(page, DEMO_ACCOUNTS.member)
  await expect(page).toHaveURL('/dashboard')
  await expect(toasts(page)).toContainText('Login effettuato')
  await page.goto('/ripresa')
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await signInByForm(page, person)
  await expect(page.getByRole('heading', { name: 'Riprendi da dove eri' })).toBeVisible()
  const told = page.getByRole('main').getByRole('definition')
  await expect(told).toHaveText(['/dashboard/profilo', person.firstName, person.lastName, 'Cantina di Prova'])
  await page.getByRole('button', { name: 'Invia ora' }).dblclick()
  await expect(page).toHaveURL('/dashboard')
  await expect(toasts(page)).toContainText('Profilo aggiornato')
  await expect(page.getByRole('main')).toContainText('Cantina di Prova')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await signInByForm(page, person)
  await expect(page).toHaveURL('/dashboard')
})

test('the forms of two tabs both wait, and are sent one after the other', async ({ page, context, mail }) => {
  const person = await aMember(page, mail)
  const tab = await context.newPage()
  await page.goto('/dashboard/profilo')
  await page.getByLabel('Azienda').fill('Cantina di Prova')
  await tab.goto('/dashboard/profilo')
  await tab.getByLabel('Telefono').fill('0734 999999')
  await context.clearCookies()
  for (const written of [page, tab]) {
    await written.getByRole('button', { name: 'Salva Modifiche' }).click()
    await expect(written).toHaveURL('/auth')
  }

  await signInByForm(page, person)
  await expect(page.getByRole('main')).toContainText('2 moduli che hai inviato non sono partiti')
  await expectGood(page)
  await expectValidMarkup(page, '/ripresa')
  await page.getByRole('button', { name: 'Invia ora: Modulo 1 di 2' }).click()
  await expect(toasts(page)).toContainText('Profilo aggiornato')
  await expect(page.getByRole('main')).toContainText('Cantina di Prova')
  await expect(toasts(page)).toContainText('Un modulo non è partito')
  await expectGood(page)

  await toasts(page).getByRole('link', { name: 'Riprendi da dove eri' }).click()
  await expect(page.getByRole('main').getByRole('definition').last()).toHaveText('0734 999999')
  await page.getByRole('button', { name: 'Non inviarlo' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(toasts(page)).toContainText('Modulo eliminato')
  await expect(toasts(page)).not.toContainText('non è partito')
})

/** One person has begun to write in a tab, and another comes in in the next. */
async function overtaken(page: Page, mail: Mail): Promise<Person> {
  const person = await aMember(page, mail)
  await page.goto('/dashboard/profilo')
  await page.getByLabel('Azienda').fill('Cantina di Prova')
  await page.context().clearCookies()
  await signIn(page, DEMO_ACCOUNTS.member)
  return person
}

/** What was sent stands nowhere, until its author comes in. */
async function expectKeptForAuthor(page: Page, person: Person) {
  await expect(page).toHaveURL('/dashboard')
  await expect(toasts(page)).toContainText('Il modulo era di un altro account e non è stato inviato')
  await expect(page.getByRole('main')).not.toContainText('Cantina di Prova')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await signInByForm(page, person)
  await page.getByRole('button', { name: 'Invia ora' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('main')).toContainText('Cantina di Prova')
}

test('what one person wrote is not done in the account of another', async ({ page, mail }) => {
  const person = await overtaken(page, mail)
  // Between the two the page has noticed that nobody is in; that is over with the next person.
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('alert')).toContainText('Sessione non valida')
  await page.context().addCookies(cookies)
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectKeptForAuthor(page, person)
})

test('a page left open after a logout loses nothing, and leaves by its button whoever is in', async ({
  page,
  mail,
}) => {
  const person = await overtaken(page, mail)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page).toHaveURL('/auth')
  await signInByForm(page, person)
  await expect(page.getByRole('heading', { name: 'Riprendi da dove eri' })).toBeVisible()
  await signIn(page, DEMO_ACCOUNTS.member)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('what one person wrote is not done in the account of another', async ({ page, mail }) => {
    const person = await overtaken(page, mail)
    await page.getByRole('button', { name: 'Salva Modifiche' }).click()
    await expectKeptForAuthor(page, person)
  })
})
