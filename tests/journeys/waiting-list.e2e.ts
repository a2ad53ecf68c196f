import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, courseRow, enrol, fullName } from './people'
import { chooseMore, DEMO_ACCOUNTS, expect, type Mail, running, signIn, test, toasts } from './site'
import { expectGood } from './walk'

/** An edition with one seat, which is taken. */
async function aFullEdition(office: Page, seated: Page, mail: Mail) {
  const person = await aMember(seated, mail)
  await signIn(office, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Lista')]
  const slug = await aCourse(office, title, { id, maxPartecipanti: '1' })
  await enrol(office, person, id)
  return { person, id, title, slug }
}

/** On a phone the card of the price is below its bar. */
async function joinList(page: Page) {
  await page
    .getByRole('button', { name: /^Mettiti in lista d’attesa/ })
    .filter({ visible: true })
    .first()
    .click()
}

async function giveUpSeat(page: Page, title: string) {
  await page.goto('/dashboard')
  await courseRow(page, title).getByRole('link', { name: 'Gestisci l’iscrizione' }).click()
  await page.getByRole('link', { name: 'Disdici l’iscrizione' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disdici l’iscrizione' }).click()
  await expect(toasts(page)).toContainText('Iscrizione disdetta')
}

test('a freed seat is offered to the first on the list, who accepts it', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const [office, seated] = [await anotherBrowser(), await anotherBrowser()]
  const { id, title, slug } = await aFullEdition(office, seated, mail)
  const person = await aMember(page, mail, 'Bruno')
  await page.goto(`/corsi/${slug}`)
  await expect(page.getByText('Saresti al 1° posto; aspettare non costa niente')).toBeVisible()
  await expectGood(page, [320, 1280])
  await joinList(page)
  await expect(toasts(page)).toContainText('sei in lista d’attesa, al 1° posto')
  expect((await mail.waitFor(person.email, 'Richiesta ricevuta')).text).toContain('al 1° posto')

  await office.goto(`/admin/richieste?corso=${id}`)
  await running(office)
  await expect(
    office.getByRole('button', { name: `Approva comunque…: ${fullName(person)}, ${title}` }),
  ).toBeVisible()
  await office.keyboard.press('j')
  await office.keyboard.press('Shift+L')
  await expect(toasts(office)).toContainText('Messa in lista d’attesa')
  await mail.waitFor(person.email, 'Sei in lista d’attesa')
  await office.goto(`/admin/courses/${id}/lista-attesa`)
  await expect(office.getByRole('row', { name: fullName(person) })).toContainText('1°')
  await expectGood(office)
  await expectValidMarkup(office, office.url())

  await giveUpSeat(seated, title)
  const offer = await mail.waitFor(person.email, 'Si è liberato un posto', 60_000)
  await office.reload()
  await expect(office.getByRole('region', { name: 'Posto offerto' })).toContainText(
    `${fullName(person)} ha tempo fino a`,
  )
  await seated.goto(`/corsi/${slug}`)
  await expect(seated.getByText('Al completo').first()).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'C’è un posto per te' })).toBeVisible()
  await expectGood(page, [320, 768, 1280])
  const link = offer.links.find((address) => address.includes('/offerte/')) ?? ''
  await page.goto(link)
  await expectGood(page, [320, 1280])
  await expectValidMarkup(page, link)
  await page.getByRole('link', { name: 'Rinuncia' }).click()
  await expect(page.getByRole('dialog', { name: 'Rinunciare al posto?' })).toBeVisible()
  await expectGood(page)
  await page.getByRole('link', { name: 'Torna indietro' }).click()
  await page.getByRole('button', { name: 'Accetta il posto' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Il posto è tuo' })).toBeVisible()
  await mail.waitFor(person.email, 'Iscrizione approvata')
  await page.goto('/dashboard')
  await expect(courseRow(page, title)).toContainText('Approvato')
  await office.reload()
  await expect(office.getByText('Nessuno è in lista d’attesa.')).toBeVisible()
})

function putOnListDialog(office: Page) {
  const dialog = office.getByRole('dialog', { name: 'Metti in lista una persona' })
  const put = async (email: string) => {
    await dialog.getByLabel('Email dell’utente').fill(email)
    await dialog.getByRole('button', { name: 'Metti in lista' }).click()
  }
  return { alert: dialog.getByRole('alert'), put }
}

test('the office puts a caller on the list, takes it back, and is told why somebody cannot be', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const [office, seated] = [await anotherBrowser(), await anotherBrowser()]
  const { id, title, person: participant } = await aFullEdition(office, seated, mail)
  const caller = await aMember(page, mail, 'Dora')
  await office.goto(`/admin/courses/${id}/lista-attesa`)
  await office.getByRole('link', { name: 'Metti in lista una persona' }).click()
  const dialog = putOnListDialog(office)
  await expectGood(office, [320, 1280])
  await expectValidMarkup(office, office.url())
  await dialog.put(participant.email)
  await expect(dialog.alert).toContainText('È già in questa edizione: Approvato')
  await dialog.put(caller.email)
  await expect(toasts(office)).toContainText('Messa in lista d’attesa')
  await expect(toasts(office)).toContainText(`${fullName(caller)}, al 1° posto`)
  await expect(office.getByRole('row', { name: fullName(caller) })).toContainText('La prossima offerta')
  await office.getByRole('button', { name: 'Ripristina' }).click()
  await expect(office.getByText('Nessuno è in lista d’attesa.')).toBeVisible()

  await office.getByRole('link', { name: 'Metti in lista una persona' }).click()
  await dialog.put(caller.email)
  await mail.waitFor(caller.email, 'Sei in lista d’attesa')
  await page.goto('/dashboard')
  await expect(courseRow(page, title)).toContainText('Sei al 1° posto della lista d’attesa')
})

