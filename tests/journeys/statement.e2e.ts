import { creditorReference, spacedReference } from '../../app/enrolments/dues/reference.rules'
import { expectValidMarkup } from './markup'
import { anEnrolled, fullName } from './people'
import { DEMO_ACCOUNTS, expect, fillIn, running, signIn, test, toasts } from './site'
import { expectGood } from './walk'

const PAGE = '/admin/pagamenti/estratto'

/** Yesterday, DD/MM/YYYY in Italy. */
const day = new Date(Date.now() - 86_400_000).toLocaleDateString('it-IT', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/Rome',
})
const HEAD = 'Data contabile;Descrizione;Importo'

test('a statement is read, matched, registered, taken back, and registered once', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  const { person, title } = await anEnrolled(office, page, mail, { price: '480', paymentInstallments: '' })
  const name = fullName(person)
  await office.goto(PAGE)
  await expectGood(office)
  await expectValidMarkup(office, office.url())

  const read = async (file: string, content: string) => {
    const again = office.getByText('Leggi un altro estratto')
    if (await again.isVisible()) await again.click()
    await office
      .getByLabel('File della banca')
      .setInputFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(content) })
    await office.getByRole('button', { name: 'Leggi l’estratto' }).click()
  }
  for (const [file, content, problem] of [
    ['movimenti.xlsx', 'PK\x03\x04', 'È un file di Excel'],
    ['movimenti.xml', '<!DOCTYPE a><Document/>', 'DOCTYPE'],
    ['movimenti.csv', `${HEAD}\n${day};A;1.490,00\n${day};B;1,490.00`, 'Alcuni importi hanno la virgola'],
    ['movimenti.csv', 'a;b', 'la riga dei titoli'],
  ] as const) {
    await read(file, content)
    await expect(office.getByRole('alert')).toContainText(problem)
  }
  await expectGood(office, [320, 1280])

  const line = (text: string, amount: string) => `${day};${text};${amount}`
  const named = line(`BONIFICO DA ${person.lastName} ${person.firstName}`.toUpperCase(), '480,00')
  await read('marzo.csv', [HEAD, ';Saldo iniziale;1.000,00', named, line('COMMISSIONI', '-2,50')].join('\n'))
  await expect(office.getByText('1 entrata')).toContainText('1 da abbinare. Le uscite non si registrano.')
  await expect(office.getByText('1 riga saltata')).toBeVisible()
  await expect(office.getByText(`Nessun riferimento; somiglia a ${name}, prossima rata 480`)).toBeVisible()
  const payer = office.getByLabel('Per chi è la riga 3')
  const written = office.getByLabel('Causale dell’iscrizione per la riga 3')
  await expect(payer.getByRole('option')).toHaveText([
    'Scegli…',
    new RegExp(`^${name}, ${title}, 480\\s€$`),
    'Altra iscrizione: scrivi la causale',
  ])
  await expect(written).toBeHidden()
  await payer.selectOption('Altra iscrizione: scrivi la causale')
  await office.getByRole('button', { name: 'Registra' }).click()
  await expect(office.getByRole('alert')).toContainText('RF e otto cifre')
  await expect(payer).toHaveValue('altra')
  const reference = await payer.locator('option').nth(1).getAttribute('value')
  const causale = spacedReference(creditorReference(Number(reference)))
  await written.fill('Ada')
  await written.press('Enter')
  await expect(office.getByRole('alert')).toContainText('RF e otto cifre')
  await expectGood(office, [320, 768, 1280])
  await expect(written).toHaveValue('Ada')
  // The chosen candidate counts, whatever the causale says.
  await payer.selectOption({ index: 1 })
  await expect(office.getByText('1 riga scelta')).toContainText('480,00')
  await office.context().setOffline(true)
  await office.getByRole('button', { name: 'Registra 1 incasso' }).press('Enter')
  await expect(toasts(office)).toContainText('Il modulo non è partito')
  await office.context().setOffline(false)
  await read('movimenti.csv', 'a;b')
  await expect(office.getByRole('alert').last()).toContainText('la riga dei titoli')
  await expect(payer).toHaveValue(String(reference))
  // With the keyboard: a second click at the same place within a second is ignored.
  await office.getByRole('button', { name: 'Registra 1 incasso' }).press('Enter')
  await expect(toasts(office)).toContainText('1 incasso registrato')
  await toasts(office).getByRole('button', { name: 'Ripristina' }).click()
  await expect(toasts(office)).toContainText('Ripristinato')

  const whole = [HEAD, line(`RATA ${causale}`, '480,00'), line(`${causale} ALTRO`, '20,00')].join('\n')
  await read('marzo.csv', whole)
  await expect(office.getByRole('row', { name: /480,00/ })).toContainText('Certo')
  await expect(office.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(office.getByRole('row', { name: /20,00/ }).last()).toContainText('Parziale')
  await expectGood(office)
  await office.getByRole('button', { name: 'Registra 1 incasso' }).click()
  await expect(toasts(office)).toContainText('1 incasso registrato')
  await read('marzo.csv', whole)
  await expect(office.getByText('2 entrate')).toContainText('1 parziale, 1 già registrata')
  await expect(office.getByRole('row', { name: /20,00/ })).toContainText('non risulta nulla da pagare')

  await toasts(office).getByRole('button', { name: 'Ripristina' }).click()
  await expect(toasts(office)).toContainText('Ripristinato')
  await read('marzo.csv', whole)
  await expect(office.getByText('2 entrate')).toContainText('1 certa, 1 parziale')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pasted rows are read and registered', async ({ page, anotherBrowser, mail }) => {
    const office = await anotherBrowser()
    const facts = { price: '480', paymentInstallments: '' }
    const { person } = await anEnrolled(office, page, mail, facts)
    const rows = ['Data\tOperazione\tDettagli\tValuta\tImporto']
    rows.push(`${day}\tBonifico\t${person.firstName} ${person.lastName}\tEUR\t480.00`)
    const send = async () => {
      await office.goto(PAGE)
      await office.getByLabel('Oppure incolla qui le righe').fill(rows.join('\n'))
      await office.getByRole('button', { name: 'Leggi l’estratto' }).click()
    }
    await office.goto(PAGE)
    await office.getByRole('button', { name: 'Leggi l’estratto' }).click()
    await expect(office.getByRole('alert')).toContainText('Scegli un file o incolla le righe')
    await office.getByLabel('Oppure incolla qui le righe').fill('a;b')
    await office.getByRole('button', { name: 'Leggi l’estratto' }).click()
    await expect(office.getByLabel('Oppure incolla qui le righe')).toHaveAttribute('aria-invalid', 'true')
    await send()
    await office.getByRole('button', { name: /^Registra/ }).click()
    await expect(toasts(office)).toContainText('Nessuna riga scelta')
    const payer = office.getByLabel('Per chi è la riga 2')
    await payer.selectOption('Altra iscrizione: scrivi la causale')
    await office.getByLabel('Causale').fill('Ada')
    await office.getByRole('button', { name: /^Registra/ }).click()
    await expect(office.getByRole('alert')).toContainText('RF e otto cifre')
    await expect(payer).toContainText(fullName(person))
    await expect(payer).toHaveValue('altra')
    await payer.selectOption({ index: 1 })
    await office.getByRole('button', { name: /^Registra/ }).click()
    await expect(office.getByText('1 incasso registrato')).toBeVisible()
    await send()
    await expect(office.getByText('1 entrata')).toContainText('1 già registrata')
  })
})

test('pasted rows are there again after an ended session and a sign-in', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto(PAGE)
  await running(page)
  const rows = page.getByLabel('Oppure incolla qui le righe copiate da Excel')
  const text = `${HEAD}\n${day};BONIFICO;480,00`
  await rows.fill(text)
  await page.context().clearCookies({ name: /session/ })
  await page.getByRole('button', { name: 'Leggi l’estratto' }).click()
  await expect(page).toHaveURL(/\/auth\?verso=/)
  await fillIn(page, { Email: DEMO_ACCOUNTS.admin.email, Password: DEMO_ACCOUNTS.admin.password })
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(PAGE)
  await running(page)
  await expect(rows).toHaveValue(text)
})
