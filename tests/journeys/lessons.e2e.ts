import { expectValidMarkup } from './markup'
import { anEnrolled } from './people'
import { chooseMore, expect, test, toasts } from './site'
import { expectGood } from './walk'

const LINK = 'https://lezioni.example.org/uno'

test('a lesson gets a topic, a place and a link; who takes part is told and reads them, a visitor reads no link', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { id, title, slug, person } = await anEnrolled(office, page, mail)
  await office.goto(`/admin/courses/${id}/lezioni`)
  await expectGood(office)
  await chooseMore(office, 'lezione del 10 marzo 2099', 'Modifica argomento, luogo e link')
  await expect(office).toHaveURL(/\?lezione=1#topic$/)
  const form = office.getByRole('form', { name: 'Lezione del 10 marzo 2099' })
  const field = (name: string) => form.getByRole('textbox', { name })
  await expect(field('Argomento')).toBeFocused()
  await expectGood(office)
  await expectValidMarkup(office, office.url())

  await office.keyboard.type('Leggere il mercato')
  await field('Luogo').fill('Sala Rossa')
  await field('Link').fill('lezioni.example.org')
  await field('Link').press('Enter')
  await expect(office.getByRole('alert')).toContainText('Il link: «lezioni.example.org» non è un indirizzo')
  await expect(field('Argomento')).toHaveValue('Leggere il mercato')
  await expectGood(office, [320, 1280])
  await field('Link').fill(LINK)
  await expect(form.getByLabel('Avvisa gli iscritti (1)')).toBeChecked()
  await form.getByRole('button', { name: 'Salva' }).click()
  await expect(toasts(office)).toContainText('1 persona è avvisata per email.')
  const sheet = office.getByRole('link', { name: 'Foglio firme: lezione del 10 marzo 2099' })
  await expect(sheet).toBeFocused()
  await expect(office.getByRole('row', { name: /Leggere il mercato Sala Rossa/ })).toBeVisible()
  await expectGood(office)
  await sheet.click()
  for (const fact of ['1 di 1, martedì 10 marzo 2099', 'Sala Rossa', 'Leggere il mercato'])
    await expect(office.getByRole('main')).toContainText(fact)

  const letter = await mail.waitFor(person.email, 'Cambiano i dettagli del corso')
  for (const fact of ['Sala Rossa', LINK]) expect(letter.text).toContain(fact)
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: title })
  await expect(card).toContainText('Sessione 1 di 1: Leggere il mercato, Sala Rossa')
  await expect(card.getByRole('link', { name: /^Vai alla lezione/ })).toHaveAttribute('href', LINK)
  await expectGood(page, [320, 1280])
  await page.getByRole('link', { name: /^Gestisci l’iscrizione/ }).click()
  const lesson = page.getByRole('region', { name: 'Lezioni' }).getByRole('listitem')
  await expect(lesson).toContainText('Leggere il mercato')
  await expect(lesson).toContainText('Sala Rossa')
  await expect(page.getByRole('link', { name: /^Vai alla lezione 1/ })).toHaveAttribute('href', LINK)
  await expectGood(page, [320, 1280])

  const visitor = await anotherBrowser()
  await visitor.goto(`/corsi/${slug}`)
  const content = await visitor.content()
  for (const fact of ['Leggere il mercato', 'Sala Rossa']) expect(content).toContain(fact)
  expect(content).not.toContain(LINK)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a lesson is changed in its row', async ({ page, anotherBrowser, mail }) => {
    const member = await anotherBrowser()
    const { id } = await anEnrolled(page, member, mail)
    await page.goto(`/admin/courses/${id}/lezioni`)
    await chooseMore(page, 'lezione del 10 marzo 2099', 'Modifica argomento, luogo e link')
    await page.getByLabel('Argomento').fill('Costruire l’offerta')
    await page.getByRole('button', { name: 'Salva' }).click()
    await expect(page).toHaveURL(/\/lezioni#lezione-1$/)
    await expect(page.getByRole('row', { name: /Costruire l’offerta/ })).toBeVisible()
  })
})
