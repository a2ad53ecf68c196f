import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { aMember, anEnrolled, enrol, fullName } from './people'
import { expect, running, test, toasts } from './site'
import { expectGood } from './walk'

/** DD/MM/YYYY in Italy. */
const day = (ahead = 0) =>
  new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('it-IT', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'Europe/Rome',
  })

const row = (page: Page, { lastName }: { lastName: string }) =>
  page.getByRole('listitem').filter({ has: page.getByRole('radiogroup', { name: new RegExp(lastName) }) })
const choice = (page: Page, person: { lastName: string }, name: string) =>
  row(page, person).getByRole('radio', { name })
const state = (page: Page) => page.getByRole('region', { name: 'Registro', exact: true })

test('a lesson is marked on a phone, without network too; its register is closed, opened and closed', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const sessions = `${day()} 9:00-18:00 (8 ore)\n${day(7)} 9:00-13:00 (4 ore)`
  const { id, person } = await anEnrolled(office, page, mail, { sessions })
  const other = await aMember(await anotherBrowser(), mail)
  await enrol(office, other, id)

  await office.setViewportSize({ width: 390, height: 844 })
  await office.goto(`/admin/courses/${id}/lezioni/2`)
  await expect(office.getByRole('main')).toContainText(/Si apre .*, il giorno della lezione/)
  await office.goto(`/admin/courses/${id}/lezioni/1`)
  await expectGood(office)
  await expectValidMarkup(office, office.url())
  await expect(state(office)).toContainText('2 persone da segnare')
  await expect(office.getByRole('button', { name: 'Chiudi il registro' })).toBeDisabled()

  await choice(office, person, 'In parte').check()
  await row(office, person)
    .getByLabel(/^Entra/)
    .fill('9')
  await row(office, person).getByLabel(/^Esce/).fill('8')
  await row(office, person).getByLabel(/^Esce/).blur()
  await expect(row(office, person)).toContainText('Deve venire dopo le 9:00')
  await expectGood(office, [320, 1280])
  await row(office, person).getByLabel(/^Esce/).fill('14.00')
  await row(office, person).getByLabel(/^Esce/).blur()
  await expect(state(office)).toContainText(/Salvato alle \d/)
  await expect(row(office, person)).toContainText('4 ore su 8')

  await office.context().setOffline(true)
  await choice(office, other, 'Assente').check()
  await expect(state(office)).toContainText('1 segno da inviare: manca la rete.')
  await expect(row(office, other)).toContainText('da inviare')
  await office.context().setOffline(false)
  await expect(state(office)).toContainText('Tutti segnati')
  await office.reload()
  await expect(choice(office, other, 'Assente')).toBeChecked()
  await running(office)
  await office.getByText('Svuota il registro…').click()
  await expect(office.getByText('Togliere tutti i segni di questa lezione?')).toBeVisible()
  await office.getByText('Svuota il registro…').click()
  await choice(office, other, 'Assente').press('1')
  await expect(choice(office, other, 'Presente')).toBeChecked()
  await expect(state(office)).toContainText(/Salvato alle \d/)

  await office.getByRole('button', { name: 'Chiudi il registro' }).click()
  await expect(toasts(office)).toContainText('Registro chiuso')
  await expect(office.getByRole('row', { name: new RegExp(person.lastName) })).toContainText(
    'In parte, 9:00–14:00: 4 ore',
  )
  await expectGood(office)
  await office.getByText('Riapri, con un motivo').click()
  await office.getByLabel('Motivo').fill('È rimasto fino alle 16.')
  await office.getByRole('button', { name: 'Riapri il registro' }).click()
  await expect(office.getByRole('main')).toContainText('Riaperto: È rimasto fino alle 16.')
  await row(office, person).getByLabel(/^Esce/).fill('16')
  await row(office, person).getByLabel(/^Esce/).blur()
  await expect(row(office, person)).toContainText('6 ore su 8')
  await expect(state(office)).toContainText(/Salvato alle \d/)
  await office.getByRole('button', { name: 'Chiudi il registro' }).click()
  await expect(toasts(office)).toContainText('Registro chiuso')
  await office.goto(`/admin/courses/${id}/lezioni`)
  const grid = office.getByRole('region', { name: 'Chi c’era' })
  await expect(
    grid.getByRole('row', { name: new RegExp(`${person.lastName}.*In parte.*6 ore su 8`) }),
  ).toBeVisible()
  await expectGood(office)
  await office.goto(`/admin/courses/${id}/iscritti`)
  await expect(office.getByRole('row', { name: new RegExp(person.lastName) })).toContainText('6 ore su 8')
  await page.goto('/dashboard')
  await page.locator('a[href^="/dashboard/iscrizioni/"]').first().click()
  await expect(page.getByRole('main')).toContainText('Hai frequentato 6 ore su 8.')
})

