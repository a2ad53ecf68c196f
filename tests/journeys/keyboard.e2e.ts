import type { Page } from '@playwright/test'
import { aMember, aPerson, ask, fullName, NEWEST_REQUESTS } from './people'
import { DEMO_ACCOUNTS, expect, landingOf, running, signIn, test, toasts, withoutApplication } from './site'
import { tabTo } from './walk'

const COURSE = { slug: 'marketing-strategico-e-vendite-4-0', title: 'Marketing Strategico e Vendite 4.0' }
const OPEN = {
  slug: 'digital-tools-per-l-innovazione-aziendale',
  title: "Digital Tools per l'Innovazione Aziendale",
}

async function signInByKeyboard(page: Page, account: { email: string; password: string }) {
  await page.goto('/auth')
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(account.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(landingOf(account))
}

test('the first Tab offers to skip to the content', async ({ page }) => {
  await page.goto('/corsi')
  const skip = page.getByRole('link', { name: 'Vai al contenuto' })
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Cerca un corso')).toBeFocused()
})

test('asking for a course leads by keyboard to the page after the sign-up, which sends again', async ({
  page,
}) => {
  const person = aPerson()
  await page.goto(`/corsi/${COURSE.slug}`)
  await tabTo(page, page.getByRole('button', { name: /^Iscriviti ora/ }).first())
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Accesso richiesto')
  for (const [label, typed] of Object.entries({
    Nome: person.firstName,
    Cognome: person.lastName,
    Email: person.email,
    Password: person.password,
    'Conferma password': person.password,
  })) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth/controlla-la-posta')
  await tabTo(page, page.getByRole('button', { name: 'Invia di nuovo' }))
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText(`Se ${person.email} aspetta una conferma`)
})

test('on a small screen the menu opens, leads on and closes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const menu = page.getByRole('banner').getByText('Menu', { exact: true })
  const link = page.getByRole('banner').getByRole('link', { name: 'Corsi', exact: true })
  await expect(link).toBeHidden()
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await expect(link).toBeVisible()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/corsi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corsi')
  await expect(link).toBeHidden()

  await tabTo(page, menu)
  await page.keyboard.press('Space')
  await expect(link).toBeVisible()
  await page.keyboard.press('Space')
  await expect(link).toBeHidden()
})

test('arrows, Home and End move through the tabs of a course', async ({ page }) => {
  await page.goto(`/corsi/${COURSE.slug}`)
  const tab = (name: string) => page.getByRole('tab', { name })
  await page.keyboard.press('Tab')
  await expect(tab('Date')).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, tab('Date'))
  for (const [key, name, heading] of [
    ['ArrowRight', 'Descrizione', 'Descrizione'],
    ['End', 'Certificazioni', 'Certificazioni rilasciate'],
    ['ArrowRight', 'Date', 'Date'],
    ['ArrowLeft', 'Certificazioni', 'Certificazioni rilasciate'],
    ['Home', 'Date', 'Date'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel').getByRole('heading', { name: heading, level: 2 })).toBeVisible()
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

test('an enrolment is requested and approved by keyboard', async ({ page, anotherBrowser, mail }) => {
  const elsewhere = await anotherBrowser()
  const person = await aMember(elsewhere, mail)
  await signInByKeyboard(page, person)
  await page.goto(`/corsi/${OPEN.slug}`)
  await tabTo(page, page.getByRole('button', { name: /^Iscriviti ora/ }).first())
  await page.keyboard.press('Space')
  await expect(toasts(page)).toContainText('Richiesta di iscrizione inviata!')
  await tabTo(page, toasts(page).getByRole('link', { name: /^Chiudi/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Richiesta di iscrizione inviata!')).toHaveCount(0)

  const office = await anotherBrowser()
  await signInByKeyboard(office, DEMO_ACCOUNTS.admin)
  await tabTo(office, office.getByRole('link', { name: 'Decidi tutte' }))
  await office.keyboard.press('Enter')
  await expect(office).toHaveURL('/admin/richieste')
  await office.goto(NEWEST_REQUESTS)
  await tabTo(office, office.getByRole('button', { name: `Approva: ${fullName(person)}, ${OPEN.title}` }))
  await office.keyboard.press('Enter')
  await expect(toasts(office)).toContainText('Iscrizione approvata')
})

test('a dialog keeps the focus inside and gives it back', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail)
  await ask(page, OPEN.slug)
  await page.goto('/dashboard')
  const open = page.getByRole('link', { name: 'Modifica profilo' })
  const dialog = page.getByRole('dialog')
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Nome', { exact: true })).toBeFocused()
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused !== document.body && !focused?.closest('dialog')
    })
    expect(outside, 'focus outside of the dialog').toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  await office.goto(NEWEST_REQUESTS)
  const reject = office.getByRole('link', { name: `Rifiuta…: ${fullName(person)}, ${OPEN.title}` })
  await tabTo(office, reject)
  await office.keyboard.press('Enter')
  await expect(office.getByRole('dialog').getByLabel('Motivo')).toBeFocused()
  await office.keyboard.press('Escape')
  await expect(office.getByRole('dialog')).toBeHidden()
  await expect(reject).toBeFocused()
  await office.keyboard.press('Enter')
  await expect(office.getByRole('dialog').getByLabel('Motivo')).toBeFocused()
  await office.keyboard.type('Il gruppo è già formato.')
  await tabTo(office, office.getByRole('dialog').getByRole('button', { name: 'Rifiuta' }))
  await office.keyboard.press('Enter')
  await expect(toasts(office)).toContainText('Iscrizione rifiutata')
})

test('typing in a dialog before hydration continues in the same field', async ({ page, mail }) => {
  await aMember(page, mail)
  const begin = await withoutApplication(page)
  await page.goto('/dashboard/profilo', { waitUntil: 'commit' })
  const company = page.getByLabel('Azienda')
  await company.focus()
  await page.keyboard.press('Escape')
  await company.fill('')
  await company.pressSequentially('Officine ')
  begin()
  await expect(page.locator('dialog:modal')).toBeVisible()
  await page.keyboard.type('Sibilline')
  await expect(company).toHaveValue('Officine Sibilline')
})

test('Escape that comes before the application closes the dialog once it runs', async ({ page, mail }) => {
  await aMember(page, mail)
  const begin = await withoutApplication(page)
  await page.goto('/dashboard/profilo', { waitUntil: 'commit' })
  await page.getByLabel('Azienda').focus()
  await page.keyboard.press('Escape')
  begin()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/dashboard')
})

test('buttons of a group and boxes pressed before the application act once it runs', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const begin = await withoutApplication(page)
  await page.goto('/admin/impostazioni/testi', { waitUntil: 'commit' })
  const title = page.getByRole('textbox', { name: 'Titolo' }).first()
  await title.fill('Imparare da ')
  await page.getByRole('button', { name: 'Inserisci: Azienda' }).first().click()
  begin()
  await expect(title).toHaveValue('Imparare da [azienda]')

  const beginAgain = await withoutApplication(page)
  await page.goto('/admin/pagamenti', { waitUntil: 'commit' })
  const everyBox = page.locator('.choose-every').first()
  await everyBox.click()
  beginAgain()
  await running(page)
  await expect(everyBox).toBeChecked()
  await expect(page.locator('.row-choice').first()).toBeChecked()
})
