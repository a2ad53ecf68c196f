import { aPerson, confirm, confirmationLink, courseRow, fullName, signUp } from './people'
import { DEMO_ACCOUNTS, expect, fillIn, signInByForm, test, toasts } from './site'

test.use({ javaScriptEnabled: false })

const COURSE = { slug: 'gestione-delle-risorse-umane-per-pmi', title: 'Gestione delle Risorse Umane per PMI' }

test('the whole loop works without JavaScript', async ({ page, anotherBrowser, mail }) => {
  const person = aPerson()
  await page.goto('/')
  await page.getByRole('link', { name: 'Accedi / Registrati' }).click()
  await page.getByRole('link', { name: 'Registrati', exact: true }).click()
  await signUp(page, { ...person, firstName: 'N' })
  await expect(page).toHaveTitle(/^Errore: /)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveAccessibleDescription(
    'Il nome deve avere almeno 2 caratteri',
  )
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await page.getByRole('link', { name: 'Il nome deve avere almeno 2 caratteri' }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toBeFocused()
  await signUp(page, person)
  await expect(toasts(page)).toContainText('Registrazione completata')
  await page.getByRole('link', { name: 'Chiudi: Registrazione completata' }).click()
  await expect(page.getByText('Registrazione completata')).toHaveCount(0)

  await confirm(page, await confirmationLink(mail, person), person)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('link', { name: 'Scopri i corsi' }).click()
  await page.getByLabel('Cerca un corso').fill('risorse umane')
  await page.getByRole('button', { name: 'Cerca' }).click()
  // ADR 27.
  await page.getByRole('button', { name: `Iscriviti ora: ${COURSE.title}` }).dblclick()
  await expect(toasts(page)).toContainText('Richiesta di iscrizione inviata!')

  const office = await anotherBrowser()
  await signInByForm(office, DEMO_ACCOUNTS.admin)
  await office.getByRole('link', { name: 'Decidi tutte' }).click()
  await office.getByRole('combobox', { name: 'Prima' }).selectOption('Le più recenti')
  await office.getByRole('button', { name: 'Filtra' }).click()
  await expect(office).toHaveURL('/admin/richieste?ordine=recenti')
  const request = office.getByRole('listitem').filter({ hasText: person.email })
  // The return key on a box decides nothing.
  await request.getByRole('checkbox').check()
  await request.getByRole('checkbox').press('Enter')
  await expect(office).toHaveURL('/admin/richieste?ordine=recenti')
  await request.getByRole('checkbox').uncheck()
  await request.getByRole('link', { name: /^Rifiuta/ }).click()
  const dialog = office.getByRole('dialog', { name: 'Rifiutare la richiesta?' })
  await expect(dialog).toContainText(`${fullName(person)}, ${COURSE.title}`)
  await dialog.getByRole('button', { name: 'Rifiuta' }).click()
  await expect(toasts(office)).toContainText('Iscrizione rifiutata')
  await toasts(office).getByRole('button', { name: 'Ripristina' }).click()
  await expect(toasts(office)).toContainText('Ripristinato')
  await request.getByRole('button', { name: /^Approva/ }).dblclick()
  await expect(toasts(office)).toContainText('Iscrizione approvata')
  await mail.waitFor(person.email, 'Iscrizione approvata')

  await page.goto('/dashboard')
  await expect(courseRow(page, COURSE.title)).toContainText('Approvato')
  await page.getByRole('link', { name: 'Modifica profilo' }).click()
  await expect(page).toHaveURL('/dashboard/profilo')
  const profile = page.getByRole('dialog', { name: 'Modifica profilo' })
  // It follows the links of the page.
  await expect(profile.getByRole('heading')).toBeFocused()
  await profile.getByLabel('Azienda').fill('Cantina di Prova')
  await profile.getByRole('button', { name: 'Salva Modifiche' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(toasts(page)).toContainText('Profilo aggiornato')
  await expect(page.getByRole('main')).toContainText('Cantina di Prova')
  await page.goto('/dashboard/password')
  await page.getByRole('dialog', { name: 'Cambia password' }).getByRole('link', { name: 'Chiudi' }).click()
  await expect(page).toHaveURL('/dashboard/account')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
})

test('an anonymous enrolment works without JavaScript, up to its withdrawal', async ({ page, mail }) => {
  const person = aPerson()
  await page.goto(`/corsi/${COURSE.slug}`)
  await page
    .getByRole('button', { name: /^Iscriviti ora/ })
    .first()
    .click()
  await expect(toasts(page)).toContainText('Accesso richiesto')
  await signUp(page, person)
  await confirm(page, await confirmationLink(mail, person), person)
  const waiting = page.getByRole('region', { name: 'Hai una richiesta da inviare' })
  await waiting.getByRole('button', { name: 'Invia la richiesta' }).click()
  await expect(toasts(page)).toContainText('Richiesta di iscrizione inviata!')

  await page.goto('/dashboard')
  await page.getByRole('button', { name: `Ritira la richiesta: ${COURSE.title}` }).click()
  await expect(toasts(page)).toContainText('Richiesta ritirata')
  await expect(page.getByText('Non hai ancora acquistato nessun corso.')).toBeVisible()
})

test('a refused sign-in can be read without JavaScript, and nothing takes what was typed', async ({
  page,
}) => {
  await page.goto('/auth')
  await fillIn(page, { Email: 'nessuno@example.org', Password: 'sbagliata' })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Email o password non corrette.')
  await expect(page.getByRole('button', { name: /^Mostra/ })).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('nessuno@example.org')
  await expect(toasts(page)).toContainText('Errore durante il login')
  // Closing it would lose the form.
  await expect(page.getByRole('link', { name: /^Chiudi/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Privacy Policy' }).last().click({ trial: true })
})

test('tabs are plain sections, and the menu and the questions open', async ({ page }) => {
  await page.goto(`/corsi/${COURSE.slug}`)
  for (const heading of [
    'Date',
    'Descrizione',
    'Programma',
    'Calendario sessioni',
    'Certificazioni rilasciate',
  ])
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.getByRole('link', { name: 'Certificazioni', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Certificazioni rilasciate' })).toBeInViewport()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Chi siamo' }).click()
  await expect(page).toHaveURL('/chi-siamo')
  await page.goto('/')
  await page.getByText('Posso disdire?').click()
  await expect(page.getByText('Se ti iscrivi come consumatore')).toBeVisible()
})
