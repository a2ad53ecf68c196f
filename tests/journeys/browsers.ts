import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

type Kind = Pick<BrowserContextOptions, 'javaScriptEnabled' | 'extraHTTPHeaders'>

const VIEWPORT = { width: 1280, height: 720 }

/** Where a page waits for its next journey. */
const REST = '/robots.txt'

/** In this worker, nothing being left in them of the journeys before. */
const withJavaScript: Page[] = []
const without: Page[] = []
const freeOnes = ({ javaScriptEnabled }: Kind) => (javaScriptEnabled === false ? without : withJavaScript)

/** A page in a browser that nobody has used, nor will use when the journey is over. */
export async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  return context.newPage()
}

/** A page of a browser that is nobody's at the moment. */
export async function takePage(browser: Browser, kind: Kind): Promise<Page> {
  const page = freeOnes(kind).pop() ?? (await newPage(browser, kind))
  await page.context().setExtraHTTPHeaders(kind.extraHTTPHeaders ?? {})
  return page
}

/**
 * Clears a page's browser for the next journey: a new one would cost more than the first page that it opens. It stays on
 * the site, because whoever leaves it loses the process that has the site's fonts and scripts.
 */
export async function giveBack(page: Page, kind: Kind): Promise<void> {
  const context = page.context()
  await Promise.all(context.pages().map((other) => other !== page && other.close()))
  await Promise.all([page, context].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.setOffline(false)
  await context.clearPermissions()
  // Many a journey has a browser only for its cookies, and opens no page in it.
  if (page.url() !== 'about:blank' && !page.url().endsWith(REST)) {
    await page.goto(REST)
    await page.evaluate(() => sessionStorage.clear())
  }
  await page.setViewportSize(VIEWPORT)
  await context.clearCookies()
  freeOnes(kind).push(page)
}
