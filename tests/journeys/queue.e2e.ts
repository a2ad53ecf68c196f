import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { aMember, ask, fullName, withdrawAll } from './people'
import { DEMO_ACCOUNTS, expect, type Mail, type OpenBrowser, running, signIn, test, toasts } from './site'

// One after the other: a press at a place of the screen may meet a row of the other test.
test.describe.configure({ mode: 'default' })

/** Milliseconds between the presses of a slow double click. */
const SLOW = 450

async function decide(mail: Mail, anotherBrowser: OpenBrowser, office: Page) {
  await signIn(office, DEMO_ACCOUNTS.admin)
  const id = randomUUID()
  const slug = await aCourse(office, aTitle('Prossima'), { id, maxPartecipanti: '1' })
  const people = []
  for (const name of ['Ada', 'Bice', 'Carlo']) {
    const browser = await anotherBrowser()
    people.push(await aMember(browser, mail, name))
    await ask(browser, slug)
  }
  const [, full, last] = people.map((person) =>
    office.getByRole('listitem').filter({ hasText: person.email }),
  )
  if (!full || !last || !people[1]) throw new Error('Three people have asked.')
  await office.goto(`/admin/richieste?corso=${id}&ordine=recenti`)

  await last.getByRole('button', { name: /^Approva/ }).click()
  await expect(toasts(office)).toContainText('Iscrizione approvata')
  await expectDecided(last, 'Approvato')

  const approve = full.getByRole('button', { name: /^Approva/ })
  await approve.click()
  const question = office.getByRole('dialog', { name: 'Corso al completo: approvare comunque?' })
  await expect(question).toContainText(fullName(people[1]))
  await expect(office.getByText('Iscrizione approvata')).toHaveCount(0)
  await question.getByRole('link', { name: 'Chiudi' }).first().click()
  await expect(question).toHaveCount(0)
  await expect(approve).toBeFocused()
  await expect(approve).toBeInViewport({ ratio: 1 })

  await full.getByRole('link', { name: /^Rifiuta/ }).click()
  const dialog = office.getByRole('dialog', { name: 'Rifiutare la richiesta?' })
  await dialog.getByRole('link', { name: 'Chiudi' }).first().click()
  await expect(dialog).toHaveCount(0)
  await expect(full.getByRole('link', { name: /^Rifiuta/ })).toBeInViewport({ ratio: 1 })
  await full.getByRole('link', { name: /^Rifiuta/ }).click()
  await dialog.getByRole('button', { name: 'Rifiuta' }).click()
  await expect(toasts(office)).toContainText('Iscrizione rifiutata')
  await expectDecided(full, 'Rifiutato')
  await expectDecided(last, 'Approvato', false)

  await full.getByRole('button', { name: /^Ripristina/ }).click()
  await expect(toasts(office)).toContainText('Ripristinato')
  await expect(full.getByRole('button', { name: /^Approva/ })).toBeVisible()
  await office.goto(`/admin/richieste?corso=${id}&ordine=recenti`)
  await expect(full).toHaveCount(1)
  await expect(last).toHaveCount(0)
}

/** The row stands where it stood, says what became of the request, and has the focus after the decision. */
async function expectDecided(row: Locator, state: string, focused = true) {
  await expect(row).toContainText(state)
  await expect(row.getByRole('button', { name: /^Approva/ })).toHaveCount(0)
  await expect(row).toBeInViewport({ ratio: 1 })
  if (focused) await expect(row).toBeFocused()
}

async function clickSlowlyTwice(mail: Mail, anotherBrowser: OpenBrowser, scripted: boolean) {
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  const title = aTitle('Doppio')
  const member = await anotherBrowser()
  await aMember(member, mail)
  const asked = 6
  for (let i = 0; i < asked; i++) await ask(member, await aCourse(office, `${title} ${i}`))
  const pending = office.getByRole('button', { name: new RegExp(`^Approva: .*${title}`) })
  let left = asked
  for (const address of ['/admin/richieste?ordine=recenti', '/admin']) {
    await office.goto(address)
    if (scripted) await running(office)
    const strip = office.locator('summary', { hasText: 'Richieste di iscrizione in attesa' })
    if (address === '/admin') await strip.click()
    for (const pause of [SLOW, 150]) {
      const button = pending.nth(1)
      await button.scrollIntoViewIfNeeded()
      // Without a script the buttons rest for a second.
      await button.click({ trial: true })
      const box = await button.boundingBox()
      if (!box) throw new Error('The button is on the screen.')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await office.mouse.click(x, y)
      await office.waitForTimeout(pause)
      await office.mouse.click(x, y)
      await expect(pending).toHaveCount(--left)
      await office.waitForTimeout(1_000)
      await expect(pending).toHaveCount(left)
      await expect(office.getByRole('dialog')).toHaveCount(0)
    }
  }
  await withdrawAll(member)
}

test('a slow double click decides one request, in the queue and on the overview', async ({
  mail,
  anotherBrowser,
}) => {
  await clickSlowlyTwice(mail, anotherBrowser, true)
})

test('a decision stays in its place', async ({ mail, anotherBrowser }) => {
  await decide(mail, anotherBrowser, await anotherBrowser({ viewport: { width: 360, height: 740 } }))
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a decision stays in its place', async ({ mail, anotherBrowser }) => {
    await decide(mail, anotherBrowser, await anotherBrowser())
  })

  test('a slow double click decides one request', async ({ mail, anotherBrowser }) => {
    await clickSlowlyTwice(mail, anotherBrowser, false)
  })
})
