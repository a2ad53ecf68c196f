import { aMember, aPerson, ask, confirm, courseRow, linkIn } from './people'
import { DEMO_ACCOUNTS, expect, running, signIn, signInByForm, test, toasts } from './site'

const COURSE = {
  slug: 'sicurezza-informatica-per-studi-e-uffici',
  title: 'Sicurezza Informatica per Studi e Uffici',
}
const DAY =
  /\d{1,2} (gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre) 20\d\d/

test('the dashboard shows each enrolment with its dates, price and state', async ({ page }) => {
  await signInByForm(page, DEMO_ACCOUNTS.member)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ciao, Giulia')
  const states = {
    'Adesso 2': {
      'Marketing Strategico e Vendite 4.0': ['Approvato', '1.050,00 €', DAY],
      [COURSE.title]: ['In corso', '180,00 €', 'Non specificata'],
    },
    'In attesa 1': { 'Controllo di Gestione per PMI': ['In attesa', '640,00 €', DAY] },
    'Conclusi 2': {
      'Bilancio e Contabilità per Non Specialisti': ['Rifiutato', '520,00 €', DAY],
      'Gestione del Tempo e delle Priorità': ['Completato', '360,00 €', DAY],
    },
  } as const
  for (const [group, courses] of Object.entries(states)) {
    const rows = page.getByRole('region', { name: group })
    await expect(rows.getByRole('heading', { level: 3 })).toHaveText(Object.keys(courses))
    for (const [title, [state, price, start]] of Object.entries(courses)) {
      const row = rows.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
      const facts = row.getByRole('definition')
      await expect(facts.nth(0)).toHaveText(start)
      await expect(facts.nth(1)).toHaveText(price)
      await expect(facts.nth(2)).toHaveText(DAY)
      await expect(row.locator('.state')).toHaveText(state)
    }
  }
  const next = page.getByRole('region', { name: 'Marketing Strategico e Vendite 4.0' })
  await expect(next).toContainText('Il tuo prossimo appuntamento')
  await expect(next).toContainText('Sessione 1 di 5')
  await expect(next.getByRole('link', { name: /^Come arrivare/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\//,
  )
  await next.getByRole('link', { name: 'Calendario sessioni' }).click()
  await expect(page.getByRole('heading', { name: 'Calendario sessioni' })).toBeVisible()
})

test('a double click asks once', async ({ page, mail }) => {
  await aMember(page, mail)
  await page.goto(`/corsi/${COURSE.slug}`)
  await running(page)
  await page
    .getByRole('button', { name: `Iscriviti ora: ${COURSE.title}` })
    .first()
    .dblclick()
  await expect(toasts(page)).toHaveText(/^Richiesta di iscrizione inviata!/)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'In attesa 1' })).toContainText(COURSE.title)
})

test('each course says who acts next, and opens what is needed for it', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.member)
  await page.goto('/dashboard')
  const approved = courseRow(page, 'Marketing Strategico e Vendite 4.0')
  await expect(approved).toContainText(/Tocca a te: hai pagato 378\s€ su 1\.050\s€; la prossima rata/)
  await expect(approved).toContainText('Paga con bonifico')
  await expect(approved).toContainText('Via dell’Esempio 1, Ascoli Piceno')
  await expect(approved.getByRole('link', { name: /^Aggiungi al calendario/ })).toBeVisible()
  await expect(
    courseRow(page, COURSE.title).getByRole('link', { name: /^Vai alle lezioni/ }),
  ).toHaveAttribute('href', 'https://example.org/lezioni/sicurezza-informatica')
  await expect(courseRow(page, 'Controllo di Gestione per PMI')).toContainText(
    /Tocca a noi: ti rispondiamo per email entro le 12:30 di \S+ \S+ \S+\./,
  )
  const refused = courseRow(page, 'Bilancio e Contabilità per Non Specialisti')
  await expect(refused).toContainText('«Per il ruolo che ci hai indicato')
  await expect(refused.getByRole('link', { name: '+39 0000 000000' })).toBeVisible()
  await refused.getByRole('link', { name: /^Chiedi di nuovo/ }).click()
  await expect(page).toHaveURL('/contatti?corso=bilancio-e-contabilita-per-non-specialisti')
  await expect(page.getByLabel('Corso di interesse')).toHaveValue(
    'Bilancio e Contabilità per Non Specialisti',
  )
})

test('an empty dashboard leads to the courses; a request can be withdrawn', async ({ page, mail }) => {
  const person = await aMember(page, mail)
  await page.goto('/dashboard')
  await expect(page.getByText('Non hai ancora acquistato nessun corso.')).toBeVisible()
  for (const value of [person.firstName, person.lastName, person.email, 'Non specificato', 'Non specificata'])
    await expect(page.getByRole('definition').filter({ hasText: new RegExp(`^${value}$`) })).toBeVisible()
  await page.getByRole('link', { name: 'Scopri i corsi' }).click()
  await expect(page).toHaveURL('/corsi')

  await ask(page, COURSE.slug)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: `Ritira la richiesta: ${COURSE.title}` }).click()
  await expect(toasts(page)).toContainText('Richiesta ritirata')
  await expect(page.getByText('Non hai ancora acquistato nessun corso.')).toBeVisible()
})

test('unusual names are shown as typed', async ({ page, mail }) => {
  const person = { ...aPerson('Zoë-Marie'), lastName: '<b>O’Neill & figli</b>' }
  const form = { ...person, confirmPassword: person.password, intent: 'signup', email: aPerson().email }
  await expect(await page.request.post('/auth?scheda=registrazione', { form })).toBeOK()
  const email = await mail.waitFor(form.email, 'Conferma il tuo account')
  expect(email.text).toContain('Ciao Zoë-Marie')
  await confirm(page, linkIn(email, '/auth/conferma'), person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ciao, Zoë-Marie')
  await expect(page.getByText('<b>O’Neill & figli</b>')).toBeVisible()
})
