import type { Page } from '@playwright/test'
import { aMember, aPerson, confirm, confirmationLink, courseRow, signUp } from './people'
import { expect, fillIn, signInByForm, test, toasts, wake } from './site'

const COURSE = { slug: 'parlare-in-pubblico', title: 'Parlare in Pubblico' }

const waiting = (page: Page) => page.getByRole('region', { name: 'Hai una richiesta da inviare' })

async function pressEnrol(page: Page) {
  await page.goto(`/corsi/${COURSE.slug}`)
  await page
    .getByRole('button', { name: `Iscriviti ora: ${COURSE.title}` })
    .first()
    .click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Accesso richiesto')
  await expect(toasts(page)).toContainText('Per iscriverti a questo corso devi accedere o registrarti')
}

test('an enrolment wanted before signing up waits through confirmation in another tab', async ({
  page,
  context,
  mail,
}) => {
  const person = aPerson()
  await pressEnrol(page)
  await page.getByRole('link', { name: 'Registrati', exact: true }).click()
  await signUp(page, person)
  await expect(toasts(page)).toContainText('Registrazione completata')

  const tab = await context.newPage()
  await confirm(tab, await confirmationLink(mail, person), person)
  await expect(tab).toHaveURL('/dashboard')
  await expect(waiting(tab)).toContainText(COURSE.title)
  await expect(waiting(tab)).toContainText('La richiesta non comporta alcun obbligo di pagamento.')
  await waiting(tab).getByRole('button', { name: 'Invia la richiesta' }).click()
  await expect(toasts(tab)).toContainText('Richiesta di iscrizione inviata!')
  await mail.waitFor(person.email, 'Richiesta ricevuta')

  await page.goto('/dashboard')
  await expect(courseRow(page, COURSE.title)).toContainText('In attesa')
  await expect(waiting(page)).toHaveCount(0)
})

test('it waits too where the e-mail is opened on another device', async ({ page, anotherBrowser, mail }) => {
  const person = aPerson()
  await pressEnrol(page)
  await page.getByRole('link', { name: 'Registrati', exact: true }).click()
  await signUp(page, person)
  const phone = await anotherBrowser({ viewport: { width: 390, height: 800 } })
  await confirm(phone, await confirmationLink(mail, person), person)
  await expect(waiting(phone)).toContainText(COURSE.title)
  await waiting(phone).getByRole('button', { name: 'Invia la richiesta' }).click()
  await expect(toasts(phone)).toContainText('Richiesta di iscrizione inviata!')
})

test('it waits through signing in, and can be dropped', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(await anotherBrowser(), mail)
  await pressEnrol(page)
  await fillIn(page, { Email: person.email, Password: 'sbagliata' })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(toasts(page)).toContainText('Errore durante il login')
  await expect(page.getByText('Accesso richiesto')).toBeHidden()
  await signInByForm(page, person)
  await expect(waiting(page)).toContainText(COURSE.title)
  await waiting(page).getByRole('button', { name: 'Non ora' }).click()
  await expect(waiting(page)).toHaveCount(0)
  await expect(page.getByText('Non hai ancora acquistato nessun corso.')).toBeVisible()
  await page.reload()
  await expect(waiting(page)).toHaveCount(0)
})

test('an ended session is reported', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail)
  await page.goto(`/corsi/${COURSE.slug}`)
  const elsewhere = await anotherBrowser()
  await signInByForm(elsewhere, person)
  await elsewhere.goto('/dashboard/account')
  await elsewhere.getByRole('button', { name: 'Esci da tutti i dispositivi' }).click()
  await expect(elsewhere).toHaveURL('/auth')

  await page
    .getByRole('button', { name: /^Iscriviti ora/ })
    .first()
    .click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Sessione non valida')
  await signInByForm(page, person)
  await expect(waiting(page)).toContainText(COURSE.title)
})

test('without a connection ‘Iscriviti ora’ keeps the page and says so, until there is one again', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const address of ['/corsi', `/corsi/${COURSE.slug}`]) {
    await page.goto(address)
    await wake(page)
    await page.waitForLoadState('networkidle')
    const enrol = page.getByRole('button', { name: /^Iscriviti ora/ }).last()
    await enrol.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    await context.setOffline(true)
    await enrol.click()
    await expect(toasts(page)).toContainText(
      'La richiesta non è partita: controlla la connessione e riprova.',
    )
    await expect(page).toHaveURL(address)
    expect(await page.evaluate(() => scrollY), `${address} stays where it was`).toBe(before)
    await context.setOffline(false)
    await enrol.click()
    await expect(page).toHaveURL('/auth')
    await expect(toasts(page)).not.toContainText('non è partita')
    await page.goBack()
    await expect(page).toHaveURL(address)
  }
})
