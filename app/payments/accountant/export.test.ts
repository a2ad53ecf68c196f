import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { withUndo } from '../../../tests/decisions'
import { aPerson, aRequest, cookieOf } from '../../../tests/people'
import { visit, wholeSite } from '../../../tests/site'
import { enrolmentOfPerson } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, billingDetails, courses, payments, profiles, userCourses } from '../../database/schema'
import { cancelEnrolment } from '../../enrolments/leave/office.commands.server'
import { requestEnrolment } from '../../enrolments/request/commands.server'
import { approveRequest } from '../../enrolments/review/commands.server'
import { writeDay } from '../../italian/dates'
import { deletePerson } from '../../privacy/commands.server'
import { forgetExpired } from '../../privacy/retention.commands.server'
import { today } from '../../runtime/clock'
import { saveBillingDetails } from '../billing/commands.server'
import { EMPTY_BILLING_DETAILS } from '../billing/rules'
import { registerPayment } from '../commands.server'
import { editionsWithUnsetVat, exportFigures, peopleWithMissingDetails } from './queries.server'
import { missingDetails, monthBefore, readPeriod, taxOf } from './rules'

beforeEach(emptyDatabase)

/** Approved, for 980 euros in two parts: reference 'RF97 0010 42'. */
async function anEnrolment() {
  const [admin, member] = [await anAdmin(), await aMember('giulia', { lastName: 'Rossi' })]
  const course = await aCourse({ title: 'Marketing; base', price: 980, paymentInstallments: [490, 490] }, [
    { startDate: inDays(60) },
  ])
  await requestEnrolment(member, course.id)
  const id = (await enrolmentOfPerson(member, course))?.id ?? ''
  await approveRequest(admin, id)
  await db.update(userCourses).set({ reference: 1042, decisionId: null }).where(eq(userCourses.id, id))
  const pay = (amount: number, receivedOn: string) =>
    db.insert(payments).values({ id: randomUUID(), enrolmentId: id, amount, receivedOn, method: 'transfer' })
  return { admin, member, course, id, pay }
}

async function exported(query: string) {
  const cookie = await cookieOf((await aPerson(`carla-${randomUUID()}`, 'admin')).email)
  const response = await visit(aRequest(`/admin/pagamenti.csv${query}`, cookie))
  const [head = '', ...rows] = (await response.text()).trimEnd().split('\r\n')
  return { response, head, rows }
}

test('a file has a row for each payment, with its payer and what is still open', async () => {
  const { member, pay } = await anEnrolment()
  await db.insert(billingDetails).values({
    userId: member.id,
    kind: 'company',
    name: '=Officine "De Santis" SRL',
    taxCode: '00743110157',
    vatNumber: '00743110157',
    sdiCode: 'ABC1234',
    street: 'Via Po 2',
    postcode: '00100',
    town: 'Roma',
    province: 'RM',
  })
  await pay(600.05, '2026-10-14')
  await pay(-110.1, '2026-10-20')
  const { response, head, rows } = await exported('?dal=2026-10-01&al=2026-10-31')
  expect(response.headers.get('Content-Disposition')).toContain(
    `pagamenti_2026-10-01_2026-10-31_${today()}.csv`,
  )
  expect(head.split(';')).toHaveLength(24)
  const payer = `"'=Officine ""De Santis"" SRL";00743110157;00743110157;ABC1234;;Via Po 2;00100;Roma;RM;IT`
  const open = `980,00;490,05;"${writeDay(inDays(7))} 0,05 | ${writeDay(inDays(59))} 490,00"`
  expect(rows).toEqual([
    expect.stringContaining(`14/10/2026;RF97 0010 42;${payer};"Marketing; base, `),
    expect.stringContaining(`20/10/2026;RF97 0010 42;${payer};"Rimborso: Marketing; base, `),
  ])
  expect(rows[0]).toContain(`, Ascoli Piceno (Giulia Rossi)";;;;;600,05;;Bonifico;;${open}`)
  expect(rows[1]).toContain(`, Ascoli Piceno (Giulia Rossi)";;;;;-110,10;;Bonifico;;${open}`)

  const [first] = (await exported('?dal=2026-10-01&al=2026-10-31&formato=iso')).rows
  expect(first).toMatch(/^2026-10-14;.*;600\.05;;Bonifico;;980\.00;490\.05;/)
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityType, 'exports'))
  expect(entries[0]).toMatchObject({ details: { from: '2026-10-01', to: '2026-10-31' } })
})

