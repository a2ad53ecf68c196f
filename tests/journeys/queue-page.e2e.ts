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
  await expect(rows(page)).toContainText('Da pagare 100 €, come privato')
  await expect(page.getByText('1 richiesta.')).toBeVisible()
  await page.getByRole('link', { name: 'Al completo 0' }).click()
  await expect(page.getByText('Nessuna richiesta trovata.')).toBeVisible()
  await expectGood(page)
  await page.getByRole('link', { name: 'Mostra tutte' }).click()
  await expect(page.getByLabel('Corso', { exact: true })).toHaveValue('')
  await expect(page).toHaveURL('/admin/richieste')
  await page.getByRole('link', { name: /^Da 5 giorni/ }).click()
  await expect(page).toHaveURL('/admin/richieste?eta=in-ritardo')
  await expect(rows(page).first()).toContainText(/da \d+ giorni/)
  await expectValidMarkup(page, '/admin/richieste?eta=in-ritardo&ordine=recenti')
  expect((await page.request.get('/admin/richieste?corso=&eta=&posti=', { maxRedirects: 0 })).status()).toBe(
    302,
  )
  expect((await page.request.get('/admin/richieste?corso=%00&dopo=x&rifiuta=%00')).status()).toBe(200)
  await withdraw()
})

test('keys move through the requests and decide the one that the keyboard has chosen, and can be switched off', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const [id, title] = [randomUUID(), aTitle('Tasti')]
  const slug = await aCourse(page, title, { id })
  const oldest = await aRequest(anotherBrowser, mail, slug)
  const middle = await aRequest(anotherBrowser, mail, slug)
  const newest = await aRequest(anotherBrowser, mail, slug)
  const row = ({ person }: typeof oldest) => rows(page).filter({ hasText: person.email })
  const approve = (request: typeof oldest) => row(request).getByRole('button', { name: /^Approva/ })
  const address = `/admin/richieste?corso=${id}&ordine=recenti`
  await page.goto(address)
  await running(page)
  const press = async (key: string) => page.keyboard.press(key)
  await press('j')
  await expect(row(newest)).toBeFocused()
  await press('j')
  await expect(row(middle)).toBeFocused()
  await expect(approve(middle)).toContainText('⇧A')
  await expect(approve(middle).getByText('⇧A')).toBeVisible()
  await expect(approve(newest).getByText('⇧A')).toBeHidden()
  await press('k')
  for (const key of ['Control+a', 'Alt+r', 'a', 'r', 'l', 'z']) await press(key)
  await page.waitForTimeout(1_200)
  await expect(row(newest)).toBeFocused()
  await press('Shift+R')
  const dialog = page.getByRole('dialog', { name: 'Rifiutare la richiesta?' })
  await expect(dialog.getByLabel('Motivo')).toBeFocused()
  await page.keyboard.type('RAj?')
  await expect(dialog.getByLabel('Motivo')).toHaveValue('RAj?')
  await dialog.getByLabel('Motivo').fill('')
  await press('Escape')
  await expect(dialog).toBeHidden()
  await page.waitForTimeout(1_000)
  await press('Shift+Tab')
  await press('Shift+A')
  await expect(toasts(page)).toContainText('Iscrizione approvata')
  await expect(row(newest)).toContainText('Approvato')
  await expect(row(newest)).toBeFocused()
  await page.waitForTimeout(1_000)
  await press('Shift+Z')
  await expect(toasts(page)).toContainText('Ripristinato')
  await expect(approve(newest)).toBeVisible()

  await press('?')
  const help = page.getByRole('dialog', { name: 'Scorciatoie da tastiera' })
  await expect(help).toBeVisible()
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await help.getByLabel('Scorciatoie attive in questo browser').uncheck()
  await press('Escape')
  await expect(help).toBeHidden()
  await approve(oldest).focus()
  for (const key of ['k', '?', 'Shift+A']) await press(key)
  await press('Shift+Tab')
  await expect(approve(oldest).getByText('⇧A')).toBeHidden()
  await page.waitForTimeout(1_200)
  await expect(approve(oldest)).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Scorciatoie da tastiera' }).click()
  await expect(help.getByLabel('Scorciatoie attive in questo browser')).not.toBeChecked()
  await help.getByLabel('Scorciatoie attive in questo browser').check()
  await page.getByRole('dialog').getByRole('link', { name: 'Chiudi' }).click()
  await expect(page).toHaveURL(/ordine=recenti/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  for (const { withdraw } of [oldest, middle, newest]) await withdraw()
})

test('a name that is typed decides nothing, after a click nor after the tab key', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const [id, title] = [randomUUID(), aTitle('Nome')]
  const slug = await aCourse(page, title, { id })
  const requests = []
  for (let i = 0; i < 3; i++) requests.push(await aRequest(anotherBrowser, mail, slug))
  const pending = page.getByRole('button', { name: new RegExp(`^Approva: .*${title}`) })
  await page.goto(`/admin/richieste?corso=${id}`)
  await running(page)
  await pending.first().click()
  await expect(pending).toHaveCount(2)
  for (const name of ['anna', 'Anna', 'Alba Rossi', 'LARA', 'Zaira', 'Benjamin Alti']) {
    await page.keyboard.type(name, { delay: 120 })
    await page.waitForTimeout(1_100)
  }
  // Slowly: a letter that moves to another row is a letter too.
  await page.keyboard.type('Erik A', { delay: 650 })
  await page.waitForTimeout(1_100)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(pending).toHaveCount(2)
  // With a row that the keyboard has chosen, also on a button that decides.
  for (const steps of [1, 4]) {
    await page.reload()
    await running(page)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    for (let step = 1; step < steps; step++) await page.keyboard.press('Tab')
    for (const name of ['anna rossi', 'Anna Rossi', 'Rita A', 'ALba']) {
      await page.keyboard.type(name, { delay: 120 })
      await page.waitForTimeout(1_100)
    }
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(pending).toHaveCount(2)
  }
  for (const { withdraw } of requests) await withdraw()
})
