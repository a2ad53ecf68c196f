import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import {
  aMember,
  anEnrolled,
  ask,
  courseRow,
  expectOnDashboard,
  fullName,
  NEWEST_REQUESTS,
  type Person,
} from './people'
import { chooseMore, DEMO_ACCOUNTS, expect, type OpenBrowser, running, signIn, test, toasts } from './site'
import { expectGood, tabTo } from './walk'

const undo = (office: Page) => toasts(office).getByRole('button', { name: 'Ripristina' })

async function enrolmentPage(page: Page, title: string) {
  await expectOnDashboard(page, title, 'Gestisci l’iscrizione')
  await courseRow(page, title)
    .getByRole('link', { name: `Gestisci l’iscrizione: ${title}` })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test('several requests are approved at once, taken back, and rejected with one reason', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  const [title, id] = [aTitle('Insieme'), randomUUID()]
  const slug = await aCourse(office, title, { id, maxPartecipanti: '2' })
  const people: Person[] = []
  for (const name of ['Ada', 'Bice', 'Carlo']) {
    const browser = await anotherBrowser()
    people.push(await aMember(browser, mail, name))
    await ask(browser, slug)
  }
  await office.goto(NEWEST_REQUESTS)
  await running(office)
  const box = (person: Person) =>
    office.getByRole('checkbox', { name: `Scegli: ${fullName(person)}, ${title}` })
  const bar = office.locator('.bulk-bar')
  await expect(bar).toBeHidden()
  for (const person of people) await box(person).check()
  await expect(bar).toContainText('3 scelte')
  await expectGood(office)
  await bar.getByRole('button', { name: 'Approva 3' }).click()
  await expect(toasts(office)).toContainText('2 iscrizioni approvate')
  await expect(toasts(office)).toContainText(`al completo`)
  await undo(office).click()
  await expect(toasts(office)).toContainText('Ripristinato')
  for (const person of people) await expect(box(person)).toBeVisible()

  await office.goto(`/admin/richieste?corso=${id}`)
  await running(office)
  const boxes = office.getByRole('checkbox', { name: /^Scegli: / })
  await boxes.last().check()
  await boxes.first().click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('3 scelte')
  await boxes.nth(1).uncheck()
  await expect(bar).toContainText('2 scelte')
  await boxes.nth(1).check()
  await bar.getByText('Rifiuta 3…').filter({ visible: true }).click()
  await bar.getByLabel(/^Motivo per tutte/).fill('Il gruppo è già formato')
  // The bar lies over rows until the end of the list is in view.
  await office.setViewportSize({ width: 360, height: 800 })
  await office.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expectGood(office, [360])
  await bar.getByRole('button', { name: 'Rifiuta le scelte' }).click()
  await expect(toasts(office)).toContainText('3 iscrizioni rifiutate')
  for (const person of people)
    expect((await mail.waitFor(person.email, 'Richiesta non accolta')).text).toContain(
      'Il gruppo è già formato',
    )
  await page.goto('/')
})

test('an enrolment is cancelled, taken back in time, and cancelled for good', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { person, title } = await anEnrolled(office, page, mail)
  await office.goto(`/admin/people?q=${person.email}`)
  await office.getByRole('row', { name: person.email }).getByRole('link', { name: /Prova/ }).first().click()
  await chooseMore(office, title, 'Disdici l’iscrizione…')
  await expect(office.getByRole('heading', { name: 'Disdire l’iscrizione?' })).toBeVisible()
  await expectGood(office)
  await expectValidMarkup(office, office.url())
  await office.getByLabel('Motivo').selectOption('Altro')
  await office.getByRole('button', { name: 'Disdici l’iscrizione' }).click()
  await expect(office.getByRole('alert')).toContainText('Scrivi il motivo')
  await office.getByLabel(/^Altre parole/).fill('Mancano i requisiti')
  await office.getByRole('button', { name: 'Disdici l’iscrizione' }).click()
  await expect(toasts(office)).toContainText('Iscrizione disdetta')
  await undo(office).click()
  await expect(toasts(office)).toContainText('Ripristinato')
  await expect(office.getByRole('row', { name: title })).toContainText('Approvato')

  await chooseMore(office, title, 'Disdici l’iscrizione…')
  await office.getByLabel(/^Altre parole/).fill('Mancano i requisiti')
  await office.getByRole('button', { name: 'Disdici l’iscrizione' }).click()
  await expect(office.getByRole('row', { name: title })).toContainText('Disdetta')
  await office.goto('/admin/decisioni')
  await expect(
    office
      .getByRole('listitem')
      .filter({ hasText: fullName(person) })
      .first(),
  ).toContainText('Disdetta')
  await expectGood(office)
  await expectValidMarkup(office, '/admin/decisioni')
  const letter = await mail.waitFor(person.email, 'Iscrizione disdetta')
  expect(letter.text).toContain('Lo hai chiesto tu. Mancano i requisiti')
  await page.goto('/dashboard')
  await expect(courseRow(page, title)).toContainText('La segreteria ha disdetto la tua iscrizione')
})

