import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, fillIn, signIn, test, toasts, wake } from './site'
import { expectGood } from './walk'

const OFFICE = 'segreteria@example.org'
const COURSE = {
  slug: 'gestione-dei-progetti-per-piccoli-gruppi',
  title: 'Gestione dei Progetti per Piccoli Gruppi',
}
const SENTENCES = {
  'Nome e cognome': 'Il nome deve avere almeno 2 caratteri',
  Email: 'Email non valida',
  Telefono: 'Numero di telefono non valido',
  'Corso di interesse': 'Seleziona un corso',
}
const HINTS: Record<string, string> = {
  'Corso di interesse': 'Scegli dall’elenco, o scrivi il titolo. Per altro scrivi «Un’altra domanda».',
}
const NO_CONSENT = 'Devi accettare la privacy policy'
const COMMON = 'Controllo di Gestione per PMI'

const PHONE = { width: 360, height: 640 }

const button = (page: Page) => page.getByRole('button', { name: 'Invia richiesta' })
const consent = (page: Page) => page.getByRole('checkbox', { name: 'Ho letto e accetto la Privacy Policy' })
const anEmail = () => `visita.${randomUUID().slice(0, 8)}@example.org`

async function fillAll(page: Page, email: string, course = COMMON) {
  await fillIn(page, { 'Nome e cognome': 'Ada Maria Rossi', Email: email, Telefono: '0736 123456' })
  await page.getByLabel('Messaggio').fill('Vorrei sapere gli orari.')
  await page.getByLabel('Corso di interesse').fill(course)
  await consent(page).check()
}

/** The form refuses faster senders. */
const aMoment = (page: Page) => page.waitForTimeout(2_100)

/** The filled-in form of /contatti, hydrated. */
async function readyToSend(page: Page) {
  const email = anEmail()
  await page.goto('/contatti')
  await wake(page)
  await fillAll(page, email)
  await aMoment(page)
  return email
}

async function expectSent(page: Page) {
  await expect(toasts(page)).toContainText('Richiesta inviata')
  await expect(toasts(page)).toContainText('Ti contatteremo presto per confermare la tua iscrizione.')
  const confirmation = page.locator('#inviata')
  await expect(confirmation).toContainText('Abbiamo ricevuto la tua domanda')
  await expect(confirmation).toContainText('Ti rispondiamo per email o al telefono.')
  await expect(confirmation).toBeInViewport({ ratio: 1 })
  await expect(confirmation).toBeFocused()
  await expect(button(page)).toHaveCount(0)
}

async function expectAnother(page: Page) {
  await page.getByRole('link', { name: 'Fai un’altra domanda' }).click()
  await expect(page).toHaveURL('/contatti#scrivici')
  await expect(page.getByRole('heading', { name: 'Scrivici' })).toBeInViewport()
  await expect(page.getByLabel('Messaggio')).toHaveValue('')
  await expect(consent(page)).not.toBeChecked()
}

test('all errors at once, one of them put right, then sent', async ({ page, mail }) => {
  const email = anEmail()
  const response = await page.goto('/contatti')
  expect(await response?.headerValue('etag'), 'the page as it is kept for everybody').not.toBeNull()
  await wake(page)
  await button(page).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    ...Object.values(SENTENCES),
    NO_CONSENT,
  ])
  for (const [label, sentence] of Object.entries(SENTENCES))
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      label in HINTS ? `${sentence} ${HINTS[label]}` : sentence,
    )
  await expect(consent(page)).toHaveAccessibleDescription(NO_CONSENT)
  await expectGood(page)

  await fillIn(page, { Email: email })
  await expect(page.getByText(SENTENCES.Email), 'beside the field and in the summary').toHaveCount(0)
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
  await button(page).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByText(SENTENCES.Email)).toHaveCount(0)
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)

  await fillAll(page, email)
  await expect(page.getByRole('alert'), 'every field was put right').toHaveCount(0)
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  await page.setViewportSize(PHONE)
  await aMoment(page)
  await button(page).click()
  await expectSent(page)
  expect(new URL(page.url()).pathname).toBe('/contatti')
  await expectGood(page)
  const received = await mail.waitFor(OFFICE, email)
  expect(received.text).toContain(`Corso di interesse: ${COMMON}`)
  expect(received.text).toContain('Azienda: Non specificata')
  expect(received.text).toContain('Vorrei sapere gli orari.')
  await mail.waitFor(email, 'Domanda ricevuta')
  await page.setViewportSize(PHONE)
  await expectAnother(page)
})

test('while it is sent the button says so, and a double click makes one message', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const email = await readyToSend(page)
  let posts = 0
  await page.route('**/contatti.data*', async (route) => {
    posts += route.request().method() === 'POST' ? 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await button(page).dblclick()
  await expect(page.getByRole('button', { name: 'Invio in corso...' })).toBeDisabled()
  await expectSent(page)
  expect(posts).toBe(1)
  await mail.waitFor(OFFICE, email)

  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  await office.goto('/admin/mail')
  await expect(office.getByText(email)).toHaveCount(1)
})

test('without a connection nothing typed is lost, and it is sent when there is one again', async ({
  page,
  context,
  mail,
}) => {
  const email = await readyToSend(page)
  await context.setOffline(true)
  await button(page).click()
  await expect(toasts(page)).toContainText('Il modulo non è partito')
  await expect(page.getByLabel('Nome e cognome')).toHaveValue('Ada Maria Rossi')
  await expect(page.getByLabel('Messaggio')).toHaveValue('Vorrei sapere gli orari.')
  await expect(consent(page)).toBeChecked()
  await expectGood(page)
  await context.setOffline(false)

  await page.getByRole('banner').getByRole('link', { name: 'Corsi' }).click()
  await expect(page).toHaveURL('/corsi')
  await page.goBack()
  await expect(page.getByLabel('Nome e cognome')).toHaveValue('Ada Maria Rossi')
  await expect(page.getByLabel('Messaggio')).toHaveValue('Vorrei sapere gli orari.')
  await consent(page).check()
  await aMoment(page)
  await button(page).click()
  await expectSent(page)
  await expect(toasts(page)).not.toContainText('non è partito')
  await mail.waitFor(OFFICE, email)
})

test('a page that fails offline loads when online', async ({ page, context }) => {
  await page.goto('/contatti')
  await wake(page)
  await page.getByRole('banner').getByRole('link', { name: 'Corsi' }).click()
  await page.getByRole('link', { name: 'Pagina 2' }).click()
  await expect(page).toHaveURL('/corsi?page=2')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Pagina 1' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Non riesco a raggiungere il sito')
  await expectGood(page)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Non riesco a raggiungere il sito')
})

