import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aTitle, slugOf } from './courses'
import { expectValidMarkup } from './markup'
import { chooseMore, DEMO_ACCOUNTS, expect, fillIn, running, signIn, test, toasts } from './site'
import { expectGood } from './walk'

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

const isDraft = (page: Page) => page.getByRole('switch', { name: 'Bozza' })
const edition = (slug: string) => `/admin/courses/${slug}/panoramica`

/** With a document and, on 10 and 17 April 2099, two sessions. */
async function anOriginal(page: Page) {
  const title = aTitle('Edizione')
  const id = randomUUID()
  const sessions = '10/04/2099 9:00-13:00 (4 ore)\n17/04/2099'
  const slug = await aCourse(page, title, { id, sessions, maxPartecipanti: '12' })
  const file = { name: 'Appunti.txt', mimeType: 'text/plain', buffer: Buffer.from('Per chi c’è.') }
  const sent = { multipart: { visibility: 'pubblico', file } }
  await expect(await page.request.post(`/admin/documents?corso=${id}`, sent)).toBeOK()
  return { title, slug }
}

test('a new edition has its dates shifted, a holiday named, its documents, and is a draft until published', async ({
  page,
  anotherBrowser,
}) => {
  const { title, slug } = await anOriginal(page)
  const visitor = await anotherBrowser()
  await page.goto(`/admin/courses/${slug}`)
  await chooseMore(page, title, 'Duplica in una nuova edizione')
  await expectGood(page)
  await page.getByLabel(/^Prima data della nuova edizione/).fill('2100-04-24')
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page.getByRole('alert')).toContainText('La prima data: l’anno va dal 2000 al 2099')
  await page.getByLabel(/^Prima data della nuova edizione/).fill('2099-04-25')
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page.getByText('Sabato 25 aprile 2099 è festa: Festa della Liberazione.')).toBeVisible()
  await expect(page.getByLabel(/^Date sessioni/)).toHaveValue('25/04/2099 9:00-13:00 (4 ore)\n02/05/2099')
  await expect(isDraft(page)).toBeChecked()
  await expect(page.getByLabel('1 documento dell’edizione di partenza')).toBeChecked()
  await expectGood(page)
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('Corso creato (bozza)')
  await expect(toasts(page)).toContainText('la vede solo la segreteria. Copiati: documenti: 1.')

  const next = `/corsi/${slug}-2`
  expect((await visitor.request.get(next)).status()).toBe(404)
  await visitor.goto(`/corsi/${slug}`)
  await expect(visitor.getByRole('heading', { name: 'Altre edizioni' })).toHaveCount(0)

  await page.goto(`/admin?q=${encodeURIComponent(title)}&stato=bozze`)
  await chooseMore(page.getByRole('row', { name: title }), title, 'Apri la pagina pubblica')
  await expect(page).toHaveURL(next)
  await expect(page.getByText('Bozza: la vede solo la segreteria')).toBeVisible()
  await expect(page.getByText('Appunti.txt')).toBeVisible()
  await expectGood(page)
  await page
    .getByRole('button', { name: `Pubblica: ${title}` })
    .filter({ visible: true })
    .first()
    .click()
  await expect(toasts(page)).toContainText('Corso pubblicato')

  await visitor.goto(`/corsi/${slug}`)
  const otherEditions = visitor.getByRole('region', { name: 'Altre edizioni' })
  await expect(otherEditions.getByRole('listitem')).toHaveText(['25 apr 2099, Fermo, 12 posti liberi'])
  await expectGood(visitor)
  await otherEditions.getByRole('link', { name: '25 apr 2099' }).click()
  await expect(visitor).toHaveURL(next)
  await expect(visitor.getByText('Appunti.txt')).toBeVisible()
  await expect(otherEditions.getByRole('listitem')).toHaveText(['10 apr 2099, Fermo, 12 posti liberi'])
})

test('the same form twice makes one edition, with one copy of each document', async ({ page }) => {
  const { title, slug } = await anOriginal(page)
  const id = randomUUID()
  const form = { id, version: '0', base: '{}', title, draft: 'on', documents: '1', intent: 'save' }
  for (let time = 0; time < 2; time++)
    await expect(await page.request.post(`/admin/courses/new?da=${slug}`, { form })).toBeOK()
  await page.goto(`/admin/documents?corso=${id}`)
  await expect(page.getByRole('row', { name: /Appunti\.txt/ })).toHaveCount(1)
  await page.goto(edition(slug))
  const otherEditions = page.locator('details.more', { hasText: ': le altre edizioni' })
  await expect(otherEditions.locator('a', { hasText: 'bozza' })).toHaveCount(1)
})

