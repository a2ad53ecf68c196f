import { randomUUID } from 'node:crypto'
import { plusDays } from '../../app/italian/days'
import { today } from '../../app/runtime/clock'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, ask, enrol, fullName } from './people'
import { DEMO_ACCOUNTS, expect, signIn, signInByForm, test, toasts } from './site'
import { expectGood } from './walk'

/** As the form reads it. */
const dayIn = (days: number) => plusDays(today(), days).split('-').reverse().join('/')

test('the day begins with its lessons, and each list leads to the whole', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  await signInByForm(office, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Lezione')]
  await aCourse(office, title, { id, sessions: `${dayIn(0)} 9:00-13:00\n${dayIn(1)} 9:00-13:00` })
  await enrol(office, await aMember(page, mail), id)
  await office.goto('/admin/oggi')
  await expect(office.getByRole('heading', { level: 2 }).first()).toHaveText(
    /^(Lunedì|Martedì|Mercoledì|Giovedì|Venerdì|Sabato|Domenica) \d+º? [a-z]+$/,
  )
  await expect(office.getByText(/^Oggi (una lezione|\d+ lezioni)\. Chi aspetta una risposta/)).toBeVisible()
  const lesson = office
    .getByRole('list', { name: 'Lezioni di questa settimana' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: 'oggi' })
  await expect(lesson).toContainText('9:00–13:00, Fermo')
  await expect(lesson).toContainText('Comincia · 1 iscritto')
  await expectGood(office, [320, 390, 768, 1280], [320, 390, 768, 1280])
  await expectValidMarkup(office, '/admin/oggi')
  await office.goto('/admin/oggi')
  await lesson.getByRole('link', { name: `Foglio firme: ${title}, oggi` }).click()
  await expect(office).toHaveURL(`/admin/courses/${id}/iscritti/firme?lezione=1`)

  await office.goto('/admin/oggi')
  const requests = office.getByRole('region', { name: /^Richieste \d+$/ })
  await expect(requests.getByRole('listitem')).toHaveCount(3)
  await expect(requests.getByRole('listitem').first()).toContainText(/da \d+ giorni/)
  await requests.getByRole('link', { name: 'Decidi tutte' }).click()
  await expect(office).toHaveURL('/admin/richieste')
  await office.goto('/admin/oggi')
  const calls = office.getByRole('region', { name: /^Telefonate e posti offerti \d+$/ })
  await expect(calls.getByRole('link', { name: /^Chiama / }).first()).toHaveAttribute('href', /^tel:/)
})

test('an open offer is followed by telephone', async ({ page, anotherBrowser, mail }) => {
  const [office, seated] = [await anotherBrowser(), await anotherBrowser()]
  await signIn(office, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Offerta')]
  const slug = await aCourse(office, title, { id, maxPartecipanti: '1' })
  await enrol(office, await aMember(seated, mail), id)
  const person = await aMember(page, mail, 'Bruno')
  await ask(page, slug)
  await office.goto(`/admin/richieste?corso=${id}`)
  await office.getByRole('button', { name: `Metti in lista: ${fullName(person)}, ${title}` }).click()
  await mail.waitFor(person.email, 'Sei in lista d’attesa')
  await office.goto(`/admin/courses/${id}/lista-attesa`)
  await office
    .getByRole('link', { name: /^Offri il posto/ })
    .first()
    .click()
  await office
    .getByRole('dialog')
    .getByLabel(/al completo|oltre/i)
    .check()
  await office.getByRole('dialog').getByRole('button', { name: 'Offri il posto' }).click()
  await expect(toasts(office)).toContainText('Posto offerto')
  await office.goto('/admin/oggi')
  const calls = office.getByRole('region', { name: /^Telefonate e posti offerti \d+$/ })
  const row = calls.getByRole('listitem').filter({ hasText: `${title}: posto offerto, scade` })
  await row.getByRole('link', { name: fullName(person), exact: true }).click()
  await expect(office).toHaveURL(`/admin/courses/${id}/lista-attesa`)
})
