import { randomInt } from 'node:crypto'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  type Cookie,
  expect,
  type Page,
  type WebError,
} from '@playwright/test'
import { DEMO_ACCOUNTS } from '../../app/content/seed/accounts'
import { giveBack, newPage, takePage } from './browsers'
import { readerOf } from './mailbox'

export { DEMO_ACCOUNTS, expect }

type Account = { email: string; password: string }
export type Mail = ReturnType<typeof readerOf>
export type OpenBrowser = (options?: BrowserContextOptions) => Promise<Page>

/** Browsers report an answer of 4xx, or none, as an error too; which answers are right, each journey says itself. */
const ANSWER =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/

/** `untouched` asks for a browser that no other journey has had, nor will have: see `browsers.ts`. */
type Fixtures = { untouched: boolean; faults: string[]; mail: Mail; anotherBrowser: OpenBrowser }

/**
 * Playwright's `test` on the running site. `mail` reads the letters that the site sends during the test;
 * `anotherBrowser` opens a page of somebody else, or of the same person elsewhere; where it is given options, even
 * none, in a browser made for this journey. No page may fail a script or break the content policy, whatever the journey.
 */
export const test = base.extend<Fixtures>({
  untouched: [false, { option: true }],
  // Limits count per address: every test comes from its own.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  extraHTTPHeaders: async ({}, use) => {
    const part = () => randomInt(1, 255)
    await use({ 'X-Forwarded-For': `10.${part()}.${part()}.${part()}` })
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  faults: async ({}, use) => {
    const faults: string[] = []
    await use(faults)
    expect(faults, 'errors in the console').toEqual([])
  },
  anotherBrowser: async ({ browser, javaScriptEnabled, extraHTTPHeaders, faults }, use) => {
    const kind = { javaScriptEnabled, extraHTTPHeaders }
    const ends: (() => Promise<void>)[] = []
    await use(async (options) => {
      const page = options ? await newPage(browser, options) : await takePage(browser, kind)
      const stop = listen(page.context(), faults)
      ends.push(async () => {
        stop()
        await (options ? page.context().close() : giveBack(page, kind))
      })
      return page
    })
    await Promise.all(ends.map((end) => end()))
  },
  page: async ({ anotherBrowser, untouched }, use) => use(await anotherBrowser(untouched ? {} : undefined)),
  context: async ({ page }, use) => use(page.context()),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  mail: async ({}, use) => {
    const file = process.env.MAILBOX
    if (!file) throw new Error('MAILBOX is not set: the global setup has not run.')
    await use(readerOf(file))
  },
})

/** Collects what goes wrong in a browser's pages, until what it returns is called. */
function listen(context: BrowserContext, faults: string[]) {
  const onFault = (fault: WebError) => faults.push(String(fault.error()))
  const onMessage = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !ANSWER.test(message.text())) faults.push(message.text())
  }
  context.on('weberror', onFault).on('console', onMessage)
  return () => {
    context.off('weberror', onFault).off('console', onMessage)
  }
}

/**
 * Sends a form from the page's browser and goes nowhere: neither is the page drawn to which its answer leads, nor told
 * there what came of it.
 */
export async function send(page: Page, address: string, form: Record<string, string> = {}) {
  const answer = await page.request.post(address, { form, maxRedirects: 0 })
  expect(answer.status(), `form to ${address}`).toBe(302)
  await page.context().clearCookies({ name: 'avviso' })
}

/** Of the demo's office, whom many tests are and none signs out: a password takes long to check. */
let officeCookies: Cookie[] | undefined

/** Signs the page's browser in, without leaving the page. */
export async function signIn(page: Page, account: Account) {
  const isOffice = account === DEMO_ACCOUNTS.admin
  if (isOffice && officeCookies) return page.context().addCookies(officeCookies)
  await send(page, '/auth', { email: account.email, password: account.password })
  if (isOffice) officeCookies = await page.context().cookies()
}

/** Signs in by the form. */
export async function signInByForm(page: Page, account: Account) {
  await page.goto('/auth')
  await fillIn(page, { Email: account.email, Password: account.password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
}

/** Fills each field, named by its label. */
export async function fillIn(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** The application runs: React has taken over what the server wrote. */
export async function running(page: Page) {
  const taken = () =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))
  await page.waitForFunction(taken)
}

/** Shows intent, as every reader does sooner or later: the application starts. */
export async function wake(page: Page) {
  await page.keyboard.press('Shift')
  await running(page)
}

/** The live region that tells what has happened. */
export const toasts = (page: Page) => page.getByRole('status')

/** The application waits for this call; what happens before it, happens to the page alone. */
export async function withoutApplication(page: Page): Promise<() => void> {
  const begun = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await begun.promise
    await route.continue()
  })
  return begun.resolve
}
