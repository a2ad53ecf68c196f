import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, aPerson, ask, fullName, idOf, linkIn, type Person } from './people'
import {
  chooseMore,
  DEMO_ACCOUNTS,
  expect,
  fillIn,
  type Mail,
  type OpenBrowser,
  send,
  signIn,
  test,
  toasts,
  wake,
} from './site'
import { expectGood } from './walk'

/** A number that only this person has. */
const aPhone = () => `0736 ${String(Math.random()).slice(2, 10)}`

type Shown = { office: Page; person: Person; title: string; address: string }

/** The office with the page of a member who has asked for a course to come. */
async function aRequest(
  { page, anotherBrowser, mail }: { page: Page; anotherBrowser: OpenBrowser; mail: Mail },
  facts: Record<string, string> = {},
): Promise<Shown & { member: Page }> {
  const member = await anotherBrowser()
  const person = await aMember(member, mail, 'Petra')
  await signIn(page, DEMO_ACCOUNTS.admin)
  const title = aTitle('Persona')
  await ask(member, await aCourse(page, title, facts))
  return { office: page, member, person, title, address: `/admin/people/${await idOf(page, person)}` }
}

test('a caller is found by the telephone number alone, and answered', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { office, person, title, address } = await aRequest({ page, anotherBrowser, mail })
  const phone = aPhone()
  await office.goto(address)
  await office.getByRole('link', { name: 'Aggiungi il telefono' }).click()
  const dialog = office.getByRole('dialog', { name: 'Correggi i dati' })
  await dialog.getByLabel('Nome', { exact: true }).fill('P')
  await dialog.getByRole('button', { name: 'Salva i dati' }).click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(office).toHaveTitle(/^Errore: /)
  await fillIn(office, { Nome: 'Petra Maria' })
  await dialog.getByLabel('Telefono').fill(phone)
  await dialog.getByLabel('Azienda').fill('Officine Esempio')
  await dialog.getByRole('button', { name: 'Salva i dati' }).click()
  await expect(toasts(office).first()).toContainText('Dati corretti')

  await office.goto('/admin/stato')
  await wake(office)
  await office.keyboard.press('/')
  await office.keyboard.type(`+39 ${phone.replace(' ', '')}`)
  await office.keyboard.press('Enter')
  await expect(office).toHaveURL(/\/admin\/cerca\?q=/)
  await office.getByRole('link', { name: `Petra Maria ${person.lastName}` }).click()
  await expect(office).toHaveURL(address)
  await expect(office.getByRole('region', { name: 'Se chiama adesso' })).toContainText(
    `Ha appena chiesto ${title}.`,
  )
  await expect(office.getByRole('link', { name: phone }).first()).toHaveAttribute('href', /^tel:0736/)
  const happened = office.getByRole('region', { name: 'Che cosa è successo' })
  await expect(happened).toContainText(/Dati cambiati: Telefono, Azienda, Nome/)
  const request = happened.getByRole('listitem').filter({ hasText: `Ha chiesto ${title}` })
  await expect(request.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', /\/iscritti$/)
  await request.getByRole('link', { name: /nel log$/ }).click()
  await expect(office.getByRole('dialog')).toBeVisible()
})

test('a request is refused, reopened and approved, and an enrolment is marked, all from the page', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { office, person, title, address } = await aRequest({ page, anotherBrowser, mail })
  await office.goto(address)
  const row = office.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('10 mar 2099, Fermo')
  await chooseMore(row, title, 'Rifiuta…')
  const asked = office.getByRole('dialog', { name: 'Rifiutare la richiesta?' })
  await asked.getByLabel('Motivo').fill('Manca la base')
  await asked.getByRole('button', { name: 'Rifiuta' }).click()
  await expect(toasts(office).first()).toContainText('Iscrizione rifiutata')
  await expect(row).toContainText('Manca la base')
  await mail.waitFor(person.email, 'Manca la base')
  await row.getByRole('button', { name: `Riapri richiesta: ${title}` }).click()
  await expect(toasts(office).first()).toContainText('Richiesta riaperta')
  await row.getByRole('button', { name: `Approva: ${title}` }).click()
  await expect(toasts(office).first()).toContainText('Iscrizione approvata')
  await expect(row).toContainText('Approvato')
  await expect(row).toContainText(/da \S+/)
  await expect(office.getByRole('region', { name: 'Se chiama adesso' })).toContainText('si tiene')

  await chooseMore(row, title, 'Segna «In corso»')
  const early = office.getByRole('dialog', { name: 'Segnare come «In corso»?' })
  await expect(early).toContainText('10 marzo 2099')
  await expectGood(office)
  await early.getByRole('button', { name: 'Segna «In corso»' }).click()
  await expect(toasts(office).first()).toContainText('Segnato come «In corso»')
  await chooseMore(row, title, 'Riporta ad approvato')
  await expect(toasts(office).first()).toContainText('Segnato come «Approvato»')
  const happened = office.getByRole('region', { name: 'Che cosa è successo' })
  await expect(happened.getByRole('listitem').filter({ hasText: `Rifiutata: ${title}` })).toContainText(
    /Manca la base.*Email inviata/,
  )
})

