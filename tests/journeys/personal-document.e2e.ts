import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aPdfOf } from '../pdfs'
import { aCourse, aTitle } from './courses'
import { expectValidMarkup } from './markup'
import { aMember, courseRow, enrol, expectOnDashboard, fullName, idOf, type Person } from './people'
import {
  chooseMore,
  DEMO_ACCOUNTS,
  expect,
  type Mail,
  type OpenBrowser,
  send,
  signIn,
  test,
  toasts,
} from './site'
import { aFile, expectGood } from './walk'

type Parts = { page: Page; anotherBrowser: OpenBrowser; mail: Mail }

async function aGraduate({ page, anotherBrowser, mail }: Parts) {
  const member = await anotherBrowser()
  const person = await aMember(member, mail, 'Petra')
  await signIn(page, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Attestato')]
  await aCourse(page, title, { id })
  await enrol(page, person, id)
  const address = `/admin/people/${await idOf(page, person)}`
  const shown = await (await page.request.get(address)).text()
  const [, enrolment = ''] = /\/admin\/iscrizioni\/([0-9a-f-]{36})/.exec(shown) ?? []
  for (const intent of ['start', 'complete']) await send(page, address, { intent, enrolment, early: '1' })
  await page.goto(address)
  return { office: page, member, person, title, address }
}

/** Larger than a form without files. */
const aCertificate = async ({ lastName }: Person) =>
  aFile(`Attestato ${lastName}.pdf`, await aPdfOf(3 * 1024 * 1024), 'application/pdf')

test('the office gives a certificate, and its person reads it beside the course', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { office, member, person, title, address } = await aGraduate({ page, anotherBrowser, mail })
  await expectOnDashboard(
    member,
    title,
    'Quando la segreteria rilascia il tuo attestato lo trovi qui, e ti scriviamo.',
  )

  await chooseMore(office, title, 'Dai un documento')
  await expect(office.getByRole('heading', { name: 'Dai un documento' })).toBeVisible()
  await expect(office.getByLabel('Che cos’è')).toHaveValue('attestato')
  await office.getByRole('button', { name: 'Consegna' }).click()
  await expect(office.getByRole('alert')).toBeFocused()
  await expect(office).toHaveTitle(/^Errore: /)
  const chooser = office.getByRole('button', { name: 'File' })
  await expect(chooser).toHaveAccessibleDescription(/Seleziona almeno un file da caricare/)
  await expectGood(office)
  await chooser.setInputFiles(aFile('attestato.pdf', 'un testo', 'application/pdf'))
  await office.getByRole('button', { name: 'Consegna' }).click()
  await expect(chooser).toHaveAccessibleDescription(/Il contenuto del file non corrisponde al suo nome/)
  const file = await aCertificate(person)
  await chooser.setInputFiles(file)
  await office.getByRole('button', { name: 'Consegna' }).dblclick()
  await expect(office).toHaveURL(address)
  await expect(toasts(office).first()).toContainText('Documento consegnato')
  const row = office.getByRole('row').filter({ hasText: title })
  await expect(row.getByRole('link', { name: file.name, exact: true })).toHaveCount(1)
  await expectGood(office)

  const email = await mail.waitFor(person.email, 'Il tuo attestato')
  const link = courseRow(member, title).getByRole('link', { name: /^Il tuo attestato/ })
  await member.goto('/dashboard')
  await expect(courseRow(member, title)).not.toContainText('Quando la segreteria rilascia')
  const saving = member.waitForEvent('download')
  await link.click()
  expect((await saving).suggestedFilename()).toBe(file.name)
  await expectGood(member)
  await member.goto(/\/dashboard\/iscrizioni\/[0-9a-f-]{36}/.exec(email.text)?.[0] ?? '')
  await expect(member.getByRole('region', { name: 'Documenti per te' }).getByRole('link')).toHaveCount(1)
  await expectGood(member)

  await row.getByRole('link', { name: title, exact: true }).click()
  await expect(office.getByRole('row').filter({ hasText: fullName(person) })).toContainText(
    'Attestato consegnato',
  )
})

test('a document is taken back, deleted and restored', async ({ page, anotherBrowser, mail }) => {
  const { office, member, person, title, address } = await aGraduate({ page, anotherBrowser, mail })
  const row = office.getByRole('row').filter({ hasText: title })
  const certificate = row.getByRole('link', { name: /^Attestato .*\.pdf/ })
  const give = async () => {
    await chooseMore(row, title, 'Dai un documento')
    await office.getByRole('button', { name: 'File' }).setInputFiles(await aCertificate(person))
    await office.getByRole('button', { name: 'Consegna' }).click()
    await expect(toasts(office).first()).toContainText('Documento consegnato')
  }
  await give()
  await toasts(office).getByRole('button', { name: 'Ripristina' }).first().click()
  await expect(toasts(office).first()).toContainText('Ripristinato')
  await expect(certificate).toHaveCount(0)

  await give()
  await mail.waitFor(person.email, 'Il tuo attestato')
  const link = row.getByRole('link', { name: /^Elimina il documento/ })
  await expectValidMarkup(office, (await link.getAttribute('href')) ?? '')
  await link.click()
  await expect(office.getByRole('heading', { name: 'Eliminare il documento?' })).toBeVisible()
  await expectGood(office)
  await office.getByRole('button', { name: 'Elimina' }).click()
  await expect(office).toHaveURL(address)
  await expect(certificate).toHaveCount(0)
  await toasts(office).getByRole('button', { name: 'Ripristina' }).first().click()
  await expect(toasts(office).first()).toContainText('Documento ripristinato')
  await expect(certificate).toHaveCount(1)
  await member.goto('/dashboard')
  await expect(courseRow(member, title)).toContainText('Il tuo attestato')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a document is given and deleted', async ({ page, anotherBrowser, mail }) => {
    const { office, person, title, address } = await aGraduate({ page, anotherBrowser, mail })
    await chooseMore(office, title, 'Dai un documento')
    await expectValidMarkup(office, office.url())
    await office.getByRole('button', { name: 'Consegna' }).click()
    await expect(office.getByText('Seleziona almeno un file da caricare').first()).toBeVisible()
    await office.getByRole('button', { name: 'File' }).setInputFiles(await aCertificate(person))
    await office.getByRole('button', { name: 'Consegna' }).click()
    await expect(office).toHaveURL(address)
    await expect(toasts(office).first()).toContainText('Documento consegnato')
    await office.getByRole('link', { name: /^Elimina il documento/ }).click()
    await office.getByRole('button', { name: 'Elimina' }).click()
    await expect(office).toHaveURL(address)
    await expect(office.getByRole('link', { name: /^Elimina il documento/ })).toHaveCount(0)
  })
})
