import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPerson, aVisitor, cookieOf, emailsTo, isSignedIn, linkTo } from '../../tests/people'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { hashPassword } from '../accounts/passwords/hashing.server'
import { requestRecovery, resetPassword } from '../accounts/recovery/commands.server'
import type { Admin } from '../accounts/rules'
import { signIn } from '../accounts/sign-in/commands.server'
import { db } from '../database/client.server'
import { accounts, auditLogs, profiles } from '../database/schema'
import { demote, promote, promoteFromConsole } from './roles.commands.server'

beforeEach(emptyDatabase)

const administrators = async () => {
  const rows = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.role, 'admin'))
  return rows.map(({ id }) => id).sort()
}
const entries = () => db.select().from(auditLogs)

test('an unknown or unconfirmed person cannot become administrator', async () => {
  const admin = await anAdmin('carla')
  await aMember('bruno', { emailVerified: false })
  expect(await promote(admin, 'nessuno')).toEqual({ ok: false, refusal: 'unknown-person' })
  expect(await promote(admin, 'bruno')).toEqual({ ok: false, refusal: 'unconfirmed-person' })
  expect(await promoteFromConsole('bruno@example.it')).toEqual({ ok: false, refusal: 'unconfirmed-person' })
  expect(await administrators()).toEqual(['carla'])
  expect(await entries()).toEqual([])
})

test('a promotion ends sessions, sends an e-mail, and is recorded', async () => {
  const admin = await anAdmin('carla')
  const bruno = await aPerson('bruno')
  const cookie = await cookieOf(bruno.email)
  const before = (await entries()).length

  expect(await promote(admin, bruno.id)).toEqual({ ok: true })
  expect(await isSignedIn(cookie)).toBe(false)
  expect((await entries()).slice(before)).toMatchObject([
    {
      userId: 'carla',
      action: 'update',
      entityType: 'profiles',
      entityId: bruno.id,
      details: { old: { role: 'member' }, new: { role: 'admin' } },
    },
  ])
  expect(await emailsTo(bruno.email)).toMatchObject([{ kind: 'made-administrator' }])
  expect(await promote(admin, bruno.id)).toEqual({ ok: false, refusal: 'already-admin' })
  expect(await isSignedIn(await cookieOf(bruno.email))).toBe(true)
})

test('from the console it is the same, recorded as the site’s own', async () => {
  const bruno = await aPerson('bruno')
  const cookie = await cookieOf(bruno.email)
  expect(await promoteFromConsole(' BRUNO@example.it ')).toEqual({ ok: true })
  expect(await isSignedIn(cookie)).toBe(false)
  expect((await entries()).at(-1)).toMatchObject({ userId: null, details: { new: { role: 'admin' } } })
  expect(await emailsTo(bruno.email)).toMatchObject([{ kind: 'made-administrator' }])
  const again = await cookieOf(bruno.email)
  expect(await promoteFromConsole(bruno.email)).toEqual({ ok: true })
  expect(await isSignedIn(again)).toBe(true)
  expect(await emailsTo(bruno.email)).toHaveLength(1)
})

test('with a password shorter than an administrator’s one does not come in, but sets a longer one', async () => {
  const bruno = await aPerson('bruno')
  const short = 'undici-segn'
  await db.update(accounts).set({ password: await hashPassword(short) })
  expect(await signIn(aVisitor(), { email: bruno.email, password: short })).toMatchObject({ ok: true })

  await promote(await anAdmin(), bruno.id)
  const refused = { ok: false, refusal: 'short-admin-password' }
  expect(await signIn(aVisitor(), { email: bruno.email, password: short })).toEqual(refused)
  expect(await signIn(aVisitor(), { email: bruno.email, password: 'sbagliata' })).toMatchObject({
    refusal: 'invalid-credentials',
  })
  await requestRecovery(aVisitor(), bruno.email)
  const token = (await linkTo(bruno.email)).get('token') ?? ''
  expect(await resetPassword(aVisitor(), token, short)).toMatchObject({ refusal: 'weak-password' })
  expect(await resetPassword(aVisitor(), token, 'dodici-caratteri')).toEqual({ ok: true })
  const entered = await signIn(aVisitor(), { email: bruno.email, password: 'dodici-caratteri' })
  expect(entered).toMatchObject({ ok: true })
})

test('a demotion ends sessions, keeps the account, and sends an e-mail', async () => {
  const admin = await anAdmin('carla')
  const bruno = await aPerson('bruno', 'admin')
  const cookie = await cookieOf(bruno.email)
  expect(await demote(admin, bruno.id)).toEqual({ ok: true })
  expect(await administrators()).toEqual(['carla'])
  expect(await isSignedIn(cookie)).toBe(false)
  expect((await entries()).at(-1)).toMatchObject({
    userId: 'carla',
    entityId: bruno.id,
    details: { old: { role: 'admin' }, new: { role: 'member' } },
  })
  expect(await emailsTo(bruno.email)).toMatchObject([{ kind: 'no-longer-administrator' }])
  expect(await demote(admin, bruno.id)).toEqual({ ok: false, refusal: 'not-admin' })
  expect(await demote(admin, 'nessuno')).toEqual({ ok: false, refusal: 'unknown-person' })
})

test('the last administrator stays; with another beside, one may step down oneself', async () => {
  const admin = await anAdmin('carla')
  expect(await demote(admin, 'carla')).toEqual({ ok: false, refusal: 'last-admin' })
  await anAdmin('dora')
  expect(await demote(admin, 'carla')).toEqual({ ok: true })
  expect(await administrators()).toEqual(['dora'])
})

test('an administrator who was one a moment ago decides nothing any more', async () => {
  const [carla, dora] = [await anAdmin('carla'), await anAdmin('dora')]
  await aMember('bruno')
  await demote(carla, 'dora')
  const late: Admin = dora
  expect(await demote(late, 'carla')).toEqual({ ok: false, refusal: 'no-longer-admin' })
  expect(await promote(late, 'bruno')).toEqual({ ok: false, refusal: 'no-longer-admin' })
  expect(await administrators()).toEqual(['carla'])
})
