import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'

/** Pixels; 1024 is the narrowest desktop. */
export const WIDTHS = [320, 768, 1024, 1280]

/**
 * At each width: no horizontal scrolling, whole words within their cells, targets of at least 24 pixels. At the widths
 * in `rules`: axe's rules of WCAG 2.2 A and AA, of which colours at the last width only, and targets that lie over each
 * other at the first only, where there is least room. Only the tour of all pages checks the rules at every width: each
 * check takes a quarter of a second, half of it for these two.
 */
export async function expectGood(page: Page, widths = WIDTHS, rules = [widths.at(0), widths.at(-1)]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const place = `${page.url()} at ${width}`
    const { beyond, small, broken, cut } = await page.evaluate(measure)
    expect.soft(beyond, `pixels beyond the right edge of ${place}`).toBeLessThanOrEqual(0)
    expect.soft(small, `small targets of ${place}`).toEqual([])
    expect.soft(broken, `words in pieces of ${place}`).toEqual([])
    expect.soft(cut, `cells that do not hold their words, of ${place}`).toEqual([])
    if (!rules.includes(width)) continue
    const isTour = rules.length > 2
    const parts = { contrast: width === widths.at(-1), targets: isTour || width === rules.at(0) }
    // A bar at the foot lies over targets in part, until one scrolls.
    await placeBars(page, 'static')
    expect.soft(await violations(page, parts), `accessibility of ${place}`).toEqual([])
    await placeBars(page, '')
  }
}

async function placeBars(page: Page, position: string) {
  await page.evaluate((position) => {
    for (const bar of document.querySelectorAll<HTMLElement>('.dock, .buy-bar')) bar.style.position = position
  }, position)
}

/** Runs in the browser. Ignores the honeypot field and hidden buttons; a link of several lines needs one large line. */
function measure() {
  const targets =
    'a[href], button:not([aria-hidden]), input:not([name="fax"]), select, textarea, summary, [tabindex="0"]'
  const small = [...document.querySelectorAll(targets)].filter((target) => {
    const lines = [...target.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    const isLow = lines.some(({ height }) => height < 24)
    return isLow || (lines.length > 0 && lines.every(({ width }) => width < 24))
  })
  const broken: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement || getComputedStyle(node.parentElement).hyphens === 'auto') continue
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/(?<!\S)\p{L}{2,12}(?=[\s.,;:]|$)/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      // The last line of a clamped text has two rectangles for a word.
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(word)
    }
  }
  const cells = [...document.querySelectorAll('td, th')]
  return {
    broken,
    cut: cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
    beyond: document.documentElement.scrollWidth - window.innerWidth,
    small: small.map((target) => target.outerHTML.slice(0, 120)),
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(
  page: Page,
  { contrast, targets }: { contrast: boolean; targets: boolean },
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const found = await page.evaluate(violationsWithin, {
    runOnly: {
      type: 'tag',
      values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
    },
    rules: { 'color-contrast': { enabled: contrast }, 'target-size': { enabled: targets } },
    resultTypes: ['violations'],
  } satisfies RunOptions)
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary ?? ''}`,
    ),
  )
}

/** Runs in the browser. Returns violations only; content below a dialog is skipped. */
async function violationsWithin(options: RunOptions): Promise<AxeResults['violations']> {
  // A scrolled page lies below the bar of the office in part.
  scrollTo(0, 0)
  const { axe } = globalThis as unknown as { axe: typeof Axe }
  return (await axe.run(document.querySelector('dialog[open]') ?? document, options)).violations
}

/** Presses Tab until `target` has the focus; the focus must be visible on the way. */
export async function tabTo(page: Page, target: Locator) {
  const wanted = await target.elementHandle()
  for (let steps = 0; steps < 160; steps++) {
    await page.keyboard.press('Tab')
    const [reached, unseen] = await page.evaluate((wanted) => {
      const focused = document.activeElement
      // Only scripts focus it.
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

/** For a file chooser. */
export const aFile = (name: string, content: Uint8Array | string, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})
