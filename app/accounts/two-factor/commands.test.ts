import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { codeOf } from '../../../tests/codes'
import { aPerson, aVisitor, cookieOf, emailsTo, isSignedIn, PASSWORD } from '../../../tests/people'
import { aWhileLater, ticketOf, withSecondFactor } from '../../../tests/second-factor'
import { emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { auditLogs, backupCodes, profiles, secondFactors } from '../../database/schema'
import type { Admin } from '../rules'
import { signIn } from '../sign-in/commands.server'
import * as commands from './commands.server'
import { secondFactorOf } from './queries.server'
import { SETUP_MINUTES } from './rules'
import { finishSignIn } from './sign-in.commands.server'

beforeEach(emptyDatabase)

const email = 'ada@example.it'
const lastEntry = async () => (await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1))[0]
/** Signed in by the password alone: no code is asked for. */
const ENTERED = { ok: true, role: expect.any(String), headers: expect.any(Headers) }
const kinds = async () => (await emailsTo(email)).map(({ kind }) => kind)

describe('setting up', () => {
  test('needs the password, which can be guessed five times', async () => {
    const ada = await aPerson('ada')
    for (let guess = 0; guess < 5; guess++)
      expect(await commands.beginSecondFactor(ada, 'no')).toMatchObject({ refusal: 'wrong-password' })
    expect(await commands.beginSecondFactor(ada, PASSWORD)).toMatchObject({ refusal: 'limited' })
    expect(await db.$count(secondFactors)).toBe(0)
  })

  test('needs a first code: entry, e-mail, ten codes, the session stays', async () => {
    const ada = await aPerson('ada')
    const elsewhere = await cookieOf(email)
    const { key, codes, cookie } = await withSecondFactor(ada)

    expect(new Set(codes).size).toBe(10)
    expect(await Promise.all([elsewhere, cookie].map(isSignedIn))).toEqual([false, true])
    expect(await secondFactorOf(ada)).toEqual({ since: expect.any(Date), codesLeft: 10 })
    expect(await kinds()).toEqual(['second-factor-on'])
    expect(await lastEntry()).toMatchObject({
      userId: ada.id,
      entityType: 'profiles',
      details: { old: { secondFactor: false }, new: { secondFactor: true } },
    })
    const stored = JSON.stringify([
      await db.select().from(secondFactors),
      await db.select().from(backupCodes),
      await db.select().from(auditLogs),
      await emailsTo(email),
    ])
    for (const secret of [key, ...codes]) expect(stored).not.toContain(secret)
  })

  test('is refused with a wrong code, another’s setup, an old one, or none', async () => {
    const [ada, bea] = [await aPerson('ada'), await aPerson('bea')]
    const begun = await commands.beginSecondFactor(ada, PASSWORD)
    if (!begun.ok) throw new Error(begun.refusal)
    const { sealedSetup, key } = begun
    const tried = (member: typeof ada, sealed: string, code: string) =>
      commands.activateSecondFactor(member, sealed, code)
    expect(await tried(ada, sealedSetup, codeOf(key, 5))).toMatchObject({ refusal: 'wrong-code' })
    expect(await tried(bea, sealedSetup, codeOf(key))).toMatchObject({ refusal: 'setup-expired' })
    expect(await tried(ada, '', codeOf(key))).toMatchObject({ refusal: 'setup-expired' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (SETUP_MINUTES + 1) * 60_000 })
    expect(await tried(ada, sealedSetup, codeOf(key))).toMatchObject({ refusal: 'setup-expired' })
    vi.useRealTimers()
    expect(await db.$count(secondFactors)).toBe(0)
  })

  test('has a count of its own, which wrong codes of the sign-in do not use up', async () => {
    const ada = await aPerson('ada')
    const begun = await commands.beginSecondFactor(ada, PASSWORD)
    if (!begun.ok) throw new Error(begun.refusal)
    const wrongCode = (code: string) => commands.activateSecondFactor(ada, begun.sealedSetup, code)
    for (let guess = 0; guess < 6; guess++) await commands.renewBackupCodes(ada, '000000')
    for (let guess = 0; guess < 5; guess++)
      expect(await wrongCode('000000')).toMatchObject({ refusal: 'wrong-code' })
    expect(await wrongCode(codeOf(begun.key))).toMatchObject({ refusal: 'limited' })
  })

  test('sent twice gives the same codes, until another code is used', async () => {
    const ada = await aPerson('ada')
    const begun = await commands.beginSecondFactor(ada, PASSWORD)
    if (!begun.ok) throw new Error(begun.refusal)
    const code = codeOf(begun.key)
    const send = (typed = code) => commands.activateSecondFactor(ada, begun.sealedSetup, typed)
    const [first, second] = await Promise.all([send(), send()])
    expect(first).toMatchObject({ ok: true, codes: expect.any(Array) })
    expect([second, await send()]).toEqual([first, first])
    expect(await kinds()).toEqual(['second-factor-on'])
    expect(await send(codeOf(begun.key, 1))).toMatchObject({ refusal: 'second-factor-on' })
    if (first.ok)
      expect(await commands.renewBackupCodes(ada, first.codes[0] ?? '')).toMatchObject({ ok: true })
  })

  test('of two tabs at once one succeeds', async () => {
    const ada = await aPerson('ada')
    const tabs = await Promise.all([1, 2].map(() => commands.beginSecondFactor(ada, PASSWORD)))
    const outcomes = await Promise.all(
      tabs.map((tab) => tab.ok && commands.activateSecondFactor(ada, tab.sealedSetup, codeOf(tab.key))),
    )
    expect(outcomes.map((outcome) => outcome && (outcome.ok ? 'on' : outcome.refusal)).sort()).toEqual([
      'on',
      'second-factor-on',
    ])
    expect(await db.$count(backupCodes)).toBe(10)
  })
})

