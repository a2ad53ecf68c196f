/** What must hold when many act at once. On a server they run on several connections. */

import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { aVisitor, emailsTo } from '../../tests/people'
import { atOnce, expectToNeedLocks } from '../../tests/unlocked'
import { aCourse, anInterest, emptyDatabase } from '../../tests/world'
import { SYSTEM } from '../accounts/rules'
import { db, inTransaction } from '../database/client.server'
import { interests, outgoingMail } from '../database/schema'
import { confirmInterest, registerInterest } from './commands.server'
import { notifyInterested } from './notify.commands.server'

beforeEach(emptyDatabase)

const NOON = new Date('2026-11-23T11:00:00Z')

async function eachIsToldOnce() {
  const course = await aCourse()
  for (let i = 0; i < 20; i++) await anInterest(course, { email: `p${i}@example.it` })
  const counts = await atOnce(Array.from({ length: 6 }, () => notifyInterested(SYSTEM, NOON)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20)
  expect(await db.$count(outgoingMail)).toBe(20)
}

test('six processes at once tell each person once', eachIsToldOnce)

test('the control, without the lock: it fails on a server; the embedded database queues anyway', () =>
  expectToNeedLocks(eachIsToldOnce))

test('who asks while the notice is enqueued confirms again', async () => {
  const course = await aCourse()
  await anInterest(course, { email: 'bea@example.it' })
  const notified = Promise.withResolvers<void>()
  const notice = inTransaction(async (tx) => {
    await tx.update(interests).set({ notifiedAt: new Date() })
    notified.resolve()
    await pause(200)
  })
  await notified.promise
  await Promise.all([notice, registerInterest(aVisitor(), course, 'bea@example.it', 'domani')])
  expect(await db.select().from(interests)).toMatchObject([{ confirmedAt: null, notifiedAt: null }])
  expect((await emailsTo('bea@example.it')).map(({ kind }) => kind)).toEqual(['confirm-interest'])
})

test('fifty requests at once for one address are one row, with three e-mails', async () => {
  const course = await aCourse({ comingSoon: true })
  const ask = () => registerInterest(aVisitor(), course, 'bea@example.it', 'domani')
  await Promise.all(Array.from({ length: 50 }, ask))
  expect(await db.$count(interests)).toBe(1)
  const emails = await emailsTo('bea@example.it')
  expect(emails.map(({ kind }) => kind)).toEqual(Array(3).fill('confirm-interest'))
  for (const { text } of emails)
    await confirmInterest(aVisitor(), text.match(/\/avvisi\/([\w-]{32})/)?.[1] ?? '')
  expect(await db.select().from(interests)).toMatchObject([{ confirmedAt: expect.any(Date) }])
})
