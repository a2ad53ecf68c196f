import { randomUUID } from 'node:crypto'
import { aCourse, aTitle } from './courses'
import { anEnrolmentOf } from './examples'
import { expectValidMarkup } from './markup'
import { aMember } from './people'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'
import { expectGood, tabTo } from './walk'

const COURSE = '/corsi/marketing-strategico-e-vendite-4-0'

test('a reader takes the sessions of a course along, without a script', async ({ anotherBrowser }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false })
  await page.goto(COURSE)
  const link = page.getByRole('link', { name: /^Aggiungi al calendario/ })
  const response = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(response.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect((await response.text()).match(/BEGIN:VEVENT/g)).toHaveLength(
    await page.getByText(/^Sessione \d+: /).count(),
  )
  await page.goto('/corsi/bilancio-sociale-e-sostenibilita') // coming, and without dates
  await expect(link).toHaveCount(0)
})

test('a participant has a private calendar address and can replace it', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const person = await aMember(page, mail)
  await page.goto('/dashboard')
  const calendar = page.getByRole('link', { name: /^Calendario dei miei corsi/ })
  await expect(calendar).toHaveCount(0)

  await signIn(office, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Orari')]
  await aCourse(office, title, { id, sessions: '10/03/2099 9:00-13:00' })
  const enrolment = { form: { email: person.email, course: id, intent: 'enrol' } }
  await expect(await office.request.post('/admin/iscrivi', enrolment)).toBeOK()
  await anEnrolmentOf(page)

  await page.goto('/dashboard')
  await tabTo(page, calendar)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/account#calendario')
  await tabTo(page, page.getByRole('button', { name: 'Crea il tuo indirizzo' }))
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Il tuo calendario è pronto')
  const field = page.getByLabel('Indirizzo del tuo calendario')
  await expect(field).toHaveCSS('font-family', /Source Sans/)
  const address = await field.inputValue()
  await expect(page.getByRole('link', { name: 'Apri nel tuo calendario' })).toHaveAttribute(
    'href',
    address.replace('http:', 'webcal:'),
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await tabTo(page, page.getByRole('button', { name: 'Copia' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copiato')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await page.getByText('Come aggiungerlo a Google, Apple e Outlook').click()
  await expectGood(page)
  await expectValidMarkup(page, '/dashboard/account')

  const stranger = await anotherBrowser()
  const feed = async (at: string) => {
    const response = await stranger.request.get(at)
    return response.ok() ? await response.text() : response.status()
  }
  expect(await feed(address)).toContain('DTSTART;TZID=Europe/Rome:20990310T090000')
  await aCourse(
    office,
    title,
    {
      id,
      version: '1',
      base: '{}',
      slug: '',
      sessions: '17/03/2099 9:00-13:00',
      confirmed: 'Prima data: era 10/03/2099, ora 17/03/2099. Il corso ha 1 iscritto',
    },
    id,
  )
  const moved = await feed(address)
  expect(moved).toContain('DTSTART;TZID=Europe/Rome:20990317T090000')
  expect(moved).toContain(`UID:${id}-1\r\nSEQUENCE:2`)

  await tabTo(page, page.getByRole('link', { name: 'Crea un nuovo indirizzo' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Crea un nuovo indirizzo' })
  await expect(dialog).toContainText('smette di funzionare')
  await expectGood(page)
  await expectValidMarkup(page, '/dashboard/calendario')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(field).toHaveValue(address)
  await page.getByRole('link', { name: 'Crea un nuovo indirizzo' }).click()
  await dialog.getByRole('button', { name: 'Crea un nuovo indirizzo' }).click()
  await expect(toasts(page)).toContainText('Quello di prima non funziona più')
  await expect(field).not.toHaveValue(address)
  expect(await feed(address)).toBe(404)
  expect(await feed(await field.inputValue())).toContain('SEQUENCE:2')
})
