/** Passwords and roles that change while somebody uses a password. On a server: on several connections. */
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPerson, aVisitor, PASSWORD } from '../../../tests/people'
import { emptyDatabase } from '../../../tests/world'
import { inTransaction, type Transaction } from '../../database/client.server'
import { profiles } from '../../database/schema'
import { lockPerson, storePasswordHash } from '../people.server'
import { changePassword } from '../profile/commands.server'
import { signIn } from '../sign-in/commands.server'
import { hashPassword } from './hashing.server'

beforeEach(emptyDatabase)

/** Begins an act while another one has locked the person, and lets it wait until `change` is stored. */
async function actDuring<Outcome>(
  personId: string,
  act: () => Promise<Outcome>,
  change: (tx: Transaction) => Promise<unknown>,
): Promise<Outcome> {
  const [outcome] = await Promise.all([
    sleep(100).then(act),
    inTransaction(async (tx) => {
      await lockPerson(tx, personId)
      await sleep(1_500)
      await change(tx)
    }),
  ])
  return outcome
}

test('a password that was replaced meanwhile changes no password', async () => {
  const ada = await aPerson('ada')
  const ownersHash = await hashPassword('portico-dei-cento-archi')
  const outcome = await actDuring(
    ada.id,
    () => changePassword(ada, PASSWORD, 'travertino-nuovo', aVisitor()),
    (tx) => storePasswordHash(tx, ada.id, ownersHash),
  )
  expect(outcome).toMatchObject({ refusal: 'wrong-password' })
})

test('a password that is too short for a role that was given meanwhile is not stored', async () => {
  const ada = await aPerson('ada')
  const outcome = await actDuring(
    ada.id,
    () => changePassword(ada, PASSWORD, 'pietra-di9', aVisitor()),
    (tx) => tx.update(profiles).set({ role: 'admin' }).where(eq(profiles.id, ada.id)),
  )
  expect(outcome).toMatchObject({ ok: false })
  expect(await signIn(aVisitor(), { email: ada.email, password: PASSWORD })).toMatchObject({ ok: true })
})

test('a short password opens no session of a role that was given meanwhile', async () => {
  const ada = await aPerson('ada')
  const shortHash = await hashPassword('loggia-1')
  await inTransaction((tx) => storePasswordHash(tx, ada.id, shortHash))
  const outcome = await actDuring(
    ada.id,
    () => signIn(aVisitor(), { email: ada.email, password: 'loggia-1' }),
    (tx) => tx.update(profiles).set({ role: 'admin' }).where(eq(profiles.id, ada.id)),
  )
  expect(outcome).toMatchObject({ refusal: 'short-staff-password' })
})
