import { randomInt } from 'node:crypto'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  type Cookie,
  expect,
  type Locator,
  type Page,
  type WebError,
} from '@playwright/test'
import { DEMO_ACCOUNTS } from '../../app/operations/demo/accounts'
import { giveBack, newPage, takePage } from './browsers'
import { readerOf } from './mailbox'

export { DEMO_ACCOUNTS, expect }

type Account = { email: string; password: string }
export type Mail = ReturnType<typeof readerOf>
export type OpenBrowser = (options?: BrowserContextOptions) => Promise<Page>

/** Browsers log 4xx responses as errors; each journey checks statuses itself. */
const ANSWER =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/

/**
 * Rejections that React Router handles late or not at all: a redirect while it waits for the style sheets of a route,
 * and the end of a response that another navigation aborts.
 */
const ROUTER_REJECTIONS = [
  'Response',
  'AbortError: BodyStreamBuffer was aborted',
  'AbortError: signal is aborted without reason',
]

/** `untouched`: a new browser context, see `browsers.ts`. */
type Fixtures = { untouched: boolean; faults: string[]; mail: Mail; anotherBrowser: OpenBrowser }

/**
 * Playwright's `test` on the running site. `mail`: e-mails of this test; `anotherBrowser`: a page of another context,
 * new if options are given. Script errors and CSP violations fail the test.
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

/** Collects faults until the returned function is called. */
function listen(context: BrowserContext, faults: string[]) {
  const onFault = (fault: WebError) => {
    const text = String(fault.error())
    if (!ROUTER_REJECTIONS.includes(text)) faults.push(text)
  }
  const onMessage = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !ANSWER.test(message.text())) faults.push(message.text())
  }
  context.on('weberror', onFault).on('console', onMessage)
  return () => {
    context.off('weberror', onFault).off('console', onMessage)
  }
}

/** Posts a form with the cookies of the page, without navigation. */
export async function send(page: Page, address: string, form: Record<string, string> = {}) {
  const response = await page.request.post(address, { form, maxRedirects: 0 })
  expect(response.status(), `form to ${address}`).toBe(302)
  await page.context().clearCookies({ name: 'avviso' })
}

/** Shared, because sign-ins are slow. */
let officeCookies: Cookie[] | undefined

/** Signs in without navigation. */
export async function signIn(page: Page, account: Account) {
  const isOffice = account === DEMO_ACCOUNTS.admin
  if (isOffice && officeCookies) return page.context().addCookies(officeCookies)
  await send(page, '/auth', { email: account.email, password: account.password })
  if (isOffice) officeCookies = await page.context().cookies()
}

/** On a device of its own, without navigation. */
export async function endSessionsOf(account: Account, device: Page) {
  await signIn(device, account)
  await send(device, '/dashboard/account', { intent: 'sign-out-everywhere' })
}

/** Signs in by the form. */
export async function signInByForm(page: Page, account: Account) {
  await page.goto('/auth')
  await fillIn(page, { Email: account.email, Password: account.password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(landingOf(account))
}

/** Where a sign-in ends. */
export const landingOf = (account: Account) =>
  account === DEMO_ACCOUNTS.admin ? '/admin/oggi' : '/dashboard'

/** A toast takes Enter only after a moment. */
export async function undoByKeyboard(page: Page) {
  await expect(toasts(page).getByRole('button', { name: 'Ripristina', exact: true })).toBeFocused()
  await page.waitForTimeout(700)
  await page.keyboard.press('Enter')
}

/** By labels. */
export async function fillIn(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/**
 * Waits until the page is hydrated and its listeners work: React marks `main` while it renders, and the page's effects
 * come later. The last of them empties `missed` (`entry.client.tsx`).
 */
export async function running(page: Page) {
  const isRunning = () =>
    window.missed === undefined &&
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))
  await page.waitForFunction(isRunning)
}

/** Starts the application. */
export async function wake(page: Page) {
  await page.keyboard.press('Shift')
  await running(page)
}

/** Opens 'Altro' of a row or a page and takes one of its acts, a link or a button. */
export async function chooseMore(place: Page | Locator, concerning: string, act: string) {
  const menu = place.locator('details.more', { hasText: `: ${concerning}` })
  const chosen = menu.getByRole('link', { name: act }).or(menu.getByRole('button', { name: act }))
  // A focus that a page sets as it arrives closes the menu.
  await expect(async () => {
    if (!(await chosen.isVisible())) await menu.locator('summary').click()
    await chosen.click({ timeout: 2_000 })
  }).toPass()
}

/** The live region. */
export const toasts = (page: Page) => page.getByRole('status')

/** Delays the application until the returned function is called. */
export async function withoutApplication(page: Page): Promise<() => void> {
  const begun = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await begun.promise
    await route.continue()
  })
  return begun.resolve
}
