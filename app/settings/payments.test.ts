import { beforeEach, describe, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf, PASSWORD } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs, outgoingMail } from '../database/schema'
import { bankAccount } from '../site/bank-account.server'
import { readPayments, writePayments } from './payments.rules'

const IBAN = 'IT60X0542811101000000123456'
const OTHER = 'DE89370400440532013000'
const TEXT = {
  beneficiary: 'Truentum Formazione S.r.l.',
  iban: IBAN,
  firstDueDays: '7',
  automaticReminders: '',
}

describe('the form of payments', () => {
  test('reads IBANs as people write them, and shows them in groups of four', () => {
    for (const iban of [IBAN, 'it60 x054 2811 1010 0000 0123 456', ` ${IBAN.replace(/(.{2})/g, '$1-')}`])
      expect(readPayments({ ...TEXT, iban }), iban).toEqual({
        value: { beneficiary: TEXT.beneficiary, iban: IBAN, firstDueDays: 7, automaticReminders: false },
        errors: {},
      })
    const { value } = readPayments({ ...TEXT, automaticReminders: 'on' })
    expect(writePayments(value)).toEqual({
      ...TEXT,
      iban: 'IT60 X054 2811 1010 0000 0123 456',
      automaticReminders: 'on',
    })
    expect(readPayments(writePayments(value)).value).toEqual(value)
  })

  test('refuses what is no IBAN, and an account of nobody', () => {
    for (const iban of [
      'IT60X0542811101000000123457',
      'IT60X054281110100000012345',
      '12',
      'IT',
      'è',
      'X'.repeat(900),
    ])
      expect(readPayments({ ...TEXT, iban }).errors, iban).toEqual({
        iban: 'Non è un IBAN: controlla lettere e cifre',
      })
    expect(readPayments({ ...TEXT, beneficiary: ' ' }).errors).toEqual({
      beneficiary: 'Serve: chi fa il bonifico lo scrive',
    })
    expect(readPayments({ ...TEXT, beneficiary: '', iban: '' }).errors).toEqual({})
    expect(readPayments({ ...TEXT, beneficiary: 'x'.repeat(71) }).errors.beneficiary).toContain('70')
  })

  test('takes whole days, from 0 to 90', () => {
    expect(readPayments({ ...TEXT, firstDueDays: ' 0 ' }).value.firstDueDays).toBe(0)
    for (const firstDueDays of ['', '-1', '91', '7,5', '1e1', '٧', 'sette'])
      expect(readPayments({ ...TEXT, firstDueDays }).errors, firstDueDays).toEqual({
        firstDueDays: 'Scrivi un numero di giorni da 0 a 90',
      })
  })
})

describe('another IBAN', () => {
  const PAGE = '/admin/impostazioni/pagamenti'
  let site: Awaited<ReturnType<typeof wholeSite>>
  let cookie: string

  beforeEach(async () => {
    await emptyDatabase()
    site = await wholeSite()
    cookie = await cookieOf((await aPerson('carla', 'admin')).email)
    await aPerson('dino', 'admin')
    await aPerson('sara', 'secretary')
  })

  const post = (fields: Record<string, string>, as = cookie, path = PAGE) =>
    site(aRequest(path, as, { method: 'POST', body: new URLSearchParams(fields) }))
  const formOf = (text: Partial<typeof TEXT>, version = 0, current = '') => ({
    ...TEXT,
    ...text,
    current,
    intent: 'save',
    version: String(version),
    base: '{}',
  })
  const save = (...form: Parameters<typeof formOf>) => post(formOf(...form))

  test('asks for the password, is recorded, and every administrator is notified', async () => {
    const missing = await post(formOf({}), cookie, `${PAGE}.data`)
    expect(missing.status).toBe(400)
    expect(await missing.text()).toContain('Per cambiare l’IBAN scrivi la tua password')
    const wrong = await post(formOf({}, 0, 'loggia-sbagliata'), cookie, `${PAGE}.data`)
    expect(wrong.status).toBe(400)
    const answer = await wrong.text()
    expect(answer).toContain('La password attuale non è corretta.')
    expect(answer, 'the password is not shown again').not.toContain('loggia-sbagliata')
    expect(bankAccount()).toBeNull()
    expect(await db.$count(outgoingMail)).toBe(0)

    expect((await save({}, 0, PASSWORD)).status).toBe(302)
    expect(bankAccount()).toEqual({ beneficiary: TEXT.beneficiary, iban: IBAN })
    const letters = await db.select().from(outgoingMail).orderBy(outgoingMail.toAddress)
    expect(letters.map(({ kind, toName }) => [kind, toName])).toEqual([
      ['iban-changed', expect.stringMatching(/carla/i)],
      ['iban-changed', expect.stringMatching(/dino/i)],
    ])
    expect(letters[0]?.text).toContain('IT60 X054 2811 1010 0000 0123 456')
    const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
    expect(entries.at(-1)?.details).toMatchObject({ old: { iban: '' }, new: { iban: IBAN } })
  })

  test('is needed to restore the one before, too', async () => {
    await save({}, 0, PASSWORD)
    expect((await save({ firstDueDays: '10' }, 1)).status, 'the IBAN stays').toBe(302)
    expect((await save({ firstDueDays: '10', iban: OTHER }, 2, PASSWORD)).status).toBe(302)
    expect(await db.$count(outgoingMail)).toBe(4)
    const restore = { intent: 'restore', version: '3' }
    expect((await post(restore)).status).toBe(400)
    expect((await post({ ...restore, current: PASSWORD })).status).toBe(302)
    expect(bankAccount()?.iban).toBe(IBAN)
    expect(await db.$count(outgoingMail)).toBe(6)
  })

  test('is not for a secretary, nor in what browsers read of the settings', async () => {
    await save({}, 0, PASSWORD)
    const secretary = await cookieOf('sara@example.it')
    expect((await site(aRequest(PAGE, secretary))).status).toBe(403)
    expect((await post({ ...TEXT, iban: OTHER, current: PASSWORD, version: '1' }, secretary)).status).toBe(
      403,
    )
    expect(bankAccount()?.iban).toBe(IBAN)
    expect(await (await site(aRequest('/impostazioni/x.json', secretary))).text()).not.toContain(IBAN)
  })
})
