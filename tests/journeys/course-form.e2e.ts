import type { Page } from '@playwright/test'
import { aTitle, slugOf } from './courses'
import { expectValidMarkup } from './markup'
import {
  chooseMore,
  DEMO_ACCOUNTS,
  expect,
  fillIn,
  running,
  signIn,
  test,
  toasts,
  withoutApplication,
} from './site'
import { expectGood } from './walk'

const addressOf = (title: string) => `/corsi/${slugOf(title)}`
const SESSIONS = '10/03/2099 9:00-18:00 (8 ore)\n11 marzo 2099, 4 ore\ndal 20 al 22 marzo 2099 (12,5 ore)'

const course = (title: string) => ({
  Titolo: title,
  'Descrizione breve': 'Pietra, malta e pazienza.',
  Descrizione: 'Primo paragrafo.\n\nSecondo paragrafo.',
  Modalità: 'In presenza',
  'Tipo sessione': 'Weekend',
  Luogo: 'Ascoli Piceno',
  Prezzo: '1.250,50',
  'Date sessioni': SESSIONS,
  Moduli: 'Il travertino\nIl cantiere',
  Metodologie: 'Laboratorio',
  Certificazione: 'Attestato di frequenza',
  'Contatti email': 'restauro@example.org',
})
const optional = {
  Livello: 'Base',
  'Max partecipanti': '12',
  'Frequenza per l’attestato': '75 %',
  'Prezzo Early Bird': '1100',
  'Prezzo Modulo Singolo': '400',
  Rate: '3 x 416,83',
  Contenuti: 'Cave\nTagli',
  Destinatari: 'Artigiani',
}

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page
      .getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}\\s*(\\(facoltativo\\))?$`))
      .fill(value)
}

async function addPartner(page: Page, name: string, description: string) {
  const partners = page.getByRole('group', { name: 'Partner promotori' })
  await page.getByRole('button', { name: 'Aggiungi un partner' }).click()
  await expect(partners.getByLabel(/^Nome/).last()).toBeFocused()
  await page.keyboard.type(name)
  await partners
    .getByLabel(/^Descrizione/)
    .last()
    .fill(description)
}

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('a course made only with the form appears rightly everywhere', async ({ page, anotherBrowser }) => {
  const title = aTitle('Restauro')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Nuovo Corso' }).click()
  await expect(page).toHaveURL('/admin/courses/new')
  await fill(page, { ...course(title), ...optional })
  await addPartner(page, 'Ente di Prova', 'Promuove il restauro')
  await addPartner(page, 'Ente tolto', '')
  await chooseMore(page, 'Ente tolto', 'Togli')
  const read = page.getByRole('list').filter({ hasText: '2099' })
  await expect(read.getByRole('listitem')).toHaveText([
    'martedì 10 marzo 2099, 9:00–18:00, 8 ore',
    'mercoledì 11 marzo 2099, 4 ore',
    'da venerdì 20 marzo 2099 a domenica 22 marzo 2099, 12,5 ore',
  ])
  await expect(page.getByText('3 sessioni, 24,5 ore in tutto')).toBeVisible()
  await expect(page.getByText('= 1.250,50 €')).toBeVisible()
  await expect(page.getByText('3 rate, in tutto 1.250,49 €')).toBeVisible()
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(toasts(page)).toContainText('Corso creato')

  const visitor = await anotherBrowser()
  await visitor.goto(`/corsi?q=${encodeURIComponent(title)}`)
  const card = visitor.getByRole('listitem').filter({ has: visitor.getByRole('heading', { name: title }) })
  await expect(card).toContainText('10/03/2099')
  await expect(card).toContainText('1.250,50')
  await card.getByRole('link', { name: 'Scopri di più' }).click()
  await expect(visitor).toHaveURL(addressOf(title))
  const main = visitor.getByRole('main')
  for (const text of [
    '10 mar 2099 – 22 mar 2099',
    'Max 12 partecipanti',
    'Prezzo Early Bird',
    'Pagamento rateizzabile in 3 soluzioni: 416,83 € - 416,83 € - 416,83 €',
    '24,5 ore',
    'Calendario sessioni',
    'Ente di Prova',
    'Promuove il restauro',
    'restauro@example.org',
  ])
    await expect(main).toContainText(text.replaceAll(' €', '\u00a0€'))
  await expect(main).not.toContainText('Ente tolto')
  await expect(main).not.toContainText('Data da definire')
  await expect(main).not.toContainText('Prezzo da definire')
  const written = await visitor.locator('script[type="application/ld+json"]').textContent()
  const { '@graph': graph } = JSON.parse(written ?? '')
  expect(graph.find((thing: { '@type': string }) => thing['@type'] === 'Course')).toMatchObject({
    name: title,
    offers: { price: '1250.50', priceCurrency: 'EUR' },
    hasCourseInstance: { startDate: '2099-03-10', endDate: '2099-03-22', courseWorkload: 'PT24.5H' },
  })
})

test('every missing field has its error, which editing clears', async ({ page }) => {
  await page.goto('/admin/courses/new')
  await running(page)
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(page).toHaveTitle(/^Errore: Nuovo Corso/)
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Il titolo è obbligatorio',
    'La descrizione breve è obbligatoria',
    'La descrizione è obbligatoria',
    'La modalità è obbligatoria',
    'Il tipo sessione è obbligatorio',
    'Il luogo è obbligatorio',
    'Il prezzo è obbligatorio e non può essere negativo',
    'Almeno un modulo è obbligatorio',
    'Almeno una metodologia è obbligatoria',
    'Almeno una certificazione è obbligatoria',
    'Almeno un contatto email è obbligatorio',
  ])
  await expect(toasts(page)).toContainText('Errore di validazione')
  await expect(toasts(page)).toContainText('Controlla i campi evidenziati in rosso')
  await expect(page.getByText('Tutti i campi sono obbligatori per i corsi normali')).toBeVisible()
  await expectGood(page)

  const titleField = page.getByLabel('Titolo', { exact: true })
  await expect(titleField).toHaveAccessibleDescription('Il titolo è obbligatorio')
  await titleField.fill('R')
  await expect(summary.getByRole('link', { name: 'Il titolo è obbligatorio' })).toHaveCount(0)
  await page.getByRole('switch', { name: 'In arrivo (coming soon)' }).click()
  await expect(summary).toHaveCount(0)
  await expect(page.getByText("Solo il titolo è obbligatorio per i corsi 'In arrivo'")).toBeVisible()
})

test('a line of the calendar that cannot be read is named, and nothing is saved', async ({ page }) => {
  await page.goto('/admin/courses/new')
  await fill(page, { ...course(aTitle('Restauro')), 'Date sessioni': '10/03/2099\n30 febbraio 2099' })
  await expect(page.getByText('1 riga non chiara')).toBeVisible()
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(page.getByRole('alert')).toContainText('Riga 2: il 30/02/2099 non esiste')
  const dates = page.getByLabel(/^Date sessioni/)
  await expect(dates).toHaveValue('10/03/2099\n30 febbraio 2099')

  const sections = page.getByRole('navigation', { name: 'Sezioni della scheda' })
  await expect(sections.getByRole('link', { name: 'Calendario 1 da vedere' })).toBeVisible()
  await dates.fill('10/03/2099 9-13\n17 marso ore 9 circa\n24/03/2099')
  await page.getByRole('button', { name: 'Usa «17/03/2099 9:00-13:00»' }).click()
  await expect(dates).toHaveValue('10/03/2099 9-13\n17/03/2099 9:00-13:00\n24/03/2099')
  await expect(dates).toBeFocused()
  await expect(sections.getByRole('link', { name: /^Calendario/ })).not.toContainText('da vedere')
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('Corso creato')
})

test('a coming course needs its title alone, and gets a placeholder description', async ({
  page,
  anotherBrowser,
}) => {
  const title = aTitle('Restauro')
  await page.goto('/admin/courses/new')
  await running(page)
  await page.getByRole('switch', { name: /^In arrivo/ }).click()
  await fillIn(page, { Titolo: title })
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('Corso creato (in arrivo)')
  const visitor = await anotherBrowser()
  await visitor.goto(addressOf(title))
  await expect(visitor.getByRole('main')).toContainText('In Arrivo')
  await expect(visitor.getByRole('main')).toContainText('Maggiori informazioni a breve')
  await expect(visitor.getByRole('button', { name: /^Iscriviti ora/ })).toHaveCount(0)

  await page.goto(`/admin/courses/${title.toLowerCase().replaceAll(' ', '-')}`)
  await expect(page.getByRole('heading', { name: 'Modifica Corso' })).toBeVisible()
  await fill(page, { Luogo: 'Fermo', 'Indirizzo della pagina': `${title} nuovo` })
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page)).toContainText('Corso aggiornato (in arrivo)')
  await visitor.goto(addressOf(title))
  await expect(visitor).toHaveURL(`${addressOf(title)}-nuovo`)
  await expect(visitor.getByRole('main')).toContainText('Fermo')
})

test('of two tabs that edit one course the second learns what changed and loses nothing', async ({
  page,
}) => {
  const title = aTitle('Restauro')
  await page.goto('/admin/courses/new')
  await fill(page, course(title))
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('Corso creato')

  const edit = `/admin/courses/${title.toLowerCase().replaceAll(' ', '-')}`
  const second = await page.context().newPage()
  for (const tab of [page, second]) await tab.goto(edit)
  await fill(page, { Luogo: 'Fermo', Prezzo: '900' })
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page)).toContainText('Corso aggiornato')

  await fill(second, { Luogo: 'Online', Livello: 'Avanzato' })
  await second.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(second.getByText('Nulla è stato sovrascritto.')).toBeVisible()
  await expect(second.getByRole('row', { name: /^Luogo/ })).toContainText('resta quello che hai scritto tu')
  await expect(second.getByRole('row', { name: /^Prezzo/ })).toContainText('il testo nuovo')
  await expect(second.getByLabel('Luogo')).toHaveValue('Online')
  await expect(second.getByLabel(/^Livello/)).toHaveValue('Avanzato')
  await expect(second.getByLabel('Prezzo', { exact: true })).toHaveValue('900')
  await expectGood(second)
  await second.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(second)).toContainText('Corso aggiornato')
  await second.goto(edit)
  await expect(second.getByLabel('Luogo')).toHaveValue('Online')
  await expect(second.getByLabel('Prezzo', { exact: true })).toHaveValue('900')
})

test('a text changed before the application runs is saved', async ({ page }) => {
  const title = aTitle('Mosaico')
  await page.goto('/admin/courses/new')
  await fill(page, course(title))
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('Corso creato')

  const edit = `/admin/courses/${slugOf(title)}`
  const begin = await withoutApplication(page)
  await page.goto(edit, { waitUntil: 'commit' })
  const modules = page.getByLabel('Moduli')
  await modules.fill('Le tessere')
  await page.getByLabel('Prezzo', { exact: true }).fill('1.300,50')
  begin()
  await running(page)
  await expect(page.getByText('= 1.300,50 €')).toBeVisible()
  await expect(modules).toHaveValue('Le tessere')
  await modules.press('End')
  await modules.pressSequentially(' antiche')
  await page.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page)).toContainText('Corso aggiornato')
  await page.goto(edit)
  await expect(modules).toHaveValue('Le tessere antiche')
})

test('the preview is the page as it will be, and saves nothing', async ({ page }) => {
  const title = aTitle('Restauro')
  await page.goto('/admin/courses/new')
  await fill(page, course(title))
  await page.getByRole('button', { name: 'Anteprima' }).click()
  const preview = page.getByRole('region', { name: 'Anteprima' })
  await expect(preview.getByRole('heading', { name: 'Anteprima' })).toBeFocused()
  await expect(preview).toContainText('10 mar 2099 – 22 mar 2099')
  for (const section of ['Date', 'Descrizione', 'Programma'])
    await expect(preview.getByRole('heading', { name: section, exact: true })).toBeVisible()
  for (const link of await preview.getByRole('link').all()) await link.click()
  await expect(page).toHaveURL('/admin/courses/new')
  const facts = await preview
    .locator('dl dt, dl dd')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()))
  const overlapping = facts.filter((one, index) =>
    facts
      .slice(index + 1)
      .some(
        (other) =>
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      ),
  )
  expect(overlapping, 'facts that lie over each other').toEqual([])
  await expectGood(page)
  expect((await page.request.get(addressOf(title))).status()).toBe(404)
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue(title)
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(toasts(page)).toContainText('Corso creato')
})

test('a course that is not there leads back to the list and says so', async ({ page }) => {
  await page.goto('/admin/courses/non-esiste')
  await expect(page).toHaveURL('/admin')
  await expect(toasts(page)).toContainText('Impossibile caricare il corso: questo corso non esiste')
})

test('the form is valid HTML and works with the keyboard alone', async ({ page }) => {
  const title = aTitle('Restauro')
  await expectValidMarkup(page, '/admin/courses/new')
  await page.goto('/admin/courses/new')
  await running(page)
  await page.getByRole('switch', { name: /^In arrivo/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('switch', { name: 'Bozza' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Titolo', { exact: true })).toBeFocused()
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Corso creato')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form explains, previews and saves', async ({ page }) => {
    const title = aTitle('Restauro')
    await page.goto('/admin/courses/new')
    await fill(page, { ...course(title), Titolo: '' })
    await page.getByRole('button', { name: 'Crea Corso' }).click()
    await expect(page.getByRole('alert')).toContainText('Il titolo è obbligatorio')
    await expect(page.getByLabel('Luogo')).toHaveValue('Ascoli Piceno')
    await expect(page.getByText('mercoledì 11 marzo 2099, 4 ore')).toBeVisible()
    await fillIn(page, { Titolo: title })
    await page.getByRole('button', { name: 'Anteprima' }).click()
    await expect(page.getByRole('region', { name: 'Anteprima' })).toContainText(title)
    await page.getByRole('button', { name: 'Crea Corso' }).click()
    await expect(toasts(page)).toContainText('Corso creato')
  })
})
