import type { CDPSession, Page } from '@playwright/test'
import { DEMO_ACCOUNTS, expect, running, signIn, test } from './site'

const COURSE = 'marketing-strategico-e-vendite-4-0'

const PUBLIC = ['/', '/corsi', `/corsi/${COURSE}`, '/contatti', '/auth?scheda=registrazione', '/note-legali']
const OWN = ['/dashboard', '/dashboard/account', '/dashboard/profilo', `/corsi/${COURSE}`]
const OFFICE = [
  '/admin',
  '/admin/oggi',
  '/admin/richieste',
  '/admin/documents',
  '/admin/audit',
  '/admin/contacts?stato=tutte',
  '/admin/people',
  '/admin/mail',
  '/admin/stato',
  '/admin/iscrivi',
  `/admin/courses/${COURSE}`,
  `/admin/courses/${COURSE}/iscritti`,
  `/admin/courses/${COURSE}/iscritti/stampa`,
  `/admin/courses/${COURSE}/panoramica?cerca=leadership`,
  `/admin/courses/new?da=${COURSE}`,
  '/admin/decisioni',
  `/admin/courses/${COURSE}/annulla-edizione`,
  `/admin/courses/${COURSE}/rinvia`,
  `/admin/courses/${COURSE}/conferma`,
  `/admin/courses/${COURSE}/messaggi/nuovo`,
]

type Named = { role: string; name: string; text: string; invalid: boolean }

const NOT_NAMED = ['StaticText', 'InlineTextBox', 'RootWebArea']

type Labelled = HTMLElement & { labels?: NodeListOf<HTMLElement> | null }

/** Runs in the browser. The visible labels of elements, in one call: there are thousands. */
function visibleTexts(...elements: Labelled[]) {
  // biome-ignore lint/performance/useDomNodeTextContent: spaces are compared as they are drawn
  return elements.map((element) => (element.labels?.[0] ?? element).innerText ?? '')
}

/** Accessible names and visible texts, from Chromium's accessibility tree. */
async function namesOn(page: Page): Promise<Named[]> {
  const browser = await page.context().newCDPSession(page)
  const { nodes } = await browser.send('Accessibility.getFullAXTree')
  const named = nodes.filter(
    ({ ignored, role, name, backendDOMNodeId }) =>
      !ignored && !NOT_NAMED.includes(role?.value) && name?.value && backendDOMNodeId,
  )
  const texts = await textsOf(
    browser,
    named.map(({ backendDOMNodeId }) => backendDOMNodeId),
  )
  await browser.detach()
  return named.map(({ role, name, properties = [] }, index) => ({
    role: role?.value,
    name: name?.value,
    text: texts[index] ?? '',
    invalid: properties.some((property) => property.name === 'invalid' && property.value.value !== 'false'),
  }))
}

async function textsOf(browser: CDPSession, nodes: (number | undefined)[]): Promise<string[]> {
  const resolved = await Promise.all(
    nodes.map((backendNodeId) => browser.send('DOM.resolveNode', { backendNodeId })),
  )
  const elements = resolved.map(({ object: { objectId } }) => ({ objectId }))
  const { result } = await browser.send('Runtime.callFunctionOn', {
    objectId: elements[0]?.objectId,
    arguments: elements,
    returnByValue: true,
    functionDeclaration: visibleTexts.toString(),
  })
  return result.value
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
const letters = (text: string) => text.replace(/[\s\u200b]/g, '').toLowerCase()
const OPERATED = ['button', 'checkbox', 'combobox', 'link', 'tab', 'textbox']

/** A name contains the visible text (WCAG 2.5.3). */
async function expectGoodNames(page: Page, addresses: string[]) {
  for (const address of addresses) {
    await page.goto(address)
    // Member pages hydrate at once, and open dialogs as modal.
    if (await page.locator('[data-hydrate]').count()) await running(page)
    const named = await namesOn(page)
    const same = named.filter(({ name, text }) => letters(name) === letters(text))
    expect(same.length, `names that are the visible text of ${address}`).toBeGreaterThan(5)
    const pieced = same.filter(({ name, text }) => tidy(name) !== tidy(text))
    expect.soft(pieced, `names with other spaces than the visible text of ${address}`).toEqual([])
    const renamed = named
      .filter(({ role }) => OPERATED.includes(role))
      .filter(({ name, text }) => !letters(name).includes(letters(text.replace(/[↕↑↓]/g, ''))))
    expect.soft(renamed, `names without the visible text of ${address}`).toEqual([])
    const invalid = named.filter((element) => element.invalid)
    expect.soft(invalid, `fields called invalid before anybody used them on ${address}`).toEqual([])
  }
}

test('a screen reader reads the names of public pages as they are seen', async ({ page }) => {
  await expectGoodNames(page, PUBLIC)
})

test('a screen reader reads the names of a member’s pages as they are seen', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.member)
  await expectGoodNames(page, OWN)
})

test('a screen reader reads the names of the office’s pages as they are seen', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await expectGoodNames(page, OFFICE)
})

test('a field is called invalid once its value is refused', async ({ page }) => {
  await page.goto('/contatti')
  await page.getByRole('button', { name: 'Invia richiesta' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  const invalid = (await namesOn(page)).filter((element) => element.invalid).map(({ role }) => role)
  expect(invalid).toEqual(expect.arrayContaining(['textbox', 'combobox', 'checkbox']))
})
