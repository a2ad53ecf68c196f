import { codeOf } from '../codes'
import { expectValidMarkup } from './markup'
import { aColleague, aMember, fullName, idOf } from './people'
import { chooseMore, DEMO_ACCOUNTS, expect, fillIn, running, signIn, test, toasts } from './site'
import { expectGood } from './walk'

const SETUP = '/dashboard/due-passaggi'

test('a member sets up the second factor, signs in with it, and sees every sign-in', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  // Set up without JavaScript.
  const plain = await anotherBrowser({ javaScriptEnabled: false })
  const person = await aMember(plain, mail, 'Zita')
  await plain.goto('/dashboard/account')
  await plain.getByRole('link', { name: 'Verifica in due passaggi: non attiva' }).click()
  const dialog = plain.getByRole('dialog')
  await dialog.getByLabel('Password attuale').fill(person.password)
  await dialog.getByRole('button', { name: 'Continua' }).click()
  await expect(dialog.getByRole('img', { name: 'Codice QR da inquadrare con l’app' })).toBeVisible()
  const key = ((await dialog.locator('.setup-key').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Codice dell’app').fill('000 00')
  await dialog.getByRole('button', { name: 'Attiva' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Il codice non è corretto')
  await expect(dialog.getByLabel('Codice dell’app')).toHaveAttribute('autocomplete', 'one-time-code')
  await dialog.getByLabel('Codice dell’app').fill(codeOf(key).replace(/^.../, '$& '))
  // Pressed twice: the codes appear all the same, and must be confirmed.
  await dialog.getByRole('button', { name: 'Attiva' }).dblclick()
  await expect(dialog).toContainText('Conserva adesso questi codici: non li mostreremo più.')
  const codes = await dialog.locator('.backup-codes li').allInnerTexts()
  expect(codes).toHaveLength(10)
  const file = plain.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Scarica' }).click()
  expect((await file).suggestedFilename()).toBe('codici-di-recupero.txt')
  await mail.waitFor(person.email, 'È stata attivata la verifica in due passaggi')
  await plain.goto(SETUP)
  await expect(dialog).toContainText('Ti restano 10 codici di recupero.')

  // Sign-in elsewhere: the code is accepted once.
  await page.goto('/auth')
  await fillIn(page, { Email: person.email, Password: person.password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL('/auth/codice')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
  await page.goto('/auth/codice')
  await expectValidMarkup(page, '/auth/codice?recupero')
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByLabel('Codice dell’app')).toHaveAccessibleDescription(/Scrivi il codice/)
  await expectGood(page, [320])
  await page.getByLabel('Codice dell’app').fill(codeOf(key, 1))
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(toasts(page)).toContainText('Login effettuato')

  // A backup code is accepted once, and its owner gets an e-mail.
  const lost = await anotherBrowser()
  for (const fits of [true, false]) {
    const used = { form: { code: codes[0] ?? '' } }
    await lost.request.post('/auth', { form: { email: person.email, password: person.password } })
    expect((await lost.request.post('/auth/codice', used)).status()).toBe(fits ? 200 : 400)
    if (fits) await lost.request.post('/logout')
  }
  await mail.waitFor(person.email, 'È stato usato un codice di recupero')

  await page.goto('/dashboard/account')
  await page.getByRole('link', { name: 'Accessi recenti' }).click()
  const attempts = page.getByRole('table').getByRole('row')
  await expect(attempts.filter({ hasText: 'Codice sbagliato' })).toHaveCount(1)
  await expect(attempts.filter({ hasText: 'Accesso con un codice di recupero' })).toHaveCount(1)
  await expect(attempts.filter({ hasText: 'questo dispositivo' })).toHaveCount(1)
  await expectValidMarkup(page, '/dashboard/accessi')
  await expectGood(page, [320])
  await page.getByRole('button', { name: /^Termina: Chrome su Linux/ }).click()
  await expect(toasts(page)).toContainText('Accesso terminato')
  await plain.goto('/dashboard')
  await expect(plain).toHaveURL('/auth')

  // Deactivation needs password and code.
  for (const step of ['', '?passo=codici', '?passo=disattiva']) await expectValidMarkup(page, SETUP + step)
  await page.goto(`${SETUP}?passo=disattiva`)
  await expectGood(page, [320])
  await page.getByLabel('Password attuale').fill(person.password)
  await page.getByLabel('Codice', { exact: true }).fill(codes[1]?.toUpperCase() ?? '')
  await page.getByRole('button', { name: 'Disattiva' }).click()
  await expect(toasts(page)).toContainText('Verifica in due passaggi disattivata')
  await expect(page.getByRole('link', { name: 'Verifica in due passaggi: non attiva' })).toBeVisible()

  // Set up with JavaScript, then removed by the office.
  await page.getByRole('link', { name: 'Verifica in due passaggi: non attiva' }).click()
  await running(page)
  await page.getByLabel('Password attuale').fill(person.password)
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused()
  const again = ((await page.locator('.setup-key').textContent()) ?? '').replaceAll(' ', '')
  await expectGood(page, [320])
  await page.getByLabel('Codice dell’app').fill(codeOf(again))
  await page.getByRole('button', { name: 'Attiva' }).click()
  const codesDialog = page.getByRole('dialog', { name: 'I tuoi codici di recupero' })
  await expect(codesDialog.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(codesDialog.getByRole('alert')).toContainText('Questi codici non li mostreremo più')
  await expectGood(page, [320])
  await page.getByRole('link', { name: 'Li ho conservati' }).click()
  await expect(page.getByRole('link', { name: 'Verifica in due passaggi: attiva' })).toBeVisible()

  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  await office.goto(`/admin/people/${await idOf(office, person)}`)
  await chooseMore(office, fullName(person), 'Disattiva i due passaggi…')
  await expect(office.getByRole('dialog')).toContainText('Prima accertati')
  await expectValidMarkup(office, office.url())
  await expectGood(office, [320])
  await office.getByRole('dialog').getByRole('button', { name: 'Disattiva' }).click()
  await expect(toasts(office).first()).toContainText('Verifica in due passaggi disattivata')
  await page.reload()
  await expect(page).toHaveURL('/auth?verso=%2Fdashboard%2Faccount')
  await signIn(page, person)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard')
})

test('whoever sets up the second factor on the way to the office gets there', async ({ page, mail }) => {
  const { password } = await aColleague(page, mail, 'secretary')
  await page.goto(`${SETUP}?verso=/admin/oggi`)
  await running(page)
  await page.getByLabel('Password attuale').fill(password)
  await page.getByRole('button', { name: 'Continua' }).click()
  const key = ((await page.locator('.setup-key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Codice dell’app').fill(codeOf(key))
  await page.getByRole('button', { name: 'Attiva' }).click()
  await page.getByRole('link', { name: 'Li ho conservati' }).click()
  await expect(page).toHaveURL('/admin/oggi')
  await expect(page.getByRole('region', { name: /^Telefonate/ })).toBeVisible()
})
