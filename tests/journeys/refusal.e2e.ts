import type { Page } from '@playwright/test'
import { aMember, ask, courseRow, expectOnDashboard, fullName, NEWEST_REQUESTS, type Person } from './people'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'

const OPEN = {
  slug: 'digital-tools-per-l-innovazione-aziendale',
  title: "Digital Tools per l'Innovazione Aziendale",
}
const FULL = {
  slug: 'gestione-dei-progetti-per-piccoli-gruppi',
  title: 'Gestione dei Progetti per Piccoli Gruppi',
}

function requestOf(office: Page, person: Person) {
  const row = office.getByRole('listitem').filter({ hasText: person.email })
  return {
    row,
    approve: row.getByRole('button', { name: new RegExp(`^Approva( comunque…)?: ${fullName(person)}`) }),
    reject: row.getByRole('link', { name: `Rifiuta…: ${fullName(person)}` }),
  }
}

async function openOffice(office: Page) {
  await signIn(office, DEMO_ACCOUNTS.admin)
  await office.goto(NEWEST_REQUESTS)
}

test('a request is rejected with a reason, and taken back', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail)
  const old = await page.context().newPage()
  await old.goto(`/corsi/${OPEN.slug}`)
  await ask(page, OPEN.slug)
  const office = await anotherBrowser()
  await openOffice(office)

  await requestOf(office, person).reject.click()
  const dialog = office.getByRole('dialog', { name: 'Rifiutare la richiesta?' })
  await expect(dialog).toContainText(`${fullName(person)}, ${OPEN.title}`)
  await dialog.getByLabel('Motivo').fill('Il gruppo è già formato:\nscrivici per la prossima edizione.')
  await dialog.getByRole('button', { name: 'Rifiuta' }).click()
  await expect(toasts(office)).toContainText('Iscrizione rifiutata')
  await expect(dialog).toBeHidden()
  await expect(requestOf(office, person).approve).toHaveCount(0)

  const email = await mail.waitFor(person.email, 'Richiesta non accolta')
  expect(email.text).toContain('Il gruppo è già formato:')
  expect(email.text).toContain('scrivici per la prossima edizione.')
  await page.goto('/dashboard')
  const row = courseRow(page, OPEN.title)
  await expect(row).toContainText('Rifiutato')
  await expect(row).toContainText('«Il gruppo è già formato: scrivici per la prossima edizione.»')

  await page.goto(`/corsi/${OPEN.slug}`)
  const card = page.getByRole('complementary', { name: 'Prezzo e iscrizione' })
  await expect(card).toContainText('Il gruppo è già formato:')
  await expect(page.getByRole('button', { name: /^Iscriviti ora/ })).toHaveCount(0)
  await old
    .getByRole('button', { name: /^Iscriviti ora/ })
    .first()
    .click()
  await expect(old).toHaveURL('/dashboard')
  await expect(toasts(old)).toContainText('Iscrizione già presente')
  await expect(toasts(old)).toContainText(
    "La tua precedente richiesta è stata rifiutata. Prova a contattare l'amministrazione",
  )
  await old.close()

  await office.goto(NEWEST_REQUESTS)
  await office.getByText(/^Rifiutate di recente/).click()
  await office.getByRole('button', { name: `Riapri richiesta: ${fullName(person)}, ${OPEN.title}` }).click()
  await expect(toasts(office)).toContainText('Richiesta riaperta')
  await expect(requestOf(office, person).approve).toBeVisible()
  await expectOnDashboard(page, OPEN.title, 'In attesa')
})

test('a rejection without a reason is listed and can be reopened', async ({ page, mail, anotherBrowser }) => {
  const person = await aMember(page, mail)
  await ask(page, OPEN.slug)
  const office = await anotherBrowser()
  await openOffice(office)
  await requestOf(office, person).reject.click()
  await office.getByRole('dialog').getByRole('button', { name: 'Rifiuta' }).click()
  await expect(toasts(office)).toContainText('Iscrizione rifiutata')
  expect((await mail.waitFor(person.email, 'Richiesta non accolta')).text).not.toContain('Motivo')

  await office.goto(NEWEST_REQUESTS)
  await office.getByText(/^Rifiutate di recente/).click()
  await office.getByRole('button', { name: `Riapri richiesta: ${fullName(person)}, ${OPEN.title}` }).click()
  await expect(toasts(office)).toContainText('Richiesta riaperta')
  await expect(requestOf(office, person).approve).toBeVisible()
})

test('beyond the last seat the office is asked first', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail)
  await page.goto(`/corsi/${FULL.slug}`)
  await expect(page.getByRole('main')).toContainText('Al completo')
  await ask(page, FULL.slug)

  const office = await anotherBrowser()
  await openOffice(office)
  const { row, approve } = requestOf(office, person)
  await expect(row).toContainText('Al completo')
  await approve.click()
  const dialog = office.getByRole('dialog', { name: 'Corso al completo: approvare comunque?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('link', { name: 'Chiudi' }).first().click()
  await expect(dialog).toBeHidden()
  await expect(approve).toBeVisible()

  await approve.click()
  await dialog.getByRole('button', { name: 'Approva comunque' }).click()
  await expect(toasts(office)).toContainText('Iscrizione approvata')
  await mail.waitFor(person.email, 'Iscrizione approvata')
  await page.goto('/dashboard')
  await expect(courseRow(page, FULL.title)).toContainText('Approvato')
})

test('of two decisions the first stands, and the second is refused', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const person = await aMember(page, mail)
  await ask(page, OPEN.slug)
  const [first, second, third] = [await anotherBrowser(), await anotherBrowser(), await anotherBrowser()]
  for (const office of [first, second, third]) await openOffice(office)
  await requestOf(third, person).reject.click()
  await expect(third.getByRole('dialog')).toBeVisible()

  await requestOf(first, person).approve.click()
  await expect(toasts(first)).toContainText('Iscrizione approvata')

  const sentence = 'Si è verificato un errore: Questa richiesta è già stata valutata: Approvato'
  await requestOf(second, person).approve.click()
  await expect(toasts(second)).toContainText(sentence)
  await expect(requestOf(second, person).approve).toHaveCount(0)
  await third.getByRole('dialog').getByRole('button', { name: 'Rifiuta' }).click()
  await expect(toasts(third)).toContainText(sentence)
  await expectOnDashboard(page, OPEN.title, 'Approvato')
})

test('a request that its person has withdrawn cannot be approved any more', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const person = await aMember(page, mail)
  await ask(page, OPEN.slug)
  const office = await anotherBrowser()
  await openOffice(office)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: `Ritira la richiesta: ${OPEN.title}` }).click()
  await expect(toasts(page)).toContainText('Richiesta ritirata')

  await requestOf(office, person).approve.click()
  await expect(toasts(office)).toContainText('forse è stata ritirata, spostata o disdetta')
})
