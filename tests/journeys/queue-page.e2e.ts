import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, ask, fullName, withdrawAll } from './people'
import { DEMO_ACCOUNTS, expect, type Mail, type OpenBrowser, running, signIn, test, toasts } from './site'
import { expectGood } from './walk'

const queue = (page: Page) =>
  page.getByRole('region', { name: 'Richieste di iscrizione in attesa' }).getByRole('list').first()
const rows = (page: Page) => queue(page).getByRole('listitem')

/** A person who asks for a course. Tests end with `withdraw`, which leaves the queue to the others. */
async function aRequest(open: OpenBrowser, mail: Mail, slug: string) {
  const member = await open()
  const person = await aMember(member, mail)
  await ask(member, slug)
  return { person, withdraw: () => withdrawAll(member) }
}

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('requests are filtered by course, age and seats, each choice with its number', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const title = aTitle('Coda')
  const { person, withdraw } = await aRequest(anotherBrowser, mail, await aCourse(page, title))
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
  const [id, title] = [randomUUID(), aTitle('Lettere')]
  const slug = await aCourse(page, title, { id })
  const oldest = await aRequest(anotherBrowser, mail, slug)
  const middle = await aRequest(anotherBrowser, mail, slug)
  const newest = await aRequest(anotherBrowser, mail, slug)
  const approve = ({ person }: typeof oldest) =>
    page.getByRole('button', { name: `Approva: ${fullName(person)}, ${title}` })
  const address = `/admin/richieste?corso=${id}&ordine=recenti`
  await page.goto(address)
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
  await expect(page).toHaveURL(address)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  for (const { withdraw } of [oldest, middle]) await withdraw()
})
