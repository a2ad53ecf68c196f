import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, aPerson, expectOnDashboard, fullName, idOf, linkIn } from './people'
import { chooseMore, DEMO_ACCOUNTS, expect, fillIn, running, signIn, test, toasts } from './site'
import { expectGood } from './walk'

test('a person without an account is entered, enrolled and activates the account', async ({
  page: office,
  anotherBrowser,
  mail,
}) => {
  await signIn(office, DEMO_ACCOUNTS.admin)
  const title = aTitle('Nuova')
  await aCourse(office, title)
  const person = aPerson('Mara')

  await office.goto('/admin/iscrivi')
  await running(office)
  await office.getByLabel('Email dell’utente').fill(person.email)
  await office.getByLabel('Cerca un corso').fill(title)
  await office.getByRole('checkbox', { name: title }).check()
  await office.getByRole('button', { name: 'Iscrivi', exact: true }).click()
  await office.getByRole('link', { name: 'Inserisci una nuova persona' }).click()

  const dialog = office.getByRole('dialog', { name: 'Nuova persona' })
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
  await expect(dialog.getByLabel(/^Iscrivi subito a un corso/).locator('option:checked')).toContainText(title)
  await dialog.getByRole('button', { name: 'Inserisci la persona' }).click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(office).toHaveTitle(/^Errore: /)
  await expectGood(office)
  await fillIn(office, { Nome: person.firstName, Cognome: person.lastName })
  await dialog.getByRole('button', { name: 'Inserisci la persona' }).click()
  await expect(toasts(office).first()).toContainText('Persona inserita e iscritta')
  await expect(office.getByRole('heading', { name: fullName(person) })).toBeVisible()
  await expect(office.getByRole('region', { name: 'Dati' })).toContainText('Da attivare')
  await expect(office.getByRole('row', { name: title })).toContainText('Approvato')
  await expect(office.getByRole('region', { name: 'Che cosa è successo' })).toContainText(
    'Inserita dalla segreteria',
  )
  await expectGood(office)

  const email = await mail.waitFor(person.email, 'Attiva il tuo account')
  expect(email.links.some((link) => link.endsWith('/privacy-policy'))).toBe(true)
  const link = linkIn(email, '/auth/nuova-password')
  const member = await anotherBrowser()
  await expectValidMarkup(member, link)
  await member.goto(link)
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('Scegli la tua password')
  await expectGood(member)
  await fillIn(member, { 'Nuova password': person.password, 'Conferma password': person.password })
  await member.getByRole('button', { name: 'Salva la password' }).click()
  await expect(toasts(member)).toContainText('Account attivato')
  await signIn(member, person)
  await member.goto(link)
  await expect(member.getByText('vale 24 ore')).toBeVisible()

  await office.reload()
  await expect(office.getByRole('region', { name: 'Dati' })).toContainText('confermata')
  await expectOnDashboard(member, title, 'Approvato')
})

test('a known e-mail leads to its person, and an invitation is sent again', async ({
  page: office,
  anotherBrowser,
  mail,
}) => {
  const known = await aMember(await anotherBrowser(), mail, 'Nora')
  await signIn(office, DEMO_ACCOUNTS.admin)
  await office.goto('/admin/people')
  await office.getByRole('link', { name: 'Nuova persona' }).click()
  const dialog = office.getByRole('dialog', { name: 'Nuova persona' })
  const typed = { Nome: 'Nora', Cognome: 'Doppia', Email: known.email }
  await fillIn(office, typed)
  await dialog.getByRole('button', { name: 'Inserisci la persona' }).click()
  await expect(dialog.getByRole('alert')).toContainText('C’è già una persona con questa email.')
  await expectGood(office)
  await dialog.getByRole('link', { name: `Apri la scheda di ${fullName(known)}` }).click()
  await expect(office).toHaveURL(`/admin/people/${await idOf(office, known)}`)

  const person = aPerson('Olivia')
  await office.goto('/admin/people/nuova')
  await fillIn(office, { Nome: person.firstName, Cognome: person.lastName, Email: person.email })
  await dialog.getByRole('button', { name: 'Inserisci la persona' }).click()
  await expect(toasts(office).first()).toContainText('Persona inserita')
  await office.goto('/admin/people?mostra=da-attivare')
  await expect(office.getByRole('row', { name: person.email })).toContainText('Da attivare')
  await expect(office.getByRole('row', { name: known.email })).toHaveCount(0)
  await chooseMore(office, fullName(person), 'Invia di nuovo l’invito')
  await expect(toasts(office).first()).toContainText('Invito inviato')
  await expect(office).toHaveURL(`/admin/people/${await idOf(office, person)}`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a person is entered', async ({ page: office }) => {
    const person = aPerson('Pia')
    await signIn(office, DEMO_ACCOUNTS.admin)
    await office.goto('/admin/people/nuova')
    await fillIn(office, { Nome: person.firstName, Cognome: person.lastName, Email: person.email })
    await office.getByRole('button', { name: 'Inserisci la persona' }).click()
    await expect(toasts(office).first()).toContainText('Persona inserita')
    await expect(office.getByRole('heading', { name: fullName(person) })).toBeVisible()
  })
})
