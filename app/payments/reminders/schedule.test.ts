import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { settleDecisions, withUndo } from '../../../tests/decisions'
import { anOwing, dueFell, turnRemindersOn } from '../../../tests/payments'
import { emptyDatabase, inDays } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courses, outgoingMail, paymentReminders } from '../../database/schema'
import { confirmEdition, postponeEdition } from '../../editions/commands.server'
import { isDaytime } from '../../runtime/clock'
import { registerPayment } from '../commands.server'
import { sendPaymentReminders } from './commands.server'

beforeEach(emptyDatabase)

const BY_DAY = isDaytime(new Date('2026-11-23T11:00:00Z'))
const BY_NIGHT = isDaytime(new Date('2026-11-23T21:30:00Z'))

const mails = async () =>
  (await db.select().from(outgoingMail))
    .filter(({ kind }) => /^payment-(?:due|late)/.test(kind))
    .map(({ kind, toName }) => `${kind} ${toName.split(' ')[0]}`)
    .toSorted()

test('nothing leaves until the office has turned it on, nor by night', async () => {
  const { id } = await anOwing()
  await dueFell(id, -7)
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(0)
  await turnRemindersOn()
  expect(await sendPaymentReminders(SYSTEM, BY_NIGHT)).toBe(0)
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(1)
})

test('three days before and seven days after, once, with an entry of the system', async () => {
  await turnRemindersOn()
  for (const [name, days] of [
    ['ada', 3],
    ['bea', -7],
    ['caio', 4],
    ['dora', -6],
    ['elio', -11],
  ] as const)
    await dueFell((await anOwing(name)).id, days)
  const before = await db.$count(auditLogs)
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(2)
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(0)
  expect(await mails()).toEqual(['payment-due Ada', 'payment-late Bea'])
  const entries = (await db.select().from(auditLogs).orderBy(auditLogs.id)).slice(before)
  expect(entries.map(({ userId, details }) => [userId, details.paymentReminder]).toSorted()).toEqual([
    [null, 'before'],
    [null, 'first'],
  ])
})

test('a due whose day fell into an outage is reminded of once, and who has paid in part today is not', async () => {
  await turnRemindersOn()
  const missed = await anOwing('ada')
  await dueFell(missed.id, -9)
  const paying = await anOwing('bea')
  await dueFell(paying.id, -7)
  const payment = { cents: 10_000, receivedOn: inDays(0), method: 'cash' as const, note: null }
  const form = { key: randomUUID(), seenPaid: 0 }
  expect(await registerPayment(paying.admin, paying.id, payment, form)).toMatchObject({ ok: true })
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(1)
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(0)
  expect(await mails()).toEqual(['payment-late Ada'])
})

test('two dues of one day are one reminder, with their sum', async () => {
  await turnRemindersOn()
  const { id } = await anOwing()
  for (const number of [1, 2]) await dueFell(id, -7, number)
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(1)
  const [email] = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'payment-late'))
  expect(email?.text?.replaceAll('\u00a0', ' ')).toContain('il pagamento di 980,00 € che scadeva')
  // The next days, within the time in which the schedule makes up for an outage.
  await db.update(paymentReminders).set({ sentAt: new Date(Date.now() - 86_400_000) })
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(0)
})

test('nobody is reminded while the confirmation or the new dates of the edition can be taken back', async () => {
  withUndo()
  await turnRemindersOn()
  const { admin, course, id } = await anOwing()
  await db.update(courses).set({ minParticipants: 1, confirmBy: inDays(20) })
  await dueFell(id, -7)
  expect(await confirmEdition(admin, course.id)).toMatchObject({ ok: true })
  await dueFell(id, -7)
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(0)
  await settleDecisions()
  const postponed = { sessions: `${inDays(90)} 9:00-13:00`, answerBy: inDays(5) }
  expect(await postponeEdition(admin, course.id, postponed)).toMatchObject({ ok: true })
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(0)
  await settleDecisions()
  expect(await sendPaymentReminders(SYSTEM, BY_DAY)).toBe(1)
})