test('the office moves a person to another edition of the course', async ({ page, anotherBrowser, mail }) => {
  const office = await anotherBrowser()
  const { person, id, title } = await anEnrolled(office, page, mail)
  const other = await aCourse(office, `${title} bis`, { sessions: '10/05/2099', location: 'Ascoli Piceno' })
  await office.goto(`/admin/courses/${id}/iscritti`)
  await chooseMore(office, fullName(person), 'Sposta in un’altra edizione…')
  await office.getByLabel('Cerca un altro corso').fill(`${title} bis`)
  await office.getByRole('button', { name: 'Cerca', exact: true }).click()
  await expectGood(office)
  await office.getByRole('button', { name: 'Sposta', exact: true }).click()
  await expect(office.getByRole('alert')).toContainText('Scegli un’edizione')
  await office.getByRole('radio', { name: `${title} bis` }).check()
  await office.getByRole('button', { name: 'Sposta', exact: true }).click()
  await expect(toasts(office).first()).toContainText('Iscrizione spostata')
  await mail.waitFor(person.email, 'Iscrizione spostata')
  await page.goto('/dashboard')
  await expect(courseRow(page, `${title} bis`)).toContainText('Approvato')
  await expect(courseRow(page, title)).toContainText('Spostata')
  await page.goto(`/corsi/${other}`)
  await expect(page.getByText('Il posto è tuo').first()).toBeVisible()
})

test('a person gives up a seat knowingly, with the keyboard alone', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { person, title } = await anEnrolled(await anotherBrowser(), page, mail)
  await enrolmentPage(page, title)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  const cancel = page.getByRole('link', { name: 'Disdici l’iscrizione' })
  await tabTo(page, cancel)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Disdire l’iscrizione?' })
  await expect(dialog).toContainText('il rimborso è completo')
  await expectGood(page, [320, 1280])
  await page.keyboard.press('Escape')
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Disdici l’iscrizione' }))
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Iscrizione disdetta')
  await expect(page.getByText('Hai disdetto la tua iscrizione')).toBeVisible()
  await mail.waitFor(person.email, 'Iscrizione disdetta')
})

async function withoutScript(anotherBrowser: OpenBrowser) {
  return anotherBrowser({ javaScriptEnabled: false })
}

test('without JavaScript requests are chosen and approved, and the decision is taken back', async ({
  anotherBrowser,
  mail,
}) => {
  const office = await withoutScript(anotherBrowser)
  await signIn(office, DEMO_ACCOUNTS.admin)
  const title = aTitle('Insieme')
  const slug = await aCourse(office, title)
  const member = await anotherBrowser()
  const person = await aMember(member, mail, 'Dora')
  await ask(member, slug)
  await office.goto(NEWEST_REQUESTS)
  await office.getByRole('checkbox', { name: `Scegli: ${fullName(person)}, ${title}` }).check()
  await office.locator('.bulk-bar').getByRole('button', { name: 'Approva' }).click()
  await expect(toasts(office)).toContainText('1 iscrizione approvata')
  await undo(office).click()
  await expect(toasts(office)).toContainText('Ripristinato')
  await expect(office.getByRole('listitem').filter({ hasText: person.email })).toBeVisible()
})
