import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, ask, fullName, NEWEST_REQUESTS } from './people'
import {
  DEMO_ACCOUNTS,
  expect,
  type Mail,
  type OpenBrowser,
  running,
  send,
  signIn,
  test,
  toasts,
} from './site'
import { expectGood } from './walk'

const queue = (page: Page) =>
  page.getByRole('region', { name: 'Richieste di iscrizione in attesa' }).getByRole('list').first()
const rows = (page: Page) => queue(page).getByRole('listitem')

/** A person who asks for new courses. Tests end with `withdraw`, which leaves the queue to the others. */
async function someRequests(open: OpenBrowser, mail: Mail, slugs: string[]) {
  const member = await open()
  const person = await aMember(member, mail)
  for (const slug of slugs) await ask(member, slug)
  const withdraw = async () => {
    const dashboard = await (await member.request.get('/dashboard')).text()
    for (const [, enrolment = ''] of dashboard.matchAll(/name="enrolment" value="([^"]+)"/g))
      await send(member, '/dashboard', { intent: 'withdraw', enrolment })
  }
  return { person, withdraw }
}

// One after the other: the last fills the first page.
test.describe.configure({ mode: 'default' })
test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('requests are filtered by course, age and seats, each choice with its number', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const title = aTitle('Coda')
  const { person, withdraw } = await someRequests(anotherBrowser, mail, [await aCourse(page, title)])
  await page.goto('/admin/richieste')
  await running(page)
  await page.getByLabel('Corso', { exact: true }).selectOption(`${title}, 10 mar 2099, Fermo (1)`)
  await expect(page).toHaveURL(/corso=[0-9a-f-]{36}$/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(fullName(person))
  await expect(rows(page)).toContainText('10 mar 2099, Fermo')
  await expect(page.getByText('1 richiesta', { exact: true })).toBeVisible()
  await page.getByLabel('Posti').selectOption('Al completo (0)')
  await expect(page.getByText('Nessuna richiesta trovata.')).toBeVisible()
  await expectGood(page)
  await page.getByRole('link', { name: 'Mostra tutte' }).click()
  await expect(page.getByLabel('Corso', { exact: true })).toHaveValue('')
  await expect(page).toHaveURL('/admin/richieste')
  await page.getByLabel('In attesa', { exact: true }).selectOption('in-ritardo')
  await expect(page).toHaveURL('/admin/richieste?eta=in-ritardo')
  await expect(rows(page).first()).toContainText(/da \d+ giorni/)
  await expectValidMarkup(page, '/admin/richieste?eta=in-ritardo&ordine=recenti')
  expect((await page.request.get('/admin/richieste?corso=&eta=&posti=', { maxRedirects: 0 })).status()).toBe(
    302,
  )
  expect((await page.request.get('/admin/richieste?corso=%00&dopo=x&rifiuta=%00')).status()).toBe(200)
  await withdraw()
})

test('letters move through the requests and decide them, and can be switched off', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const titles = [aTitle('Prima'), aTitle('Seconda'), aTitle('Terza')]
  const slugs: string[] = []
  for (const title of titles) slugs.push(await aCourse(page, title))
  const { withdraw } = await someRequests(anotherBrowser, mail, slugs)
  const approve = (title: string) => page.getByRole('button', { name: new RegExp(`^Approva: .*${title}$`) })
  const [oldest = '', middle = '', newest = ''] = titles
  await page.goto(NEWEST_REQUESTS)
  await running(page)
  const press = async (key: string) => page.keyboard.press(key)
  while (!(await approve(newest).evaluate((button) => button === document.activeElement))) await press('j')
  await press('j')
  await expect(approve(middle)).toBeFocused()
  await press('k')
  await expect(approve(newest)).toBeFocused()
  for (const key of ['Control+a', 'Alt+r', 'Shift+A']) await press(key)
  await expect(approve(newest)).toBeFocused()
  await press('r')
  const dialog = page.getByRole('dialog', { name: 'Rifiutare la richiesta?' })
  await expect(dialog.getByLabel('Motivo')).toBeFocused()
  await page.keyboard.type('raj?')
  await expect(dialog.getByLabel('Motivo')).toHaveValue('raj?')
  await dialog.getByLabel('Motivo').fill('')
  await press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Shift+Tab')
  await press('a')
  await expect(toasts(page)).toContainText('Iscrizione approvata')
  await expect(approve(newest)).toHaveCount(0)
  await expect(approve(middle)).toBeFocused()

  await press('?')
  const help = page.getByRole('dialog', { name: 'Scorciatoie da tastiera' })
  await expect(help).toBeVisible()
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await help.getByLabel('Scorciatoie attive in questo browser').uncheck()
  await press('Escape')
  await expect(help).toBeHidden()
  await approve(oldest).focus()
  for (const key of ['k', 'a', '?']) await press(key)
  await expect(approve(oldest)).toBeFocused()
  await page.reload()
  await page.getByRole('link', { name: 'Scorciatoie da tastiera' }).click()
  await expect(help.getByLabel('Scorciatoie attive in questo browser')).not.toBeChecked()
  await help.getByLabel('Scorciatoie attive in questo browser').check()
  await page.getByRole('dialog').getByRole('link', { name: 'Chiudi' }).click()
  await expect(page).toHaveURL(NEWEST_REQUESTS)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await withdraw()
})

test('57 requests take less than 8,000 pixels of a phone, and the page behind is a link away', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const kinds = ['Leadership & Team Empowerment', 'Controllo di Gestione per PMI', 'Restauro della Pietra']
  const titles = Array.from({ length: 19 }, (_, i) => aTitle(kinds[i % kinds.length]))
  const slugs = await Promise.all(titles.map((title) => aCourse(page, title.replace('&', 'e'))))
  const people = []
  for (let i = 0; i < 3; i++) people.push(await someRequests(anotherBrowser, mail, slugs))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(NEWEST_REQUESTS)
  await expect(rows(page)).toHaveCount(50)
  const first = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.getByRole('link', { name: 'Più vecchie' }).click()
  await expect(page).toHaveURL(/dopo=/)
  await expect(rows(page).nth(6)).toBeVisible()
  const heights = await rows(page).evaluateAll((each) =>
    each.map((row) => row.getBoundingClientRect().height),
  )
  const others = heights.slice(0, 7).reduce((sum, height) => sum + height, 0)
  expect(first + others).toBeLessThan(8_000)
  await page.getByRole('link', { name: 'Più recenti' }).click()
  await expect(rows(page)).toHaveCount(50)
  for (const { withdraw } of people) await withdraw()
  for (const slug of slugs) await send(page, `/admin/courses/${slug}/elimina`)
})
