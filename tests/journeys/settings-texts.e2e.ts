import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { FIRST_QUESTIONS } from '../../app/content/questions'
import { FIRST_TEAM } from '../../app/content/team'
import { FIRST_TEXTS } from '../../app/content/texts'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, signIn, test, toasts } from './site'
import { aFile, expectGood, tabTo } from './walk'

// Each test changes a group that the next one finds restored.
test.describe.configure({ mode: 'default' })

const PAGE = '/admin/impostazioni'
const FIRST_TITLE = FIRST_TEXTS.home.title[0]
const [EXAMPLE] = FIRST_TEAM
const ALT = 'Anna Neri davanti a una lavagna'

const save = (page: Page) => page.getByRole('button', { name: 'Salva', exact: true }).click()
const saved = (page: Page) => expect(toasts(page)).toContainText('Impostazioni salvate')
const title = (page: Page) => page.getByLabel('Titolo, prima riga')
const menuOf = (page: Page, name: string) => page.locator('.setting-list summary', { hasText: name })
const titles = (visitor: Page) => visitor.locator('.faq summary').allInnerTexts()

async function restore(page: Page) {
  await page.getByRole('button', { name: 'Ripristina com’era prima' }).click()
  await expect(toasts(page)).toContainText('Ripristinato com’era prima')
}

