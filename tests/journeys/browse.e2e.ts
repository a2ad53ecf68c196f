import { PDFDocument } from '@cantoo/pdf-lib'
import type { Locator, Page } from '@playwright/test'
import { FIRST_QUESTIONS } from '../../app/content/questions'
import { expect, test, wake } from './site'

const MARKETING = { slug: 'marketing-strategico-e-vendite-4-0', title: 'Marketing Strategico e Vendite 4.0' }

const available = (page: Page) => page.getByRole('link', { name: /^Scopri di più: / })

test('the home page shows at most four courses', async ({ page }) => {
  await page.goto('/')
  const courses = page.getByRole('region', { name: 'I prossimi corsi' })
  await expect(courses.getByRole('heading', { level: 3 })).toHaveCount(4)
  await courses.getByRole('link', { name: 'Tutti i corsi' }).click()
  await expect(page).toHaveURL('/corsi')
})

test('the questions on the home page open one at a time and close again', async ({ page }) => {
  const [first, , second] = FIRST_QUESTIONS.map(({ question, answer }) => ({
    question: page.getByText(question, { exact: true }),
    answer: page.getByText(answer, { exact: true }),
  }))
  if (!first || !second) throw new Error('The home page has no two questions.')
  await page.goto('/')
  await expect(first.answer).toBeHidden()
  await first.question.click()
  await expect(first.answer).toBeVisible()
  await second.question.click()
  await expect(second.answer).toBeVisible()
  await expect(first.answer).toBeHidden()
  await second.question.click()
  await expect(second.answer).toBeHidden()
})

test('the catalogue has eight courses on a page, and buttons to the others', async ({ page }) => {
  await page.goto('/corsi')
  const pages = page.getByRole('navigation', { name: 'Pagine' })
  await expect(available(page)).toHaveCount(8)
  await expect(page.getByText('12 corsi disponibili, 3 in arrivo')).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Precedente' })).toHaveCount(0)

  await pages.getByRole('link', { name: 'Successiva' }).click()
  await expect(page).toHaveURL('/corsi?page=2')
  await expect(page).toHaveTitle(/^Corsi, pagina 2 /)
  await expect(available(page)).toHaveCount(4)
  await expect(pages.getByRole('link', { name: 'Pagina 2' })).toHaveAttribute('aria-current', 'page')
  await expect(pages.getByRole('link', { name: 'Successiva' })).toHaveCount(0)

  await pages.getByRole('link', { name: 'Precedente' }).click()
  await expect(page).toHaveURL('/corsi')
  await pages.getByRole('link', { name: 'Pagina 2' }).click()
  await expect(page).toHaveURL('/corsi?page=2')
  await pages.getByRole('link', { name: 'Pagina 1' }).click()
  await expect(page).toHaveURL('/corsi')
})

