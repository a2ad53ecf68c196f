import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

type Kind = Pick<BrowserContextOptions, 'javaScriptEnabled' | 'extraHTTPHeaders'>

const VIEWPORT = { width: 1280, height: 720 }

/** Between journeys. */
const REST = '/robots.txt'

/** Clean pages of this worker. */
const withJavaScript: Page[] = []
const without: Page[] = []
const freeOnes = ({ javaScriptEnabled }: Kind) => (javaScriptEnabled === false ? without : withJavaScript)

/** A page in a new context. */
export async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  return context.newPage()
}

/** A page of a free context. */
export async function takePage(browser: Browser, kind: Kind): Promise<Page> {
  const page = freeOnes(kind).pop() ?? (await newPage(browser, kind))
  await page.context().setExtraHTTPHeaders(kind.extraHTTPHeaders ?? {})
  return page
}

/**
 * Clears a context for the next journey, which is faster than a new one. It stays on the site to keep the renderer
 * process with its caches.
 */
export async function giveBack(page: Page, kind: Kind): Promise<void> {
  const context = page.context()
  await Promise.all(context.pages().map((other) => other !== page && other.close()))
  await Promise.all([page, context].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.setOffline(false)
  await context.clearPermissions()
  // A journey may use only the cookies.
  if (page.url() !== 'about:blank' && !page.url().endsWith(REST)) {
    await page.goto(REST)
    await page.evaluate(() => sessionStorage.clear())
  }
  await page.setViewportSize(VIEWPORT)
  await context.clearCookies()
  freeOnes(kind).push(page)
}
