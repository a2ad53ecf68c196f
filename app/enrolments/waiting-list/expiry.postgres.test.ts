import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { rewriteStatements } from '../../../tests/statements'
import { aFreedSeat } from '../../../tests/waiting'
import { emptyDatabase } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { db, openSideConnection } from '../../database/client.server'
import { seatOffers } from '../../database/schema'
import { answerOwn } from './answer.commands.server'
import { offerSeats } from './offers.commands.server'

beforeEach(emptyDatabase)

/** Accepts an offer that expires while the command waits for the lock on its course. */
async function acceptBehindLock() {
  const { course, waiting } = await aFreedSeat(1)
  const [{ member, id }] = waiting as [(typeof waiting)[0]]
  await offerSeats(SYSTEM)
  const { client, release } = await openSideConnection()
  await client.query('begin')
  await client.query('select from courses where id = $1 for update', [course.id])
  await db.update(seatOffers).set({ expiresAt: sql`clock_timestamp() + interval '400 ms'` })
  const accepting = answerOwn(member, id, 'accept')
  await pause(900)
  await client.query('commit')
  await release()
  return accepting
}

test('an offer that expires behind a lock is not accepted', async () => {
  expect(await acceptBehindLock()).toMatchObject({ refusal: 'expired' })
})

test('the control: by the start of the transaction it would be', async () => {
  onTestFinished(rewriteStatements((text) => text.replace('<= clock_timestamp()', '<= now()')))
  expect(await acceptBehindLock()).toEqual({ ok: true })
})