test('VAT and stamp follow what the office says of the edition, and nothing else', async () => {
  const { admin, course, pay } = await anEnrolment()
  await pay(122, '2026-10-14')
  await pay(77.47, '2026-10-15')
  await pay(77.48, '2026-10-16')
  await pay(-100, '2026-10-17')
  const period = { from: '2026-10-01', to: '2026-10-31' }
  const taxes = async () =>
    (await exported('?dal=2026-10-01&al=2026-10-31')).rows.map((row) =>
      row.split(';').slice(14, 20).join(';'),
    )
  expect(await taxes()).toEqual([';;;;122,00;', ';;;;77,47;', ';;;;77,48;', ';;;;-100,00;'])
  expect(await editionsWithUnsetVat(admin, period)).toMatchObject([{ id: course.id }])
  const treat = (vatTreatment: 'ordinary' | 'exempt') => db.update(courses).set({ vatTreatment })
  await treat('exempt')
  expect(await taxes()).toEqual([
    '122,00;0;N4;0,00;122,00;2,00',
    '77,47;0;N4;0,00;77,47;',
    '77,48;0;N4;0,00;77,48;2,00',
    '-100,00;0;N4;0,00;-100,00;',
  ])
  expect(await editionsWithUnsetVat(admin, period)).toEqual([])
  await treat('ordinary')
  expect(await taxes()).toEqual([
    '100,00;22;;22,00;122,00;',
    '63,50;22;;13,97;77,47;',
    '63,51;22;;13,97;77,48;',
    '-81,97;22;;-18,03;-100,00;',
  ])
})

test('a taxable amount and its tax are the payment, to the cent', () => {
  for (let cents = -30_000; cents < 30_000; cents++) {
    const { net, tax } = taxOf('ordinary', cents)
    expect(net + tax).toBe(cents)
  }
})

