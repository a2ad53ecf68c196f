import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { aMember, ask, fullName, NEWEST_REQUESTS } from './people'
import { DEMO_ACCOUNTS, expect, running, signIn, test, toasts } from './site'
import { expectGood, tabTo } from './walk'

/** Runs in the browser, at the end of the page: what of it the dock lies over. */
function beneathDock() {
  window.scrollTo(0, document.documentElement.scrollHeight)
  const dock = document.querySelector('.dock')?.getBoundingClientRect()
  const content = document.querySelectorAll('main :is(h2, h3, p, a, label, input, button)')
  return [...content]
    .filter((element) => {
      const { top, bottom, height } = element.getBoundingClientRect()
      return dock && element.checkVisibility() && height > 1 && top < dock.bottom && bottom > dock.top + 1
    })
    .map((element) => element.outerHTML.slice(0, 120))
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

/** Bars of the dock that are seen. */
const bars = (page: Page) =>
  page
    .locator('.dock > *')
    .evaluateAll((parts) => parts.filter(({ clientHeight }) => clientHeight > 0).length)

test('a decision is told in the dock, stays on the next page, and is taken back with Maiusc and Z', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  const title = aTitle('Dock')
  const slug = await aCourse(office, title)
  const person = await aMember(page, mail, 'Dora')
  await ask(page, slug)
  await office.goto(NEWEST_REQUESTS)
  await running(office)
  await office.getByRole('button', { name: `Approva: ${fullName(person)}, ${title}` }).click()
  await expect(toasts(office)).toContainText(`Iscrizione approvata${fullName(person)}, ${title}`)
  await expect(toasts(office)).toContainText(/le email partono alle \d\d:\d\d/)
  await office
    .getByRole('navigation', { name: 'Amministrazione' })
    .getByRole('link', { name: 'Persone' })
    .click()
  await expect(office).toHaveURL('/admin/people')
  await expect(toasts(office)).toContainText('Iscrizione approvata')
  await office.keyboard.press('Shift+Z')
  await expect(toasts(office)).toContainText('Ripristinato')
  await expect(toasts(office)).not.toContainText('Iscrizione approvata')

  await office.goto(NEWEST_REQUESTS)
  await running(office)
  await office.getByRole('button', { name: `Approva: ${fullName(person)}, ${title}` }).click()
  await expect(toasts(office)).toContainText('Iscrizione approvata')
  // A name that is typed is no key.
  await office.locator('main').focus()
  await office.keyboard.type('Zia')
  await office.waitForTimeout(800)
  await expect(toasts(office)).toContainText('Iscrizione approvata')
  // Without a connection the button stays, to be pressed again.
  await office.context().setOffline(true)
  await office.keyboard.press('Shift+Z')
  await expect(toasts(office)).toContainText('La richiesta non è partita')
  await expect(toasts(office).getByRole('button', { name: 'Ripristina' })).toBeVisible()
  await office.context().setOffline(false)
  await toasts(office).getByRole('link', { name: 'Chiudi: Errore' }).click()
  await expect(toasts(office)).toContainText('Iscrizione approvata')
  for (const size of sizes) {
    await office.setViewportSize(size)
    expect(await office.evaluate(beneathDock)).toEqual([])
    expect(await bars(office)).toBeLessThanOrEqual(2)
  }
  await expectGood(office, [320, 390, 768, 1280], [320, 390, 768, 1280])
  await toasts(office).getByRole('link', { name: 'Chiudi: Iscrizione approvata' }).click()
  await expect(toasts(office)).not.toContainText('Iscrizione approvata')
  await expect(office.locator('main')).toBeFocused()
})

test('chosen rows have their bar in the dock, in place of the places of a phone', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/richieste')
  await running(page)
  const bar = page.getByRole('region', { name: 'Richieste scelte' })
  await expect(bar).toHaveCount(0)
  const box = page.getByRole('checkbox', { name: /^Scegli: / }).first()
  await box.check()
  await expect(bar).toContainText('1 scelta')
  // The return key on a box decides nothing.
  await box.press('Enter')
  await page.waitForTimeout(800)
  await expect(box).toBeChecked()
  await expect(toasts(page)).not.toContainText('approvat')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(bar).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(beneathDock)).toEqual([])
    expect(await bars(page)).toBe(1)
  }
  await expectGood(page, [1280])
  await bar.getByRole('button', { name: 'Deseleziona' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Scegli tutte' })).toBeFocused()
})

test('the form of a course is saved from the dock, whose errors stay', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/courses/new')
  await running(page)
  const bar = page.getByRole('region', { name: 'Salvataggio' })
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(bar).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(beneathDock)).toEqual([])
  }
  await tabTo(page, bar.getByRole('button', { name: 'Crea Corso' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(toasts(page)).toContainText('Errore di validazione')
  expect(await page.evaluate(beneathDock)).toEqual([])
  expect(await bars(page)).toBe(2)
  await expectGood(page, [320, 390, 768, 1280], [320, 1280])
})
