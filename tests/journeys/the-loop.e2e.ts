import type { Locator, Page } from '@playwright/test'
import { aPerson, confirm, confirmationLink, courseRow, fullName, signUp } from './people'
import { DEMO_ACCOUNTS, expect, fillIn, signIn, signInByForm, test, toasts, wake } from './site'

const COURSE = "Digital Tools per l'Innovazione Aziendale"

const price = (page: Page) => page.getByRole('complementary', { name: 'Prezzo e iscrizione' })

test('sign-up shows all errors at once and keeps the input', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Registrati', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Crea il tuo account' })).toBeVisible()
  await wake(page) // passwords are kept by the application alone
  await fillIn(page, {
    Nome: 'N',
    Cognome: ' P ',
    Email: 'nadia@',
    Password: 'una-frase',
    'Conferma password': 'un-altra-frase',
  })
  await page.getByRole('button', { name: 'Registrati', exact: true }).click()

  await expect(page).toHaveTitle(/^Errore: Registrati/)
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  const sentences: [Locator, string, string][] = [
    [page.getByLabel('Nome', { exact: true }), 'N', 'Il nome deve avere almeno 2 caratteri'],
    [page.getByLabel('Cognome', { exact: true }), ' P ', 'Il cognome deve avere almeno 2 caratteri'],
    [page.getByLabel('Email', { exact: true }), 'nadia@', 'Email non valida'],
    [page.getByLabel('Conferma password', { exact: true }), 'un-altra-frase', 'Le password non coincidono'],
  ]
  for (const [field, typed, sentence] of sentences) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(sentence)
    await expect(field).toHaveValue(typed)
    await summary.getByRole('link', { name: sentence }).click()
    await expect(field).toBeFocused()
  }

  await fillIn(page, { Password: 'corta', 'Conferma password': 'corta' })
  await page.getByRole('button', { name: 'Registrati', exact: true }).click()
  const short = 'La password deve avere almeno 6 caratteri'
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(new RegExp(short))
  await expect(page.getByLabel('Conferma password')).toHaveAccessibleDescription(short)
  for (const field of ['Password', 'Conferma password'])
    await expect(summary.getByRole('link', { name: `${field}: ${short}`, exact: true })).toHaveCount(1)
})

test('a password that everybody guesses is refused, with the reason', async ({ page }) => {
  await page.goto('/auth?scheda=registrazione')
  await signUp(page, { ...aPerson('Nadia'), password: 'nadia123' })
  await expect(page.getByRole('alert')).toContainText(
    'Questa password contiene il tuo nome o il tuo indirizzo email.',
  )
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /contiene il tuo nome/,
  )
  await expect(toasts(page).getByText('Errore durante la registrazione').first()).toBeVisible()
})

test('from sign-up to an approved enrolment', async ({ page, anotherBrowser, mail }) => {
  const person = aPerson()
  await page.goto('/auth?scheda=registrazione')
  await signUp(page, person)
  await expect(toasts(page)).toContainText('Registrazione completata')
  await expect(toasts(page)).toContainText("Controlla la tua email per confermare l'account.")
  await expect(page).toHaveURL('/auth/controlla-la-posta')
  await page.getByRole('link', { name: 'Ho già confermato: accedi' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('heading', { name: 'Accedi al tuo account' })).toBeVisible()

  await confirm(page, await confirmationLink(mail, person), person)
  await expect(page).toHaveURL('/dashboard')
  await expect(toasts(page)).toContainText('Account confermato')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ciao, ${person.firstName}`)

  await page.getByRole('link', { name: 'Scopri i corsi' }).click()
  await page.getByLabel('Cerca un corso').fill('digital tools')
  await page.getByLabel('Cerca un corso').press('Enter')
  await expect(page.getByText('per «digital tools»')).toBeVisible()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/corsi/digital-tools-per-l-innovazione-aziendale')
  await page.getByRole('button', { name: `Iscriviti ora: ${COURSE}` }).click()
  await expect(page).toHaveURL('/corsi/digital-tools-per-l-innovazione-aziendale')
  await expect(toasts(page)).toContainText('Richiesta di iscrizione inviata!')
  await expect(price(page)).toContainText('In attesaAbbiamo la tua richiesta')
  expect((await mail.waitFor(person.email, 'Richiesta ricevuta')).subject).toContain(COURSE)
  const toOffice = await mail.waitFor(DEMO_ACCOUNTS.admin.email, person.email)
  expect(toOffice.subject).toMatch(
    new RegExp(`^Nuova richiesta di iscrizione: ${COURSE}, e-learning, \\d+ \\S+ 20\\d\\d$`),
  )

  await expect(page.getByRole('button', { name: /^Iscriviti ora/ })).toHaveCount(0)
  await otherTab
    .getByRole('button', { name: `Iscriviti ora: ${COURSE}` })
    .first()
    .click()
  await expect(otherTab).toHaveURL('/dashboard')
  await expect(toasts(otherTab)).toContainText('Iscrizione già presente')
  await expect(toasts(otherTab)).toContainText('La tua richiesta è in attesa di approvazione')
  await expect(courseRow(otherTab, COURSE)).toContainText('In attesa')
  await otherTab.close()
  await page.goto('/dashboard')

  const office = await anotherBrowser()
  await signInByForm(office, DEMO_ACCOUNTS.admin)
  await expect(office.getByRole('heading', { level: 1 })).toHaveText('Pannello di Amministrazione')
  await office.getByRole('link', { name: /^Richieste \d+ in attesa/ }).click()
  await office.getByRole('combobox', { name: 'Prima' }).selectOption('Le più recenti')
  const request = office.getByRole('listitem').filter({ hasText: person.email })
  await expect(request).toContainText(fullName(person))
  await expect(request).toContainText(COURSE)
  await expect(request).toContainText('adesso')
  await request.getByRole('button', { name: `Approva: ${fullName(person)}, ${COURSE}` }).click()
  await expect(toasts(office)).toContainText('Iscrizione approvata')
  await expect(request.getByRole('button', { name: /^Approva/ })).toHaveCount(0)
  expect((await mail.waitFor(person.email, 'Iscrizione approvata')).subject).toContain(COURSE)

  await page.reload()
  await expect(courseRow(page, COURSE)).toContainText('Approvato')
  await expect(page.getByRole('button', { name: /^Ritira la richiesta/ })).toHaveCount(0)
})

test('an administrator who enrols is in at once', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/corsi/fatturazione-elettronica-e-conservazione-digitale')
  await page
    .getByRole('button', { name: /^Iscriviti ora/ })
    .first()
    .click()
  await expect(toasts(page)).toContainText('Iscrizione completata!')
  await expect(toasts(page)).toContainText('"Fatturazione Elettronica e Conservazione Digitale"')
  await expect(price(page)).toContainText('ApprovatoIl posto è tuo')
})
