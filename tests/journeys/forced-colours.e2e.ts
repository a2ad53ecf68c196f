import type { Locator, Page } from '@playwright/test'
import { DEMO_ACCOUNTS, expect, signIn, test, wake } from './site'

const COURSE = '/corsi/marketing-strategico-e-vendite-4-0'

// The emulation stays with the context.
test.use({ untouched: true })

test.beforeEach(async ({ page }) => page.emulateMedia({ forcedColors: 'active' }))

/** A screenshot without focus and hover. */
async function drawn(page: Page, element: Locator): Promise<string> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  return (await element.screenshot()).toString('base64')
}

/** The line beneath the current item, which a change of colour or weight alone would not be. */
async function expectLine(item: Locator) {
  const { width, style, colour, ground } = await item.evaluate((element) => {
    const { borderBottomWidth, borderBottomStyle, borderBottomColor } = getComputedStyle(element)
    const ground = getComputedStyle(document.body).backgroundColor
    return {
      width: Number.parseFloat(borderBottomWidth),
      style: borderBottomStyle,
      colour: borderBottomColor,
      ground,
    }
  })
  expect(width).toBeGreaterThanOrEqual(2)
  expect(style).toBe('solid')
  expect(colour).not.toBe(ground)
}

test('the selected tab of a course is marked', async ({ page }) => {
  await page.goto(COURSE)
  const tab = page.getByRole('navigation', { name: 'Sezioni del corso' }).getByRole('link').first()
  const first = await tab.evaluateHandle((element) => element)
  const before = (await first.screenshot()).toString('base64')
  await wake(page)
  const chosen = page.getByRole('tab', { name: 'Date' })
  const selected = await drawn(page, chosen)
  expect(before, 'marked before the application runs').toBe(selected)
  await expectLine(chosen)
  await page.getByRole('tab', { name: 'Programma' }).click()
  await expect(chosen).toHaveAttribute('aria-selected', 'false')
  expect(await drawn(page, chosen)).not.toBe(selected)
})

test('the current item of each menu is marked', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const menu = (name: string) => page.getByRole('navigation', { name, exact: true })
  for (const [link, here, elsewhere] of [
    [menu('Principale').getByRole('link', { name: 'Contatti' }), '/contatti', '/corsi'],
    [menu('Amministrazione').getByRole('link', { name: 'Persone' }), '/admin/people', '/admin/stato'],
    [menu('Pagine').getByRole('link', { name: '1' }), '/corsi', '/corsi?page=2'],
  ] as const) {
    await page.goto(here)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expectLine(link)
    const current = await drawn(page, link)
    await page.goto(elsewhere)
    await expect(link).not.toHaveAttribute('aria-current')
    expect(await drawn(page, link), `${here} beside ${elsewhere}`).not.toBe(current)
  }
})

test('the current tab of the sign-in is marked', async ({ page }) => {
  const tab = page.getByRole('main').getByRole('link', { name: 'Registrati', exact: true })
  await page.goto('/auth?scheda=registrazione')
  await expectLine(tab)
  const current = await drawn(page, tab)
  await page.goto('/auth')
  expect(await drawn(page, tab)).not.toBe(current)
})

test('the current item of the menu of a phone is marked', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Corsi' })
  const opened = async (address: string) => {
    await page.goto(address)
    await page.getByText('Menu', { exact: true }).click()
    return drawn(page, link)
  }
  const current = await opened('/corsi')
  await expectLine(link)
  expect(await opened('/contatti')).not.toBe(current)
})

test('the switch of the course form shows whether it is on', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/courses/new')
  const coming = page.getByLabel('In arrivo (coming soon)')
  const off = await drawn(page, coming)
  await coming.check()
  expect(await drawn(page, coming)).not.toBe(off)
})

test('the dot of an approved enrolment is full, that of a waiting one is not', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.member)
  await page.goto('/dashboard')
  const dot = (state: string) =>
    page
      .locator(`.state-${state}`)
      .first()
      .evaluate((label) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(label, '::before')
        return { backgroundColor, borderTopColor }
      })
  const { borderTopColor, backgroundColor } = await dot('approved')
  expect(backgroundColor).toBe(borderTopColor)
  const waiting = await dot('pending')
  expect(waiting.borderTopColor).toBe(borderTopColor)
  expect(waiting.backgroundColor).not.toBe(borderTopColor)
})
