import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Download, Page } from '@playwright/test'
import { anEncryptedPdf, aPdf, aPdfOf } from '../pdfs'
import { aComingCourse } from './courses'
import { expectValidMarkup } from './markup'
import { chooseMore, DEMO_ACCOUNTS, expect, running, signIn, test, toasts, wake } from './site'
import { aFile, expectGood } from './walk'

const MEGABYTE = 1024 * 1024

/** On disk, so that the browser reads it itself. */
async function aBrochure(size?: number): Promise<string> {
  const path = test.info().outputPath(`${size ?? 'small'}`, 'brochure.pdf')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, size ? await aPdfOf(size) : await aPdf())
  return path
}

function dialogOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Brochure del corso' })
  return {
    dialog,
    chooser: dialog.getByLabel('File PDF'),
    send: dialog.getByRole('button', { name: 'Carica PDF' }),
    note: dialog.getByText('PDF attualmente caricato'),
  }
}

const contentOf = async (download: Download) => (await readFile(await download.path())).toString('latin1')

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

test('a brochure is given to a course, replaced, restored, downloaded by a visitor and taken away', async ({
  page,
  anotherBrowser,
}) => {
  const { title, slug } = await aComingCourse(page)
  const visitor = await anotherBrowser()
  const link = visitor.getByRole('link', { name: 'Scarica la brochure' })
  await visitor.goto(`/corsi/${slug}`)
  await expect(link).toHaveCount(0)

  const open = async (action: string) => {
    await page.goto(`/admin?q=${encodeURIComponent(title)}`)
    await chooseMore(page, title, action)
  }
  await open('Carica PDF')
  const { dialog, chooser, send, note } = dialogOf(page)
  await expect(dialog).toContainText(title)
  await expect(note).toHaveCount(0)
  await chooser.setInputFiles(await aBrochure(1.5 * MEGABYTE))
  await expect(chooser).toHaveAccessibleDescription('brochure.pdf, 1,50 MB')
  await send.click()
  await expect(toasts(page)).toContainText('PDF caricato con successo')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/admin?q=${encodeURIComponent(title).replaceAll('%20', '+')}`)

  const replace = async () => {
    await open('Sostituisci PDF')
    await expect(note).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Scarica (1,50 MB)' })).toBeVisible()
    await chooser.setInputFiles(aFile('nuova.pdf', await aPdf((pdf) => pdf.setSubject('seconda edizione'))))
    await send.click()
    await expect(toasts(page)).toContainText('PDF aggiornato')
  }
  await replace()
  await toasts(page).getByRole('button', { name: 'Ripristina', exact: true }).click()
  await expect(toasts(page)).toContainText('PDF ripristinato')
  await expect(dialog).toBeHidden()
  await replace()

  await visitor.reload()
  await wake(visitor)
  const [download] = await Promise.all([visitor.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe(`${slug}.pdf`)
  expect(await contentOf(download)).toMatch(/^%PDF-/)
  await expect(toasts(visitor)).toContainText('Download avviato')
  await expect(toasts(visitor)).toContainText('Il PDF del corso è stato scaricato con successo')

  await open('Sostituisci PDF')
  await dialog.getByText('Rimuovi', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Rimuovi PDF' }).click()
  await expect(toasts(page)).toContainText('PDF rimosso')
  await visitor.reload()
  await expect(link).toHaveCount(0)
})

test('what is no PDF to read is refused, beside the field and in a toast', async ({ page, faults }) => {
  const { slug } = await aComingCourse(page)
  await page.goto(`/admin/courses/${slug}/pdf`)
  const { dialog, chooser, send } = dialogOf(page)
  const refused = async (title: string, sentence: string) => {
    await expect(dialog.getByRole('alert')).toBeFocused()
    await expect(chooser).toHaveAccessibleDescription(new RegExp(`^${sentence.replaceAll('.', '\\.')}`))
    await expect(toasts(page)).toContainText(title)
    await expect(toasts(page)).toContainText(sentence)
  }
  await send.click()
  await refused('Nessun file selezionato', 'Seleziona un file PDF da caricare')
  await expectGood(page)

  await chooser.setInputFiles(aFile('finta.pdf', '<html><script>alert(1)</script></html>'))
  await send.click()
  await refused('Formato non supportato', 'Puoi caricare solo file PDF')

  await chooser.setInputFiles(aFile('protetto.pdf', await anEncryptedPdf()))
  await send.click()
  await refused('Errore durante il caricamento', 'Il PDF è protetto da password.')

  await chooser.setInputFiles(await aBrochure(10 * MEGABYTE + 1))
  await send.click()
  await refused('Errore durante il caricamento', 'Il file è troppo grande: il limite è 10 MB.')

  await page.route('**/pdf', (route) => route.abort())
  await chooser.setInputFiles(await aBrochure())
  await send.click()
  await refused('Errore durante il caricamento', 'Upload fallito')
  expect(faults.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
  await page.unroute('**/pdf')

  await page.route('**/pdf', (route) =>
    route.fulfill({ status: 503, body: '<h1>Qualcosa è andato storto</h1>' }),
  )
  await send.click()
  await refused('Errore durante il caricamento', 'Upload fallito')
  expect(faults.splice(0)).toEqual([expect.stringContaining('a status of 503')])
  await page.unroute('**/pdf')
  await send.click()
  await expect(toasts(page)).toContainText('PDF caricato con successo')
})

test('an ended session leads to the sign-in with its reason', async ({ page }) => {
  const { slug } = await aComingCourse(page)
  await page.goto(`/admin/courses/${slug}/pdf`)
  const { chooser, send } = dialogOf(page)
  await running(page)
  await chooser.setInputFiles(await aBrochure())
  await page.context().clearCookies({ name: /session/ })
  await send.click()
  await expect(page).toHaveURL(`/auth?verso=${encodeURIComponent(`/admin/courses/${slug}/pdf`)}`)
  await expect(toasts(page)).toContainText('Sessione non valida')
})

test('a slow upload shows how far it is, and can be stopped', async ({ page }) => {
  const { slug } = await aComingCourse(page)
  await page.goto(`/admin/courses/${slug}/pdf`)
  const { dialog, chooser, send } = dialogOf(page)
  await running(page)
  const network = await page.context().newCDPSession(page)
  const throttle = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    })
  await throttle(50_000)
  await chooser.setInputFiles(await aBrochure(9 * MEGABYTE))
  await send.click()
  const progress = dialog.getByRole('progressbar', { name: 'Caricamento: brochure.pdf' })
  await expect(progress).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Caricamento...' })).toBeDisabled()
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0)
  await expectGood(page, [320])
  await dialog.getByRole('button', { name: 'Interrompi' }).click()
  await expect(progress).toHaveCount(0)
  await expect(send).toBeFocused()
  await throttle(-1)
  await send.click()
  await expect(toasts(page)).toContainText('PDF caricato con successo')
})

test('a brochure can be given with the keyboard alone', async ({ page }) => {
  const { title, slug } = await aComingCourse(page)
  // Before the click: Chromium must intercept the chooser.
  const choosing = page.waitForEvent('filechooser')
  await page.goto(`/admin?q=${encodeURIComponent(title)}`)
  await running(page)
  await page.locator('details.more', { hasText: title }).locator('summary').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Carica PDF' }).focus()
  await page.keyboard.press('Enter')
  const { dialog, chooser } = dialogOf(page)
  await expect(chooser).toBeFocused()
  await page.keyboard.press('Enter')
  const choice = await choosing
  await choice.setFiles(await aBrochure())
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Carica PDF' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('PDF caricato con successo')
  await page.goto(`/admin/courses/${slug}/pdf`)
  await running(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a failed download is reported', async ({ page }) => {
  await page.goto('/corsi/leadership-team-empowerment')
  await running(page)
  await page.route('**/brochure?*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Scarica la brochure' }).click()
  await expect(toasts(page).first()).toContainText('Errore durante il download')
  await expect(toasts(page).first()).toContainText('Non è stato possibile scaricare il PDF')
})

test('everybody can use the dialog', async ({ page }) => {
  const address = '/admin/courses/leadership-team-empowerment/pdf'
  await expectValidMarkup(page, address)
  await page.goto(address)
  await page.getByText('Rimuovi', { exact: true }).click()
  await expectGood(page)
  const course = '/corsi/leadership-team-empowerment'
  await expectValidMarkup(page, course)
  const response = await page.request.get('/admin/courses/nessuno/pdf')
  expect(response.status()).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a brochure is refused, given, removed, restored and downloaded', async ({ page }) => {
    const { title, slug } = await aComingCourse(page)
    await page.goto(`/admin/courses/${slug}/pdf`)
    const { dialog, chooser, send } = dialogOf(page)
    for (const [file, sentence] of [
      [null, 'Seleziona un file PDF da caricare'],
      [aFile('finta.pdf', 'testo'), 'Puoi caricare solo file PDF'],
      [await aBrochure(10 * MEGABYTE + 1), 'Il file è troppo grande: il limite è 10 MB.'],
      [await aBrochure(30 * MEGABYTE), 'Il file è troppo grande: il limite è 10 MB.'],
    ] as const) {
      if (file) await chooser.setInputFiles(file)
      await send.click()
      await expect(page).toHaveTitle(/^Errore: /)
      await expect(dialog.getByRole('alert')).toContainText(sentence)
      await expect(chooser).toHaveAccessibleDescription(new RegExp(`^${sentence}`))
    }
    // The message stays and covers nothing.
    await expect(toasts(page)).toContainText('troppo grande')
    await page.setViewportSize({ width: 1280, height: 600 })
    await send.click({ trial: true })
    await chooser.setInputFiles(await aBrochure(10 * MEGABYTE))
    await send.click()
    await expect(toasts(page)).toContainText('PDF caricato con successo')
    await expect(toasts(page)).toContainText(title)
    await page.goto(`/admin/courses/${slug}/pdf`)
    await dialog.getByText('Rimuovi', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Rimuovi PDF' }).click()
    await expect(toasts(page)).toContainText('PDF rimosso')
    await toasts(page).getByRole('button', { name: 'Ripristina', exact: true }).click()
    await expect(toasts(page)).toContainText('PDF ripristinato')
    await page.goto(`/corsi/${slug}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Scarica la brochure' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${slug}.pdf`)
  })
})
