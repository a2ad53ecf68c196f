import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { aMember, ask, fullName } from './people'
import { DEMO_ACCOUNTS, expect, type Mail, type OpenBrowser, signIn, test, toasts } from './site'

/** The approve button of the next request. */
async function nextApproval(office: Page, row: Locator) {
  const next = row.locator('xpath=following-sibling::li[1]').getByRole('button', { name: /^Approva/ })
  return office.locator(`[id="${await next.getAttribute('id')}"]`)
}

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

  let next = await nextApproval(office, last)
  await last.getByRole('button', { name: /^Approva/ }).click()
  await expect(toasts(office)).toContainText('Iscrizione approvata')
  await expect(next).toBeFocused()
  await expect(next).toBeInViewport({ ratio: 1 })

  const approve = full.getByRole('button', { name: /^Approva/ })
  await approve.click()
  const question = office.getByRole('dialog', { name: 'Corso al completo: approvare comunque?' })
  await expect(question).toContainText(fullName(people[1]))
  await expect(office.getByText('Iscrizione approvata')).toHaveCount(0)
  await question.getByRole('link', { name: 'Chiudi' }).first().click()
  await expect(question).toHaveCount(0)
  await expect(approve).toBeFocused()
  await expect(approve).toBeInViewport({ ratio: 1 })

  next = await nextApproval(office, full)
  await full.getByRole('link', { name: /^Rifiuta/ }).click()
  const dialog = office.getByRole('dialog', { name: 'Rifiutare la richiesta?' })
  await dialog.getByRole('link', { name: 'Chiudi' }).first().click()
  await expect(dialog).toHaveCount(0)
  await expect(full.getByRole('link', { name: /^Rifiuta/ })).toBeInViewport({ ratio: 1 })
  await full.getByRole('link', { name: /^Rifiuta/ }).click()
  await dialog.getByRole('button', { name: 'Rifiuta' }).click()
  await expect(toasts(office)).toContainText('Iscrizione rifiutata')
  await expect(next).toBeFocused()
  await expect(next).toBeInViewport({ ratio: 1 })
}

test('a decision leads to the next request', async ({ mail, anotherBrowser }) => {
  await decide(mail, anotherBrowser, await anotherBrowser({ viewport: { width: 360, height: 740 } }))
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a decision leads to the next request', async ({ mail, anotherBrowser }) => {
    await decide(mail, anotherBrowser, await anotherBrowser())
  })
})