test('a full course asks before it is exceeded', async ({ page, anotherBrowser, mail }) => {
  const { office, title, address } = await aRequest({ page, anotherBrowser, mail }, { maxPartecipanti: '1' })
  const other = await aMember(await anotherBrowser(), mail)
  const shown = await (await office.request.get(address)).text()
  const [, id = ''] = /\/admin\/courses\/([0-9a-f-]{36})\/iscritti/.exec(shown) ?? []
  await office.goto(`/admin/iscrivi?email=${other.email}`)
  await expect(office.getByLabel('Email')).toHaveValue(other.email)
  await office.request.post('/admin/iscrivi', { form: { email: other.email, course: id, intent: 'enrol' } })
  await office.goto(address)
  await office.getByRole('button', { name: `Approva: ${title}` }).click()
  const asked = office.getByRole('dialog', { name: 'Corso al completo: approvare comunque?' })
  await asked.getByRole('link', { name: 'Chiudi' }).first().click()
  await office.getByRole('button', { name: `Approva: ${title}` }).click()
  await asked.getByRole('button', { name: 'Approva comunque' }).click()
  await expect(toasts(office).first()).toContainText('Iscrizione approvata')
})

test('a note for colleagues is kept, and not overwritten unseen', async ({ page, anotherBrowser, mail }) => {
  const { office, address } = await aRequest({ page, anotherBrowser, mail })
  const colleague = await anotherBrowser()
  await signIn(colleague, DEMO_ACCOUNTS.admin)
  await office.goto(address)
  await colleague.goto(address)
  await colleague.getByLabel('Nota per i colleghi').last().fill('Dopo le 17')
  await colleague.getByRole('button', { name: 'Salva la nota' }).click()
  await expect(toasts(colleague).first()).toContainText('Nota salvata')

  const note = office.getByRole('textbox', { name: 'Nota per i colleghi' })
  await note.fill('Al mattino')
  await office.getByRole('button', { name: 'Salva la nota' }).click()
  await expect(office.getByRole('alert')).toBeFocused()
  await expect(note).toHaveValue('Al mattino')
  await expect(office.getByText('La nota salvata: Dopo le 17.')).toBeVisible()
  await expectGood(office)
  await office.getByRole('button', { name: 'Salva la nota' }).click()
  await expect(toasts(office).first()).toContainText('Nota salvata')
})

