import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'
import { expectGood } from './walk'

const PAGE = '/admin/impostazioni/legali'

const text = (page: Page) => page.getByRole('textbox', { name: 'Testo' })
const day = (page: Page) => page.getByLabel('In vigore dal')
const publish = (page: Page) => page.getByRole('button', { name: /^Pubblica/ })
const row = (page: Page, number: number) =>
  page.getByRole('row', { name: new RegExp(`^Versione ${number}\\b`) })

/** YYYY-MM-DD in Italy. */
const dayAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })

/** Chooses what the menu of a version offers. */
async function choose(page: Page, number: number, act: string) {
  await row(page, number).locator('summary').click()
  await page.getByRole('button', { name: act }).click()
}

test('a legal page gets a version of today and one of tomorrow, which is withdrawn', async ({
  page,
  anotherBrowser,
}) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const visitor = await anotherBrowser()
  await page.goto(`${PAGE}?pagina=cookie-policy`)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  const first = await text(page).inputValue()

  await text(page).fill(`${first}\n\n## Novità\n\n<b>Da oggi</b> [male](javascript:alert(1)).`)
  await publish(page).click()
  await expect(page.getByRole('alert')).toContainText('Il link «male» non porta a un indirizzo')
  await expectGood(page, [320, 1280])
  await text(page).fill(`${first}\n\n## Novità\n\n<b>Da oggi</b> ne scriviamo a .`)
  await text(page).press('ControlOrMeta+End')
  await text(page).press('ArrowLeft')
  await page.getByRole('button', { name: 'Link' }).press('Enter')
  await page.keyboard.type('mailto:cookie@example.org')
  await expect(text(page)).toHaveValue(/a \[\]\(mailto:cookie@example\.org\)\.$/)
  await text(page).fill((await text(page).inputValue()).replace('[](', '[segreteria]('))
  await expect(page.getByRole('region', { name: 'Che cosa cambia dalla versione 1' })).toContainText(
    '<b>Da oggi</b> ne scriviamo a [segreteria](mailto:cookie@example.org).',
  )
  const second = await page.context().newPage()
  await second.goto(page.url())
  await page.getByRole('button', { name: 'Salva bozza' }).click()
  await expect(toasts(page)).toContainText('Bozza salvata')
  await visitor.goto('/cookie-policy')
  await expect(visitor.locator('main')).not.toContainText('Da oggi')

  await text(second).fill(`${first}\n\n## Altro\n\nUn altro testo.`)
  await publish(second).click()
  await expect(second.getByRole('alert')).toContainText('Nulla è stato sovrascritto')
  await expect(second.getByRole('region', { name: 'Dal testo salvato al tuo' })).toContainText('Da oggi')
  await expectGood(second, [320, 1280])
  await second.setViewportSize({ width: 390, height: 844 })
  await second.getByRole('link', { name: 'Anteprima' }).click()
  await expect(second.getByRole('region', { name: 'Come si vede' })).toBeInViewport()
  await expect(second).toHaveURL(/#come-si-vede$/)
  await expect(text(second)).toHaveValue(/Un altro testo\.$/)
  await second.close()

  await publish(page).click()
  await expect(toasts(page)).toContainText('Versione pubblicata')
  await expect(row(page, 2)).toContainText('Nel sito')
  await visitor.reload()
  await expect(visitor.locator('main')).toContainText('<b>Da oggi</b> ne scriviamo a segreteria.')
  await expect(visitor.getByRole('link', { name: 'segreteria', exact: true })).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  await expectGood(visitor)
  await visitor.getByRole('link', { name: 'Versione 1' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Cookie Policy, versione 1')
  await expect(visitor.locator('main')).not.toContainText('Da oggi')
  await expectGood(visitor)
  await expectValidMarkup(visitor, visitor.url())

  await text(page).fill(`${first}\n\n## Domani\n\nDa domani.`)
  await day(page).fill(dayAhead(1))
  await publish(page).click()
  await expect(toasts(page)).toContainText('Versione programmata')
  await expect(row(page, 3)).toContainText('Programmata')
  await expect((await visitor.request.get('/pagine-legali/cookie-policy/3')).status()).toBe(404)
  await row(page, 3).locator('summary').press('Enter')
  await expectGood(page, [320, 1280])
  await page.keyboard.press('Escape')
  await choose(page, 3, 'Ritira')
  await expect(toasts(page)).toContainText('Versione ritirata')
  await expect(row(page, 3)).toContainText('Bozza')
  await day(page).press('Enter')
  await expect(toasts(page)).toContainText('Bozza salvata')
  await page.getByRole('button', { name: 'Scarta' }).click()
  await expect(toasts(page)).toContainText('Bozza scartata')

  await choose(page, 1, 'Riprendi questo testo')
  await expect(text(page)).toHaveValue(first)
  await day(page).fill(dayAhead(0))
  await publish(page).click()
  await expect(toasts(page)).toContainText('Versione pubblicata')
  await visitor.goto('/cookie-policy')
  await expect(visitor.locator('main')).not.toContainText('Da oggi')
  await page.goto('/admin/audit')
  await expect(page.getByRole('row', { name: /Pagina legale/ }).first()).toContainText('In vigore dal')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a version dated in the past is asked about, and is followed by the former text', async ({ page }) => {
    await signIn(page, DEMO_ACCOUNTS.admin)
    await page.goto(`${PAGE}?pagina=accessibilita`)
    const first = await text(page).inputValue()
    await text(page).fill(`${first}\n\n## Senza script\n\nSi può.`)
    await day(page).fill(dayAhead(-1))
    await publish(page).click()
    await expect(page.getByRole('alert')).toContainText('è passato')
    await page.getByRole('button', { name: 'Pubblica comunque' }).click()
    await expect(page.getByText('Versione pubblicata')).toBeVisible()
    await page.goto('/accessibilita')
    await expect(page.locator('main')).toContainText('Senza script')
    await page.goto(`${PAGE}?pagina=accessibilita`)
    await choose(page, 1, 'Riprendi questo testo')
    await expect(text(page)).toHaveValue(first)
    await day(page).fill(dayAhead(0))
    await publish(page).click()
    await page.goto('/accessibilita')
    await expect(page.locator('main')).not.toContainText('Senza script')
  })
})