test('who reads the privacy policy loses nothing typed', async ({ page }) => {
  await page.goto('/contatti')
  await page.getByLabel('Messaggio').fill('Scritto con pazienza.')
  const opening = page.waitForEvent('popup')
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
  const opened = await opening
  await opened.waitForURL('**/privacy-policy')
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(page.getByLabel('Messaggio')).toHaveValue('Scritto con pazienza.')
})

test('what is typed is there again after Back, until it is sent', async ({ page }) => {
  for (const address of ['/contatti', '/']) {
    const response = await page.goto(address)
    expect(await response?.headerValue('etag'), 'the page as it is kept for everybody').not.toBeNull()
    await wake(page)
    await fillAll(page, anEmail())
    await page.getByRole('banner').getByRole('link', { name: 'Corsi' }).click()
    await expect(page).toHaveURL('/corsi')
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(page.getByLabel('Messaggio')).toHaveValue('Vorrei sapere gli orari.')
    await expect(page.getByLabel('Nome e cognome')).toHaveValue('Ada Maria Rossi')
    await expect(page.getByLabel('Corso di interesse')).toHaveValue(COMMON)
    await expect(consent(page)).not.toBeChecked()
    await consent(page).check()
    await aMoment(page)
    await button(page).click()
    await expectSent(page)
    expect(new URL(page.url()).pathname).toBe(address)
    await expectAnother(page)
  }
})

test('what was typed before and after a refusal is there again after Back', async ({ page }) => {
  await page.goto('/contatti')
  await wake(page)
  await fillAll(page, 'visita@')
  await button(page).click()
  await expect(page.getByRole('alert')).toBeFocused()
  const email = anEmail()
  await fillIn(page, { Email: email })
  await page.getByRole('banner').getByRole('link', { name: 'Corsi' }).click()
  await expect(page).toHaveURL('/corsi')
  await page.goBack()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Nome e cognome')).toHaveValue('Ada Maria Rossi')
  await expect(page.getByLabel('Messaggio')).toHaveValue('Vorrei sapere gli orari.')
})

test('who comes from a course finds the form before them, and it chosen', async ({
  page,
  anotherBrowser,
}) => {
  const plain = await anotherBrowser({ javaScriptEnabled: false, viewport: PHONE })
  await plain.goto(`/corsi/${COURSE.slug}`)
  await plain.getByRole('link', { name: 'modulo dei contatti' }).click()
  await expect(plain.getByRole('heading', { name: 'Scrivici' })).toBeInViewport()
  await expect(plain.getByLabel('Corso di interesse')).toHaveValue(COURSE.title)

  await page.setViewportSize(PHONE)
  await page.goto(`/corsi/${COURSE.slug}`)
  await page.getByRole('link', { name: 'Contatta segreteria' }).click()
  const contacts = page.getByRole('region', { name: 'Contatti' })
  await expect(contacts.getByRole('heading', { name: 'Contatti' })).toBeInViewport()
  await contacts.getByRole('link', { name: 'modulo dei contatti' }).click()
  const form = page.getByRole('region', { name: 'Scrivici' })
  await expect(form.getByRole('heading', { name: 'Scrivici' })).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Nome e cognome')).toBeFocused()
  await expect(form.getByLabel('Corso di interesse')).toHaveValue(COURSE.title)
  await expectValidMarkup(page, `/contatti?corso=${COURSE.slug}`)
  await expectValidMarkup(page, '/')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a member does not type again what we know, and what they do type prevails', async ({ page }) => {
    await signIn(page, DEMO_ACCOUNTS.member)
    for (const address of ['/', '/contatti']) {
      await page.goto(address)
      await expect(page.getByLabel('Nome e cognome')).toHaveValue('Giulia Rossi')
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(DEMO_ACCOUNTS.member.email)
    }
    await fillIn(page, { 'Nome e cognome': '', Telefono: '0734 999999' })
    await button(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Nome e cognome')).toHaveValue('')
    await expect(page.getByLabel('Telefono')).toHaveValue('0734 999999')
  })

  test('errors keep what was typed, then it is sent from the home page', async ({ page, mail }) => {
    const email = anEmail()
    await page.setViewportSize(PHONE)
    await page.goto('/')
    await fillAll(page, 'sbagliata')
    await button(page).click()
    await expect(page).toHaveTitle(/^Errore: /)
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([SENTENCES.Email])
    await expect(page.getByLabel('Messaggio')).toHaveValue('Vorrei sapere gli orari.')
    await expect(page.getByLabel('Corso di interesse')).toHaveValue(COMMON)
    await expect(consent(page)).toBeChecked()
    await fillIn(page, { Email: email })
    await aMoment(page)
    await button(page).click()
    await expectSent(page)
    await mail.waitFor(OFFICE, email)
    await mail.waitFor(email, 'Domanda ricevuta')
    await expectAnother(page)
  })
})
