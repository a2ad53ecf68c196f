import { randomUUID } from 'node:crypto'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, enrol, expectOnDashboard, fullName, type Person } from './people'
import {
  chooseMore,
  DEMO_ACCOUNTS,
  expect,
  type Mail,
  type OpenBrowser,
  running,
  signIn,
  test,
  toasts,
} from './site'
import { expectGood } from './walk'

test.beforeEach(async ({ page }) => signIn(page, DEMO_ACCOUNTS.admin))

/** Enrolled by the office in a new course. */
async function aRoster(page: Page, open: OpenBrowser, mail: Mail, names: string[]) {
  const [id, title] = [randomUUID(), aTitle('Registro')]
  const slug = await aCourse(page, title, { id, maxPartecipanti: '5' })
  const people: Person[] = []
  for (const name of names) {
    const person = await aMember(await open(), mail, name)
    await enrol(page, person, id)
    people.push(person)
  }
  return { title, slug, people, address: `/admin/courses/${slug}/iscritti` }
}

/** Paper shows the whole list as a table with its title, over several sheets if necessary. */
async function expectPrinted(page: Page, title: string, people: Person[]) {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 200 })
  await page.evaluate(() => window.scrollTo(0, 0))
  for (const text of [title, ...people.map(({ firstName, lastName }) => `${lastName} ${firstName}`)]) {
    const printed = page.getByText(text, { exact: true })
    await expect(printed).toBeVisible()
    expect((await printed.boundingBox())?.y, text).toBeGreaterThanOrEqual(0)
  }
  await expect(page.getByRole('columnheader', { name: 'Persona' })).toBeVisible()
  for (const hidden of [page.getByRole('button'), page.getByRole('banner'), page.getByRole('contentinfo')])
    await expect(hidden.filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: null })
  expect(await printedMailLinks(page, '29.7cm')).toEqual({ sheets: 1, links: people.map(mailTo).sort() })
  const { sheets, links } = await printedMailLinks(page, '5cm')
  expect(sheets).toBeGreaterThan(1)
  expect(links).toEqual(people.map(mailTo).sort())
  await page.setViewportSize({ width: 1280, height: 720 })
}

const mailTo = ({ email }: Person) => `mailto:${email}`

/** Visible e-mail links and sheets on A4. */
async function printedMailLinks(page: Page, height: string) {
  const printed = await PDFDocument.load(await page.pdf({ width: '21cm', height }))
  const sheets = printed.getPages()
  const links = sheets.flatMap((sheet) => {
    const notes = sheet.node.Annots()?.asArray() ?? []
    return notes.flatMap((note) => {
      const facts = printed.context.lookup(note, PDFDict)
      const box = facts.lookup(PDFName.of('Rect'), PDFArray).asRectangle()
      const address = facts.lookupMaybe(PDFName.of('A'), PDFDict)?.lookupMaybe(PDFName.of('URI'), PDFString)
      const isSeen = box.y >= 0 && box.y + box.height <= sheet.getHeight()
      return isSeen && address?.asString().startsWith('mailto:') ? [address.asString()] : []
    })
  })
  return { sheets: sheets.length, links: [...new Set(links)].sort() }
}

