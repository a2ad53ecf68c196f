import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { aMember, anEnrolled, enrol, fullName, idOf, linkIn, type Person } from './people'
import { chooseMore, expect, type Mail, type OpenBrowser, running, send, test, toasts } from './site'
import { expectGood } from './walk'

/** DD/MM/YYYY in Italy. */
const today = () =>
  new Date().toLocaleDateString('it-IT', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'Europe/Rome',
  })

type Parts = { page: Page; anotherBrowser: OpenBrowser; mail: Mail }

/** An edition of one lesson: two people have completed it and were there, a third was not. */
async function aFinishedEdition({ page, anotherBrowser, mail }: Parts) {
  const office = await anotherBrowser()
  const sessions = `${today()} 9:00-13:00 (4 ore)`
  const { id, person } = await anEnrolled(office, page, mail, { sessions })
  const other = await aMember(await anotherBrowser(), mail, 'Bice')
  const absent = await aMember(await anotherBrowser(), mail, 'Giandomenico')
  for (const somebody of [other, absent]) await enrol(office, somebody, id)
  for (const everybody of ['start-everybody', 'complete-everybody'])
    await send(office, `/admin/courses/${id}/iscritti`, { intent: everybody, course: id, early: '1' })
  await office.goto(`/admin/courses/${id}/lezioni/1`)
  await running(office)
  for (const [somebody, mark] of [
    [person, 'Presente'],
    [other, 'Presente'],
    [absent, 'Assente'],
  ] as const)
    await office
      .getByRole('radiogroup', { name: new RegExp(somebody.lastName) })
      .getByRole('radio', { name: mark })
      .check()
  await expect(office.getByRole('region', { name: 'Registro', exact: true })).toContainText('Tutti segnati')
  return { office, id, person, other, absent }
}

const closeRegister = (office: Page, id: string) =>
  send(office, `/admin/courses/${id}/lezioni/1`, { intent: 'close' })

const rowOf = (office: Page, { lastName }: Person) =>
  office.getByRole('row').filter({ hasText: new RegExp(lastName) })

test('attestati are issued in one press, taken back, issued again, verified and revoked', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { office, id, person, other, absent } = await aFinishedEdition({ page, anotherBrowser, mail })
  const tab = `/admin/courses/${id}/attestati`
  await office.goto(tab)
  await expect(rowOf(office, person)).toContainText(/Il registro .* è aperto/)
  await expect(rowOf(office, person).getByRole('link', { name: /^Apri il registro/ })).toBeVisible()
  await closeRegister(office, id)
  await office.reload()
  await running(office)
  await expect(rowOf(office, absent)).toContainText('Frequenza 0 %: la soglia è 80 %')
  await expectValidMarkup(office, office.url())
  await expectGood(office)
  const bar = office.locator('.bulk-bar')
  await expect(bar).toContainText('2 scelti')
  await bar.getByRole('button', { name: 'Rilascia 2 attestati' }).click()
  await expect(toasts(office)).toContainText('2 attestati rilasciati')
  await toasts(office).getByRole('button', { name: 'Ripristina' }).click()
  await expect(toasts(office)).toContainText('Ripristinato')
  await expect(bar).toContainText('2 scelti')
  await bar.getByRole('button', { name: 'Rilascia 2 attestati' }).click()
  await expect(toasts(office)).toContainText('2 attestati rilasciati')

  const email = await mail.waitFor(person.email, 'Il tuo attestato')
  await mail.waitFor(other.email, 'Il tuo attestato')
  const [verification = ''] = /\/v\/[0-9A-Z]{26}/.exec(email.text) ?? []
  await page.goto(new URL(linkIn(email, new URL(email.links[0] ?? '').pathname)).pathname)
  const papers = page.getByRole('region', { name: 'Documenti per te' })
  const saving = page.waitForEvent('download')
  await papers.getByRole('link', { name: /^Il tuo attestato/ }).click()
  expect((await saving).suggestedFilename()).toMatch(/^Attestato \d{4}-\d{4}\.pdf$/)
  await expectGood(page)

  const visitor = await anotherBrowser()
  await visitor.goto(verification)
  await expect(visitor.getByRole('heading', { name: 'È nostro, e vale.' })).toBeVisible()
  await expect(visitor.getByRole('main')).toContainText(fullName(person))
  await expect(visitor.getByRole('main')).toContainText('4 ore su 4')
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expectValidMarkup(visitor, visitor.url())
  await expectGood(visitor)
  await visitor.goto('/verifica')
  await expectGood(visitor)
  await visitor.goto(verification.toUpperCase())
  await expect(visitor.getByRole('heading', { name: 'È nostro, e vale.' })).toBeVisible()
  const [number = ''] = /\d{4}\/\d{4}/.exec((await visitor.getByRole('main').textContent()) ?? '') ?? []

  await office.goto(`/admin/people/${await idOf(office, person)}`)
  await expect(office.getByRole('region', { name: 'Attestati' })).toContainText(`n. ${number}`)
  await office.goto(tab)
  await running(office)
  await expect(rowOf(office, person)).toContainText('Rilasciato')
  await expectGood(office)
  await chooseMore(rowOf(office, person), person.lastName, 'Revoca, con un motivo…')
  await expect(office.getByRole('heading', { name: 'Revocare l’attestato?' })).toBeVisible()
  await expectGood(office)
  await office.getByLabel('Motivo').fill('Rilasciato per errore')
  await office.getByRole('button', { name: 'Revoca l’attestato' }).click()
  await expect(toasts(office)).toContainText(`Attestato n. ${number} revocato`)
  expect((await mail.waitFor(person.email, 'Il tuo attestato è stato revocato')).text).toContain(
    'Rilasciato per errore',
  )
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Era nostro: non vale più.' })).toBeVisible()
  await expect(visitor.getByRole('main')).toContainText('Rilasciato per errore')
  await expect(visitor.getByRole('main')).not.toContainText(person.lastName)
  await expectGood(visitor)
  await page.reload()
  await expect(papers).toContainText('Rilasciato per errore')
  await expect(papers.getByRole('link', { name: /^Il tuo attestato/ })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a paper is verified by its number and the last name on it', async ({ page }) => {
    await page.goto('/verifica')
    await expectValidMarkup(page, page.url())
    await page.getByLabel('Numero').fill('2027-31')
    await page.getByLabel('Cognome').fill('Nessuno')
    await page.getByRole('button', { name: 'Verifica', exact: true }).click()
    await expect(page.getByText('Questo codice non è di un nostro attestato')).toBeVisible()
    await expect(page.getByLabel('Cognome')).toHaveValue('Nessuno')
    await page.getByLabel('Numero').fill('un numero')
    await page.getByRole('button', { name: 'Verifica', exact: true }).click()
    await expect(page.getByText('Scrivi il numero, per esempio 2027/0031').first()).toBeVisible()
    const unknown = await page.goto('/v/00000000000000000000000000')
    expect(unknown?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Non lo conosciamo.' })).toBeVisible()
    await expect(page.getByText('Verificalo con il numero e il cognome.')).toBeVisible()
  })
})
