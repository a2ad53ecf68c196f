import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs, formerEmails, outgoingMail } from '../database/schema'
import { requeueEmails } from './mail.commands.server'

beforeEach(emptyDatabase)

const EMAIL = { kind: 'prova', toName: '', toAddress: 'ada@example.it', subject: 'Uno', html: '', text: '' }

async function anEmail(facts: Partial<typeof outgoingMail.$inferInsert>): Promise<number> {
  const [row] = await db
    .insert(outgoingMail)
    .values({ ...EMAIL, ...facts })
    .returning({ id: outgoingMail.id })
  return row?.id ?? 0
}

const asUndelivered = { failedAt: new Date(0), refusedSince: new Date(0), dueAt: new Date(0), attempts: 130 }

test('an undelivered e-mail is due again at once, and the log has it', async () => {
  const admin = await anAdmin()
  const id = await anEmail(asUndelivered)
  expect(await requeueEmails(admin, id)).toBe(1)
  const [email] = await db.select().from(outgoingMail)
  expect(email).toMatchObject({ failedAt: null, refusedSince: null, sentAt: null })
  expect(Date.now() - Number(email?.dueAt)).toBeLessThan(60_000)
  expect(await db.select().from(auditLogs)).toMatchObject([
    {
      userId: admin.id,
      action: 'update',
      entityType: 'outgoing_mail',
      entityId: String(id),
      details: { old: { status: 'undelivered' }, new: { status: 'queued' }, email: 'ada@example.it' },
    },
  ])
})

test('a form that is sent twice is one act', async () => {
  const admin = await anAdmin()
  const id = await anEmail(asUndelivered)
  await requeueEmails(admin, id)
  expect(await requeueEmails(admin, id)).toBe(1)
  expect(await db.select().from(auditLogs)).toHaveLength(1)
})

test('an e-mail that has left, or is not there, is not sent again', async () => {
  const admin = await anAdmin()
  const id = await anEmail({ sentAt: new Date() })
  expect(await requeueEmails(admin, id)).toBe(0)
  expect(await requeueEmails(admin, id + 1)).toBe(0)
  expect(await db.select().from(outgoingMail)).toMatchObject([{ sentAt: expect.any(Date) }])
  expect(await db.select().from(auditLogs)).toEqual([])
})

test('a message goes again to everybody who did not get it, and to nobody else', async () => {
  const admin = await anAdmin()
  const many = { toMany: true, subject: 'Aula' }
  const first = await anEmail({ ...many, sentAt: new Date() })
  await anEmail({ ...many, ...asUndelivered, toAddress: 'bea@example.it' })
  await anEmail({ ...many, ...asUndelivered, toAddress: 'cleo@example.it' })
  await anEmail(asUndelivered)
  expect(await requeueEmails(admin, first, { wholeMessage: true })).toBe(2)
  expect(await requeueEmails(admin, first, { wholeMessage: true })).toBe(2)
  expect(await db.select().from(auditLogs)).toHaveLength(2)
  const left = await db.select().from(outgoingMail)
  expect(left.filter(({ failedAt }) => failedAt).map(({ subject }) => subject)).toEqual(['Uno'])
})

test('an e-mail goes again to the address that its person has now', async () => {
  const admin = await anAdmin()
  await aMember('ada', { email: 'ada@nuova.example' })
  await aMember('bea', { email: 'preso@example.it' })
  await db.insert(formerEmails).values([
    { userId: 'ada', email: 'ada@exmaple.it', proven: false },
    { userId: 'ada', email: 'preso@example.it', proven: true },
  ])
  const written = new Date(Date.now() - 60_000)
  const sendTo = (toAddress: string, facts: Partial<typeof outgoingMail.$inferInsert> = {}) =>
    anEmail({ ...asUndelivered, kind: 'request-approved', createdAt: written, toAddress, ...facts })
  const addressAfter = async (id: number) => {
    await requeueEmails(admin, id)
    const [email] = await db.select().from(outgoingMail).where(eq(outgoingMail.id, id))
    return email?.toAddress
  }
  const toFormer = await sendTo('ada@exmaple.it')
  const toAnother = await sendTo('preso@example.it')
  const withLink = await sendTo('ada@exmaple.it', { text: 'https://example.org/offerte/abc' })
  const toVisitor = await sendTo('ada@exmaple.it', { kind: 'contact-reply' })
  expect(await addressAfter(toFormer)).toBe('ada@nuova.example')
  expect(await addressAfter(toAnother)).toBe('preso@example.it')
  expect(await addressAfter(withLink)).toBe('ada@exmaple.it')
  expect(await addressAfter(toVisitor)).toBe('ada@exmaple.it')
  const [entry] = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(entry?.details).toMatchObject({ email: 'ada@nuova.example' })
})
