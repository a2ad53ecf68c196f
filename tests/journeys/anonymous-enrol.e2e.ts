import type { Page } from '@playwright/test'
import { aMember, aPerson, confirm, confirmationLink, courseRow, signUp } from './people'
import { endSessionsOf, expect, fillIn, signInByForm, test, toasts, wake } from './site'

const COURSE = { slug: 'parlare-in-pubblico', title: 'Parlare in Pubblico' }

const MAIL_PAGE = '/auth/controlla-la-posta'

const strip = (page: Page) => page.getByRole('complementary', { name: 'Il corso scelto' })
const waiting = (page: Page) => page.getByRole('region', { name: 'Hai una richiesta da inviare' })

async function pressEnrol(page: Page) {
  await page.goto(`/corsi/${COURSE.slug}`)
  await page
    .getByRole('button', { name: `Iscriviti ora: ${COURSE.title}` })
    .first()
    .click()
  await expect(page).toHaveURL('/auth?scheda=registrazione')
  await expect(page.getByRole('link', { name: 'Registrati', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(strip(page)).toContainText(COURSE.title)
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
  await page.getByRole('link', { name: 'Accedi', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accedi al tuo account')
  await expect(strip(page)).toContainText(COURSE.title)
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

for (const javaScriptEnabled of [true, false])
  test(`the page after the sign-up leads on ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    anotherBrowser,
    mail,
  }) => {
    const page = await anotherBrowser({ javaScriptEnabled })
    const meant = aPerson('Giulia')
    const typed = { ...meant, email: meant.email.replace('@example.org', '@gmial.com') }
    await pressEnrol(page)
    await signUp(page, typed)
    await expect(page).toHaveURL(MAIL_PAGE)
    await expect(toasts(page)).toContainText("Controlla la tua email per confermare l'account.")
    await page.reload()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Controlla la posta')
    await expect(main).toContainText(`Abbiamo scritto a ${typed.email}.`)
    await expect(strip(page)).toContainText(COURSE.title)
    await expect(
      main.getByRole('list', { name: 'I prossimi passi' }).locator('[aria-current]'),
    ).toContainText('Confermi l’email')
    await expect(main.getByRole('link', { name: '+39 0000 000000' })).toHaveAttribute('href', /^tel:\+39/)

    await main.getByRole('link', { name: 'Cambia indirizzo' }).click()
    await expect(page.getByLabel('Cognome')).toHaveValue(typed.lastName)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(typed.email)
    await page.goBack()
    await main.getByRole('link', { name: typed.email.replace('gmial', 'gmail') }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(typed.email.replace('gmial', 'gmail'))
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await signUp(page, meant)
    await expect(page).toHaveURL(MAIL_PAGE)
    await expect(main).toContainText(`Abbiamo scritto a ${meant.email}.`)
    const first = await confirmationLink(mail, meant)

    await main.getByRole('button', { name: 'Invia di nuovo' }).click()
    await expect(page).toHaveURL(MAIL_PAGE)
    await expect(toasts(page)).toContainText(`Se ${meant.email} aspetta una conferma`)
    const second = await confirmationLink(mail, meant)
    expect(second).not.toBe(first)
    expect(new URL(second).searchParams.get('corso')).toBe(COURSE.slug)

    const tab = await page.context().newPage()
    await confirm(tab, second, meant)
    await expect(waiting(tab)).toContainText(COURSE.title)
    await main.getByRole('link', { name: 'Ho già confermato: accedi' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

test('a likely slip in the address is asked beside the field, and one press corrects it', async ({
  page,
}) => {
  await page.goto('/auth?scheda=registrazione')
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('ada@libero.con')
  await email.press('Tab')
  const correct = page.getByRole('button', { name: 'ada@libero.it' })
  await correct.press('Enter')
  await expect(email).toHaveValue('ada@libero.it')
  await expect(email).toBeFocused()
  await expect(correct).toHaveCount(0)
})

test('without its cookie the page asks for the address', async ({ page, mail }) => {
  const person = aPerson()
  await page.goto('/auth?scheda=registrazione')
  await signUp(page, person)
  await expect(page).toHaveURL(MAIL_PAGE)
  await confirmationLink(mail, person)
  await page.context().clearCookies({ name: 'registrazione' })
  await page.reload()
  await expect(page.getByText(person.email)).toHaveCount(0)
  await fillIn(page, { Email: person.email })
  await page.getByRole('button', { name: "Invia di nuovo l'email di conferma" }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('Se questo indirizzo aspetta una conferma')
  await confirmationLink(mail, person)
})

test('an ended session is reported', async ({ page, anotherBrowser, mail }) => {
  const person = await aMember(page, mail)
  await page.goto(`/corsi/${COURSE.slug}`)
  await endSessionsOf(person, await anotherBrowser())

  await page
    .getByRole('button', { name: /^Iscriviti ora/ })
    .first()
    .click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accedi al tuo account')
  await expect(toasts(page)).toContainText('Sessione non valida')
  await signInByForm(page, person)
  await expect(waiting(page)).toContainText(COURSE.title)
})

test('without a connection ‘Iscriviti ora’ keeps the page and says so, until there is one again', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const address of ['/', `/corsi/${COURSE.slug}`]) {
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
    await expect(page).toHaveURL('/auth?scheda=registrazione')
    await expect(toasts(page)).not.toContainText('non è partita')
    await page.goBack()
    await expect(page).toHaveURL(address)
  }
})