test('the first page has one address, and a page that is not there is not found', async ({ page }) => {
  const moved = await page.request.get('/corsi?page=1', { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([301, '/corsi'])
  for (const address of ['/corsi?page=99', '/corsi?page=0', '/corsi?page=due']) {
    const response = await page.goto(address)
    expect(response?.status(), address).toBe(404)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  }
})

test('the search forgives accents, word endings and a typo', async ({ page }) => {
  await page.goto('/corsi')
  const searches: [string, string][] = [
    ['contabilita', 'Bilancio e Contabilità per Non Specialisti'],
    ['BILANCI', 'Bilancio e Contabilità per Non Specialisti'],
    ['aziende', "Short Master in Management e Gestione d'Azienda"],
    ['aziendali', "Digital Tools per l'Innovazione Aziendale"],
    ['marketng', MARKETING.title],
  ]
  for (const [words, title] of searches) {
    await page.getByLabel('Cerca un corso').fill(words)
    await page.getByRole('button', { name: 'Cerca' }).click()
    await expect(page).toHaveURL(`/corsi?q=${words}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText(`per «${words}»`)).toBeVisible()
    await expect(page.getByLabel('Cerca un corso')).toHaveValue(words)
  }
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('a search that finds nothing says so and leads back', async ({ page }) => {
  await page.goto('/corsi?q=zzzqqqzzz')
  await expect(page.getByRole('heading', { name: 'Nessun corso per «zzzqqqzzz».' })).toBeVisible()
  await expect(page.getByText('Nessun corso disponibile al momento. Controlla più tardi.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Mostra tutti i corsi' }).click()
  await expect(page).toHaveURL('/corsi')
  await expect(available(page)).toHaveCount(8)
  await expect(page.getByLabel('Cerca un corso')).toHaveValue('')
})

test('coming courses are separate, with a preview only', async ({ page }) => {
  await page.goto('/corsi')
  const coming = page.getByRole('region', { name: 'Corsi In Arrivo' })
  const card = (title: string) => coming.getByRole('listitem').filter({ hasText: title })
  await expect(coming.getByText('In Arrivo', { exact: true })).toHaveCount(3)
  await expect(coming.getByRole('button')).toHaveCount(0)
  await expect(card('Intelligenza Artificiale per gli Uffici').getByRole('term')).toHaveText([
    'Inizio',
    'Dove',
    'Sessione',
  ])
  await expect(card('Export e Mercati Esteri per le PMI').getByRole('term')).toHaveText(['Dove'])
  await expect(card('Bilancio Sociale e Sostenibilità')).toContainText('Maggiori informazioni a breve')

  await coming.getByRole('link', { name: 'Scopri anteprima: Export e Mercati Esteri per le PMI' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export e Mercati Esteri per le PMI')
  await expect(page.getByText('In Arrivo', { exact: true })).toBeVisible()
  await expect(page.getByText('Prezzo da definire')).toBeVisible()
  await expect(page.getByText('Data da definire')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Iscriviti ora/ })).toHaveCount(0)
})

test('a course page shows its facts, and its tabs one at a time', async ({ page }) => {
  await page.goto(`/corsi/${MARKETING.slug}`)
  for (const fact of ['In presenza', 'Weekend', 'Ascoli Piceno'])
    await expect(page.getByRole('main').getByText(fact, { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Max 16 partecipanti')).toBeVisible()
  const price = page.getByRole('complementary', { name: 'Prezzo e iscrizione' })
  await expect(price).toContainText('1.250,00 €')
  await expect(price).toContainText('Prezzo Early Bird1.050,00 €')
  await expect(price).toContainText('Prezzo Modulo Singolo350,00 €')
  await expect(price).toContainText('Durata totale32 ore')
  await expect(price).toContainText('Pagamento rateizzabile in 3 soluzioni: 450 € - 400 € - 400 €')
  // A leading dash would read as a minus.
  expect(await price.textContent()).toContain('€\u00a0- 400')
  await expect(price).toContainText('La richiesta non comporta alcun obbligo di pagamento.')

  const dates = page.getByRole('heading', { name: 'Date', exact: true })
  const [description, method] = [page.getByText('A chi è rivolto'), page.getByText('Calendario sessioni')]
  await expect(dates).toBeVisible()
  await expect(page.getByText('La trattativa', { exact: true }).first()).toBeVisible()
  await page.getByText('Descrizione', { exact: true }).first().click()
  await expect(description).toBeVisible()
  await expect(dates).toBeHidden()
  await page.getByText('Programma', { exact: true }).first().click()
  await expect(page.getByText('Segmenti, concorrenti, posizionamento')).toBeVisible()
  await expect(description).toBeHidden()

  await expect(page.getByRole('tab')).toHaveText([
    'Date',
    'Descrizione',
    'Programma',
    'Metodologia',
    'Certificazioni',
  ])
  await page.getByRole('tab', { name: 'Metodologia' }).click()
  await expect(method).toBeVisible()
  await expect(page.getByText(/^Sessione 5: \d+ \w+ \d{4}, 9:00–13:00 \(4 ore\)$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Metodologie didattiche' })).toBeVisible()
  await page.getByRole('tab', { name: 'Certificazioni' }).click()
  await expect(page.getByRole('heading', { name: 'Certificazioni rilasciate' })).toBeVisible()
  await expect(method).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Partner Promotori' })).toBeVisible()
})

for (const slug of [MARKETING.slug, 'short-master-in-management-e-gestione-d-azienda'])
  test(`${slug} is printed on two sheets, without buttons`, async ({ page }) => {
    await page.goto(`/corsi/${slug}`)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'Calendario sessioni' })).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.locator('.button:visible')).toHaveCount(0)
    await page.emulateMedia({ media: null })
    // As browsers print.
    const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }
    const printed = await PDFDocument.load(await page.pdf({ format: 'A4', margin }))
    expect(printed.getPageCount()).toBe(2)
  })

test.describe('movement', () => {
  test.use({ untouched: true })

  test('the cover travels from the card to the page of the course, unless motion is reduced', async ({
    page,
  }) => {
    const nameOf = (cover: Locator) => cover.evaluate((svg) => getComputedStyle(svg).viewTransitionName)
    await page.addInitScript(() => {
      addEventListener('pagereveal', ({ viewTransition }) => {
        document.documentElement.dataset.moves = String(viewTransition !== null)
      })
    })
    for (const [reducedMotion, moves] of [
      ['no-preference', 'true'],
      ['reduce', 'false'],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      await page.goto('/corsi')
      const card = page.getByRole('listitem').filter({ hasText: MARKETING.title }).locator('.cover').first()
      expect(await nameOf(card)).toBe(`c-${MARKETING.slug}`)
      await page.getByRole('link', { name: MARKETING.title, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: MARKETING.title })).toBeVisible()
      expect(await nameOf(page.locator('.price-cover .cover'))).toBe(`c-${MARKETING.slug}`)
      await expect(page.locator('html')).toHaveAttribute('data-moves', moves)
    }
  })
})

test('a tab is there only if it has something to show', async ({ page }) => {
  await page.goto('/corsi/export-e-mercati-esteri-per-le-pmi')
  await wake(page)
  await expect(page.getByRole('tab')).toHaveText(['Descrizione'])

  await page.goto('/corsi/sicurezza-informatica-per-studi-e-uffici#metodologia')
  await wake(page)
  await expect(page.getByRole('tab', { name: 'Metodologia' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Metodologie didattiche' })).toBeVisible()
  await expect(page.getByText('Calendario sessioni')).toHaveCount(0)
  await expect(page.getByText('Durata totale')).toHaveCount(0)
  await expect(page.getByText('Prezzo Early Bird')).toHaveCount(0)
})

test('from one course to another, a tab is shown and nothing stays of the first', async ({ page }) => {
  await page.goto('/corsi/controllo-di-gestione-per-pmi')
  await wake(page)
  await expect(page.getByRole('tab', { name: 'Date' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Copia il link' }).click()
  const announcement = page.getByText(/^(Link copiato|Copialo dalla barra degli indirizzi)$/)
  await expect(announcement).toBeVisible()
  await page.getByRole('link', { name: 'Sicurezza Informatica per Studi e Uffici' }).click()
  await expect(page).toHaveURL('/corsi/sicurezza-informatica-per-studi-e-uffici')
  await expect(page.getByRole('tab', { name: 'Date' }), 'this course has no dates').toHaveCount(0)
  await expect(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await expect(announcement).toHaveCount(0)
})

test('from a course one goes to its contacts, and back to the others', async ({ page }) => {
  await page.goto('/corsi')
  await page.goto(`/corsi/${MARKETING.slug}`)
  await page.getByRole('link', { name: 'Contatta segreteria' }).click()
  const contacts = page.getByRole('region', { name: 'Contatti' })
  await expect(contacts.getByRole('heading', { name: 'Contatti' })).toBeInViewport()
  await expect(contacts.getByRole('link', { name: 'segreteria@example.org' })).toHaveAttribute(
    'href',
    'mailto:segreteria@example.org',
  )
  await page.getByRole('link', { name: 'Torna ai corsi' }).last().click()
  await expect(page).toHaveURL('/corsi')
})

test('a link at the foot of a page leads to the top of the next', async ({ page }) => {
  for (const name of ['Privacy Policy', 'Cookie Policy', 'Accademia Truentum']) {
    await page.goto('/contatti')
    await wake(page)
    const before = page.url()
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(page).not.toHaveURL(before)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  }
})

test('an unknown address says so and leads home', async ({ page }) => {
  for (const address of ['/non-esiste', '/corsi/non-esiste', '/corsi/NON%00esiste']) {
    const response = await page.goto(address)
    expect(response?.status(), address).toBe(404)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  }
  await wake(page)
  await page.getByRole('link', { name: 'Torna alla home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/storto|not found/)
})
