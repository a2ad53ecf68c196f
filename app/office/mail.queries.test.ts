import { addDays, subDays } from 'date-fns'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { decisions, formerEmails, outgoingMail } from '../database/schema'
import { mailCounts, mailMessages, recipientsOfMessage } from './mail.queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
})

type Facts = Partial<typeof outgoingMail.$inferInsert>

async function send(subject: string, to: string[], facts: Facts = {}) {
  const rows = to.map((name) => ({
    kind: 'thanks',
    subject,
    html: '',
    text: '',
    toName: name,
    toAddress: `${name.toLowerCase()}@example.it`,
    toMany: true,
    ...facts,
  }))
  return db.insert(outgoingMail).values(rows).returning({ id: outgoingMail.id })
}

const subjects = async (view: Partial<Parameters<typeof mailMessages>[1]> = {}) =>
  (await mailMessages(admin, { words: [], ...view })).messages.map(({ subject, total }) => [subject, total])

test('a message to many is one row, the newest first; e-mails to one person are rows of their own', async () => {
  await send('Grazie', ['Ada', 'Bea'])
  await send('Conferma', ['Ada', 'Bea'], { toMany: false })
  await send('Grazie', ['Cleo'])
  await send('Grazie', ['Dora'], { createdAt: subDays(new Date(), 3) })
  expect(await subjects()).toEqual([
    ['Grazie', 1],
    ['Conferma', 1],
    ['Conferma', 1],
    ['Grazie', 3],
  ])
})

test('e-mails of one decision belong together, those of another do not', async () => {
  const heldUntil = addDays(new Date(), 1)
  const made = await db
    .insert(decisions)
    .values([
      { kind: 'approve', actorId: admin.id, heldUntil },
      { kind: 'approve', actorId: admin.id, heldUntil },
    ])
    .returning({ id: decisions.id })
  for (const { id: decisionId } of made)
    await send('Approvata', ['Ada', 'Bea'], { decisionId, toMany: false, dueAt: heldUntil })
  const [first] = made
  await send('Ada, si comincia', ['Ada'], { decisionId: first?.id ?? null })
  await send('Bea, si comincia', ['Bea'], { decisionId: first?.id ?? null })
  expect(await subjects()).toEqual([
    ['Ada, si comincia', 2],
    ['Approvata', 2],
    ['Approvata', 2],
  ])
})

test('state, topic and words filter messages, which keep all their recipients', async () => {
  await send('Grazie', ['Ada', 'Bea'], { sentAt: new Date() })
  await send('Grazie', ['Cleo'], { failedAt: new Date(), lastError: '550' })
  await send('Benvenuto', ['Dora'], { kind: 'invitation' })
  expect(await mailCounts(admin, { words: [] })).toEqual({ queued: 1, undelivered: 1 })
  expect(await mailCounts(admin, { words: ['ada'] })).toEqual({ queued: 0, undelivered: 1 })
  expect(await mailCounts(admin, { words: [], topic: 'account' })).toEqual({ queued: 1, undelivered: 0 })
  expect(await mailCounts(admin, { words: ['ada'], topic: 'account' })).toEqual({ queued: 0, undelivered: 0 })
  expect(await subjects({ state: 'undelivered' })).toEqual([['Grazie', 3]])
  expect(await subjects({ state: 'sent' })).toEqual([['Grazie', 3]])
  expect(await subjects({ state: 'queued' })).toEqual([['Benvenuto', 1]])
  expect(await subjects({ topic: 'account' })).toEqual([['Benvenuto', 1]])
  expect(await subjects({ words: ['cleo'] })).toEqual([['Grazie', 3]])
  expect(await subjects({ words: ['cleo'], topic: 'account' })).toEqual([])
  const [message] = (await mailMessages(admin, { words: ['grazie'] })).messages
  expect(message).toMatchObject({ sent: 2, undelivered: 1 })
  const recipients = await recipientsOfMessage(admin, message?.id ?? 0)
  expect(recipients.map(({ name }) => name)).toEqual(['Cleo', 'Ada', 'Bea'])
})

test('pages follow the first e-mail of each message', async () => {
  for (let i = 0; i < 60; i++) await send(`Lettera ${i}`, ['Ada', 'Bea'])
  const first = await mailMessages(admin, { words: [] })
  expect([first.messages.length, first.messages[0]?.subject]).toEqual([50, 'Lettera 59'])
  const second = await mailMessages(admin, { words: [], before: first.older })
  expect(second.messages.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 10 }, (_, i) => `Lettera ${9 - i}`),
  )
  expect(second.older).toBeUndefined()
})

test('the person of an e-mail to a former address is found by the present one', async () => {
  await aMember('ada', { email: 'ada@nuova.example' })
  await db.insert(formerEmails).values({ userId: 'ada', email: 'ada@example.it', proven: false })
  const createdAt = subDays(new Date(), 1)
  await send('Grazie', ['Ada', 'Bea'], { failedAt: new Date(), createdAt })
  const [message] = (await mailMessages(admin, { words: [] })).messages
  expect(message?.presentAddress).toBe('ada@nuova.example')
  const addresses = ['ada@nuova.example', 'bea@example.it']
  const recipients = await recipientsOfMessage(admin, message?.id ?? 0)
  expect(recipients.map(({ presentAddress }) => presentAddress)).toEqual(addresses)
})

test('a decision is taken back from its only row, until one of its e-mails was tried', async () => {
  const values = { kind: 'approve' as const, actorId: admin.id }
  const [whole, inParts, tried, late] = await db
    .insert(decisions)
    .values([
      { ...values, heldUntil: addDays(new Date(), 1) },
      { ...values, heldUntil: addDays(new Date(), 1) },
      { ...values, heldUntil: addDays(new Date(), 1) },
      { ...values, heldUntil: subDays(new Date(), 1) },
    ])
    .returning({ id: decisions.id })
  // The sender moves `dueAt` after each attempt that failed.
  const dueAt = addDays(new Date(), 1)
  await send('Una', ['Ada', 'Bea'], { decisionId: whole?.id ?? null, toMany: false, dueAt })
  await send('Due', ['Ada'], { decisionId: inParts?.id ?? null, toMany: false, dueAt })
  await send('Tre', ['Bea'], { decisionId: inParts?.id ?? null, toMany: false, dueAt })
  await send('Quattro', ['Ada'], { decisionId: tried?.id ?? null, attempts: 1, dueAt })
  await send('Cinque', ['Ada'], { decisionId: late?.id ?? null, dueAt })
  const { messages } = await mailMessages(admin, { words: [] })
  expect(messages.map(({ subject, undoableDecision }) => [subject, undoableDecision])).toEqual([
    ['Cinque', null],
    ['Quattro', null],
    ['Tre', null],
    ['Due', null],
    ['Una', whole?.id],
  ])
})
