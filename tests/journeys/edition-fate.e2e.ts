import { expectValidMarkup } from './markup'
import { aMember, anEnrolled, courseRow, enrol, fullName } from './people'
import { chooseMore, expect, test, toasts } from './site'
import { expectGood } from './walk'

test('an edition is postponed: everybody is asked, one stays and one leaves', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { id, title, person } = await anEnrolled(office, page, mail)
  const other = await anotherBrowser()
  const second = await aMember(other, mail, 'Bruno')
  await enrol(office, second, id)
  await office.goto(`/admin/courses/${id}/panoramica`)
  await office.getByRole('link', { name: 'Rinvia l’edizione' }).click()
  await expectGood(office)
  await expectValidMarkup(office, office.url())
  await office.getByLabel('Nuove sessioni').fill('domani')
  await office.getByRole('button', { name: 'Rinvia l’edizione' }).click()
  await expect(office.getByRole('alert')).toContainText('Correggi le righe che non si leggono')
  await office.getByRole('link', { name: '+7 giorni' }).click()
  await expect(office.getByRole('row').last()).toContainText('mar 17 mar 2099')
  await expectGood(office)
  await office.getByRole('link', { name: '+14 giorni' }).click()
  await expect(office.getByLabel('Nuove sessioni')).toHaveValue('24/03/2099')
  await office.getByLabel('Risposta entro').fill('2099-03-01')
  await office.getByRole('button', { name: 'Rinvia l’edizione' }).click()
  await expect(toasts(office)).toContainText('Edizione rinviata')
  expect((await mail.waitFor(person.email, 'Il corso è rinviato')).text).toContain('24/03/2099')

  await page.goto('/dashboard')
  await courseRow(page, title).getByRole('link', { name: 'Rispondi' }).click()
  await expectGood(page, [320, 1280])
  await page.getByRole('dialog').getByRole('button', { name: 'Mi vanno bene' }).click()
  await expect(toasts(page)).toContainText('Grazie')
  await other.goto('/dashboard')
  await courseRow(other, title).getByRole('link', { name: 'Rispondi' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Non posso: disdici l’iscrizione' }).click()
  await expect(toasts(other)).toContainText('Iscrizione disdetta')
  await office.goto(`/admin/courses/${id}/rinvia`)
  await expect(office.getByText('1 resta, 1 lascia, 0 non hanno ancora risposto')).toBeVisible()

  await office.goto(`/admin/courses/${id}/iscritti`)
  await chooseMore(office, fullName(person), 'Registra la risposta…')
  await expectGood(office)
  await expectValidMarkup(office, office.url())
  await office.getByRole('button', { name: 'Non può: disdici l’iscrizione' }).click()
  await expect(toasts(office)).toContainText('Iscrizione disdetta')
  expect((await mail.waitFor(person.email, 'Iscrizione disdetta')).text).toContain(
    'come ci hai detto al telefono',
  )
})

test('an edition is confirmed, then cancelled: everybody is told, its page says so', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { id, title, slug, person } = await anEnrolled(office, page, mail)
  await office.goto(`/admin/courses/${id}/panoramica`)
  await chooseMore(office, title, 'Conferma l’edizione')
  await expectGood(office)
  await office.getByRole('button', { name: 'Conferma l’edizione' }).click()
  await expect(office.getByText('Edizione confermata').first()).toBeVisible()
  await mail.waitFor(person.email, 'Il corso parte')

  await office.getByRole('link', { name: 'Annulla l’edizione' }).click()
  await expectGood(office)
  await office.getByRole('button', { name: 'Annulla l’edizione' }).click()
  for (const mistake of ['Scrivi il motivo', 'Scrivi il titolo'])
    await expect(office.getByRole('alert')).toContainText(mistake)
  await expectGood(office, [320, 1280])
  await office.getByLabel('Motivo').fill('Troppo pochi iscritti')
  await office.getByLabel('Titolo del corso').fill(title)
  await office.getByRole('button', { name: 'Annulla l’edizione' }).click()
  await expect(office.getByText(/^Edizione annullata il/)).toBeVisible()
  await expect(office.getByText('Modifica il minimo')).toHaveCount(0)
  await expect(office.getByRole('heading', { name: 'Parte da sé' })).toHaveCount(0)
  expect((await mail.waitFor(person.email, 'Edizione annullata')).text).toContain('Troppo pochi iscritti')
  await office.goto(`/admin/courses/${id}/lista-attesa`)
  await expect(office.getByText('Edizione annullata.')).toBeVisible()
  await page.goto(`/corsi/${slug}`)
  await expect(page.getByText('Edizione annullata').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Iscriviti ora/ })).toHaveCount(0)
  await page.goto(`/corsi?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('heading', { name: title, exact: true })).toHaveCount(0)
})
