/** Administrators who take the role from each other in the same instant. On a server: on several connections. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { expectToNeedLocks } from '../../tests/unlocked'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs, profiles } from '../database/schema'
import { changeRole } from './roles.commands.server'

beforeEach(emptyDatabase)

const left = () => db.$count(profiles, eq(profiles.role, 'admin'))

async function twoDemoteEachOther() {
  for (let round = 0; round < 10; round++) {
    await emptyDatabase()
    const [carla, dora] = [await anAdmin('carla'), await anAdmin('dora')]
    const outcomes = await Promise.all([
      changeRole(carla, dora.id, 'member'),
      changeRole(dora, carla.id, 'member'),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await left()).toBe(1)
    expect(await db.$count(auditLogs)).toBe(1)
  }
}

test('two who demote each other at once leave one', twoDemoteEachOther)

test('without the lock a server loses the last one; the embedded database queues them anyway', () =>
  expectToNeedLocks(twoDemoteEachOther))

test('of many who all demote the next one, and promote others meanwhile, at least one is left', async () => {
  const names = Array.from({ length: 8 }, (_, i) => `capo${i}`)
  const admins = await Promise.all(names.map((name) => anAdmin(name)))
  await aMember('bruno')
  const outcomes = await Promise.all([
    ...admins.map((admin, i) => changeRole(admin, names[(i + 1) % names.length] ?? '', 'member')),
    ...admins.toReversed().map((admin) => changeRole(admin, admin.id, 'member')),
    ...admins.map((admin) => changeRole(admin, 'bruno', 'admin')),
  ])
  const gone = outcomes.slice(0, 16).filter(({ ok }) => ok).length
  const come = outcomes.slice(16).filter(({ ok }) => ok).length
  expect(await left()).toBe(8 - gone + come)
  expect(await left()).toBeGreaterThanOrEqual(1)
})
