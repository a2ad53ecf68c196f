import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, aPerson, enrol, fullName, letTeach, linkIn } from './people'
import { chooseMore, DEMO_ACCOUNTS, expect, fillIn, running, signIn, test, toasts, wake } from './site'
import { expectGood } from './walk'

/** DD/MM/YYYY in Italy. */
const day = (ahead = 0) =>
  new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('it-IT', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'Europe/Rome',
  })
const PHONE = { width: 390, height: 844 }

const row = (page: Page, { lastName }: { lastName: string }) =>
  page.getByRole('listitem').filter({ has: page.getByRole('radiogroup', { name: new RegExp(lastName) }) })
const choice = (page: Page, person: { lastName: string }, name: string) =>
  row(page, person).getByRole('radio', { name })
const state = (page: Page) => page.getByRole('region', { name: 'Registro', exact: true })
/** As after another app on the phone. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('whoever the office invites marks a lesson on a phone, also without network, until they are removed', async ({
  page: teacher,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Docente')]
  await aCourse(office, title, { id, sessions: `${day()} 9:00-18:00 (8 ore)\n${day(7)} 9:00-13:00 (4 ore)` })
  const [ada, bea] = [
    await aMember(await anotherBrowser(), mail),
    await aMember(await anotherBrowser(), mail),
  ]
  for (const person of [ada, bea]) await enrol(office, person, id)

  const person = aPerson('Tea')
  await office.goto(`/admin/courses/${id}/lezioni`)
  await chooseMore(office, 'lezioni e registro', 'Chi segna le presenze')
  await expect(office.getByRole('heading', { name: 'Chi può segnare le presenze' })).toBeVisible()
  await expectGood(office)
  await expectValidMarkup(office, office.url())
  await fillIn(office, { Email: person.email })
  await office.getByRole('button', { name: 'Aggiungi' }).click()
  await expect(office.getByRole('alert')).toContainText('Nessuno ha un account con questa email')
  await office.getByRole('button', { name: 'Invita e aggiungi' }).click()
  await expect(office.getByRole('alert')).toContainText('Il nome deve avere almeno 2 caratteri')
  await expectGood(office)
  await fillIn(office, { Nome: person.firstName, Cognome: person.lastName })
  await office.getByRole('button', { name: 'Invita e aggiungi' }).click()
  await expect(toasts(office)).toContainText(`${fullName(person)} può segnare le presenze`)

  const invitation = linkIn(await mail.waitFor(person.email, 'Attiva il tuo account'), '/auth/nuova-password')
  expect((await mail.waitFor(person.email, 'Puoi segnare le presenze')).text).toContain(title)
  await teacher.setViewportSize(PHONE)
  await teacher.goto(invitation)
  await fillIn(teacher, { 'Nuova password': person.password, 'Conferma password': person.password })
  await teacher.getByRole('button', { name: 'Salva la password' }).click()
  await expect(toasts(teacher)).toContainText('Account attivato')
  // The link of the e-mail, before and after the sign-in.
  await teacher.goto('/docente')
  await wake(teacher)
  await fillIn(teacher, { Email: person.email, Password: person.password })
  await teacher.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(teacher.getByRole('heading', { name: 'Le mie lezioni' })).toBeVisible()
  await teacher.goto('/dashboard')
  await teacher.getByRole('link', { name: 'Le mie lezioni' }).click()
  await expect(teacher.getByRole('region', { name: 'Oggi' })).toContainText(`${title}`)
  await expect(teacher.getByRole('region', { name: 'Prossime' })).toContainText('2 iscritti')
  await expectGood(teacher)
  await expectValidMarkup(teacher, '/docente')
  await teacher.setViewportSize(PHONE)
  await teacher.getByRole('link', { name: /^Apri il registro/ }).click()
  await expect(state(teacher)).toContainText('2 persone da segnare')
  const register = teacher.url()
  await expectGood(teacher)
  await expectValidMarkup(teacher, register)
  const text = await (await teacher.request.get(`${register}.data`)).text()
  for (const { email } of [ada, bea]) expect(text).not.toContain(email)
  await expect(teacher.locator('a[href^="/admin"]')).toHaveCount(0)
  await teacher.setViewportSize(PHONE)

  // The network goes for a while; the page is left and opened again before it is back.
  await running(teacher)
  await teacher.context().setOffline(true)
  await choice(teacher, ada, 'Presente').check()
  await expect(state(teacher)).toContainText('1 segno da inviare: manca la rete.')
  await teacher.context().setOffline(false)
  await expect(state(teacher)).toContainText('Manca ')
  await expect(state(teacher)).toContainText(/Salvato alle \d/)
  teacher.on('dialog', (dialog) => dialog.accept())
  await teacher.route('**/segni', (route) => route.fulfill({ status: 429 }))
  const markUntilEleven = async () => {
    await choice(teacher, bea, 'In parte').check()
    await row(teacher, bea).getByLabel(/^Esce/).fill('11')
    await row(teacher, bea).getByLabel(/^Esce/).blur()
    await expect(state(teacher)).toContainText('1 segno da inviare')
  }
  await markUntilEleven()
  // As if another person had made the mark in this tab: it is neither shown nor sent, and kept for them.
  await teacher.evaluate(() => {
    const [key = ''] = Object.keys(sessionStorage).filter((name) => name.includes('/lezioni/'))
    sessionStorage.setItem(key.replace(/ \S+ /, ' x '), sessionStorage.getItem(key) ?? '')
    sessionStorage.removeItem(key)
  })
  await teacher.reload()
  await running(teacher)
  await expect(choice(teacher, bea, 'In parte')).not.toBeChecked()
  await markUntilEleven()
  const keys = await teacher.evaluate(() => Object.keys(sessionStorage))
  expect(keys.filter((name) => name.startsWith('bozza x '))).toHaveLength(1)
  // What a colleague marks meanwhile is overwritten with a note.
  await office.goto(`/admin/courses/${id}/lezioni/1`)
  await running(office)
  await choice(office, bea, 'Assente').check()
  await expect(state(office)).toContainText(/Salvato alle \d/)
  await teacher.reload()
  await running(teacher)
  await expect(row(teacher, bea).getByLabel(/^Esce/)).toHaveValue('11')
  await expect(row(teacher, bea)).toContainText('da inviare')
  await teacher.unroute('**/segni')
  await expect(state(teacher)).toContainText(`Anna Conti aveva segnato ${fullName(bea)}: Assente.`)
  await expect(state(teacher)).toContainText('Tutti segnati')

  // Two at once: the later mark counts, and both are notice.
  await office.goto(`/admin/courses/${id}/lezioni/1`)
  await running(office)
  await choice(teacher, ada, 'Assente').check()
  await expect(state(teacher)).toContainText(/Salvato alle \d/)
  await choice(office, ada, 'Presente').check()
  await choice(office, ada, 'In parte').check()
  await row(office, ada).getByLabel(/^Esce/).fill('11')
  await row(office, ada).getByLabel(/^Esce/).blur()
  await expect(row(office, ada)).toContainText('2 ore su 8')
  await expect(async () => {
    await lookAgain(teacher)
    await expect(choice(teacher, ada, 'In parte')).toBeChecked({ timeout: 1_000 })
  }).toPass()
  await expect(state(teacher)).toContainText(`Anna Conti ha segnato ${fullName(ada)}: In parte`)
  await choice(teacher, ada, 'Presente').check()
  await expect(state(teacher)).toContainText(/Salvato alle \d/)
  await expect(async () => {
    await lookAgain(office)
    const notice = `${fullName(person)} ha segnato ${fullName(ada)}: Presente.`
    await expect(state(office)).toContainText(notice, { timeout: 1_000 })
  }).toPass()

  await teacher.getByRole('button', { name: 'Chiudi il registro' }).click()
  await expect(toasts(teacher)).toContainText('Registro chiuso')
  await expect(teacher.getByRole('main')).toContainText('Lo riapre la segreteria.')
  await expect(teacher.getByText('Riapri, con un motivo')).toHaveCount(0)
  await expectGood(teacher)
  // Not `check`: the answer takes the mark back at once.
  await choice(office, bea, 'Presente').click()
  await expect(state(office)).toContainText('il registro è stato chiuso')
  await teacher.getByRole('link', { name: 'Foglio firme' }).click()
  await expect(teacher.getByRole('row', { name: new RegExp(ada.lastName) })).toBeVisible()
  await expectGood(teacher)
  await expectValidMarkup(teacher, teacher.url())

  await office.goto(`/admin/courses/${id}/lezioni/docenti`)
  await office.getByRole('button', { name: `Togli ${fullName(person)}` }).click()
  await expect(toasts(office)).toContainText('non segna più le presenze')
  const refused = await teacher.request.post(`${register}/segni`, { headers: { Accept: 'application/json' } })
  expect(refused.status()).toBe(403)
  await teacher.goto(register)
  await expect(teacher).toHaveURL('/docente')
  await expect(toasts(teacher)).toContainText('Non segni le presenze di questo corso')
  await expect(teacher.getByRole('main')).toContainText('Non ci sono lezioni da segnare.')
  await expectGood(teacher)
  await teacher.goto('/dashboard')
  await expect(teacher.getByRole('link', { name: 'Le mie lezioni' })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a teacher saves the register whole, and closes it', async ({
    page: teacher,
    anotherBrowser,
    mail,
  }) => {
    const office = await anotherBrowser()
    await signIn(office, DEMO_ACCOUNTS.admin)
    const [id, title] = [randomUUID(), aTitle('Docente')]
    await aCourse(office, title, { id, sessions: `${day()} 9:00-13:00 (4 ore)` })
    const ada = await aMember(await anotherBrowser(), mail)
    await enrol(office, ada, id)
    await letTeach(office, await aMember(teacher, mail), id)
    await teacher.goto('/docente')
    await teacher.getByRole('link', { name: /^Apri il registro/ }).click()
    await choice(teacher, ada, 'Presente').check()
    await teacher.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(teacher.getByText('Registro salvato')).toBeVisible()
    await teacher.getByRole('button', { name: 'Chiudi il registro' }).click()
    await expect(teacher.getByText('Registro chiuso', { exact: true })).toBeVisible()
  })
})