test('both days belong to the period, and a payer without details has a name', async () => {
  const { pay } = await anEnrolment()
  for (const day of ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01']) await pay(10, day)
  const { rows } = await exported('?dal=1+ottobre+2026&al=31/10/2026')
  expect(rows.map((row) => row.slice(0, 10))).toEqual(['01/10/2026', '31/10/2026'])
  expect(rows[0]).toContain('RF97 0010 42;Giulia Rossi;;;;;;;;;;')
  expect((await exported('?dal=2026-08-01&al=2026-08-31')).rows).toEqual([])
})

test('a payment is in the file once it cannot be taken back', async () => {
  await withUndo()
  const { admin, member, id } = await anEnrolment()
  const payment = { cents: 49000, receivedOn: today(), method: 'cash' as const, note: null }
  await registerPayment(admin, id, payment, { key: randomUUID(), seenPaid: 0 })
  const period = { from: today(), to: today() }
  const query = `?dal=${today()}&al=${today()}`
  expect((await exported(query)).rows).toEqual([])
  expect(await exportFigures(admin, period)).toEqual({ count: 0, euros: 0, undoableCount: 1 })
  expect(await peopleWithMissingDetails(admin, period)).toEqual([])
  await db.update(payments).set({ decisionId: null })
  expect((await exported(query)).rows).toHaveLength(1)
  expect(await exportFigures(admin, period)).toEqual({ count: 1, euros: 490, undoableCount: 0 })
  expect(await peopleWithMissingDetails(admin, period)).toMatchObject([
    { id: member.id, missing: ['tutti i dati'] },
  ])
})

test('an enrolment that has ended owes nothing', async () => {
  const { admin, id, pay } = await anEnrolment()
  await pay(490, '2026-10-14')
  await cancelEnrolment(admin, id, 'Chiuso')
  const { rows } = await exported('?dal=2026-10-01&al=2026-10-31')
  expect(rows[0]).toMatch(/;490,00;;Bonifico;;0,00;0,00;$/)
})

test('the details of a deleted account go with its last payment', async () => {
  const { admin, member, pay } = await anEnrolment()
  await saveBillingDetails(
    admin,
    member.id,
    { ...EMPTY_BILLING_DETAILS, kind: 'person', name: 'Giulia Rossi' },
    0,
  )
  await pay(490, '2026-10-14')
  expect(await deletePerson(admin, member.id, member.email)).toMatchObject({ ok: true })
  await forgetExpired(SYSTEM, new Date('2036-10-14T12:00Z'))
  expect(await db.$count(billingDetails)).toBe(1)
  await forgetExpired(SYSTEM, new Date('2036-10-15T12:00Z'))
  expect(await db.$count(billingDetails)).toBe(0)
})

test('the page says whose details nobody can complete any more', async () => {
  const { admin, member, pay } = await anEnrolment()
  await db.update(courses).set({ vatTreatment: 'exempt' })
  await pay(490, '2026-10-14')
  await pay(490, '2026-10-15')
  await pay(490, '2026-11-15')
  const site = await wholeSite(await import('../../entry.server'))
  const cookie = await cookieOf((await aPerson('bruno', 'admin')).email)
  const page = async () => {
    const address = '/admin/pagamenti/commercialista?dal=2026-10-01&al=2026-10-31'
    return (await site(aRequest(address, cookie))).text()
  }
  expect(await page()).not.toContain('l’account è stato eliminato')
  await deletePerson(admin, member.id, member.email)
  const html = (await page()).replaceAll('<!-- -->', '')
  expect(html).toContain('l’account è stato eliminato')
  expect(html).not.toContain('Nessun dato mancante')
  const company = { kind: 'company' as const, name: 'Officine', vatNumber: '00743110157', pec: 'a@b.it' }
  const address = { street: 'Via Po 2', postcode: '00100', town: 'Roma', province: 'RM' }
  const [enrolment] = await db.select().from(userCourses)
  await db.insert(billingDetails).values({ userId: enrolment?.userId ?? '', ...company, ...address })
  expect(await page()).toContain('Nessun dato mancante')
})

test('the page lists fifty people with missing details and counts the others', async () => {
  const { admin, course, pay } = await anEnrolment()
  await pay(490, '2026-10-14')
  const ids = Array.from({ length: 51 }, (_, index) => `p${index}`)
  await db
    .insert(profiles)
    .values(ids.map((id) => ({ id, email: `${id}@example.it`, firstName: id, lastName: 'Prova' })))
  const enrolments = await db
    .insert(userCourses)
    .values(ids.map((userId) => ({ userId, courseId: course.id, ...decided('approved') })))
    .returning({ enrolmentId: userCourses.id })
  const payment = { amount: 10, receivedOn: '2026-10-14', method: 'transfer' as const }
  await db.insert(payments).values(enrolments.map((row) => ({ id: randomUUID(), ...row, ...payment })))
  const address = '/admin/pagamenti/commercialista?dal=2026-10-01&al=2026-10-31'
  const site = await wholeSite(await import('../../entry.server'))
  const html = await (await site(aRequest(address, await cookieOf(admin.email)))).text()
  expect(html.match(/Completa i dati di fatturazione/g)).toHaveLength(50)
  expect(html.replaceAll('<!-- -->', '')).toContain('E 2 altre persone.')
})

test('a wrong period leads to the page that explains it', async () => {
  const { response } = await exported('?dal=2026-10-31&al=2026-10-01')
  expect(response.headers.get('Location')).toBe(
    '/admin/pagamenti/commercialista?dal=2026-10-31&al=2026-10-01',
  )
  expect(await db.select().from(auditLogs).where(eq(auditLogs.entityType, 'exports'))).toEqual([])
})

describe('a period', () => {
  test.each([
    ['2027-01-01', '2026-12-01', '2026-12-31'],
    ['2027-03-31', '2027-02-01', '2027-02-28'],
    ['2028-03-01', '2028-02-01', '2028-02-29'],
  ])('on %s is the last month if none is asked for', (day, from, to) => {
    expect(monthBefore(day)).toEqual({ from, to })
    expect(readPeriod(new URLSearchParams(), day)).toEqual({
      text: { dal: writeDay(from), al: writeDay(to) },
      errors: {},
      period: { from, to },
    })
  })

  test('starts with the day in Rome', () => {
    const newYear = new Date('2026-12-31T23:30:00Z')
    expect(monthBefore(today(newYear))).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })

  test.each([
    ['dal=&al=', { dal: 'Scrivi il primo giorno', al: 'Scrivi l’ultimo giorno' }],
    ['dal=x&al=31/10/2026', { dal: expect.stringContaining('La data non si legge') }],
    ['dal=01/10/2026&al=31/02/2026', { al: expect.stringContaining('La data non si legge') }],
    ['dal=08/10/2026&al=07/10/2026', { al: 'L’ultimo giorno viene prima dell’08/10/2026' }],
  ])('%s is refused with a sentence', (query, errors) => {
    const read = readPeriod(new URLSearchParams(query), '2026-11-27')
    expect(read.errors).toEqual(errors)
    expect(read.period).toBeUndefined()
  })
})

test('what an invoice needs differs for a person and a company', () => {
  const address = { street: 'Via Po 2', postcode: '00100', town: 'Roma', province: 'RM' }
  const none = { ...EMPTY_BILLING_DETAILS, ...address, name: 'Prova' }
  expect(missingDetails(null)).toEqual(['tutti i dati'])
  expect(missingDetails({ ...none, kind: 'person', town: null })).toEqual(['codice fiscale', 'indirizzo'])
  expect(missingDetails({ ...none, kind: 'company' })).toEqual(['partita IVA', 'codice destinatario o PEC'])
  const company = { ...none, kind: 'company' as const, vatNumber: '00743110157', pec: 'a@b.it' }
  expect(missingDetails(company)).toEqual([])
})

test('the VAT of a deleted edition is not asked for, since its page opens after it is restored', async () => {
  const { admin, course, pay } = await anEnrolment()
  await pay(122, '2026-10-14')
  const page = async () => {
    const address = '/admin/pagamenti/commercialista?dal=1/10/2026&al=31/10/2026'
    const site = await wholeSite(await import('../../entry.server'))
    return (await site(aRequest(address, await cookieOf(admin.email)))).text()
  }
  expect(await page()).toContain('Indica l’IVA: ')
  await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, course.id))
  expect(await page()).toContain('Eliminata: un amministratore la ripristina dal Log')
  expect(await page()).not.toContain('Indica l’IVA: ')
})
