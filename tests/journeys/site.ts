import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { DEMO_ACCOUNTS } from '../../app/content/demo-accounts'
import { readerOf } from './mailbox'

export { DEMO_ACCOUNTS, expect }

/** Playwright's `test` on the running site; `mail` reads the letters that the site sends during the test. */
export const test = base.extend<{ mail: ReturnType<typeof readerOf> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  mail: async ({}, use) => {
    const file = process.env.MAILBOX
    if (!file) throw new Error('MAILBOX is not set: the global setup has not run.')
    await use(readerOf(file))
  },
})

/** Signs in by the form and waits for the page behind it. */
export async function signIn(page: Page, account: { email: string; password: string }) {
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(/\/(dashboard|admin)\b/)
}

/** The page as it stands breaks no rule of WCAG 2.2 A and AA that a program can check. */
export async function expectAccessible(page: Page) {
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const problems = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary ?? ''}`,
    ),
  )
  expect(problems, `accessibility of ${page.url()}`).toEqual([])
}