test('a row that is not complete keeps the register open, and nobody is marked present instead', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { id, person } = await anEnrolled(office, page, mail, { sessions: `${day()} 9:00-13:00 (4 ore)` })
  const other = await aMember(await anotherBrowser(), mail)
  await enrol(office, other, id)
  await office.goto(`/admin/courses/${id}/lezioni/1`)
  await running(office)
  const everybody = office.getByRole('button', { name: 'Tutti presenti' })
  await choice(office, person, 'In parte').check()
  await expect(state(office)).toContainText(`Da completare: ${fullName(person)}`)
  await expect(everybody).toBeDisabled()
  await choice(office, person, 'Assente').check()
  await expect(state(office)).toContainText(`Manca ${fullName(other)}`)
  await office.getByRole('button', { name: 'Gli altri presenti' }).click()
  await expect(state(office)).toContainText('Tutti segnati')
  const close = office.getByRole('button', { name: 'Chiudi il registro' })
  await expect(close).toBeEnabled()

  await choice(office, person, 'In parte').check()
  await expect(state(office)).toContainText(`Da completare: ${fullName(person)}`)
  await expect(close).toBeDisabled()
  await row(office, person).getByLabel(/^Esce/).fill('8')
  await row(office, person).getByLabel(/^Esce/).blur()
  await expect(row(office, person)).toContainText('Deve venire dopo le 9:00')
  await expect(close).toBeDisabled()
  await row(office, person).getByLabel(/^Esce/).fill('11')
  await row(office, person).getByLabel(/^Esce/).blur()
  await expect(state(office)).toContainText('Tutti segnati')
  await close.click()
  await expect(toasts(office)).toContainText('Registro chiuso')
  await expect(office.getByRole('row', { name: new RegExp(person.lastName) })).toContainText(
    'In parte, 9:00–11:00: 2 ore',
  )
})

test('after the lessons, whoever has reached the threshold is proposed as completed', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const sessions = `${day()} 9:00-13:00 (4 ore)`
  const { id, person } = await anEnrolled(office, page, mail, { sessions, attendanceThreshold: '75 %' })
  const other = await aMember(await anotherBrowser(), mail)
  await enrol(office, other, id)
  await office.goto(`/admin/courses/${id}/iscritti?tutti=start`)
  await office.getByRole('button', { name: 'Segna tutti' }).click()
  await expect(toasts(office)).toContainText('Segnato come «In corso»: 2 iscrizioni')
  await expect(office.getByText('hanno raggiunto la soglia')).toHaveCount(0)

  await office.goto(`/admin/courses/${id}/lezioni/1`)
  await running(office)
  await choice(office, person, 'Presente').check()
  await expect(state(office)).toContainText('Manca ')
  await choice(office, other, 'Assente').check()
  await expect(state(office)).toContainText('Tutti segnati')
  await office.getByRole('button', { name: 'Chiudi il registro' }).click()
  await expect(toasts(office)).toContainText('Registro chiuso')
  await office.goto(`/admin/courses/${id}/iscritti`)
  const proposal = office.getByRole('region', { name: '1 persona ha raggiunto la soglia' })
  await expect(proposal).toContainText(`Soglia: 3 ore su 4. Sotto la soglia: ${fullName(other)} 0 %.`)
  await expectGood(office)
  await proposal.getByRole('button', { name: 'Segna «Completato» (1)' }).click()
  await expect(toasts(office)).toContainText('Segnato come «Completato»: 1 iscrizione')
  await expect(office.getByRole('row', { name: new RegExp(person.lastName) })).toContainText(
    /Completato.*soglia raggiunta/,
  )
  await expect(office.getByText('Nessun iscritto in corso ha raggiunto la soglia')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the register is saved whole, closed, and keeps its lesson where it is', async ({
    page,
    anotherBrowser,
    mail,
  }) => {
    const office = await anotherBrowser()
    const sessions = `${day()} 9:00-13:00 (4 ore)`
    const { id, person } = await anEnrolled(office, page, mail, { sessions })
    await office.goto(`/admin/courses/${id}/lezioni/1/report`)
    await expect(office.getByText('Scegli dal computer')).toBeHidden()
    await office.goto(`/admin/courses/${id}/lezioni/1`)
    await expect(office.getByText('Ogni segno si salva da sé.')).toBeHidden()
    await office.getByRole('button', { name: 'Chiudi il registro' }).click()
    await expect(office.getByText('manca il segno di qualcuno')).toBeVisible()
    await choice(office, person, 'In parte').check()
    await row(office, person)
      .getByLabel(/^Entra/)
      .fill('9')
    await row(office, person).getByLabel(/^Esce/).fill('13')
    await office.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(row(office, person)).toContainText('È tutta la lezione')
    await expect(office.getByRole('alert')).toContainText(`${person.lastName} ${person.firstName}: È tutta`)
    await expect(office).toHaveTitle(/^Errore: /)
    await choice(office, person, 'Presente').check()
    await office.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(office.getByText('Registro salvato')).toBeVisible()
    await office.getByText('Svuota il registro…').click()
    await office.getByRole('button', { name: 'Svuota il registro' }).click()
    await expect(office.getByText('Registro svuotato')).toBeVisible()
  })
})
