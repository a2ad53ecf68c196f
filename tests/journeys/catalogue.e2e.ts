import type { Page } from '@playwright/test'
import { monthName } from '../../app/catalogue/filters.rules'
import { DEMO_ACCOUNTS, expect, signIn, test, wake, withoutApplication } from './site'

const PROJECTS = {
  slug: 'gestione-dei-progetti-per-piccoli-gruppi',
  title: 'Gestione dei Progetti per Piccoli Gruppi',
}

const shown = (page: Page) =>
  page.getByRole('region', { name: 'Corsi disponibili' }).getByRole('heading', { level: 3 })
const chips = (page: Page) => page.getByRole('list', { name: 'Filtri scelti' })
const filter = (page: Page, name: string | RegExp) =>
  page.getByRole('form', { name: 'Filtra i corsi' }).getByLabel(name)

async function monthOf(page: Page, slug: string): Promise<string> {
  const html = await (await page.request.get(`/corsi/${slug}`)).text()
  return monthName(/"startDate":"(\d{4}-\d\d)/.exec(html)?.[1] ?? '')
}

test('what a member chooses before the script has loaded counts', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const begin = await withoutApplication(page)
  await page.goto('/corsi', { waitUntil: 'commit' })
  await filter(page, 'Fermo').check()
  await filter(page, 'Fino a 1.000 €').check()
  begin()
  await expect(page).toHaveURL('/corsi?luogo=Fermo&prezzo=1000')
  await expect(filter(page, 'Fermo')).toBeChecked()
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    test('a course of a place and a month is found on a phone in four touches', async ({ page }) => {
      const month = await monthOf(page, PROJECTS.slug)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/corsi')
      await page.getByText('Filtra', { exact: true }).click()
      await filter(page, 'Fermo').check()
      await filter(page, month).check()
      await page.getByRole('button', { name: /^Mostra/ }).click()
      // The month may have other courses in Fermo: the demo follows the calendar.
      const cards = page.locator('.card')
      const found = cards.filter({ hasText: PROJECTS.title })
      await expect(found).toBeVisible()
      await expect(cards.filter({ hasNotText: 'Fermo' })).toHaveCount(0)
      await expect(shown(page).first()).toBeVisible()
      await expect(chips(page).getByRole('listitem')).toHaveText([
        'Togli Fermo',
        `Togli ${month}`,
        'Mostra tutti i corsi',
      ])
      await expect(found).toContainText('760,00 €')
    })

    test('each choice stands in the address, and one press takes it away', async ({ page }) => {
      await page.goto('/corsi')
      await page.getByRole('navigation', { name: 'Temi' }).getByRole('link', { name: 'Leadership' }).click()
      await expect(page).toHaveURL('/corsi?tema=leadership')
      await filter(page, 'Ascoli Piceno').check()
      await filter(page, 'Fino a 1.000 €').check()
      await page.getByLabel('Cerca un corso').fill('team')
      await page.getByRole('button', { name: 'Cerca' }).click()
      await expect(page).toHaveURL('/corsi?q=team&tema=leadership&luogo=Ascoli+Piceno&prezzo=1000')
      await expect(shown(page)).toHaveText(['Leadership & Team Empowerment'])
      await expect(filter(page, 'Ascoli Piceno')).toBeChecked()

      await chips(page).getByRole('link', { name: 'Togli «team»' }).click()
      await expect(page).toHaveURL('/corsi?tema=leadership&luogo=Ascoli+Piceno&prezzo=1000')
      await page.goBack()
      await expect(page.getByLabel('Cerca un corso')).toHaveValue('team')
      await page.goForward()
      await chips(page).getByRole('link', { name: 'Mostra tutti i corsi' }).click()
      await expect(page).toHaveURL('/corsi')
      await expect(filter(page, 'Ascoli Piceno')).not.toBeChecked()
    })

    test('courses are ordered by price and title', async ({ page }) => {
      const titles = async () => (await shown(page).allTextContents()).map((title) => title.toLowerCase())
      await page.goto('/corsi?ordine=titolo')
      const sorted = await titles()
      expect(sorted).toEqual(sorted.toSorted((a, b) => a.localeCompare(b, 'it')))
      await page.getByLabel('Ordina per').selectOption('Prezzo')
      await page.getByRole('button', { name: 'Ordina', exact: true }).click()
      await expect(page).toHaveURL('/corsi?ordine=prezzo')
      const prices = await page.locator('.card-price b').allTextContents()
      const amounts = prices.map((price) => Number(price.replace(/[^\d,]/g, '').replace(',', '.')))
      expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    })
  })

