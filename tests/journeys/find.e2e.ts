import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test, wake } from './site'
import { expectGood, tabTo } from './walk'

test('a course is found with its date and place, and everybody can use the search in every state', async ({
  page,
}) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const title = aTitle('Trovato')
  await aCourse(page, title)
  const found = `/admin/cerca?q=${encodeURIComponent(title.toUpperCase())}`
  for (const address of [
    '/admin/cerca',
    '/admin/cerca?q=a',
    '/admin/cerca?q=esempio',
    '/admin/cerca?q=nessuno-si-chiama-cosi',
    '/admin/mail?q=rossi',
    found,
  ]) {
    await expectValidMarkup(page, address)
    await page.goto(address)
    await expectGood(page)
  }
  await expect(page.getByRole('region', { name: 'Corsi' })).toContainText('10 mar 2099 · Fermo')
  await page.goto('/admin/cerca?q=a')
  await expect(page.getByText('Scrivi almeno 2 caratteri')).toBeVisible()
  await page.goto('/admin/cerca?q=nessuno-si-chiama-cosi')
  await expect(page.getByText('Niente con «nessuno-si-chiama-cosi».')).toBeVisible()
})

test('more results lead to the list with the same words', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/cerca?q=esempio')
  await page.getByRole('link', { name: 'Persone: tutti i risultati' }).click()
  await expect(page).toHaveURL('/admin/people?q=esempio')
  await expect(page.getByRole('row').nth(6)).toBeVisible()
})

test('the key of the search is a letter where one types; Enter searches, and opens the first result', async ({
  page,
}) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/people')
  await wake(page)
  const filter = page.getByRole('searchbox', { name: 'Nome, telefono, email o azienda' })
  await tabTo(page, filter)
  await page.keyboard.type('a/b')
  await expect(filter).toHaveValue('a/b')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Trova in tutto il pannello')).toBeFocused()
  await page.keyboard.type(DEMO_ACCOUNTS.member.email)
  await page.keyboard.press('Enter')
  await expect(page.locator('.found a').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/people\/[^?]+$/)
})
