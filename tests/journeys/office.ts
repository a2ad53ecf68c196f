import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './site'

/** A coming course of this journey alone, announced by whoever is signed in; its title and its address. */
export async function aComingCourse(page: Page, name = 'Restauro') {
  const title = `${name} ${randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 8)}`
  await page.goto('/admin/courses/new')
  await page
    .getByRole('switch', { name: 'In arrivo (coming soon)' })
    .or(page.getByLabel('In arrivo (coming soon)'))
    .first()
    .check()
  await page.getByLabel('Titolo', { exact: true }).fill(title)
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  await expect(page).toHaveURL(/\/admin(\?|$)/)
  return { title, slug: title.toLowerCase().replaceAll(' ', '-') }
}

/** Nothing is out of reach, and nothing has to be scrolled sideways, on a phone, a tablet and a desk. */
export async function expectGood(page: Page, widths = [320, 768, 1280]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(beyond, `pixels beyond the right edge of ${page.url()} at ${width}`).toBeLessThanOrEqual(0)
  }
}

export const aFile = (name: string, content: Uint8Array | string, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})
