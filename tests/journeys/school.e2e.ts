import { FIRST_COMPANY } from '../../app/content/company'
import { FIRST_TEAM } from '../../app/content/team'
import { mapProvider } from '../../app/site/map-provider'
import { expect, test, wake } from './site'
import { expectGood } from './walk'

test('the map comes from its provider after a click that names it, and not before', async ({
  page,
  context,
}) => {
  const asked: string[] = []
  await context.route(`${mapProvider.origin}/**`, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Mappa</title>' })
  })
  await page.goto('/contatti', { waitUntil: 'networkidle' })
  await wake(page)
  await expect(page.getByText(`La mappa è di ${mapProvider.name}: se la apri,`)).toBeVisible()
  expect(asked).toEqual([])

  await page.getByRole('button', { name: 'Mostra la mappa di Fermo' }).click()
  await expect(page.getByTitle('Mappa della sede di Fermo')).toBeVisible()
  await expect.poll(() => asked).toEqual([expect.stringContaining('marker=43.1605%2C13.7158')])
  await expectGood(page)

  await page.getByRole('button', { name: 'Chiudi la mappa di Fermo' }).click()
  await expect(page.getByRole('img', { name: 'Cartina disegnata' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)

  await page.setViewportSize({ width: 768, height: 900 })
  const [drawing, caption] = [page.locator('.map svg'), page.locator('.map figcaption')]
  const [above, below] = [await drawing.boundingBox(), await caption.boundingBox()]
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), 'from drawing to caption').toBeLessThan(24)
})

test('the map is there although it was asked for before the application could answer', async ({
  page,
  context,
}) => {
  const map = { contentType: 'text/html', body: '<!doctype html><title>Mappa</title>' }
  await context.route(`${mapProvider.origin}/**`, (route) => route.fulfill(map))
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/contatti')
  await page.getByRole('button', { name: 'Mostra la mappa di Fermo' }).click()
  await expect(page.getByTitle('Mappa della sede di Fermo')).toBeInViewport({ ratio: 0.95 })
})

test('without JavaScript the map is a link, and no button does nothing', async ({ anotherBrowser }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false })
  await page.goto('/contatti')
  await expect(page.getByRole('button', { name: 'Mostra la mappa' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Come arrivare ad Ascoli Piceno' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Come arrivare a Fermo' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\//,
  )
})

test('the contacts page shows opening hours and whether the office is open', async ({ page }) => {
  await page.goto('/contatti')
  const details = page.getByRole('main')
  await expect(details).toContainText('Lunedì-venerdì 8:30-12:30 e 14:30-18:30')
  await expect(details).toContainText('Sabato e domenica chiusa')
  await expect(details).toContainText(/Aperta, fino alle (12|18):30|Chiusa.*, riapre .*alle (8|14):30/)
})

test('the foot of a page leads to the courses and to ’Chi siamo’', async ({ page }) => {
  for (const [name, address] of Object.entries({ Corsi: '/corsi', 'Chi siamo': '/chi-siamo' })) {
    await page.goto('/contatti')
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
  }
})

test('’Chi siamo’ shows story, values, partnership and team', async ({ page }) => {
  await page.goto('/chi-siamo')
  for (const name of ['La nostra storia', 'Insieme all’università', 'Le persone'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  for (const name of ['Qualità', 'Professionalità', 'Centralità del cliente', 'Aggiornamento continuo'])
    await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible()
  const years = new Date().getFullYear() - FIRST_COMPANY.founded
  await expect(page.getByText(`dopo oltre ${years} anni`)).toBeVisible()

  const people = page.getByRole('region', { name: 'Le persone' }).getByRole('listitem')
  await expect(people).toHaveCount(8)
  for (const { name, role } of FIRST_TEAM) await expect(people.filter({ hasText: name })).toContainText(role)
  await expect(page.getByText('Persone di esempio: i nomi sono inventati.')).toBeVisible()
})
