import { aCourse, aTitle } from './courses'
import { choose, form, open, TITLE } from './enrolment-form'
import { expectValidMarkup } from './markup'
import { aMember, ask, courseRow, fullName } from './people'
import { DEMO_ACCOUNTS, expect, running, signIn, test, toasts } from './site'
import { expectGood, tabTo } from './walk'

const ASKED = 'Corso al completo: approvare comunque?'

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('a person is found by name and enrolled in several courses, with e-mails', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const otherPage = await anotherBrowser()
  const person = await aMember(otherPage, mail, 'Ofelia')
  const [first, second, waiting] = [aTitle('Uno'), aTitle('Due'), aTitle('Atteso')]
  for (const title of [first, second]) await aCourse(page, title)
  await ask(otherPage, await aCourse(page, waiting))
  await mail.waitFor(person.email, 'Richiesta ricevuta')

  await open(page)
  const { email, send, course, search } = form(page)
  await expect(send).toBeDisabled()
  await email.pressSequentially(person.lastName.toLowerCase())
  const suggested = form(page).dialog.getByRole('option')
  await expect(suggested).toHaveText([new RegExp(`${person.email}.*${fullName(person)}`)])
  // What the server found is offered whatever its letters are, and chosen with the keyboard.
  await email.fill(`${person.lastName}, ${person.firstName.charAt(0)}.`)
  await expect(suggested).toHaveText([new RegExp(person.email)])
  await expectGood(page)
  await email.press('ArrowDown')
  await expect(suggested).toHaveAttribute('aria-selected', 'true')
  await email.press('Enter')
  await expect(suggested).toHaveCount(0)
  await expect(email).toHaveValue(person.email)
  await expect(send).toBeDisabled()
  await choose(page, first)
  await expect(send).toBeEnabled()
  await choose(page, second)
  await choose(page, waiting)
  await expect(course(first)).toBeChecked()
  await search.fill('zzzqqq')
  await expect(form(page).dialog.getByText('Nessun corso trovato')).toBeVisible()
  await expect(course(second)).toBeChecked()
  await send.click()

  await expect(toasts(page)).toContainText('Iscrizione completata!')
  await expect(toasts(page)).toContainText(`Utente ${person.email} iscritto ai corsi selezionati`)
  const outcome = page.getByRole('region', { name: `Iscrizione di ${fullName(person)}` })
  await expect(outcome).toBeFocused()
  for (const title of [first, second, waiting])
    await expect(outcome.getByRole('listitem').filter({ hasText: title })).toContainText('Iscritto')
  await page.reload()
  await expect(outcome).toBeVisible()
  await outcome.getByRole('link', { name: 'Chiudi' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(outcome).toHaveCount(0)

  await mail.waitFor(person.email, `Iscrizione registrata: ${first}`)
  await mail.waitFor(person.email, `Iscrizione registrata: ${second}`)
  await mail.waitFor(person.email, `Iscrizione approvata: ${waiting}`)
  await otherPage.goto('/dashboard')
  for (const title of [first, second, waiting])
    await expect(courseRow(otherPage, title)).toContainText('Approvato')
})

test('an unknown e-mail is an error beside the field, which keeps its text', async ({ page }) => {
  const title = aTitle('Resta')
  await aCourse(page, title)
  await open(page)
  const { dialog, email, send, course } = form(page)
  await email.fill('nessuno@example.org')
  await choose(page, title)
  await send.click()
  await expect(page).toHaveTitle(/^Errore: Iscrivi Utente a Corso/)
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(dialog.getByRole('alert')).toContainText('Utente non trovato')
  await expect(toasts(page)).toContainText('Errore iscrizione')
  await expect(email).toHaveAccessibleDescription(/Utente non trovato/)
  await expect(email).toHaveValue('nessuno@example.org')
  await expect(course(title)).toBeChecked()
  await expectGood(page)
  await email.fill('nessuno')
  await send.click()
  await expect(email).toHaveAccessibleDescription(/Email non valida/)
  // Escape warns of unsaved input.
  await page.keyboard.press('Escape')
  await expect(dialog).toContainText('Non hai ancora salvato quello che hai scritto')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admin')
})

test('enrolled with the keyboard alone', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(await anotherBrowser(), mail)
  const title = aTitle('Tastiera')
  await aCourse(page, title)
  await page.goto('/admin')
  await running(page)
  await tabTo(page, page.getByRole('link', { name: TITLE }))
  await page.keyboard.press('Enter')
  const { email, search, course, send } = form(page)
  await expect(email).toBeFocused()
  await page.keyboard.type(person.email)
  await tabTo(page, search)
  await page.keyboard.type(title)
  await expect(course(title)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible()
  await tabTo(page, course(title))
  await page.keyboard.press('Space')
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Iscrizione completata!')
})

test('from a roster its course is chosen already; the form is valid and open to everybody', async ({
  page,
  anotherBrowser,
}) => {
  const title = aTitle('Scelto')
  const slug = await aCourse(page, title)
  await page.goto(`/admin/courses/${slug}/iscritti`)
  await page.getByRole('link', { name: 'Iscrivi una persona' }).click()
  await expect(form(page).course(title)).toBeChecked()
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  for (const query of ['?persona=x', '?persona=%00', '?corso=x&ora=%00', '?persona=x&ora=y'])
    expect([200, 404]).toContain((await page.request.get(`/admin/iscrivi${query}`)).status())
  for (const query of [
    'iscrivi/suggerimenti',
    'iscrivi/suggerimenti?corsi=%00a%25_',
    'people/suggerimenti?q=%00',
  ])
    await expect(await page.request.get(`/admin/${query}`)).toBeOK()

  const stranger = await anotherBrowser()
  await signIn(stranger, DEMO_ACCOUNTS.member)
  for (const address of [
    '/admin/iscrivi',
    '/admin/iscrivi/suggerimenti?corsi=a',
    '/admin/people/suggerimenti?q=rossi',
  ]) {
    const turned = await stranger.request.get(address, { maxRedirects: 0 })
    expect([turned.status(), turned.headers().location]).toEqual([302, '/'])
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the server looks courses up, says what is missing, and enrols', async ({
    page,
    anotherBrowser,
    mail,
  }) => {
    const person = await aMember(await anotherBrowser(), mail)
    const [small, free] = [aTitle('Muto'), aTitle('Zitto')]
    await aCourse(page, small, { maxPartecipanti: '1' })
    await aCourse(page, free)
    await page.goto('/admin/iscrivi')
    const { dialog, email, search, course, send } = form(page)
    await send.click()
    await expect(dialog.getByRole('alert')).toContainText('Seleziona almeno un corso')
    await expect(email).toHaveAccessibleDescription(/Scrivi l’email dell’utente/)
    await email.fill(person.email)
    await search.fill(small)
    await dialog.getByRole('button', { name: 'Cerca' }).click()
    await expect(email).toHaveValue(person.email)
    await course(small).check()
    await search.fill(free)
    await dialog.getByRole('button', { name: 'Cerca' }).click()
    await expect(course(small)).toBeChecked()
    await course(free).check()
    await send.click()
    const outcome = page.getByRole('region', { name: `Iscrizione di ${fullName(person)}` })
    await expect(outcome.getByText('Iscritto', { exact: true })).toHaveCount(2)
    await expect(toasts(page)).toContainText('Iscrizione completata!')

    const other = await aMember(await anotherBrowser(), mail)
    await page.goto('/admin/iscrivi')
    await email.fill(other.email)
    await search.fill(small)
    await dialog.getByRole('button', { name: 'Cerca' }).click()
    await course(small).check()
    await send.click()
    await page.getByRole('dialog', { name: ASKED }).getByRole('button', { name: 'Approva comunque' }).click()
    await expect(toasts(page)).toContainText('Iscrizione completata!')
    await mail.waitFor(other.email, 'Iscrizione registrata')
  })
})