test.describe('without JavaScript, on a phone', () => {
  test.use({ javaScriptEnabled: false, untouched: true, viewport: { width: 360, height: 740 } })

  test('the office moves somebody up, the other reads why; an offer is declined and goes on', async ({
    page,
    anotherBrowser,
    mail,
  }) => {
    const [office, seated, other] = [await anotherBrowser(), await anotherBrowser(), await anotherBrowser()]
    const { id, title, slug } = await aFullEdition(office, seated, mail)
    const first = await aMember(page, mail, 'Bruno')
    const second = await aMember(other, mail, 'Carla')
    for (const waiting of [page, other]) {
      await waiting.goto(`/corsi/${slug}`)
      await joinList(waiting)
      await expect(toasts(waiting)).toContainText('sei in lista d’attesa')
    }
    await office.goto(`/admin/courses/${id}/lista-attesa`)
    for (const person of [first, second]) {
      await office.getByRole('button', { name: `Ammetti: ${fullName(person)}` }).click()
      await expect(toasts(office)).toContainText('Messa in lista d’attesa')
    }
    for (const { email } of [first, second]) await mail.waitFor(email, 'Sei in lista d’attesa')
    await chooseMore(office, fullName(second), 'Sposta in cima')
    await office.getByRole('button', { name: 'Sposta in cima' }).click()
    await expect(office.getByText('Scrivi perché passa avanti').first()).toBeVisible()
    await office.getByLabel('Perché passa avanti').fill('posto riservato all’azienda finanziatrice')
    await office.getByRole('button', { name: 'Sposta in cima' }).click()
    await expect(office.getByText('Spostata in cima alla lista')).toBeVisible()
    await page.goto('/dashboard')
    await expect(courseRow(page, title)).toContainText(
      'Sei al 2° posto della lista d’attesa. Prima di te: 1 persona, spostata avanti dalla segreteria: posto riservato all’azienda finanziatrice.',
    )

    await giveUpSeat(seated, title)
    const offer = await mail.waitFor(second.email, 'Si è liberato un posto', 60_000)
    const link = offer.links.find((address) => address.includes('/offerte/')) ?? ''
    await other.goto(link)
    await other.getByRole('link', { name: 'Rinuncia' }).click()
    await expect(other.getByText('La tua richiesta viene ritirata')).toBeVisible()
    await other.getByRole('button', { name: 'Rinuncia al posto' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Hai rinunciato al posto' })).toBeVisible()
    await expect(other.getByText('La tua richiesta è ritirata')).toBeVisible()
    await mail.waitFor(first.email, 'Si è liberato un posto', 60_000)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Accetta il posto' }).click()
    await expect(page.getByText('Il posto è tuo').first()).toBeVisible()
  })

  test('the office puts a caller on the list by their e-mail', async ({ page, anotherBrowser, mail }) => {
    const [office, seated] = [await anotherBrowser(), await anotherBrowser()]
    const { id } = await aFullEdition(office, seated, mail)
    const caller = await aMember(page, mail, 'Dora')
    await office.goto(`/admin/courses/${id}/lista-attesa/aggiungi`)
    const dialog = putOnListDialog(office)
    await dialog.put(caller.lastName)
    await expect(dialog.alert).toContainText('Scegli una delle persone trovate')
    await dialog.put(caller.email)
    await expect(toasts(office)).toContainText(`${fullName(caller)}, al 1° posto`)
    await mail.waitFor(caller.email, 'Sei in lista d’attesa')
  })
})