async function expectLoaded(photo: Locator) {
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

async function aPhoto(width = 1000, height = 800) {
  const picture = sharp({ create: { width, height, channels: 3, background: { r: 180, g: 120, b: 90 } } })
  return aFile('foto.jpg', await picture.jpeg().toBuffer(), 'image/jpeg')
}

test('the headline changes with its preview, a second tab overwrites nothing, and it is restored', async ({
  page,
  anotherBrowser,
}) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const visitor = await anotherBrowser()
  await page.goto(`${PAGE}/testi`)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  const second = await page.context().newPage()
  await second.goto(`${PAGE}/testi`)

  await title(page).fill('<b>Imparare</b> da ')
  await page.getByRole('button', { name: 'Inserisci: Azienda' }).first().press('Enter')
  await expect(title(page)).toHaveValue('<b>Imparare</b> da [azienda]')
  const preview = page.getByRole('region', { name: 'Come si vede' }).first()
  await expect(preview).toContainText('<b>Imparare</b> da Accademia Truentum')
  await page.getByLabel('Sotto il titolo').fill('l'.repeat(241))
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Al massimo 240 caratteri: ora sono 241')
  await expectGood(page, [320, 1280])
  await page.getByLabel('Sotto il titolo').fill('Corsi per chi lavora.')
  await save(page)
  await saved(page)
  await visitor.goto('/')
  await expect(visitor.locator('h1')).toContainText('<b>Imparare</b> da Accademia Truentum')
  await expect(visitor.locator('.lead').first()).toHaveText('Corsi per chi lavora.')

  await title(second).fill('Un altro titolo')
  await save(second)
  await expect(second.getByRole('alert')).toContainText('Nulla è stato sovrascritto')
  await expect(second.getByRole('row', { name: /^Sotto il titolo/ })).toContainText('il testo nuovo')
  await expect(title(second)).toHaveValue('Un altro titolo')
  await second.close()

  await page.goto('/admin/audit?entita=site_settings')
  await page.getByRole('link', { name: 'Sotto il titolo della home' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('Corsi per chi lavora.')
  await page.goto(`${PAGE}/testi`)
  await restore(page)
  await expect(title(page)).toHaveValue(FIRST_TITLE)
})

test('questions are moved by keyboard, hidden, added and removed, and the home page follows', async ({
  page,
  anotherBrowser,
}) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const visitor = await anotherBrowser()
  const [first = '', next = ''] = FIRST_QUESTIONS.map(({ question }) => question)
  await page.goto(`${PAGE}/domande`)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await tabTo(page, menuOf(page, next))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Sposta su' }))
  await page.keyboard.press('Enter')
  await saved(page)
  await expect(menuOf(page, next)).toBeFocused()
  await visitor.goto('/')
  expect((await titles(visitor)).slice(0, 2)).toEqual([next, first])
  await menuOf(page, first).click()
  await page.getByRole('button', { name: 'Nascondi' }).click()
  await expect(page.getByText('7 nel sito, 1 nascosta')).toBeVisible()
  await visitor.goto('/')
  expect(await titles(visitor)).not.toContain(first)

  await page.getByRole('link', { name: 'Aggiungi una domanda' }).click()
  await page.getByLabel('Domanda', { exact: true }).fill('Dove parcheggio?')
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Scrivi la risposta')
  await expectGood(page, [320, 1280])
  await page.getByLabel('Risposta', { exact: true }).fill('In <i>piazza</i>.')
  await expect(page.getByRole('region', { name: 'Come si vede' })).toContainText('In <i>piazza</i>.')
  await save(page)
  await saved(page)
  await visitor.goto('/')
  await visitor.getByText('Dove parcheggio?').click()
  await expect(visitor.getByText('In <i>piazza</i>.')).toBeVisible()
  await menuOf(page, 'Dove parcheggio?').click()
  await page.getByRole('link', { name: 'Elimina…' }).click()
  const question = page.getByRole('dialog', { name: 'Eliminare la domanda?' })
  await expectGood(page, [320, 1280])
  await question.getByRole('button', { name: 'Elimina' }).click()
  await expect(menuOf(page, 'Dove parcheggio?')).toHaveCount(0)
  await restore(page)
  await expect(menuOf(page, 'Dove parcheggio?')).toHaveCount(1)
})

test('an example of the team becomes a person with a photograph, and so does an office', async ({
  page,
  anotherBrowser,
}) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  const visitor = await anotherBrowser()
  await page.goto(`${PAGE}/squadra`)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await page.getByRole('link', { name: new RegExp(`^Modifica.*${EXAMPLE?.name}`) }).click()
  await page.getByLabel('Nome e cognome').fill('Anna Neri')
  await page.getByLabel('Tre righe').fill('È la voce del telefono.')
  await expectGood(page, [320, 1280])
  await save(page)
  await saved(page)
  await menuOf(page, 'Anna Neri').click()
  await page.getByRole('link', { name: 'Carica foto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Foto della persona' })
  const send = dialog.getByRole('button', { name: 'Carica foto' })
  await dialog.getByLabel('File JPG, PNG o WebP').setInputFiles(await aPhoto(200, 200))
  await dialog.getByLabel('Che cosa mostra').fill(ALT)
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('servono almeno 320 × 400 pixel')
  await expectGood(page, [320, 1280])
  await dialog.getByLabel('File JPG, PNG o WebP').setInputFiles(await aPhoto())
  await send.click()
  await expect(toasts(page)).toContainText('Foto caricata')
  await expect(page.getByRole('img', { name: ALT })).toBeVisible()

  await visitor.goto('/chi-siamo')
  await expect(visitor.getByText('È la voce del telefono.')).toBeVisible()
  await expectLoaded(visitor.getByRole('img', { name: ALT }))
  await expectGood(visitor, [320, 1280])
  await expectValidMarkup(visitor, visitor.url())

  await menuOf(page, 'Anna Neri').click()
  await page.getByRole('link', { name: 'Cambia foto' }).click()
  await dialog.getByText('Rimuovi', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Rimuovi foto' }).click()
  await expect(toasts(page)).toContainText('Foto rimossa')
  await visitor.goto('/chi-siamo')
  await expect(visitor.getByRole('heading', { name: 'Anna Neri' })).toBeVisible()
  await expect(visitor.getByRole('img', { name: ALT })).toHaveCount(0)
  await restore(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a question moves, a person is added and removed, an office gets a photograph', async ({
    page,
    anotherBrowser,
  }) => {
    await signIn(page, DEMO_ACCOUNTS.admin)
    const visitor = await anotherBrowser()
    const last = FIRST_QUESTIONS.at(-1)?.question ?? ''
    await page.goto(`${PAGE}/domande`)
    await menuOf(page, last).click()
    await page.getByRole('button', { name: 'Sposta su' }).last().click()
    await saved(page)
    await visitor.goto('/')
    await expect(visitor.locator('.faq summary').filter({ hasText: last })).toHaveCount(1)
    await restore(page)

    await page.goto(`${PAGE}/squadra/nuova`)
    await page.getByLabel('Nome e cognome').fill('Ugo Verdi')
    await save(page)
    await expect(page.getByRole('alert')).toContainText('Scrivi il ruolo')
    await expect(page.getByLabel('Nome e cognome')).toHaveValue('Ugo Verdi')
    await page.getByLabel('Ruolo').fill('Docente')
    await save(page)
    await saved(page)
    await visitor.goto('/chi-siamo')
    await expect(visitor.getByText('Nove persone')).toBeVisible()
    await menuOf(page, 'Ugo Verdi').click()
    await page.locator('li', { hasText: 'Ugo Verdi' }).getByRole('link', { name: 'Elimina…' }).click()
    await page.getByRole('button', { name: 'Elimina', exact: true }).click()
    await saved(page)
    await visitor.goto('/chi-siamo')
    await expect(visitor.getByText('Otto persone')).toBeVisible()

    await page.goto(`${PAGE}/sedi/fermo/foto`)
    await page.getByLabel('Che cosa mostra').fill('Un portone di travertino')
    await page.getByLabel('File JPG, PNG o WebP').setInputFiles(await aPhoto())
    await page.getByRole('button', { name: 'Carica foto' }).click()
    await expect(toasts(page)).toContainText('Foto caricata')
    await visitor.goto('/contatti')
    await expectLoaded(visitor.getByRole('img', { name: 'Un portone di travertino' }))
    await page.goto(`${PAGE}/sedi/fermo/foto`)
    await page.locator('summary', { hasText: 'Rimuovi' }).click()
    await page.getByRole('button', { name: 'Rimuovi foto' }).click()
    await expect(toasts(page)).toContainText('Foto rimossa')
  })
})