describe('once it is on', () => {
  test('a set-up, begun before or after, is refused and forgives no wrong codes', async () => {
    const ada = await aPerson('ada')
    const [begun, again] = [
      await commands.beginSecondFactor(ada, PASSWORD),
      await commands.beginSecondFactor(ada, PASSWORD),
    ]
    if (!begun.ok || !again.ok) throw new Error('not begun')
    expect(await commands.activateSecondFactor(ada, begun.sealedSetup, codeOf(begun.key))).toMatchObject({
      ok: true,
    })
    expect(await commands.beginSecondFactor(ada, PASSWORD)).toMatchObject({ refusal: 'second-factor-on' })

    const outcomes = []
    for (let guess = 0; guess < 7; guess++) {
      const outcome = await commands.renewBackupCodes(ada, '000000')
      outcomes.push(outcome.ok ? 'ok' : outcome.refusal)
      const anew = await commands.activateSecondFactor(ada, again.sealedSetup, codeOf(again.key))
      expect(anew).toMatchObject({ refusal: 'second-factor-on' })
    }
    expect(outcomes).toEqual([...Array(5).fill('wrong-code'), 'limited', 'limited'])
  })

  test('new backup codes need a code, and end those before', async () => {
    const ada = await aPerson('ada')
    const { key, used, codes } = await withSecondFactor(ada)
    expect(await commands.renewBackupCodes(ada, used)).toMatchObject({ refusal: 'wrong-code' })
    await aWhileLater()
    const renewed = await commands.renewBackupCodes(ada, codeOf(key))
    expect(renewed).toMatchObject({ ok: true })
    expect(await commands.renewBackupCodes(ada, codes[0] ?? '')).toMatchObject({ refusal: 'wrong-code' })
    expect(await db.$count(backupCodes)).toBe(10)
    expect(await kinds()).toEqual(['backup-codes-renewed', 'second-factor-on'])
    expect(await lastEntry()).toMatchObject({ details: { cause: 'new_backup_codes' } })
  })

  test('switching off needs password and code', async () => {
    const ada = await aPerson('ada')
    const { codes } = await withSecondFactor(ada)
    const [code = ''] = codes
    expect(await commands.deactivateSecondFactor(ada, 'no', code)).toMatchObject({
      refusal: 'wrong-password',
    })
    expect(await commands.deactivateSecondFactor(ada, PASSWORD, '000000')).toMatchObject({ ok: false })
    expect(await commands.deactivateSecondFactor(ada, PASSWORD, code.toUpperCase())).toEqual({ ok: true })
    expect(await secondFactorOf(ada)).toBeUndefined()
    expect(await db.$count(backupCodes)).toBe(0)
    expect(await kinds()).toEqual(['second-factor-off', 'second-factor-on'])
    expect(await signIn(aVisitor(), { email, password: PASSWORD })).toEqual(ENTERED)
  })
})

describe('after the loss of everything', () => {
  test('an administrator removes it, except their own: sessions end, with an e-mail', async () => {
    const [ada, carla] = [await aPerson('ada'), (await aPerson('carla', 'admin')) as Admin]
    const { cookie } = await withSecondFactor(ada)
    const ticket = await ticketOf(email)

    expect(await commands.removeSecondFactor(carla, carla.id)).toMatchObject({ refusal: 'own-second-factor' })
    expect(await commands.removeSecondFactor(carla, 'nessuno')).toMatchObject({ refusal: 'unknown-person' })
    expect(await commands.removeSecondFactor(carla, '\0')).toMatchObject({ refusal: 'unknown-person' })
    expect(await commands.removeSecondFactor(carla, ada.id)).toEqual({ ok: true })
    expect(await commands.removeSecondFactor(carla, ada.id)).toMatchObject({ refusal: 'second-factor-off' })

    expect(await isSignedIn(cookie)).toBe(false)
    expect(await finishSignIn(aVisitor(), ticket, '000000')).toMatchObject({ refusal: 'code-expired' })
    expect(await kinds()).toEqual(['second-factor-removed', 'second-factor-on'])
    expect(await lastEntry()).toMatchObject({ userId: carla.id, entityId: ada.id })
    expect(await signIn(aVisitor(), { email, password: PASSWORD })).toEqual(ENTERED)
  })

  test('who is no administrator any more takes nothing away', async () => {
    const [ada, carla] = [await aPerson('ada'), (await aPerson('carla', 'admin')) as Admin]
    await withSecondFactor(ada)
    await db.update(profiles).set({ role: 'member' }).where(eq(profiles.id, carla.id))
    expect(await commands.removeSecondFactor(carla, ada.id)).toMatchObject({ refusal: 'role-changed' })
    expect(await db.$count(secondFactors)).toBe(1)
  })

  test('the console removes it from the last administrator', async () => {
    const carla = await aPerson('carla', 'admin')
    await withSecondFactor(carla)
    expect(await commands.removeSecondFactorFromConsole('nessuno@example.it')).toMatchObject({ ok: false })
    expect(await commands.removeSecondFactorFromConsole(' CARLA@example.it')).toEqual({ ok: true })
    expect(await lastEntry()).toMatchObject({ userId: null, entityId: carla.id })
    expect(await signIn(aVisitor(), { email: carla.email, password: PASSWORD })).toEqual(ENTERED)
  })
})