test('the roster shows who is in, moves one person and then everybody on, and everybody can use it', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { title, people, address } = await aRoster(page, anotherBrowser, mail, ['Ada', 'Bruno', 'Carla'])
  await page.goto(`/admin?q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: `Iscritti 3: ${title}` }).click()
  const roster = page.getByRole('region', { name: 'Iscritti', exact: true })
  await expect(roster).toContainText('3 iscritti su 5 posti')
  const [ada] = people as [Person, Person, Person]
  const row = roster.getByRole('row', { name: fullName(ada) })
  await expect(row).toContainText(ada.email)
  await expect(row).toContainText('Approvato')

  const mark = (act: string) => chooseMore(row, fullName(ada), act)
  const question = roster.getByText(
    `Il corso non è ancora iniziato (prima sessione il 10 marzo 2099). Segnare ${fullName(ada)} come «In corso»?`,
  )
  await mark('Segna «In corso»')
  await expect(question).toBeFocused()
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await roster.getByRole('link', { name: 'Lascia com’è' }).click()
  await expect(question).toHaveCount(0)
  await expect(row).toBeFocused()
  await mark('Segna «In corso»')
  await roster.locator('.to-confirm').getByRole('button', { name: 'Segna «In corso»' }).click()
  await expect(toasts(page)).toContainText('Segnato come «In corso»')
  await expect(row).toBeFocused()
  await expectGood(page)
  await mark('Segna «Completato»')
  await roster.locator('.to-confirm').getByRole('button', { name: 'Segna «Completato»' }).click()
  await expect(toasts(page)).toContainText('Segnato come «Completato»')

  await mark('Riporta a in corso')
  await expect(roster).toContainText('2 da iniziare, 1 in corso')
  await mark('Riporta ad approvato')
  await expect(roster).toContainText('3 da iniziare')
  await mark('Segna «In corso»')
  await roster.locator('.to-confirm').getByRole('button', { name: 'Segna «In corso»' }).click()
  await mark('Segna «Completato»')
  await roster.locator('.to-confirm').getByRole('button', { name: 'Segna «Completato»' }).click()
  await expect(roster).toContainText('2 da iniziare, 1 completato')

  await roster.getByRole('link', { name: 'Segna tutti in corso (2)' }).click()
  await expect(roster.getByText('Segnare come «In corso» 2 iscrizioni?')).toBeFocused()
  await expect(roster).toContainText('Il corso non è ancora iniziato.')
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await roster.getByRole('button', { name: 'Segna tutti' }).click()
  await expect(toasts(page)).toContainText('Segnato come «In corso»: 2 iscrizioni')
  await expect(roster).toContainText('2 in corso, 1 completato')
  await expect(roster.locator('#azioni')).toBeFocused()
  await expectPrinted(page, title, people)

  const member = await anotherBrowser()
  await signIn(member, ada)
  await expectOnDashboard(member, title, 'Completato')
  await member.goto(address)
  await expect(member).toHaveURL('/')
  await expect(toasts(member)).toContainText('Accesso negato')
})

test('the roster is printed from a page of its own, with who approved and when, and nothing of the frame', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { title, people, address } = await aRoster(page, anotherBrowser, mail, ['Ada', 'Bruno'])
  await page.goto(address)
  await chooseMore(page, 'foglio firme', 'Elenco per la segreteria')
  await expect(page.getByRole('heading', { name: `Iscritti: ${title}` })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('10 mar 2099, Fermo')
  for (const person of people) {
    const row = page.getByRole('row', { name: fullName(person) })
    await expect(row).toContainText(/Approvato\s*Anna Conti\s*\d\d\/\d\d\/20\d\d \d\d:\d\d/)
  }
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  for (const hidden of ['button', 'banner', 'navigation', 'link'] as const)
    await expect(page.getByRole(hidden).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Approvato da' })).toBeVisible()
  expect((await printedMailLinks(page, '29.7cm')).sheets).toBe(1)
  await page.emulateMedia({ media: null })

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('link', { name: 'Foglio firme' }).click()
  await expect(page.getByRole('main')).toContainText('martedì 10 marzo 2099')
  const [ada] = people as [Person, Person]
  await expect(page.getByRole('row', { name: `${ada.lastName} ${ada.firstName}` })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('@')
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  await page.getByRole('link', { name: 'Cartellini' }).click()
  const badge = page.getByRole('listitem').filter({ hasText: ada.lastName })
  await expect(badge).toContainText(title)
  await expectGood(page)
  await expectValidMarkup(page, page.url())
  for (const people of [8, 12]) {
    await page.evaluate((people) => {
      const list = document.querySelector('.badges')
      const badge = list?.firstElementChild
      while (badge && list && list.children.length < people) list.append(badge.cloneNode(true))
    }, people)
    const sheets = (await PDFDocument.load(await page.pdf({ format: 'A4' }))).getPageCount()
    expect(sheets).toBe(people / 4 - 1)
  }
})

test('chosen participants are written to, marked and moved together', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { people, address } = await aRoster(page, anotherBrowser, mail, ['Ada', 'Bruno', 'Carla'])
  const elsewhere = aTitle('Altrove')
  await aCourse(page, elsewhere)
  const [ada, bruno, carla] = people as [Person, Person, Person]
  const bar = page.getByRole('region', { name: 'Iscritti scelti' })
  const choose = async () => {
    for (const person of [ada, bruno])
      await page.getByRole('checkbox', { name: `Scegli: ${fullName(person)}` }).check()
  }
  await page.goto(address)
  await running(page)
  await expect(bar).toHaveCount(0)
  await choose()
  await expect(bar).toContainText('2 scelti')
  for (const person of [ada, bruno]) await expect(bar).toContainText(fullName(person))
  await expectGood(page)
  await bar.getByRole('button', { name: 'Scrivi a 2' }).click()
  await expect(page.getByRole('radio', { name: 'Scelti a mano' })).toBeChecked()
  const readers = page.getByRole('group', { name: 'A chi' })
  for (const person of [ada, bruno]) await expect(readers.locator('summary')).toContainText(fullName(person))
  await expect(readers.locator('summary')).not.toContainText(fullName(carla))

  await page.goto(address)
  await running(page)
  await choose()
  await page.context().setOffline(true)
  await bar.getByRole('button', { name: 'Segna «In corso»' }).press('Enter')
  await expect(toasts(page)).toContainText('Il modulo non è partito')
  await expect(bar).toContainText('2 scelti')
  await page.context().setOffline(false)
  await bar.getByRole('button', { name: 'Segna «In corso»' }).click()
  const question = page.getByText('Segnare come «In corso» 2 persone')
  await expect(question).toBeFocused()
  await expect(question).toContainText(fullName(bruno))
  await expectGood(page, [320, 1280])
  await page.locator('.to-confirm').getByRole('button', { name: 'Segna «In corso»' }).click()
  await expect(toasts(page)).toContainText('Segnato come «In corso»: 2 iscrizioni')
  await expect(bar).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await choose()
  await page.getByRole('checkbox', { name: `Scegli: ${fullName(carla)}` }).check()
  await expect(bar.getByRole('button', { name: 'Segna' }).filter({ visible: true })).toHaveCount(0)
  await chooseMore(bar, 'Iscritti scelti', 'Sposta in un’altra edizione…')
  await page.getByLabel('Cerca un altro corso').fill(elsewhere)
  await page.getByRole('button', { name: 'Cerca' }).click()
  await expectGood(page, [320, 1280])
  await page.getByRole('radio', { name: elsewhere }).check()
  await page.getByRole('button', { name: 'Sposta 3' }).click()
  await expect(toasts(page)).toContainText('3 iscrizioni spostate')
  await toasts(page).getByRole('button', { name: 'Ripristina' }).click()
  await expect(toasts(page)).toContainText('Ripristinato')
  await expect(page.getByRole('checkbox', { name: `Scegli: ${fullName(carla)}` })).toBeVisible()
})

test('an outdated page says so', async ({ page, anotherBrowser, mail }) => {
  const { people, address } = await aRoster(page, anotherBrowser, mail, ['Ada', 'Bruno'])
  const [ada] = people as [Person, Person]
  const [second, third] = [await anotherBrowser(), await anotherBrowser()]
  for (const office of [second, third]) await signIn(office, DEMO_ACCOUNTS.admin)
  await page.goto(address)
  await second.goto(address)
  await third.goto(`${address}?tutti=start`)
  await chooseMore(page, fullName(ada), 'Segna «In corso»')
  await page.locator('.to-confirm').getByRole('button', { name: 'Segna «In corso»' }).click()
  await expect(toasts(page)).toContainText('Segnato')
  await chooseMore(second, fullName(ada), 'Segna «In corso»')
  await expect(toasts(second)).toContainText('Questa iscrizione ora è in un altro stato: In corso')
  await page.goto(`${address}?tutti=start`)
  await page.getByRole('button', { name: 'Segna tutti' }).click()
  await expect(toasts(page)).toContainText('Segnato come «In corso»: 1 iscrizione')
  await third.getByRole('button', { name: 'Segna tutti' }).click()
  await expect(toasts(third)).toContainText('nessuna iscrizione da segnare')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the question about an early step can be left and answered', async ({
    page,
    anotherBrowser,
    mail,
  }) => {
    const { people, address } = await aRoster(page, anotherBrowser, mail, ['Ada'])
    const name = fullName(people[0] as Person)
    await page.goto(address)
    const roster = page.getByRole('region', { name: 'Iscritti', exact: true })
    const question = roster.getByText(`Segnare ${name} come «In corso»?`)
    await chooseMore(roster, name, 'Segna «In corso»')
    await expect(question).toBeVisible()
    await roster.getByRole('link', { name: 'Lascia com’è' }).click()
    await expect(question).toHaveCount(0)
    await chooseMore(roster, name, 'Segna «In corso»')
    await roster.locator('.to-confirm').getByRole('button', { name: 'Segna «In corso»' }).click()
    await expect(toasts(page)).toContainText('Segnato come «In corso»')
    await expect(roster.getByRole('row', { name })).toBeFocused()
    expect(new URL(page.url()).search).toBe('')
  })
})

test('everybody can use an empty roster', async ({ page }) => {
  const address = `/admin/courses/${await aCourse(page, aTitle('Vuoto'))}/iscritti`
  await expectValidMarkup(page, address)
  await page.goto(address)
  await running(page)
  await expect(page.getByRole('region', { name: 'Iscritti', exact: true })).toContainText(
    'Nessun utente iscritto',
  )
  await expectGood(page)
})
