import { aMember, aPerson, ask, confirm, courseRow, linkIn } from './people'
import { DEMO_ACCOUNTS, expect, fillIn, running, signIn, signInByForm, test, toasts } from './site'

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
      'Marketing Strategico e Vendite 4.0': ['Approvato', '1.250,00 €', DAY],
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
  await expect(approved).toContainText('Tocca a te: il pagamento')
  await expect(approved).toContainText('Paga con bonifico')
  await expect(approved).toContainText('Via dell’Esempio 1, Ascoli Piceno')
  await expect(approved.getByRole('link', { name: /^Aggiungi al calendario/ })).toBeVisible()
  await expect(
    courseRow(page, COURSE.title).getByRole('link', { name: /^Vai alle lezioni/ }),
  ).toHaveAttribute('href', 'https://example.org/lezioni/sicurezza-informatica')
  await expect(courseRow(page, 'Controllo di Gestione per PMI')).toContainText(
    /Tocca a noi: ti rispondiamo per email entro \S+ \d+ \S+ alle 12:30/,
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

test('the profile is changed in a dialog, which Escape and the back button close', async ({ page, mail }) => {
  const person = await aMember(page, mail)
  await page.goto('/dashboard')
  const open = page.getByRole('link', { name: 'Modifica profilo' })
  const dialog = page.getByRole('dialog', { name: 'Modifica profilo' })
  await open.click()
  await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue(person.firstName)
  await expect(page.locator('dialog:modal')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/dashboard')
  await open.click()
  await dialog.getByRole('link', { name: 'Chiudi' }).click()
  await expect(dialog).toBeHidden()
  // Closing it leaves no history entry.
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  await expect(dialog).toBeHidden()
  await open.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/dashboard')

  await open.click()
  await fillIn(page, { Nome: 'A', Cognome: '' })
  await dialog.getByLabel('Telefono').fill('+39 0736 000000')
  await dialog.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page).toHaveTitle(/^Errore: Modifica profilo/)
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(dialog.getByLabel('Nome', { exact: true })).toHaveAccessibleDescription(
    'Il nome deve avere almeno 2 caratteri',
  )
  await expect(dialog.getByLabel('Cognome')).toHaveAccessibleDescription(
    'Il cognome deve avere almeno 2 caratteri',
  )
  await expect(dialog.getByLabel('Telefono')).toHaveValue('+39 0736 000000')
  await fillIn(page, { Nome: 'Adele', Cognome: 'D’Angelo' })
  await dialog.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(toasts(page)).toContainText('Profilo aggiornato')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ciao, Adele')
  await expect(page.getByRole('main')).toContainText('+39 0736 000000')
})

test('a new password signs out the other devices', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail)
  const elsewhere = await anotherBrowser()
  await signIn(elsewhere, person)
  await elsewhere.goto('/dashboard')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Account/ }).click()
  await expect(page).toHaveURL('/dashboard/account')
  await page.getByRole('link', { name: 'Cambia password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambia password' })
  const save = async (current: string, password: string, confirmPassword = password) => {
    await fillIn(page, {
      'Password attuale': current,
      'Nuova password': password,
      'Conferma password': confirmPassword,
    })
    await dialog.getByRole('button', { name: 'Cambia password' }).click()
  }
  await save('', 'corta', 'diversa')
  await expect(dialog.getByLabel('Password attuale')).toHaveAccessibleDescription(
    'Scrivi la password attuale',
  )
  await expect(dialog.getByLabel('Nuova password')).toHaveAccessibleDescription(/almeno 6 caratteri/)
  await save('sbagliata', 'una-frase-nuova')
  await expect(dialog.getByLabel('Password attuale')).toHaveAccessibleDescription(
    'La password attuale non è corretta.',
  )
  await save(person.password, '123456')
  await expect(dialog.getByLabel('Nuova password')).toHaveAccessibleDescription(
    'Questa password è tra le prime che si provano a indovinare.',
  )
  await save(person.password, 'una-frase-nuova')
  await expect(toasts(page)).toContainText('Password aggiornata')
  await expect(dialog).toBeHidden()
  await mail.waitFor(person.email, 'La tua password è cambiata')

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/auth')
  await page.reload()
  await expect(page).toHaveURL('/dashboard/account')
  await signIn(elsewhere, { ...person, password: 'una-frase-nuova' })
})

test('signing out in one tab signs out the others', async ({ page, context, mail }) => {
  await aMember(page, mail)
  await page.goto('/dashboard')
  const tab = await context.newPage()
  await tab.goto('/corsi')
  await running(tab)
  await tab.getByRole('button', { name: 'Logout' }).click()
  await expect(tab).toHaveURL('/')
  await expect(page).toHaveURL('/auth')
})

test('leaving all devices ends the session on each', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail)
  const elsewhere = await anotherBrowser()
  await signIn(elsewhere, person)
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Esci da tutti i dispositivi' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Sei uscito da tutti i dispositivi')
  await elsewhere.goto('/dashboard')
  await expect(elsewhere).toHaveURL('/auth')
  await expect(toasts(elsewhere)).toContainText('Sessione non valida')
})

test('each door leads where it should', async ({ page, anotherBrowser, mail }) => {
  const stranger = await anotherBrowser()
  for (const address of ['/dashboard', '/dashboard/account', '/dashboard/profilo', '/ripresa']) {
    await stranger.goto(address)
    await expect(stranger, address).toHaveURL('/auth')
  }
  for (const address of ['/admin', '/admin/mail']) {
    await stranger.goto(address)
    await expect(stranger, address).toHaveURL('/')
    await expect(toasts(stranger)).toContainText('Accesso negato')
  }
  await aMember(page, mail)
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('link', { name: 'Pannello di Amministrazione' })).toHaveCount(0)
  for (const address of ['/admin', '/admin/documents', '/admin/audit', '/admin/mail']) {
    await page.goto(address)
    await expect(page, address).toHaveURL('/')
    await expect(toasts(page)).toContainText('Accesso negato')
    await expect(toasts(page)).toContainText('Non hai i permessi per accedere a questa sezione')
  }
})

test.describe('a clock of its own', () => {
  test.use({ untouched: true })

  test('an open page looks every 30 seconds, and notices that its session is gone', async ({
    page,
    anotherBrowser,
    mail,
  }) => {
    const person = await aMember(page, mail)
    await page.clock.install()
    const looks: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/sessione') looks.push(request.method())
    })
    await page.goto('/dashboard/profilo')
    await running(page)
    await expect.poll(() => looks).toEqual(['GET'])
    await page.clock.runFor(30_000)
    await expect.poll(() => looks).toEqual(['GET', 'GET'])
    // The page sees the session's end and renews it.
    await page.clock.fastForward(14 * 24 * 60 * 60 * 1000)
    await expect.poll(() => looks.at(-1)).toBe('POST')
    const elsewhere = await anotherBrowser()
    await signInByForm(elsewhere, person)
    await elsewhere.goto('/dashboard/account')
    await elsewhere.getByRole('button', { name: 'Esci da tutti i dispositivi' }).click()
    await expect(elsewhere).toHaveURL('/auth')

    await page.clock.runFor(35_000)
    const notice = page.getByRole('dialog').getByRole('alert')
    await expect(notice).toContainText('Sessione non valida')
    await notice.getByRole('link', { name: 'Accedi' }).click()
    await expect(page).toHaveURL('/auth')
  })
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
