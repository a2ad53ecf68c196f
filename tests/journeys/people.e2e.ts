import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { aMember, anAdministrator, aPerson, ask, fullName, idOf } from './people'
import { chooseMore, DEMO_ACCOUNTS, expect, running, send, signIn, test, toasts } from './site'
import { expectGood, tabTo } from './walk'

const COURSE = {
  slug: 'digital-tools-per-l-innovazione-aziendale',
  title: "Digital Tools per l'Innovazione Aziendale",
}
const OTHER_COURSE = { slug: 'controllo-di-gestione-per-pmi', title: 'Controllo di Gestione per PMI' }

const SEARCH = 'Nome, telefono, email o azienda'

async function searchFor(office: Page, text: string) {
  await office.getByRole('searchbox', { name: SEARCH }).fill(text)
  await office.getByRole('button', { name: 'Cerca', exact: true }).click()
}

/** On the page of a person; the menu is theirs. */
async function giveRole(office: Page, name: string, role: string) {
  await chooseMore(office, name, 'Cambia ruolo…')
  const asked = office.getByRole('dialog', { name: 'Cambiare il ruolo?' })
  await asked.getByRole('radio', { name: role }).check()
  await asked.getByRole('button', { name: 'Cambia ruolo' }).click()
}

test('a person is found, made administrator, and no longer', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail, 'Irma')
  await ask(page, COURSE.slug)
  await ask(page, OTHER_COURSE.slug)
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  await office.goto('/admin')
  await office.getByRole('link', { name: 'Persone' }).click()
  for (const column of ['Persona', 'Telefono', 'Azienda', 'Adesso', 'Azioni'])
    await expect(office.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  await searchFor(office, `${person.lastName.toUpperCase()} irma`)
  await expect(office.getByRole('heading', { name: 'Persone 1', exact: true })).toBeVisible()
  for (const chip of ['Tutte 1', 'Iscritte', 'In attesa 1', 'Da pagare 0', 'Mai iscritte'])
    await expect(office.getByRole('link', { name: chip, exact: true })).toBeVisible()
  const row = office.getByRole('row', { name: person.email })
  // The older of two requests is shown.
  await expect(row).toContainText('In attesa')
  await expect(row).toContainText(COURSE.title)
  await row.getByRole('link', { name: /^e un altro/ }).click()
  const enrolments = office.getByRole('region', { name: 'Iscrizioni' })
  await expect(enrolments).toContainText(COURSE.title)
  await expect(enrolments).toContainText(OTHER_COURSE.title)
  await giveRole(office, fullName(person), 'Amministratore')
  await expect(toasts(office).first()).toContainText('Ora è amministratore')
  await expect(office.getByRole('region', { name: 'Dati' })).toContainText('Amministratore')
  await mail.waitFor(person.email, 'Ora amministri il sito')

  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
  await signIn(page, person)
  await page.goto('/admin/people')
  await expect(page.getByRole('heading', { name: 'Persone' })).toBeVisible()

  await giveRole(office, fullName(person), 'Corsista')
  await expect(toasts(office).first()).toContainText('Non ha più accesso al pannello')
  await mail.waitFor(person.email, 'Non hai più accesso al pannello')
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
  await page.goto(`/admin/people/${await idOf(page, person)}`)
  await running(page)
  for (const role of ['Amministratore', 'Corsista']) await giveRole(page, fullName(person), role)
  await expect(toasts(page).first()).toContainText('Non ha più accesso al pannello')
})

test('the office ends the sessions of a person', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail, 'Olga')
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  await office.goto(`/admin/people/${await idOf(office, DEMO_ACCOUNTS.admin)}`)
  const end = office.getByRole('link', { name: 'Scollega i dispositivi…' })
  const menu = office.locator('.who-head details.more summary')
  await running(office)
  await menu.click()
  await expect(office.getByRole('link', { name: 'Cambia ruolo…' })).toBeVisible()
  await expect(end).toHaveCount(0)

  await office.goto(`/admin/people/${await idOf(office, person)}`)
  await running(office)
  await menu.click()
  await end.click()
  const asked = office.getByRole('dialog', { name: 'Scollegare i dispositivi?' })
  await expect(asked).toContainText(person.email)
  await asked.getByRole('link', { name: 'Chiudi' }).first().click()
  await expect(menu).toBeFocused()
  await menu.click()
  await end.click()
  await asked.getByRole('button', { name: 'Scollega i dispositivi' }).click()
  await expect(toasts(office).first()).toContainText('Dispositivi scollegati')
  await menu.click()
  await expect(end).toHaveCount(0)
  await mail.waitFor(person.email, 'Abbiamo terminato i tuoi accessi')

  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page).first()).toContainText('Sessione non valida')
  await signIn(page, person)
})

test('an administrator steps down knowingly, and is out', async ({ page, mail }) => {
  const person = await anAdministrator(page, mail, 'Olga')
  await page.goto(`/admin/people/${await idOf(page, person)}`)
  await chooseMore(page, fullName(person), 'Cambia ruolo…')
  const asked = page.getByRole('dialog', { name: 'Cambiare il ruolo?' })
  await expect(asked).toContainText('Sei tu.')
  await asked.getByRole('radio', { name: 'Corsista' }).check()
  await asked.getByRole('button', { name: 'Cambia ruolo' }).click()
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
  await tabTo(page, page.getByRole('searchbox', { name: SEARCH }))
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=ubalda/)
  await tabTo(page, page.getByRole('link', { name: `${person.lastName} Ubalda` }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: fullName(person) })).toBeVisible()
  const menu = page.locator('.who-head details.more summary')
  const change = page.getByRole('link', { name: 'Cambia ruolo…' })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await tabTo(page, change)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cambiare il ruolo?' })
  const present = dialog.getByRole('radio', { name: 'Corsista' })
  await expect(present).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, change)
  await page.keyboard.press('Enter')
  await expect(present).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('radio', { name: 'Amministratore' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Cambia ruolo' })).toBeFocused()
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
  await expect(page.getByRole('row', { name: unconfirmed.email })).toContainText('Email da confermare')
  // The others differ by their rows alone.
  for (const filter of ['iscritte', 'mai-iscritte', 'amministratori'])
    await expectValidMarkup(page, `/admin/people?mostra=${filter}`)
  for (const address of [
    '/admin/people',
    '/admin/people?mostra=segreteria',
    '/admin/people?mostra=da-attivare',
    '/admin/people/nuova?email=nuova@example.org',
    `/admin/people?q=${unconfirmed.email}`,
    '/admin/people?q=nessuno-si-chiama-cosi',
  ]) {
    await expectValidMarkup(page, address)
    await page.goto(address)
    await expectGood(page)
  }
  const id = await idOf(page, confirmed)
  for (const address of [`/admin/people/${id}/ruolo`, `/admin/people/${id}/accessi`]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(address)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectGood(page)
    await expectValidMarkup(page, address)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a person is found and made administrator', async ({ page, anotherBrowser, mail }) => {
    const person = await aMember(await anotherBrowser(), mail, 'Yara')
    await signIn(page, DEMO_ACCOUNTS.admin)
    await page.goto('/admin/people')
    await searchFor(page, person.email)
    await page
      .getByRole('link', { name: new RegExp(person.lastName) })
      .first()
      .click()
    await giveRole(page, fullName(person), 'Amministratore')
    await expect(toasts(page).first()).toContainText('Ora è amministratore')
    await expect(page.getByRole('region', { name: 'Dati' })).toContainText('Amministratore')
  })
})
