import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './site'

/**
 * Nothing is out of reach, and nothing has to be scrolled sideways, on a phone, a tablet and a desk. Colours are the same
 * at every width: they are looked at once, at the last.
 */
export async function expectGood(page: Page, widths = [320, 768, 1280]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page, { contrast: width === widths.at(-1) })
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(beyond, `pixels beyond the right edge of ${page.url()} at ${width}`).toBeLessThanOrEqual(0)
  }
}

/** Presses Tab until `target` has the focus. Whatever has it on the way must be seen to have it. */
export async function tabTo(page: Page, target: Locator) {
  const wanted = await target.elementHandle()
  for (let steps = 0; steps < 160; steps++) {
    await page.keyboard.press('Tab')
    const [reached, unseen] = await page.evaluate((wanted) => {
      const focused = document.activeElement
      // Nobody acts on what only a script can focus, such as the main part of a new page.
      if (!(focused instanceof HTMLElement) || focused.tabIndex < 0) return [false, null]
      const { outlineStyle, outlineWidth } = getComputedStyle(focused)
      const seen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      return [focused === wanted, seen ? null : focused.outerHTML.slice(0, 120)]
    }, wanted)
    expect(unseen, 'focus that cannot be seen').toBeNull()
    if (reached) return
  }
  throw new Error(`Tab never reaches ${target}`)
}

/** Something for a file chooser. */
export const aFile = (name: string, content: Uint8Array | string, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})
