import { aMember, aPerson, confirm, confirmationLink, linkIn, signUp } from './people'
import { expect, fillIn, signInByForm, test, toasts } from './site'
import { expectGood } from './walk'

test('a forgotten password is replaced, and all sessions end', async ({ page, anotherBrowser, mail }) => {
  const elsewhere = await anotherBrowser()
  const person = await aMember(elsewhere, mail)
  await elsewhere.goto('/dashboard')

  await page.goto('/auth')
  await page.getByRole('link', { name: 'Password dimenticata?' }).click()
  await fillIn(page, { Email: person.email })
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Controlla la tua email')

  const link = linkIn(await mail.waitFor(person.email, 'Reimposta la password'), '/auth/nuova-password')
  await page.goto(link)
  await fillIn(page, { 'Nuova password': 'password', 'Conferma password': 'password' })
  await page.getByRole('button', { name: 'Salva la password' }).click()
  const tooCommon = 'Questa password è tra le prime che si provano a indovinare.'
  await expect(page.getByLabel('Nuova password')).toHaveAccessibleDescription(tooCommon)
  await expectGood(page)
  const password = 'un-altra-frase-che-ricordo'
  await fillIn(page, { 'Nuova password': password, 'Conferma password': password })
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Password aggiornata')
  await mail.waitFor(person.email, 'La tua password è cambiata')

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/auth')
  await expect(toasts(elsewhere)).toContainText('Sessione non valida')

  await fillIn(page, { Email: person.email, Password: person.password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Errore durante il login: Email o password non corrette.',
  )
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await signInByForm(page, { ...person, password })
  await expect(toasts(page)).toContainText('Login effettuato')
  await expect(toasts(page)).toContainText('Benvenuto nel tuo account.')

  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Il link non è valido o è scaduto')
  await expect(elsewhere.getByLabel('Nuova password')).toHaveCount(0)
  await elsewhere.getByRole('link', { name: 'Chiedi un nuovo link' }).click()
  await expect(elsewhere).toHaveURL('/auth/recupera')
})

test('a wrong password and an unknown e-mail have the same message', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { email } = await aMember(await anotherBrowser(), mail)
  await page.goto('/auth')
  for (const typed of [email, aPerson().email]) {
    await fillIn(page, { Email: typed, Password: 'sbagliata' })
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Email o password non corrette.')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(typed)
  }
})

test('after five wrong passwords one waits', async ({ page }) => {
  await page.goto('/auth')
  for (let attempt = 1; attempt <= 6; attempt++) {
    await fillIn(page, { Email: 'nessuno@example.org', Password: `sbagliata-${attempt}` })
    const postResponse = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    expect((await postResponse).status()).toBe(attempt <= 5 ? 400 : 429)
  }
  await expect(page.getByRole('alert')).toContainText(/Troppi tentativi: riprova tra \d+ minuti/)
})

test('an unconfirmed person is told, and can get the e-mail again', async ({ page, mail }) => {
  const person = aPerson()
  await page.goto('/auth?scheda=registrazione')
  await signUp(page, person)
  await expect(toasts(page)).toContainText('Registrazione completata')
  await confirmationLink(mail, person)

  await page.getByRole('link', { name: 'Ho già confermato: accedi' }).click()
  await fillIn(page, { Email: person.email, Password: person.password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Conferma prima il tuo indirizzo email')
  await page.getByRole('link', { name: "Invia di nuovo l'email di conferma" }).first().click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await page.getByRole('button', { name: "Invia di nuovo l'email di conferma" }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Controlla la tua email')

  const link = await confirmationLink(mail, person)
  await confirm(page, link, person)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goto(link)
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Questo indirizzo è già confermato: accedi con la tua password.')
})

test('a sign-up with a known e-mail looks the same, and its owner gets an e-mail', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const owner = await aMember(await anotherBrowser(), mail)
  await page.goto('/auth?scheda=registrazione')
  await signUp(page, { ...owner, password: 'tutt-altra-frase' })
  await expect(page).toHaveURL('/auth/controlla-la-posta')
  await expect(toasts(page)).toContainText('Registrazione completata')
  const email = await mail.waitFor(owner.email, 'Hai già un account')
  expect(linkIn(email, '/auth')).toBeTruthy()
  await signInByForm(page, owner)
})

test('a link that is not valid says so', async ({ page }) => {
  await page.goto('/auth/conferma?token=inventato')
  await expect(page.getByText('Il link non è valido o è scaduto.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
})
