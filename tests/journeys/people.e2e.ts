import { expectValidMarkup } from './markup'
import { aMember, anAdministrator, aPerson, ask, fullName } from './people'
import { DEMO_ACCOUNTS, expect, fillIn, running, send, signIn, test, toasts } from './site'
import { expectGood, tabTo } from './walk'

const COURSE = {
  slug: 'digital-tools-per-l-innovazione-aziendale',
  title: "Digital Tools per l'Innovazione Aziendale",
}

test('a person is found, made administrator, and no longer', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail, 'Irma')
  await ask(page, COURSE.slug)
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  await office.goto('/admin')
  await office.getByRole('link', { name: 'Persone' }).click()
  for (const column of ['Nome, email', 'Telefono, azienda', 'Iscrizioni', 'Ruolo, registrazione', 'Azioni'])
    await expect(office.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  await office.getByLabel('Cerca').fill(`${person.lastName.toUpperCase()} irma`)
  await office.getByRole('button', { name: 'Cerca' }).click()
  const row = office.getByRole('row', { name: person.email })
  await expect(row).toContainText('Email confermata')
  await expect(row).toContainText('Corsista')
  await row.getByRole('link', { name: /In attesa 1/ }).click()
  const enrolments = office.getByRole('dialog', { name: `Iscrizioni di ${fullName(person)}` })
  await expect(enrolments).toContainText(COURSE.title)
  await enrolments.getByRole('link', { name: 'Chiudi' }).click()

  await row.getByRole('link', { name: `Rendi amministratore: ${fullName(person)}` }).click()
  const asked = office.getByRole('dialog', { name: 'Rendere amministratore?' })
  await expect(asked).toContainText('una password di almeno 12 caratteri')
  await asked.getByRole('button', { name: 'Rendi amministratore' }).click()
  await expect(toasts(office).first()).toContainText('Ora è amministratore')
  await expect(row).toContainText('Amministratore')
  await mail.waitFor(person.email, 'Ora amministri il sito')

  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
  await signIn(page, person)
  await page.goto('/admin/people')
  await expect(page.getByRole('heading', { name: 'Persone' })).toBeVisible()

  await row.getByRole('link', { name: `Togli da amministratore: ${fullName(person)}` }).click()
  const taken = office.getByRole('dialog', { name: 'Togliere da amministratore?' })
  await taken.getByRole('button', { name: 'Togli da amministratore' }).click()
  await expect(toasts(office).first()).toContainText('Non è più amministratore')
  await mail.waitFor(person.email, 'Non amministri più il sito')
  await page.goto('/admin/people')
  await expect(page).toHaveURL(`/auth?verso=${encodeURIComponent('/admin/people')}`)

  await office.goto('/admin/audit?azione=update&entita=profiles')
  await expect(office.getByRole('row', { name: person.email }).first()).toContainText('Ruolo')
})

test('two changes of a role in a row, faster than a slow double click', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const person = await aMember(await anotherBrowser(), mail, 'Ida')
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto(`/admin/people?q=${person.email}`)
  await running(page)
  for (const step of ['Rendi amministratore', 'Togli da amministratore']) {
    await page.getByRole('link', { name: `${step}: ${fullName(person)}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: step }).click()
  }
  await expect(toasts(page).first()).toContainText('Non è più amministratore')
})

test('the office ends the sessions of a person', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail, 'Olga')
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  await office.goto(`/admin/people?q=${DEMO_ACCOUNTS.admin.email}`)
  await expect(office.getByRole('link', { name: /^Scollega i dispositivi/ })).toHaveCount(0)

  await office.goto(`/admin/people?q=${person.email}`)
  const end = office.getByRole('link', { name: `Scollega i dispositivi: ${fullName(person)}` })
  await running(office)
  await end.click()
  const asked = office.getByRole('dialog', { name: 'Scollegare i dispositivi?' })
  await expect(asked).toContainText(person.email)
  await asked.getByRole('link', { name: 'Chiudi' }).first().click()
  await expect(end).toBeFocused()
  await end.click()
  await asked.getByRole('button', { name: 'Scollega i dispositivi' }).click()
  await expect(toasts(office).first()).toContainText('Dispositivi scollegati')
  await expect(end).toHaveCount(0)
  await expect(office.locator('#main')).toBeFocused()
  await mail.waitFor(person.email, 'Abbiamo terminato i tuoi accessi')

  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page).first()).toContainText('Sessione non valida')
  await signIn(page, person)
})

test('an administrator steps down knowingly, and is out', async ({ page, mail }) => {
  const person = await anAdministrator(page, mail, 'Olga')
  await page.goto(`/admin/people?q=${person.email}`)
  await page.getByRole('link', { name: /^Togli da amministratore/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Sei tu.')
  await page.getByRole('dialog').getByRole('button', { name: 'Togli da amministratore' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page).first()).toContainText('Non amministri più il sito')
  await page.goto('/admin')
  await expect(page).toHaveURL('/auth?verso=%2Fadmin')
})

test('a person is made administrator with the keyboard alone', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(await anotherBrowser(), mail, 'Ubalda')
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/people')
  await running(page)
  await tabTo(page, page.getByLabel('Cerca'))
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=ubalda/)
  const promote = page.getByRole('link', { name: `Rendi amministratore: ${fullName(person)}` })
  await tabTo(page, promote)
  await page.keyboard.press('Enter')
  // The focus is on the title, so a second Enter does nothing.
  const dialog = page.getByRole('dialog', { name: 'Rendere amministratore?' })
  await expect(dialog.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(promote).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Rendi amministratore' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts(page).first()).toContainText('Ora è amministratore')
})

test('everybody can use the list of people in every state', async ({ page, anotherBrowser, mail }) => {
  const elsewhere = await anotherBrowser()
  const confirmed = await aMember(elsewhere, mail, 'Wanda')
  await ask(elsewhere, COURSE.slug)
  const unconfirmed = aPerson('Zoe')
  const form = { ...unconfirmed, confirmPassword: unconfirmed.password, intent: 'signup' }
  await send(await anotherBrowser(), '/auth?scheda=registrazione', form)

  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto(`/admin/people?q=${unconfirmed.email}`)
  await expect(page.getByRole('row', { name: unconfirmed.email })).toContainText('Da confermare')
  await expect(page.getByRole('link', { name: /^Rendi amministratore/ })).toHaveCount(0)
  for (const address of [
    '/admin/people',
    `/admin/people?q=${unconfirmed.email}`,
    '/admin/people?q=nessuno-si-chiama-cosi',
  ]) {
    await expectValidMarkup(page, address)
    await page.goto(address)
    await expectGood(page)
  }
  for (const name of [/In attesa 1/, /^Rendi amministratore/, /^Scollega i dispositivi/]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/admin/people?q=${confirmed.email}`)
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectGood(page)
    await expectValidMarkup(page, page.url())
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a person is found and made administrator', async ({ page, anotherBrowser, mail }) => {
    const person = await aMember(await anotherBrowser(), mail, 'Yara')
    await signIn(page, DEMO_ACCOUNTS.admin)
    await page.goto('/admin/people')
    await fillIn(page, { Cerca: person.email })
    await page.getByRole('button', { name: 'Cerca' }).click()
    await page.getByRole('link', { name: `Rendi amministratore: ${fullName(person)}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rendi amministratore' }).click()
    await expect(toasts(page).first()).toContainText('Ora è amministratore')
    await expect(page.getByRole('row', { name: person.email })).toContainText('Amministratore')
  })
})