test('data that changed meanwhile are not overwritten unseen', async ({ page, anotherBrowser, mail }) => {
  const { office, member, person, address } = await aRequest({ page, anotherBrowser, mail })
  await office.goto(`${address}/dati`)
  const { firstName, lastName } = person
  await send(member, '/dashboard/profilo', { firstName, lastName, phone: '0736 999999', company: '' })
  const dialog = office.getByRole('dialog', { name: 'Correggi i dati' })
  await dialog.getByLabel('Azienda').fill('Officine Esempio')
  await dialog.getByRole('button', { name: 'Salva i dati' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nel frattempo i dati sono cambiati')
  await expect(dialog).toContainText('I dati salvati: Petra')
  await expect(dialog).toContainText('telefono 0736 999999')
  await dialog.getByLabel('Telefono').fill('0736 999999')
  await dialog.getByRole('button', { name: 'Salva i dati' }).click()
  await expect(toasts(office).first()).toContainText('Dati corretti')
})

test('an e-mail changes when its owner confirms', async ({ page, anotherBrowser, mail }) => {
  const { office, member, person, address } = await aRequest({ page, anotherBrowser, mail })
  const next = aPerson('Petra').email
  await office.goto(address)
  await chooseMore(office, fullName(person), 'Cambia l’email')
  const dialog = office.getByRole('dialog', { name: 'Cambia l’email' })
  await dialog.getByLabel('Nuova email').fill('petra@')
  await dialog.getByRole('button', { name: 'Invia il link' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Email non valida')
  await dialog.getByLabel('Nuova email').fill(next)
  await dialog.getByRole('button', { name: 'Invia il link' }).click()
  await expect(toasts(office).first()).toContainText('Link di conferma inviato')
  await expect(office.getByText(`In attesa di conferma: ${next}`)).toBeVisible()
  await mail.waitFor(person.email, 'Il tuo indirizzo email sta per cambiare')

  const link = linkIn(await mail.waitFor(next, 'Conferma il tuo nuovo indirizzo email'), '/auth/nuova-email')
  await expectValidMarkup(member, link)
  await member.goto(link)
  await expectGood(member)
  await member.getByRole('button', { name: 'Conferma l’indirizzo' }).click()
  await expect(member).toHaveURL('/dashboard')
  await expect(toasts(member).first()).toContainText('Indirizzo email aggiornato')
  await member.goto(link)
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('Il link non è valido o è scaduto')
  await expectGood(member)
  await office.reload()
  await expect(office.getByRole('region', { name: 'Dati' })).toContainText(next)
  await member.context().clearCookies()
  await signIn(member, { ...person, email: next })
})

test('the office writes to a person, gives out their data and deletes them, on a written request', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { office, person, address } = await aRequest({ page, anotherBrowser, mail })
  await office.goto(address)
  await office.getByRole('link', { name: 'Scrivi', exact: true }).click()
  const letter = office.getByRole('dialog', { name: `Scrivi a ${fullName(person)}` })
  await letter.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(letter.getByRole('alert')).toContainText('Scrivi l’oggetto')
  await letter.getByLabel('Oggetto').fill('Il tuo posto')
  await letter.getByLabel('Messaggio').fill('Ti aspettiamo sabato.')
  await letter.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(toasts(office).first()).toContainText('Messaggio in coda')
  const happened = office.getByRole('region', { name: 'Che cosa è successo' })
  await happened.getByText('Messaggio: Il tuo posto').click()
  await expect(happened.getByText('Ti aspettiamo sabato.')).toBeVisible()
  expect((await mail.waitFor(person.email, 'Il tuo posto')).text).toContain('Ti aspettiamo sabato.')

  await chooseMore(office, fullName(person), 'Dati della persona…')
  const download = office.waitForEvent('download')
  await office.getByRole('link', { name: 'Scarica i dati' }).click()
  expect((await download).suggestedFilename()).toMatch(/^dati_[\d-]+\.json$/)
  await office.goto(address)
  await chooseMore(office, fullName(person), 'Cancellazione su richiesta scritta…')
  const question = office.getByRole('dialog', { name: 'Cancellare su richiesta scritta?' })
  await question.getByLabel('Email della persona').fill('altra@example.org')
  await question.getByRole('button', { name: 'Cancella l’account' }).click()
  await expect(question.getByRole('alert')).toContainText('Scrivi l’email della persona')
  await expectGood(office)
  await question.getByLabel('Email della persona').fill(person.email)
  await question.getByRole('button', { name: 'Cancella l’account' }).click()
  await expect(toasts(office).first()).toContainText('Account cancellato')
  await mail.waitFor(person.email, 'Il tuo account è stato eliminato')
  expect((await office.goto(address))?.status()).toBe(404)
})

test('everybody can use the page in every state', async ({ page, anotherBrowser, mail }) => {
  const { office, address } = await aRequest({ page, anotherBrowser, mail })
  const enrolment = /rifiuta=([0-9a-f-]{36})/.exec(await (await office.request.get(address)).text())?.[1]
  const pages = ['', '/dati', '/email', '/scrivi', '/copia', '/cancellazione', `?rifiuta=${enrolment}`]
  for (const place of pages.map((page) => address + page)) {
    await expectValidMarkup(office, place)
    await office.goto(place)
    await expectGood(office)
  }
  expect((await office.goto('/admin/people/nessuno'))?.status()).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a person is found, corrected, noted, refused and approved', async ({
    page,
    anotherBrowser,
    mail,
  }) => {
    const { office, person, title, address } = await aRequest({ page, anotherBrowser, mail })
    await office.goto('/admin')
    await office.getByLabel('Trova in tutto il pannello').fill(person.email)
    await office.getByRole('button', { name: 'Trova', exact: true }).click()
    await office.getByRole('link', { name: fullName(person) }).click()
    await expect(office).toHaveURL(address)
    await office.getByRole('link', { name: 'Correggi i dati' }).click()
    await office.getByRole('dialog').getByLabel('Azienda').fill('Officine Esempio')
    await office.getByRole('button', { name: 'Salva i dati' }).click()
    await expect(toasts(office).first()).toContainText('Dati corretti')
    await office.getByRole('textbox', { name: 'Nota per i colleghi' }).fill('Dopo le 17')
    await office.getByRole('button', { name: 'Salva la nota' }).click()
    await expect(toasts(office).first()).toContainText('Nota salvata')
    await chooseMore(office, title, 'Rifiuta…')
    await office.getByRole('dialog').getByRole('button', { name: 'Rifiuta' }).click()
    await expect(toasts(office).first()).toContainText('Iscrizione rifiutata')
    await toasts(office).getByRole('button', { name: 'Ripristina' }).first().click()
    await expect(toasts(office).first()).toContainText('Ripristinato')
    await office.getByRole('button', { name: `Approva: ${title}` }).click()
    await expect(toasts(office).first()).toContainText('Iscrizione approvata')
    await chooseMore(office, title, 'Segna «In corso»')
    await office.getByRole('dialog').getByRole('button', { name: 'Segna «In corso»' }).click()
    await expect(toasts(office).first()).toContainText('Segnato come «In corso»')
  })
})
