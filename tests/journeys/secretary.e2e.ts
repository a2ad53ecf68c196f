import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aColleague, aMember, ask, idOf } from './people'
import { expect, fillIn, running, test, toasts } from './site'
import { expectGood } from './walk'

const REFUSAL = 'Solo un amministratore può aprire questa pagina.'
const column = (page: Page) => page.getByRole('navigation', { name: 'Amministrazione', exact: true })

test('a secretary does the work of the office, and is refused the rest in its frame', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const secretary = await aColleague(page, mail, 'secretary', 'Sara')
  await mail.waitFor(secretary.email, 'Ora lavori in segreteria')
  await page.context().clearCookies()
  await page.goto('/auth')
  await fillIn(page, { Email: secretary.email, Password: secretary.password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL('/admin/oggi')
  for (const name of ['Log Attività', 'Stato'])
    await expect(column(page).getByRole('link', { name })).toHaveCount(0)
  await expect(page.locator('.office-health a')).toHaveCount(0)
  await expectGood(page)

  const [id, title] = [randomUUID(), aTitle('Segreteria')]
  const slug = await aCourse(page, title, { id })
  const elsewhere = await anotherBrowser()
  const person = await aMember(elsewhere, mail, 'Bice')
  await ask(elsewhere, slug)
  await page.goto(`/admin/richieste?corso=${id}`)
  await page
    .getByRole('listitem')
    .filter({ hasText: person.email })
    .getByRole('button', { name: /^Approva/ })
    .click()
  await expect(toasts(page)).toContainText('Iscrizione approvata')

  await page.goto(`/admin/courses/${id}`)
  await page.getByRole('textbox', { name: 'Descrizione breve' }).fill('Riscritta in segreteria.')
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page).first()).toContainText('Corso aggiornato')

  const personPage = `/admin/people/${await idOf(page, person)}`
  await page.goto(personPage)
  await expect(page.getByText('Approvata')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tutto nel log' })).toHaveCount(0)
  await running(page)
  await page.locator('.who-head details.more summary').click()
  await expect(page.getByRole('link', { name: 'Correggi i dati' }).first()).toBeVisible()
  for (const name of ['Cambia ruolo…', 'Dati della persona…', 'Cancellazione su richiesta scritta…'])
    await expect(page.getByRole('link', { name })).toHaveCount(0)

  await page.goto(`/admin/mail?q=${person.email}`)
  await page
    .getByRole('link', { name: /^Conferma il tuo account/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('Il testo lo legge soltanto un amministratore.')
  await expect(page.getByRole('link', { name: /^Aprila a tutta pagina/ })).toHaveCount(0)
  await expect(page.getByTitle('L’email come arriva')).toHaveCount(0)

  for (const address of ['/admin/audit', '/admin/stato', `${personPage}/ruolo`]) {
    const refused = await page.goto(address)
    expect(refused?.status(), address).toBe(403)
    await expect(page.getByRole('main')).toContainText(REFUSAL)
    await expect(column(page)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  }
  await expectGood(page)
  await expectValidMarkup(page, '/admin/audit')
})
