import { beforeEach, expect, test } from 'vitest'
import { anAdmin, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs, outgoingMail } from '../database/schema'
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
