import { aCourse, aTitle } from './courses'
import { choose, form, open } from './enrolment-form'
import { aMember, fullName } from './people'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'
import { expectGood } from './walk'

const ASKED = 'Corso al completo: approvare comunque?'

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('a full course needs a confirmation, the others are done; existing enrolments stay', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const [first, second] = [
    await aMember(await anotherBrowser(), mail),
    await aMember(await anotherBrowser(), mail),
  ]
  const [small, free] = [aTitle('Piccolo'), aTitle('Libero')]
  await aCourse(page, small, { maxPartecipanti: '1' })
  await aCourse(page, free)
  await open(page)
  await form(page).email.fill(first.email)
  await choose(page, small)
  await form(page).send.click()
  await expect(toasts(page)).toContainText('Iscrizione completata!')

  await page.getByRole('link', { name: 'Iscrivi un altro utente' }).click()
  await form(page).email.fill(second.email)
  await choose(page, small)
  await expect(form(page).dialog.getByRole('listitem').filter({ hasText: small })).toContainText(
    'al completo',
  )
  await choose(page, free)
  await form(page).send.click()
  const asked = page.getByRole('dialog', { name: ASKED })
  await expect(asked.getByRole('listitem').filter({ hasText: free })).toContainText('Iscritto')
  await expect(asked).toContainText(small)
  await expect(toasts(page)).toContainText('Iscrizione completata in parte')
  await expect(toasts(page)).toContainText(`Utente ${second.email} iscritto a 1 corso su 2 selezionati`)
  await expectGood(page)

  await asked.getByRole('link', { name: 'Chiudi' }).first().click()
  const outcome = page.getByRole('region', { name: `Iscrizione di ${fullName(second)}` })
  await expect(outcome.getByRole('listitem').filter({ hasText: small })).toContainText(
    'Al completo: non iscritto',
  )
  await outcome.getByRole('link', { name: 'Iscrivi un altro utente' }).click()
  await form(page).email.fill(second.email)
  await choose(page, small)
  await form(page).send.click()
  await asked.getByRole('button', { name: 'Approva comunque' }).click()
  await expect(toasts(page)).toContainText('Iscrizione completata!')
  await expect(toasts(page)).toContainText(`Utente ${second.email} iscritto ai corsi selezionati`)
  await expect(outcome.getByRole('listitem').filter({ hasText: small })).toContainText('Iscritto')

  await outcome.getByRole('link', { name: 'Iscrivi un altro utente' }).click()
  await form(page).email.fill(second.email)
  await choose(page, small)
  await form(page).send.click()
  await expect(toasts(page)).toContainText('Iscrizione già presente')
  await expect(outcome).toContainText('Era già iscritto: Approvato')
  await expectGood(page)
  for (const title of [free, small]) await mail.waitFor(second.email, `Iscrizione registrata: ${title}`)
})

test('a course deleted meanwhile is reported beside the enrolments that were made', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const person = await aMember(await anotherBrowser(), mail)
  const [free, gone] = [aTitle('Aperto'), aTitle('Sparito')]
  await aCourse(page, free)
  const slug = await aCourse(page, gone)
  await open(page)
  await form(page).email.fill(person.email)
  await choose(page, free)
  await choose(page, gone)
  await page.request.post(`/admin/courses/${slug}/elimina`, { maxRedirects: 0 })
  await form(page).send.click()
  const toast = toasts(page).filter({ hasText: 'Iscrizione completata in parte' })
  await expect(toast).toContainText(`Utente ${person.email} iscritto a 1 corso su 2 selezionati`)
  await expect(toasts(page)).not.toContainText('Errore iscrizione')
  const outcome = page.getByRole('region', { name: `Iscrizione di ${fullName(person)}` })
  await expect(outcome.getByRole('listitem').filter({ hasText: gone })).toContainText('Corso eliminato')
  await mail.waitFor(person.email, `Iscrizione registrata: ${free}`)
})