// Links and HTML: `weight.e2e.ts` holds that the catalogue loads no script.
test('what leaves no course cannot be chosen, and an address with nothing offers ways out', async ({
  page,
}) => {
  await page.goto('/corsi?luogo=Fermo')
  await expect(filter(page, /^E-learning/)).toBeDisabled()
  await expect(filter(page, 'In aula')).toBeEnabled()

  await page.goto('/corsi?luogo=Fermo&formato=e-learning')
  await expect(page.getByRole('heading', { name: 'Nessun corso in e-learning a Fermo.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'I corsi più vicini' })).toBeVisible()
  const way = page.getByRole('link', { name: 'Togli E-learning 3 corsi' })
  await way.click()
  await expect(page).toHaveURL('/corsi?luogo=Fermo')
  await expect(shown(page)).toHaveCount(3)
})

test('up to three courses stand side by side', async ({ page }) => {
  await page.goto('/corsi')
  const tick = (name: string) => page.getByRole('link', { name: `Confronta: ${name}`, exact: true })
  const bar = page.getByRole('region', { name: 'Confronto' })
  const send = bar.getByRole('link', { name: 'Confronta', exact: true })
  await expect(bar).toHaveCount(0)
  const names = await shown(page).allTextContents()
  const [first = '', second = '', fourth = ''] = names
  await tick(first).click()
  await expect(bar).toContainText('1 di 3 scelti')
  await tick(second).click()
  await expect(bar).toContainText('2 di 3 scelti')
  // On another page the choice stands, and goes on.
  await page.getByRole('link', { name: 'Pagina 2' }).first().click()
  await expect(bar).toContainText('2 di 3 scelti')
  const third = (await shown(page).first().textContent()) ?? ''
  await tick(third).click()
  await expect(bar).toContainText('3 di 3 scelti')
  await page.getByRole('link', { name: 'Pagina 1' }).first().click()
  await tick(fourth).click()
  await expect(bar).toContainText('3 di 3 scelti. Ne hai già scelti 3: prima togline uno.')
  await expect(tick(fourth)).toBeVisible()
  await page
    .getByRole('listitem')
    .getByRole('link', { name: `Togli dal confronto: ${second}` })
    .first()
    .click()
  await expect(bar).toContainText('2 di 3 scelti')
  await tick(fourth).click()
  await expect(bar).toContainText('3 di 3 scelti')
  await send.click()
  await expect(page).toHaveURL(/\/confronta\?corsi=[a-z0-9-]+,[a-z0-9-]+,[a-z0-9-]+$/)
  const heads = page.getByRole('columnheader')
  for (const name of [first, third, fourth]) await expect(heads.filter({ hasText: name })).toBeVisible()
  for (const row of ['Date', 'Durata', 'Luogo', 'Prezzo', 'Rate', 'Posti', 'Docenti', 'Certificazioni'])
    await expect(page.getByRole('row').filter({ hasText: row }).first()).toBeVisible()

  await page.getByRole('link', { name: `Togli dal confronto: ${first}` }).click()
  await expect(heads.filter({ hasText: first })).toHaveCount(0)
  await page.goto('/confronta?corsi=non-esiste')
  await expect(page.getByText('Uno dei corsi che hai scelto non è più nel catalogo.')).toBeVisible()
  await page.goto('/confronta?corsi=non-esiste,parlare-in-pubblico,uno,due')
  await expect(page.getByText(/al massimo 3 corsi/)).toBeVisible()
  await expect(page.getByText('Alcuni dei corsi che hai scelto non sono più nel catalogo.')).toBeVisible()
  await page.goto('/confronta')
  await expect(page.getByText('Nel catalogo scegli «Confronta»')).toBeVisible()
})

test('a search reads place and format, and forgives transposed letters', async ({ page }) => {
  for (const [words, first] of [
    ['fermo', 'Comunicazione Persuasiva e PNL Avanzata'],
    ['markeitng', 'Marketing Strategico e Vendite 4.0'],
    ['leadreship', 'Leadership & Team Empowerment'],
    ['e-learning sicurezza', 'Sicurezza Informatica per Studi e Uffici'],
    ['morganti', 'Marketing Strategico e Vendite 4.0'],
  ] as const) {
    await page.goto(`/corsi?q=${encodeURIComponent(words)}`)
    await expect(shown(page).first(), words).toHaveText(first)
  }
})

test('from a course one comes back to the page, the search and the place in the list', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/corsi?ordine=titolo&page=2')
  const link = shown(page).last().getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(200)
  await link.click()
  await expect(page).toHaveURL(/\/corsi\/[a-z0-9-]+$/)
  await page.getByRole('link', { name: 'Torna ai corsi' }).first().click()
  await expect(page).toHaveURL('/corsi?ordine=titolo&page=2')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 60)
})

test('search field and button have one height', async ({ page }) => {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/corsi')
    const heights = [page.getByLabel('Cerca un corso'), page.getByRole('button', { name: 'Cerca' })].map(
      async (control) => (await control.boundingBox())?.height,
    )
    const [field, button] = await Promise.all(heights)
    expect(field, String(width)).toBe(button)
  }
})

test('a full course shows it, a member sees their own state, and filters answer at once in the application', async ({
  page,
}) => {
  await page.goto('/corsi')
  const full = page.locator('.card').filter({ hasText: PROJECTS.title })
  await expect(full).toContainText('Al completo')
  await expect(full.getByRole('button', { name: /^Iscriviti ora/ })).toHaveCount(0)

  await signIn(page, DEMO_ACCOUNTS.member)
  await page.goto('/corsi')
  await wake(page)
  await expect(page.locator('.card .state').first()).toBeVisible()
  await filter(page, 'Fermo').check()
  await expect(page).toHaveURL('/corsi?luogo=Fermo')
  await expect(filter(page, 'Fermo')).toBeFocused()
  await expect(shown(page)).toHaveCount(3)
  await page.goBack()
  await expect(page).toHaveURL('/corsi')
  await expect(filter(page, 'Fermo')).not.toBeChecked()

  const order = page.getByLabel('Ordina per')
  await order.focus()
  await order.selectOption('Prezzo')
  await expect(page).toHaveURL('/corsi?ordine=prezzo')
  await expect(order).toBeFocused()
  await page.goBack()
  await expect(order).toHaveValue('')
})
