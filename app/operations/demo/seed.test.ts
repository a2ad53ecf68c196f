import { inArray } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { certificates, courses, outgoingMail, profiles } from '../../database/schema'
import { env } from '../../runtime/env.server'
import { loadFirstData } from '../first-data.server'
import { DEMO_ACCOUNTS } from './accounts'

beforeEach(emptyDatabase)

const ADMIN = { adminEmail: 'direzione@example.it', adminPassword: 'travertino-e-inchiostro' }

function settings(overrides: Partial<typeof env>) {
  const before = { ...env }
  Object.assign(env, overrides)
  onTestFinished(() => void Object.assign(env, { adminEmail: undefined, adminPassword: undefined }, before))
}

const administrators = async () =>
  (
    await db
      .select()
      .from(profiles)
      .where(inArray(profiles.role, ['admin']))
  )
    .map(({ email }) => email)
    .toSorted()

test('with ADMIN_EMAIL the demo data are loaded too, once', async () => {
  settings({ ...ADMIN, seed: 'demo' })
  expect(await loadFirstData()).toBe(true)
  expect(await db.$count(courses)).toBeGreaterThanOrEqual(15)
  expect(await administrators()).toEqual([ADMIN.adminEmail, DEMO_ACCOUNTS.admin.email])
  const before = await db.$count(profiles)
  expect(await loadFirstData()).toBe(true)
  expect(await db.$count(profiles)).toBe(before)
})

test('the concluded course has its attestati, with their files and without e-mails', async () => {
  settings({ seed: 'demo' })
  await loadFirstData()
  const issued = await db.select().from(certificates)
  expect(issued.map(({ facts }) => facts.firstName).toSorted()).toEqual(['Chiara', 'Giulia', 'Luca'])
  expect(issued.every(({ documentId }) => documentId !== null)).toBe(true)
  expect(await db.$count(outgoingMail)).toBe(0)
})

test('without demo data the administrator of ADMIN_EMAIL is alone', async () => {
  settings({ ...ADMIN, seed: 'none' })
  expect(await loadFirstData()).toBe(false)
  expect(await db.$count(courses)).toBe(0)
  expect(await administrators()).toEqual([ADMIN.adminEmail])
})
