import { aMember } from './people'
import {
  DEMO_ACCOUNTS,
  endSessionsOf,
  expect,
  fillIn,
  running,
  signIn,
  signInByForm,
  test,
  toasts,
} from './site'

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

test('signing out in the office signs out its other tabs', async ({ page, context }) => {
  // In a session of its own: other journeys share that of `signIn`.
  await signInByForm(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/people')
  await running(page)
  const tab = await context.newPage()
  await tab.goto('/admin/oggi')
  await running(tab)
  await tab.locator('.office-account summary').click()
  await tab.getByRole('navigation', { name: 'Il tuo account' }).getByRole('button', { name: 'Esci' }).click()
  await expect(tab).toHaveURL('/')
  await expect(page).toHaveURL(/\/auth\?verso=/)
})

test('a session that has expired leaves the other tabs as they are', async ({
  page,
  context,
  anotherBrowser,
  mail,
}) => {
  const person = await aMember(page, mail)
  await page.goto('/dashboard/profilo')
  await running(page)
  await page.getByLabel('Telefono').fill('+39 0736 111111')
  const tab = await context.newPage()
  await tab.goto('/corsi')
  await running(tab)
  await endSessionsOf(person, await anotherBrowser())
  await tab.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Contatti' }).click()
  await expect(tab.getByRole('link', { name: 'Accedi / Registrati' }).first()).toBeVisible()
  await page.waitForTimeout(500)
  await expect(page.getByLabel('Telefono')).toHaveValue('+39 0736 111111')
})

test('leaving all devices ends the session on each', async ({ page, context, anotherBrowser, mail }) => {
  const person = await aMember(page, mail)
  const elsewhere = await anotherBrowser()
  await signIn(elsewhere, person)
  const tab = await context.newPage()
  await tab.goto('/dashboard')
  await running(tab)
  await page.goto('/dashboard/account')
  await running(page)
  await page.getByRole('button', { name: 'Esci da tutti i dispositivi' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(tab).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Hai terminato i tuoi accessi su tutti i dispositivi')
  await elsewhere.goto('/dashboard')
  await expect(elsewhere).toHaveURL('/auth')
  await expect(toasts(elsewhere)).toContainText('Sessione non valida')
})

test('each door leads where it should', async ({ page, anotherBrowser, mail }) => {
  const stranger = await anotherBrowser()
  for (const address of ['/dashboard', '/ripresa']) {
    await stranger.goto(address)
    await expect(stranger, address).toHaveURL('/auth')
  }
  for (const address of ['/dashboard/account', '/dashboard/profilo', '/admin', '/admin/mail']) {
    await stranger.goto(address)
    await expect(stranger, address).toHaveURL(`/auth?verso=${encodeURIComponent(address)}`)
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
    await endSessionsOf(person, await anotherBrowser())

    await page.clock.runFor(35_000)
    const notice = page.getByRole('dialog').getByRole('alert')
    await expect(notice).toContainText('Sessione non valida')
    await expect(notice).toContainText('qui resta tutto com’è')
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      notice.getByRole('link', { name: 'Accedi' }).click(),
    ])
    await signInByForm(tab, person)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(notice).toHaveCount(0)
    await expect(page).toHaveURL('/dashboard/profilo')
  })
})
