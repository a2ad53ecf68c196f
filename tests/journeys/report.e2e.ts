import type { Page } from '@playwright/test'
import { expectValidMarkup } from './markup'
import { aMember, anEnrolled, enrol, fullName, type Person } from './people'
import { expect, type Mail, type OpenBrowser, test, toasts } from './site'
import { expectGood } from './walk'

/** MM/DD/YYYY in Italy, as Zoom writes it. */
const day = new Date().toLocaleDateString('en-US', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/Rome',
})
const [month = '', date = '', year = ''] = day.split('/')

/** A lesson of today, from 9 to 13, of three people. */
async function aLesson(page: Page, open: OpenBrowser, mail: Mail) {
  const office = await open()
  const sessions = `${date}/${month}/${year} 9:00-13:00 (4 ore)`
  const { id, person } = await anEnrolled(office, page, mail, { sessions })
  const [second, third] = [await aMember(await open(), mail, 'Bea'), await aMember(await open(), mail, 'Leo')]
  for (const member of [second, third]) await enrol(office, member, id)
  return { office, register: `/admin/courses/${id}/lezioni/1`, people: [person, second, third] as const }
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const registered = (page: Page, { lastName }: Person) =>
  page.getByRole('radiogroup', { name: new RegExp(lastName) }).getByRole('radio', { checked: true })

test('the report of a room is read, matched, asked about and registered', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const { office, register, people } = await aLesson(page, anotherBrowser, mail)
  const [ada, bea, leo] = people
  await office.goto(register)
  await office.getByRole('link', { name: 'Registra da un report' }).click()
  await expect(office).toHaveURL(`${register}/report`)
  await expectGood(office)
  await expectValidMarkup(office, office.url())

  const file = office.getByLabel('File del report')
  const send = async (name: string, content: string | Buffer) => {
    await file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    await office.getByRole('button', { name: 'Leggi il report' }).click()
  }
  for (const [name, content, problem] of [
    ['foglio.xlsx', 'PK\x03\x04', 'È un file di Excel: aprilo e salvalo come CSV'],
    ['grande.csv', Buffer.alloc(5_000_000, 'a'), 'Il report è troppo lungo'],
    ['pagina.csv', '<!doctype html><html></html>', 'È una pagina web'],
    ['vuoto.csv', ' ', 'Il report è vuoto'],
  ] as const) {
    await send(name, content)
    await expect(office.getByRole('alert')).toContainText(problem)
  }
  await expectGood(office)

  const at = (time: string) => `${day} ${time}`
  const rows = [
    'Name (original name),Email,Join time,Leave time,Duration (minutes),Guest',
    `Un iPad,${ada.email},${at('08:55:00 AM')},${at('10:00:00 AM')},65,Yes`,
    `Un iPad,${ada.email},${at('11:00:00 AM')},${at('01:05:00 PM')},125,Yes`,
    `${bea.lastName} ${bea.firstName},,${at('08:50:00 AM')},${at('01:00:00 PM')},250,Yes`,
    `Luca Morganti,luca@example.org,${at('08:45:00 AM')},${at('01:10:00 PM')},265,No`,
  ]
  await send('zoom.csv', rows.join('\r\n'))
  await expect(office.getByText('3 persone nel report, 1 da riconoscere. Ore: Italia.')).toBeVisible()
  await expect(row(office, 'Un iPad')).toContainText(/In parte: 3 ore.*corrisponde l’email/)
  await expect(row(office, bea.lastName)).toContainText(/Presente.*corrisponde il nome/)
  await expectGood(office)
  await expectValidMarkup(office, office.url())
  const button = office.getByRole('button', { name: /^Registra \d/ })
  await button.click()
  await expect(office.getByRole('alert')).toContainText('Luca Morganti: scegli chi è')
  await expectGood(office)
  await office.getByLabel('Chi è Luca Morganti').selectOption('Non è un iscritto')
  await expect(button).toHaveText('Registra 2 presenze')
  await office.getByLabel(`${leo.lastName} ${leo.firstName}: segna Assente`).check()
  await expect(button).toHaveText('Registra 3 presenze')
  await button.click()
  await expect(toasts(office)).toContainText('Dal report: 3 presenze registrate')
  await expect(office).toHaveURL(register)
  await expect(registered(office, ada)).toHaveAccessibleName('In parte')
  await expect(office.getByLabel(`Minuti: ${ada.lastName} ${ada.firstName}`)).toHaveValue('180')
  await expect(registered(office, bea)).toHaveAccessibleName('Presente')
  await expect(registered(office, leo)).toHaveAccessibleName('Assente')
  await expectGood(office)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pasted rows replace only the marks that the office ticks', async ({ page, anotherBrowser, mail }) => {
    const { office, register, people } = await aLesson(page, anotherBrowser, mail)
    const [ada, bea] = people
    const paste = async (...rows: string[]) => {
      await office.goto(`${register}/report`)
      await office.getByLabel('Oppure incolla le righe').fill(['Nome\tMinuti', ...rows].join('\n'))
      await office.getByRole('button', { name: 'Leggi il report' }).click()
    }
    await paste(`${fullName(ada)}\t240`)
    await office.getByRole('button', { name: /^Registra 1 presenza/ }).click()
    await expect(office.getByText('Dal report: 1 presenza registrata')).toBeVisible()

    await paste(`${fullName(ada)}\t60`, `${fullName(bea)}\t240`)
    await expect(office.getByText('1 persona è già segnata')).toBeVisible()
    await office.getByRole('button', { name: /^Registra/ }).click()
    await expect(registered(office, ada)).toHaveAccessibleName('Presente')
    await expect(registered(office, bea)).toHaveAccessibleName('Presente')

    await paste(`${fullName(ada)}\t60`)
    await office.getByLabel(/ora Presente, dal report In parte: 1 ora/).check()
    await office.getByRole('button', { name: /^Registra/ }).click()
    await expect(registered(office, ada)).toHaveAccessibleName('In parte')
    await office.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(office.getByText('Registro salvato')).toBeVisible()
    await expect(office.getByLabel(`Minuti: ${ada.lastName} ${ada.firstName}`).first()).toHaveValue('60')
  })
})
