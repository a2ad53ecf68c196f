import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPerson, aVisitor, cookieOf, emailsTo, isSignedIn, linkTo } from '../../tests/people'
import { aMember, anAdmin, aSecretary, emptyDatabase } from '../../tests/world'
import { hashPassword } from '../accounts/passwords/hashing.server'
import { requestRecovery, resetPassword } from '../accounts/recovery/commands.server'
import type { Admin } from '../accounts/rules'
import { signIn } from '../accounts/sign-in/commands.server'
import { db } from '../database/client.server'
import { accounts, auditLogs, profiles } from '../database/schema'
import { changeRole, promoteFromConsole } from './roles.commands.server'

beforeEach(emptyDatabase)

const administrators = async () => {
  const rows = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.role, 'admin'))
  return rows.map(({ id }) => id).sort()
}
const entries = () => db.select().from(auditLogs)

test('an unknown or unconfirmed person cannot become administrator', async () => {
  const admin = await anAdmin('carla')
  await aMember('bruno', { emailVerified: false })
  expect(await changeRole(admin, 'nessuno', 'admin')).toEqual({ ok: false, refusal: 'unknown-person' })
  expect(await changeRole(admin, 'bruno', 'admin')).toEqual({ ok: false, refusal: 'unconfirmed-person' })
  expect(await promoteFromConsole('bruno@example.it')).toEqual({ ok: false, refusal: 'unconfirmed-person' })
  expect(await administrators()).toEqual(['carla'])
  expect(await entries()).toEqual([])
})

test('a promotion ends sessions, sends an e-mail, and is recorded', async () => {
  const admin = await anAdmin('carla')
  const bruno = await aPerson('bruno')
  const cookie = await cookieOf(bruno.email)
  const before = (await entries()).length

  expect(await changeRole(admin, bruno.id, 'admin')).toEqual({ ok: true })
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
  expect(await changeRole(admin, bruno.id, 'admin')).toEqual({ ok: false, refusal: 'same-role' })
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

  await changeRole(await anAdmin(), bruno.id, 'admin')
  const refused = { ok: false, refusal: 'short-staff-password' }
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
  expect(await changeRole(admin, bruno.id, 'member')).toEqual({ ok: true })
  expect(await administrators()).toEqual(['carla'])
  expect(await isSignedIn(cookie)).toBe(false)
  expect((await entries()).at(-1)).toMatchObject({
    userId: 'carla',
    entityId: bruno.id,
    details: { old: { role: 'admin' }, new: { role: 'member' } },
  })
  expect(await emailsTo(bruno.email)).toMatchObject([{ kind: 'no-longer-staff' }])
  expect(await changeRole(admin, bruno.id, 'member')).toEqual({ ok: false, refusal: 'same-role' })
  expect(await changeRole(admin, 'nessuno', 'member')).toEqual({ ok: false, refusal: 'unknown-person' })
})

test('a secretary is made of a member or of an administrator, and each step sends its e-mail', async () => {
  const admin = await anAdmin('carla')
  const bruno = await aPerson('bruno')
  const steps = [
    ['secretary', 'made-secretary'],
    ['admin', 'made-administrator'],
    ['secretary', 'made-secretary'],
    ['member', 'no-longer-staff'],
  ] as const
  for (const [role, kind] of steps) {
    const cookie = await cookieOf(bruno.email)
    expect(await changeRole(admin, bruno.id, role)).toEqual({ ok: true })
    expect(await isSignedIn(cookie)).toBe(false)
    expect((await entries()).at(-1)).toMatchObject({ userId: 'carla', details: { new: { role } } })
    expect((await emailsTo(bruno.email))[0]).toMatchObject({ kind })
  }
  expect(await changeRole(admin, 'carla', 'secretary')).toEqual({ ok: false, refusal: 'last-admin' })
})

test('who was an administrator a moment ago acts no more as one, as a secretary neither', async () => {
  const [carla, dora] = [await anAdmin('carla'), await anAdmin('dora')]
  await aSecretary('sara')
  await changeRole(carla, 'dora', 'secretary')
  expect(await changeRole(dora, 'sara', 'admin')).toEqual({ ok: false, refusal: 'role-changed' })
  expect(await administrators()).toEqual(['carla'])
})

test('the last administrator stays; with another beside, one may step down oneself', async () => {
  const admin = await anAdmin('carla')
  expect(await changeRole(admin, 'carla', 'member')).toEqual({ ok: false, refusal: 'last-admin' })
  await anAdmin('dora')
  expect(await changeRole(admin, 'carla', 'member')).toEqual({ ok: true })
  expect(await administrators()).toEqual(['dora'])
})

test('an administrator who was one a moment ago decides nothing any more', async () => {
  const [carla, dora] = [await anAdmin('carla'), await anAdmin('dora')]
  await aMember('bruno')
  await changeRole(carla, 'dora', 'member')
  const late: Admin = dora
  expect(await changeRole(late, 'carla', 'member')).toEqual({ ok: false, refusal: 'role-changed' })
  expect(await changeRole(late, 'bruno', 'admin')).toEqual({ ok: false, refusal: 'role-changed' })
  expect(await administrators()).toEqual(['carla'])
})
