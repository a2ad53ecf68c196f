import { aCourse, aTitle } from './courses'
import { DEMO_ACCOUNTS, expect, signIn, test } from './site'
import { expectGood } from './walk'

const OFFERED = 40

test('every course can be chosen in the contact form, however many there are', async ({
  page,
  anotherBrowser,
}) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const word = aTitle('Tornitura')
  // After every other course, so that the last ones do not travel with the page.
  for (let i = 0; i <= OFFERED; i++)
    await aCourse(page, `${word} ${i}`, { sessions: `${(i % 28) + 1}/11/2099`, maxPartecipanti: '' })

  const visitor = await anotherBrowser()
  await visitor.goto('/contatti')
  const field = visitor.getByLabel('Corso di interesse')
  const options = visitor.locator('datalist option')
  const offered = await options.allTextContents()
  expect(offered.length).toBeLessThan(OFFERED + 10)
  const missing = Array.from({ length: OFFERED + 1 }, (_, i) => `${word} ${i}`).find(
    (title) => !offered.includes(title),
  )
  expect(missing).toBeDefined()
  await field.fill(missing ?? '')
  await expect(options.filter({ hasText: new RegExp(`^${missing}$`) })).toHaveCount(1)
  await expectGood(visitor)
})
