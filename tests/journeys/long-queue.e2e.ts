import { aCourse, aTitle } from './courses'
import { aMember, ask, NEWEST_REQUESTS, withdrawAll } from './people'
import { DEMO_ACCOUNTS, expect, send, signIn, test } from './site'

test('57 requests take less than 19,000 pixels of a phone, and the page behind is a link away', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const kinds = ['Gestire un Gruppo di Lavoro', 'Costi e Margini per le Imprese', 'Restauro della Pietra']
  const titles = Array.from({ length: 19 }, (_, i) => aTitle(kinds[i % kinds.length]))
  const slugs = await Promise.all(titles.map((title) => aCourse(page, title)))
  const members = [await anotherBrowser(), await anotherBrowser(), await anotherBrowser()]
  for (const member of members) {
    await aMember(member, mail)
    for (const slug of slugs) await ask(member, slug)
  }
  const rows = page
    .getByRole('region', { name: 'Richieste di iscrizione in attesa' })
    .getByRole('list')
    .first()
    .getByRole('listitem')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(NEWEST_REQUESTS)
  await expect(rows).toHaveCount(50)
  const first = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.getByRole('link', { name: 'Più vecchie' }).click()
  await expect(page).toHaveURL(/dopo=/)
  await expect(rows.nth(6)).toBeVisible()
  const heights = await rows.evaluateAll((elements) =>
    elements.map((row) => row.getBoundingClientRect().height),
  )
  const others = heights.slice(0, 7).reduce((sum, height) => sum + height, 0)
  expect(first + others).toBeLessThan(19_000)
  await page.getByRole('link', { name: 'Più recenti' }).click()
  await expect(rows).toHaveCount(50)
  // The other journeys read the first pages of catalogue and queue.
  for (const member of members) await withdrawAll(member)
  for (const slug of slugs) await send(page, `/admin/courses/${slug}/elimina`)
})
