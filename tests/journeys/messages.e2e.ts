import type { Route } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { anEnrolled, fullName } from './people'
import { expect, running, test, toasts } from './site'
import { expectGood } from './walk'

test('the office writes to the participants, reads what one of them gets, tries it and adds a file', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { id, person } = await anEnrolled(office, page, mail)
  await office.goto(`/admin/courses/${id}/messaggi/nuovo`)
  await running(office)
  await expectGood(office)
  await expectValidMarkup(office, office.url())
  const preview = office.getByRole('region', { name: 'Come lo riceve' })
  const send = office.getByRole('button', { name: 'Invia a 1' })
  await expect(office.getByRole('group', { name: 'A chi' })).toContainText(fullName(person))
  await send.click()
  await expect(office.getByRole('alert')).toContainText('Scrivi l’oggetto')
  await expect(office.getByRole('alert')).toContainText('Scrivi il messaggio')
  await office.getByLabel('Oggetto').fill('Cambio aula')
  const text = office.getByRole('textbox', { name: 'Messaggio' })
  await text.fill('Ci vediamo al piano terra, ')
  await office.getByRole('button', { name: 'Inserisci: Nome' }).click()
  await expect(text).toBeFocused()
  await expect(preview).toContainText(`Ci vediamo al piano terra, ${person.firstName}`)
  await office.getByRole('link', { name: 'Indietro' }).click()
  await expect(office).not.toHaveURL(/messaggi\/nuovo/)
  await office.goBack()
  await expect(text).toHaveValue('Ci vediamo al piano terra, [nome]')
  await expect(office.getByLabel('Oggetto')).toHaveValue('Cambio aula')
  await expect(preview).toContainText(person.firstName)

  const file = { name: 'Come raggiungerci.txt', mimeType: 'text/plain', buffer: Buffer.from('Via Esempio 3') }
  await office
    .getByLabel('Allegati')
    .first()
    .setInputFiles({ ...file, name: 'programma.exe' })
  await expect(office.getByRole('alert')).toContainText('programma.exe: Puoi caricare solo')
  await send.click()
  await expect(office.getByRole('alert')).toContainText('Il file non è allegato')
  await expect(office.getByLabel('Invia senza il file rifiutato')).not.toBeChecked()
  await expectGood(office, [320, 1280])
  // What is chosen while a file is on its way stays chosen.
  const recipient = office.getByRole('checkbox', { name: fullName(person) })
  const files = office.getByLabel('Allegati').first()
  const upload = Promise.withResolvers<void>()
  const whenReleased = (route: Route) => upload.promise.then(() => route.continue())
  await office.route('**/messaggi/nuovo.data*', whenReleased, { times: 1 })
  await office.getByText('Togli qualcuno').click()
  await files.setInputFiles(file)
  await expect(files).toBeDisabled()
  await recipient.uncheck()
  upload.resolve()
  await expect(office.getByRole('button', { name: 'Togli Come raggiungerci.txt' })).toBeEnabled()
  await expect(files).toBeEnabled()
  await expect(recipient).not.toBeChecked()
  await recipient.check()
  await office.getByRole('button', { name: 'Invia una prova a me' }).click()
  await expect(toasts(office)).toContainText('Prova inviata')
  await expectGood(office, [320, 1280])

  await recipient.uncheck()
  await office.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(office.getByRole('alert')).toContainText('Scegli almeno una persona')
  await recipient.check()
  await send.click()
  await expect(toasts(office)).toContainText('Messaggio in coda')
  const sent = office.locator('tr', { hasText: 'Cambio aula' })
  await expect(sent).toContainText('1 allegato')
  await expect(sent.getByText('Ci vediamo al piano terra')).toBeVisible()
  await expect(sent).toBeFocused()
  await expectGood(office, [320, 1280])
  await sent.getByText('1 persona').click()
  await expect(sent).toContainText(fullName(person))
  const received = await mail.waitFor(person.email, 'Cambio aula')
  expect(received.text).toContain(`Ci vediamo al piano terra, ${person.firstName}`)
  expect(received.attachments).toEqual(['Come raggiungerci.txt'])

  await office.getByRole('link', { name: 'Scrivi un messaggio' }).click()
  await expect(office.getByLabel('Oggetto')).toHaveValue('')
  await expect(text).toHaveValue('Ciao [nome],\n\n')
})

test('a message to one person stays one after a file, refused files and a reload', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { id, person } = await anEnrolled(office, page, mail)
  await office.goto(`/admin/courses/${id}/messaggi/nuovo`)
  const enrolment = await office.locator('input[name="to"]').first().inputValue()
  await office.goto(`/admin/courses/${id}/messaggi/nuovo?a=${enrolment}`)
  await running(office)
  const chosenByHand = office.getByRole('radio', { name: 'Scelti a mano' })
  await expect(chosenByHand).toBeChecked()
  // The names stay in sight while somebody chooses among them.
  await office.getByText('Scegli', { exact: true }).click()
  const recipient = office.getByRole('checkbox', { name: fullName(person) })
  await recipient.uncheck()
  await recipient.check()
  await expect(recipient).toBeVisible()
  await expect(recipient).toBeFocused()
  await office.getByLabel('Oggetto').fill('Solo per te')
  await office.getByRole('textbox', { name: 'Messaggio' }).fill('Il tuo IBAN non è giusto')
  const files = office.getByLabel('Allegati').first()
  const file = { name: 'Modulo.txt', mimeType: 'text/plain', buffer: Buffer.from('Modulo') }
  await files.setInputFiles(file)
  const attached = office.getByRole('button', { name: 'Togli Modulo.txt' })
  await expect(attached).toBeVisible()
  await expect(office).toHaveURL(new RegExp(`a=${enrolment}`))
  await expect(files).toBeEnabled()
  await files.setInputFiles(Array.from({ length: 6 }, () => file))
  const refusal = 'Gli allegati possono essere al massimo 5'
  await expect(office.locator('.compose-files .error')).toHaveText(refusal)
  await expect(office.locator('.compose-files [aria-live="assertive"]')).toHaveText(refusal)
  await expect(files).toBeFocused()
  // As by a browser that did not count them: the answer has only a toast.
  await files.evaluate((input: HTMLInputElement) => {
    const six = new DataTransfer()
    for (let number = 1; number <= 6; number++) six.items.add(new File(['x'], `${number}.txt`))
    input.files = six.files
  })
  await office.getByRole('button', { name: 'Invia a 1' }).click()
  await expect(toasts(office)).toContainText('Impossibile inviare il messaggio')
  await expect(chosenByHand).toBeChecked()
  await expect(attached).toBeVisible()
  await office.getByLabel('Oggetto').fill('Solo per te, Ada')
  await office.reload()
  await running(office)
  await expect(office.getByLabel('Oggetto')).toHaveValue('Solo per te, Ada')
  await expect(chosenByHand).toBeChecked()
  await office.goto(`/admin/courses/${id}/messaggi/nuovo`)
  await running(office)
  await expect(office.getByLabel('Oggetto')).toHaveValue('')
})
