/** Two processes run the schedule in the same instant. On a server: on several connections. */
import { beforeEach, expect, test } from 'vitest'
import { anOwing, dueFell, turnRemindersOn } from '../../../tests/payments'
import { atOnce, controlled, expectToNeedLocks } from '../../../tests/unlocked'
import { emptyDatabase } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { outgoingMail, paymentReminders } from '../../database/schema'
import { isDaytime } from '../../runtime/clock'
import { sendPaymentReminders } from './commands.server'

beforeEach(emptyDatabase)

const BY_DAY = isDaytime(new Date('2026-11-23T11:00:00Z'))

const LOCKED = {
  'two processes send each reminder once': async () => {
    await turnRemindersOn()
    for (const name of ['ada', 'bea', 'caio']) await dueFell((await anOwing(name)).id, -7)
    await db.delete(outgoingMail)
    const counts = await atOnce(Array.from({ length: 4 }, () => sendPaymentReminders(SYSTEM, BY_DAY)))
    expect(counts.toSorted()).toEqual([0, 0, 0, 3])
    expect([await db.$count(outgoingMail), await db.$count(paymentReminders)]).toEqual([3, 3])
  },
}

test.each(Object.entries(LOCKED))('%s', (_what, holds) => holds())

test.each(controlled(LOCKED))('the control, without the lock: %s fails', (_what, holds) =>
  expectToNeedLocks(holds),
)
