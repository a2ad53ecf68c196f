/** Two colleagues remind the same people in the same instant. On a server: on several connections. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { anOwing, dueFell } from '../../../tests/payments'
import { atOnce, controlled, expectToNeedLocks } from '../../../tests/unlocked'
import { anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { outgoingMail, paymentReminders } from '../../database/schema'
import { remindPayers } from './commands.server'
import { chosenCandidates } from './queries.server'
import { reminderByHand, writeReminder } from './rules'

beforeEach(emptyDatabase)

const LOCKED = {
  'each person gets one e-mail': async () => {
    const bruno = await anAdmin('bruno')
    const owing = [await anOwing('ada'), await anOwing('bea')]
    for (const { id } of owing) await dueFell(id, -20)
    const ids = owing.map(({ id }) => id)
    const shown = (await chosenCandidates(bruno, ids)).flatMap(({ id, facts }) => {
      const reminder = reminderByHand(facts, inDays(0))
      return reminder.ok ? writeReminder(id, reminder) : []
    })
    expect(shown).toHaveLength(2)
    await db.delete(outgoingMail)
    const outcomes = await atOnce(
      [bruno, ...owing.map(({ admin }) => admin)].map((staff) => remindPayers(staff, shown, randomUUID())),
    )
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.notified : outcome.refusal)).toSorted()).toEqual([
      2,
      'none',
      'none',
    ])
    expect([await db.$count(outgoingMail), await db.$count(paymentReminders)]).toEqual([2, 2])
  },
}

test.each(Object.entries(LOCKED))('%s', (_what, holds) => holds())

test.each(controlled(LOCKED))('the control, without the lock: %s fails', (_what, holds) =>
  expectToNeedLocks(holds),
)
