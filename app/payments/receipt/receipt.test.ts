import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readPdf } from '../../../tests/pdf'
import { aPerson, aRequest, cookieOf } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { enrolmentOfPerson } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { auditLogs, billingDetails, courses, payments, userCourses } from '../../database/schema'
import { cancelEnrolment } from '../../enrolments/leave/office.commands.server'
import { requestEnrolment } from '../../enrolments/request/commands.server'
import { approveRequest } from '../../enrolments/review/commands.server'

let site: Awaited<ReturnType<typeof wholeSite>>
beforeAll(async () => {
  site = await wholeSite()
}, 60_000)
beforeEach(emptyDatabase)

/** Approved for 980 euros in two parts, of which `amount` has come. */
async function aPayment(amount: number) {
  const [admin, member] = [await anAdmin(), await aMember('giulia', { lastName: 'Rossi' })]
  const course = await aCourse(
    { title: 'Vendite <b> & ‘rete’', price: 980, paymentInstallments: [490, 490] },
    [{ startDate: inDays(60) }],
  )
  await requestEnrolment(member, course.id)
  const enrolment = (await enrolmentOfPerson(member, course))?.id ?? ''
  await approveRequest(admin, enrolment)
  await db.update(userCourses).set({ reference: 1042, decisionId: null }).where(eq(userCourses.id, enrolment))
  const id = randomUUID()
  await db
    .insert(payments)
    .values({ id, enrolmentId: enrolment, amount, receivedOn: '2026-10-14', method: 'transfer' })
  return { admin, member, course, enrolment, path: `/admin/pagamenti/${id}/ricevuta.pdf` }
}

const get = (path: string, cookie: string) => site(aRequest(path, cookie))
const officeCookie = async () => cookieOf((await aPerson('sara', 'secretary')).email)

async function receiptLines(path: string, cookie: string): Promise<string[]> {
  const { pages } = await readPdf(new Uint8Array(await (await get(path, cookie)).arrayBuffer()))
  expect(pages).toHaveLength(1)
  expect(pages[0]?.loose).toBe('')
  return pages[0]?.tags ?? []
}

test('a receipt is for the office alone, whose log names the person', async () => {
  const { member, path } = await aPayment(490)
  expect((await get(path, '')).headers.get('Location')).toBe(`/auth?verso=${encodeURIComponent(path)}`)
  expect((await get(path, await cookieOf(member.email))).headers.get('Location')).toBe('/')
  expect(await db.$count(auditLogs, eq(auditLogs.entityType, 'exports'))).toBe(0)
  const response = await get(path, await officeCookie())
  expect(response.headers.get('Content-Type')).toBe('application/pdf')
  expect(response.headers.get('Content-Disposition')).toContain('ricevuta_RF97001042_2026-10-14.pdf')
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityType, 'exports'))
  expect(entries).toMatchObject([{ details: { user: member.email } }])
})

test('it says who paid what, what remains, and how it is stamped', async () => {
  const { course, member, path } = await aPayment(490.05)
  const cookie = await officeCookie()
  const lines = await receiptLines(path, cookie)
  expect(lines).toContain('P Abbiamo ricevuto 490,05 € con bonifico il 14 ottobre 2026 da:')
  expect(lines).toContain('P Giulia Rossi')
  expect(lines).toContain('LBody RF97 0010 42')
  expect(lines).toContainEqual(expect.stringMatching(/^LBody Vendite <b> & ‘rete’, /))
  expect(lines).toContain('P Restano da versare 489,95 €.')
  expect(lines).toContain('P Questa ricevuta attesta il pagamento. Non sostituisce la fattura.')
  expect(lines.join('\n')).toContain('Imposta di bollo, se dovuta: contrassegno n.')

  await db.insert(billingDetails).values({
    userId: member.id,
    kind: 'company',
    name: 'Officine De Santis SRL',
    vatNumber: '00743110157',
    street: 'Via Po 2',
    postcode: '00100',
    town: 'Roma',
    province: 'RM',
  })
  const treat = (vatTreatment: 'ordinary' | 'exempt') =>
    db.update(courses).set({ vatTreatment }).where(eq(courses.id, course.id))
  await treat('ordinary')
  const taxed = await receiptLines(path, cookie)
  expect(taxed).toEqual(
    expect.arrayContaining([
      'P Officine De Santis SRL',
      'P P. IVA 00743110157',
      'P Via Po 2, 00100 Roma (RM)',
      'P Riguarda un’operazione soggetta a IVA: esente da imposta di bollo.',
    ]),
  )
  await treat('exempt')
  expect((await receiptLines(path, cookie)).join('\n')).toContain('Imposta di bollo di 2,00 € assolta')
})

test('an exempt receipt of 77,47 € carries no stamp', async () => {
  const { course, path } = await aPayment(77.47)
  await db.update(courses).set({ vatTreatment: 'exempt' }).where(eq(courses.id, course.id))
  expect(await receiptLines(path, await officeCookie())).toContainEqual(
    expect.stringContaining('non paga l’imposta di bollo'),
  )
})

test('of an enrolment that has ended it says nothing of what remains; all paid, nothing does', async () => {
  const { admin, enrolment, path } = await aPayment(980)
  const cookie = await officeCookie()
  expect(await receiptLines(path, cookie)).toContain('P Non resta nulla da versare.')
  await cancelEnrolment(admin, enrolment, 'Chiuso')
  expect((await receiptLines(path, cookie)).join('\n')).not.toMatch(/Restano|Non resta/)
})

test('a refund and an unknown payment have none', async () => {
  const { path } = await aPayment(-100)
  const cookie = await officeCookie()
  for (const address of [
    path,
    `/admin/pagamenti/${randomUUID()}/ricevuta.pdf`,
    '/admin/pagamenti/x/ricevuta.pdf',
  ])
    expect((await get(address, cookie)).status).toBe(404)
})
