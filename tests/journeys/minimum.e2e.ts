import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { plusDays } from '../../app/italian/days'
import { today } from '../../app/runtime/clock'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, courseRow, enrol, expectOnDashboard } from './people'
import { DEMO_ACCOUNTS, expect, running, signIn, test, toasts } from './site'
import { expectGood } from './walk'

/** In two days, as people write it. */
const SOON = plusDays(today(), 2).split('-').reverse().join('/')

/** A new edition that needs two people within two days. */
async function anUncertainEdition(office: Page, terms: Record<string, string> = {}) {
  await signIn(office, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Minimo')]
  const slug = await aCourse(office, title, { id })
  const before = { minParticipantsBefore: '', confirmByBefore: '' }
  const form = { intent: 'terms', minParticipants: '2', confirmBy: SOON, ...before, ...terms }
  await expect(await office.request.post(`/admin/courses/${id}/panoramica`, { form })).toBeOK()
  return { id, title, slug }
}

const card = (page: Page) => page.getByRole('complementary', { name: 'Prezzo e iscrizione' })

test('a page tells how many people are missing; the office is reminded and confirms the edition', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { id, title, slug } = await anUncertainEdition(office)
  const person = await aMember(page, mail)
  await page.goto(`/corsi/${slug}`)
  await expect(card(page)).toContainText(
    /Si parte se si iscrivono almeno 2 persone entro (il |l’)\d+º? [a-z]+: ne mancano 2\. Se non si parte non paghi nulla\./,
  )
  await expectGood(page)
  await expectValidMarkup(page, `/corsi/${slug}`)
  await enrol(office, person, id)
  const letter = await mail.waitFor(person.email, 'Iscrizione registrata')
  expect(letter.text).toMatch(/Si\s+parte\s+se\s+si\s+iscrivono/)
  await page.reload()
  await expect(card(page)).toContainText(/Il posto è tuo.*: ne manca 1\./)
  await expectGood(page, [320, 1280])
  await page.goto('/dashboard')
  await expect(courseRow(page, title)).toContainText(/: ne manca 1\. .*Prima di pagare aspetta la conferma/)
  await expect(page.getByRole('region', { name: title })).toContainText(/(giorni|mesi), se si parte/)
  await expectGood(page, [320, 1280])
  await page.goto(`/confronta?corsi=${slug},parlare-in-pubblico`)
  await expect(page.getByRole('row', { name: /^Minimo di iscritti Si parte se/ })).toBeVisible()
  await expectGood(page, [320, 1280])

  await office.goto('/admin/oggi')
  await office
    .getByRole('region', { name: /^Edizioni da confermare/ })
    .getByRole('link', { name: 'Tutte' })
    .click()
  await expect(office).toHaveURL('/admin?stato=da-confermare#gestione')
  await expect(
    office.getByRole('navigation', { name: 'Mostra' }).getByRole('link', { name: /^Da confermare/ }),
  ).toHaveAttribute('aria-current', 'true')
  await expectGood(office)
  await office.getByRole('link', { name: `Conferma o annulla: ${title}` }).click()
  await expect(office.getByText(/^Manca 1 persona entro .+: conferma o annulla$/)).toBeVisible()
  await expect(office.getByRole('link', { name: 'Annulla l’edizione' })).toBeVisible()
  await expectGood(office)
  await expectValidMarkup(office, office.url())
  await office.getByRole('link', { name: 'Conferma l’edizione' }).click()
  await expect(office.getByText('È 1 su un minimo di 2.')).toBeVisible()
  await office.getByRole('button', { name: 'Conferma l’edizione' }).click()
  await expect(toasts(office)).toContainText('Edizione confermata')
  await expect(office.getByText('conferma o annulla')).toHaveCount(0)
  await office.goto(`/admin?stato=da-confermare&q=${encodeURIComponent(title)}`)
  await expect(office.getByText('Nessun corso trovato')).toBeVisible()

  await expectOnDashboard(page, title, 'Edizione confermata')
  const visitor = await anotherBrowser()
  for (const reader of [page, visitor]) {
    await reader.goto(`/corsi/${slug}`)
    await expect(card(reader).getByText('Edizione confermata')).toBeVisible()
    await expect(card(reader)).not.toContainText('Si parte')
  }
  await expectGood(visitor)
  await expectValidMarkup(visitor, `/corsi/${slug}`)
})

test('a day to confirm by that has passed is refused beside its field', async ({ page }) => {
  const { id } = await anUncertainEdition(page)
  await page.goto(`/admin/courses/${id}/panoramica`)
  const terms = page.getByRole('region', { name: 'Condizioni' })
  await terms.getByText('Modifica il minimo').click()
  await page.getByLabel('Da confermare entro').fill('1/2/2026')
  await terms.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByLabel('Da confermare entro')).toHaveAccessibleDescription(
    /La data di conferma è già passata/,
  )
  await expectGood(page, [320, 1280])
})

test('once the minimum is reached, the office is asked to confirm', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { id, slug } = await anUncertainEdition(office, { minParticipants: '1', confirmBy: '' })
  await enrol(office, await aMember(page, mail), id)
  const visitor = await anotherBrowser()
  await visitor.goto(`/corsi/${slug}`)
  await expect(card(visitor)).toContainText(
    'Si parte con almeno una persona: c’è già. Manca solo la conferma.',
  )
  await office.goto(`/admin/courses/${id}/panoramica`)
  await expect(office.getByText('Il minimo è raggiunto: conferma l’edizione')).toBeVisible()
})

test('a full edition shows how it does, and what more seats would bring', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const [office, seated] = [await anotherBrowser(), await anotherBrowser()]
  await signIn(office, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Andamento')]
  const slug = await aCourse(office, title, { id, maxPartecipanti: '1', price: '1050' })
  await enrol(office, await aMember(seated, mail), id)
  await aMember(page, mail, 'Bruno')
  await page.goto(`/corsi/${slug}`)
  await running(page)
  await card(page)
    .getByRole('button', { name: /^Mettiti in lista d’attesa/ })
    .click()
  await expect(toasts(page)).toContainText('sei in lista d’attesa')
  await office.goto(`/admin/courses/${id}/lista-attesa`)
  const figures = office.getByRole('region', { name: 'Andamento' })
  await expect(figures.getByRole('term')).toHaveText([
    'Richieste',
    'Approvate',
    'Frequentanti',
    'Completate',
    'Offerte scadute',
  ])
  await expect(figures.getByRole('definition')).toHaveText(['1', '11 senza richiesta', '0', '0', '0'])
  await expect(figures).toContainText(/Con un altro posto incasseresti 1\.050,00\s€, a prezzo pieno\./)
  await expectGood(office)
  await expectValidMarkup(office, office.url())
})