test('what a draft lacks is told when it is published, and what somebody asked for is no draft again', async ({
  page,
}) => {
  const title = aTitle('Bozza')
  await page.goto('/admin/courses/new')
  await running(page)
  await isDraft(page).click()
  await fillIn(page, { Titolo: title })
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('Corso creato (bozza)')

  await page.goto(`/corsi/${slugOf(title)}`)
  await page
    .getByRole('button', { name: `Pubblica: ${title}` })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\?pubblica$/)
  await expect(page.getByRole('alert').getByRole('link', { name: 'Il luogo è obbligatorio' })).toBeVisible()
  await expectGood(page)
  // The page has shown the same errors since it was opened.
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await answer
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(10)
  await expect(isDraft(page), 'a refused publication leaves it a draft').toBeChecked()
  await fillIn(page, { Luogo: 'Fermo' })
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page)).toContainText('Corso aggiornato (bozza)')

  await page.goto('/admin/courses/marketing-strategico-e-vendite-4-0')
  await running(page)
  await isDraft(page).click()
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'ha già richieste o iscritti, quindi non può tornare in bozza',
  )
})

test('the page of an edition keeps its minimum and its day, and says what contradicts the course', async ({
  page,
}) => {
  const { title, slug } = await anOriginal(page)
  await page.goto(`/admin?q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title, exact: true }).click()
  await expectValidMarkup(page, edition(slug))
  await page.goto(edition(slug))
  await running(page)
  const terms = page.getByRole('region', { name: 'Condizioni' })
  const save = terms.getByRole('button', { name: 'Salva' })
  await terms.getByText('Modifica il minimo').click()
  await page.getByLabel(/^Minimo di partecipanti/).fill('13')
  await page.getByLabel(/^Da confermare entro/).fill('11 aprile 2099')
  await save.click()
  await expect(page).toHaveTitle(/^Errore: Panoramica/)
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Il minimo supera i posti',
    'La data di conferma viene dopo l’inizio',
  ])
  await expect(page.getByLabel(/^Da confermare entro/)).toHaveValue('11 aprile 2099')
  await expectGood(page)
  await page.getByLabel(/^Minimo di partecipanti/).fill('8')
  await page.getByLabel(/^Da confermare entro/).fill('3/4/2099')
  await save.click()
  await expect(toasts(page)).toContainText('Edizione aggiornata')
  await expect(terms).toContainText('8 partecipanti')
  await expect(terms).toContainText('entro il 3 aprile 2099')

  const form = { intent: 'terms', minParticipants: '9', minParticipantsBefore: '', confirmByBefore: '' }
  const stale = await page.request.post(edition(slug), { form })
  expect([stale.status(), await stale.text()]).toEqual([
    409,
    expect.stringContaining('qualcun altro ha salvato delle modifiche'),
  ])
  await page.goto(`/admin/courses/${slug}`)
  await page.getByLabel(/^Max partecipanti/).fill('7')
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page.getByRole('alert')).toContainText('I posti sono meno del minimo di partecipanti (8)')
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a course joins another one and leaves it again', async ({ page }) => {
      const [first, second] = [aTitle('Unito'), aTitle('Altro')]
      const slug = await aCourse(page, first)
      await aCourse(page, second, { sessions: '12/03/2099' })
      await page.goto(edition(slug))
      await page.getByText('Unisci a un altro corso').click()
      await page.getByLabel('Cerca per titolo').fill(second)
      await page.getByRole('button', { name: 'Cerca' }).click()
      if (javaScriptEnabled) await expectGood(page)
      await page.getByRole('button', { name: `Unisci: ${second}, 12 mar 2099, Fermo` }).click()
      await expect(toasts(page)).toContainText(`Ora è un’edizione di «${second}».`)
      const otherEditions = page.locator('details.more', { hasText: ': le altre edizioni' })
      await expect(otherEditions.locator('a', { hasText: '12 mar 2099, Fermo' })).toHaveCount(1)
      await page.getByText('Unisci a un altro corso').click()
      await page.getByRole('button', { name: 'Separa' }).click()
      await expect(toasts(page)).toContainText('Edizione separata')
      await expect(otherEditions.locator('a')).toHaveText('Nuova edizione…')
      await expect(page.getByRole('button', { name: 'Separa' })).toHaveCount(0)
    })
  })
