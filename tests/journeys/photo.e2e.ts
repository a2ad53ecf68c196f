import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'
import { expectGood } from './walk'

/** On disk, so that the browser reads it itself. */
async function aPhoto(name: string, width: number, height: number): Promise<string> {
  const path = test.info().outputPath(name)
  await mkdir(dirname(path), { recursive: true })
  const background = { r: 180, g: 120, b: 90 }
  const picture = sharp({ create: { width, height, channels: 3, background } })
  await writeFile(path, await picture.jpeg().toBuffer())
  return path
}

const ALT = 'Un’aula con dodici persone'

test('a course gets a photograph, which visitors see on its card and page, and loses it', async ({
  page,
  anotherBrowser,
}) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const title = aTitle('Foto')
  const slug = await aCourse(page, title)
  await page.goto(`/admin/courses/${slug}/documenti`)
  await page.getByRole('link', { name: 'Carica foto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Foto del corso' })
  const chooser = dialog.getByLabel('File JPG, PNG o WebP')
  const send = dialog.getByRole('button', { name: 'Carica foto' })
  // As by a browser whose file chooser is closed without a file.
  await chooser.dispatchEvent('cancel')
  await chooser.setInputFiles(await aPhoto('piccola.jpg', 640, 480))
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('Scrivi che cosa mostra la foto')
  await dialog.getByLabel('Che cosa mostra').fill(ALT)
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('servono almeno 960 × 600 pixel')
  await expectGood(page, [320, 1280])
  await chooser.setInputFiles(await aPhoto('aula.jpg', 1600, 1200))
  await send.click()
  await expect(toasts(page)).toContainText('Foto caricata')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: ALT })).toBeVisible()

  const visitor = await anotherBrowser()
  const photo = visitor.getByRole('img', { name: ALT })
  for (const address of [`/corsi?q=${encodeURIComponent(title)}`, `/corsi/${slug}`]) {
    await visitor.goto(address)
    await photo.scrollIntoViewIfNeeded()
    await expect(photo).toBeVisible()
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await photo.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-(480|960)\.avif$/)
  }
  await visitor.setViewportSize({ width: 320, height: 800 })
  const shown = await visitor.locator('.course-body > picture img').boundingBox()
  expect(shown && shown.width / shown.height, 'the shape of the photograph on a phone').toBeCloseTo(1.6, 1)
  await expectGood(visitor, [320, 1280])
  await expectValidMarkup(visitor, visitor.url())

  await page.getByRole('link', { name: 'Cambia foto' }).click()
  await dialog.getByText('Rimuovi', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Rimuovi foto' }).click()
  await expect(toasts(page)).toContainText('Foto rimossa')
  await visitor.goto(`/corsi/${slug}`)
  await expect(photo).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a photograph is sent, and what was typed stays', async ({ page }) => {
    await signIn(page, DEMO_ACCOUNTS.admin)
    const slug = await aCourse(page, aTitle('Foto'))
    await page.goto(`/admin/courses/${slug}/documenti/foto`)
    const chooser = page.getByLabel('File JPG, PNG o WebP')
    await page.getByLabel('Che cosa mostra').fill(ALT)
    await chooser.setInputFiles(await aPhoto('piccola.jpg', 640, 480))
    await page.getByRole('button', { name: 'Carica foto' }).click()
    await expect(page.getByRole('alert')).toContainText('servono almeno 960 × 600 pixel')
    await expect(page.getByLabel('Che cosa mostra')).toHaveValue(ALT)
    await chooser.setInputFiles(await aPhoto('aula.jpg', 1600, 1200))
    await page.getByRole('button', { name: 'Carica foto' }).click()
    await expect(toasts(page)).toContainText('Foto caricata')
  })
})
