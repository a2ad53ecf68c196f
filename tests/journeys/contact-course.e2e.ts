import { aCourse, aTitle } from './courses'
import { DEMO_ACCOUNTS, expect, signIn, test } from './site'
import { expectGood } from './walk'

test('a course that does not travel with the page is found while its title is typed', async ({
  page,
  anotherBrowser,
}) => {
  const visitor = await anotherBrowser()
  await visitor.goto('/contatti')
  const options = visitor.locator('datalist option')
  await expect(options.filter({ hasText: 'Controllo di Gestione per PMI' })).toHaveCount(1)

  await signIn(page, DEMO_ACCOUNTS.admin)
  const title = aTitle('Tornitura')
  await aCourse(page, title)
  await visitor.getByLabel('Corso di interesse').fill('Torn')
  await expect(options.filter({ hasText: title })).toHaveCount(1)
  await expect(options.filter({ hasText: 'Controllo di Gestione per PMI' })).toHaveCount(1)
  await expectGood(visitor)
})
