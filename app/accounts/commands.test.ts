import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aPerson, aVisitor, emailsTo, isSignedIn, linkTo, PASSWORD, sentBack } from '../../tests/people'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import {
  accounts,
  auditLogs,
  outgoingMail,
  profiles,
  sessions,
  signUps,
  verifications,
} from '../database/schema'
import { env } from '../runtime/env.server'
import { createConfirmedAccount, ensureFirstAdmin } from './commands.server'
import type { SignUpFacts } from './rules'
import { signIn } from './sign-in/commands.server'
import { confirmAddress, signUp } from './sign-up/commands.server'

beforeEach(emptyDatabase)

const ada = { firstName: ' Ada ', lastName: 'Conti', email: ' Ada@Example.it', password: PASSWORD }
const email = 'ada@example.it'
const token = async () => (await linkTo(email)).get('token') ?? ''

describe('sign-up', () => {
  test('leaves an unconfirmed profile, a hashed password, an audit entry and an e-mail', async () => {
    expect(await signUp(aVisitor(), ada, { course: 'leadership' })).toEqual({ ok: true })

    const [profile] = await db.select().from(profiles)
    expect(profile).toMatchObject({
      email,
      firstName: 'Ada',
      emailVerified: false,
      role: 'member',
      phone: null,
    })
    expect(await db.select().from(accounts)).toEqual([])
    const [stored] = await db.select().from(signUps)
    expect(stored).toMatchObject({ userId: profile?.id, firstName: 'Ada', lastName: 'Conti' })
    expect(stored?.password).toMatch(/^\$argon2id\$/)
    expect(await db.select().from(auditLogs)).toMatchObject([
      { userId: profile?.id, action: 'create', entityType: 'profiles', entityId: profile?.id },
    ])
    expect(await emailsTo(email)).toMatchObject([{ kind: 'confirm-address' }])
    expect((await linkTo(email)).get('corso')).toBe('leadership')
    expect((await db.select().from(verifications))[0]?.identifier).not.toContain(await token())
  })

  test('leaves nothing when the e-mail cannot be written', async () => {
    await db.execute(sql`alter table outgoing_mail add constraint broken check (false) not valid`)
    const attempt = signUp(aVisitor(), ada)
    await expect(attempt).rejects.toThrow()
    await db.execute(sql`alter table outgoing_mail drop constraint broken`)

    for (const table of [profiles, signUps, verifications, auditLogs, outgoingMail])
      expect(await db.select().from(table)).toEqual([])
  })

  test('answers alike for a known e-mail, changes nothing and writes to its owner', async () => {
    await aPerson('ada')
    const [before] = await db.select().from(accounts)

    expect(await signUp(aVisitor(), { ...ada, password: 'another-password' })).toEqual({
      ok: true,
    })

    expect((await db.select().from(accounts))[0]).toEqual(before)
    expect(await emailsTo(email)).toMatchObject([{ kind: 'already-registered' }])
  })

  test('with the same password twice is confirmed with the names of the newest', async () => {
    await signUp(aVisitor(), { ...ada, firstName: 'Adda' })
    await signUp(aVisitor(), ada)
    await signUp(aVisitor(), { ...ada, firstName: 'Intrusa', password: 'password-di-altri' })
    expect(await confirmAddress(aVisitor(), await token(), PASSWORD)).toMatchObject({
      ok: true,
    })
    expect(await db.select().from(profiles)).toMatchObject([{ firstName: 'Ada' }])
  })

  test('with one salt for an address is no hash of another address', async () => {
    await signUp(aVisitor(), ada)
    await signUp(aVisitor(), ada)
    await signUp(aVisitor(), { ...ada, email: 'bea@example.it' })
    const hashes = (await db.select().from(signUps).orderBy(signUps.id)).map(({ password }) => password)
    expect(hashes[0]).toBe(hashes[1])
    expect(hashes[0]?.split('$')[4]).not.toBe(hashes[2]?.split('$')[4])
  })

  test('at the moment of the confirmation is either confirmed or gone', async () => {
    for (let round = 0; round < 3; round++) {
      const person = { ...ada, email: `ada${round}@example.it` }
      await signUp(aVisitor(), person)
      const link = (await linkTo(person.email)).get('token') ?? ''
      const [confirmed] = await Promise.all([
        confirmAddress(aVisitor(), link, PASSWORD),
        signUp(aVisitor(), { ...person, password: 'password-di-altri' }),
      ])
      expect(confirmed).toMatchObject({ ok: true })
      expect(await db.$count(signUps)).toBe(0)
      const stranger = { email: person.email, password: 'password-di-altri' }
      expect(await signIn(aVisitor(), stranger)).toMatchObject({ refusal: 'invalid-credentials' })
    }
  })

  test('concurrent sign-ups of one e-mail make one person, whose last link works', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => signUp(aVisitor(), ada)))
    expect(outcomes).toEqual(Array(10).fill({ ok: true }))
    expect(await db.select().from(profiles)).toHaveLength(1)
    const uses = await Promise.all(
      [1, 2, 3].map(async () => confirmAddress(aVisitor(), await token(), PASSWORD)),
    )
    expect(uses.map((use) => (use.ok ? 'ok' : use.refusal)).sort()).toEqual([
      'already-confirmed',
      'already-confirmed',
      'ok',
    ])
    expect(await db.select().from(accounts)).toHaveLength(1)
  })

  test('sets no role', async () => {
    const greedy = { ...ada, role: 'admin', emailVerified: true, id: 'mine' } as SignUpFacts
    await signUp(aVisitor(), greedy)
    expect(await db.select().from(profiles)).toMatchObject([{ role: 'member', emailVerified: false }])
  })

  test('refuses weak passwords and the fourth attempt within an hour', async () => {
    const weak = await signUp(aVisitor(), { ...ada, password: 'juventus' })
    expect(weak).toMatchObject({ refusal: 'weak-password', reasons: [expect.any(String)] })
    const visitor = aVisitor()
    const outcomes = []
    for (const name of ['a', 'b', 'c', 'd'])
      outcomes.push(await signUp(visitor, { ...ada, email: `${name}@example.it` }))
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, true, false])
    expect(outcomes[3]).toMatchObject({ refusal: 'limited', retryAfter: expect.any(Number) })
  })
})

describe('confirmation', () => {
  test('proves the address and signs in, once', async () => {
    await signUp(aVisitor(), ada)
    const link = await token()
    const confirmed = await confirmAddress(aVisitor(), link, PASSWORD)

    if (!confirmed.ok) throw new Error(confirmed.refusal)
    expect(await isSignedIn(sentBack(confirmed.headers))).toBe(true)
    expect(await db.select().from(profiles)).toMatchObject([{ emailVerified: true }])
    expect(await confirmAddress(aVisitor(), link, PASSWORD)).toEqual({
      ok: false,
      refusal: 'already-confirmed',
    })
    expect(await db.select().from(sessions)).toHaveLength(1)
  })

  test.each(['', 'x'.repeat(32), '\0', '../../etc'])('refuses the link %j', async (link) => {
    expect(await confirmAddress(aVisitor(), link, PASSWORD)).toEqual({
      ok: false,
      refusal: 'invalid-link',
    })
  })

  test('refuses a link after 24 hours', async () => {
    await signUp(aVisitor(), ada)
    const link = await token()
    await db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) })
    expect(await confirmAddress(aVisitor(), link, PASSWORD)).toEqual({
      ok: false,
      refusal: 'invalid-link',
    })
  })
})

describe('administrators', () => {
  test('need a password of twelve characters', async () => {
    const facts = { ...ada, password: 'undici-segn', role: 'admin' as const }
    expect(await createConfirmedAccount(facts)).toMatchObject({ refusal: 'weak-password' })
  })

  test('the first comes from the settings, once, and can sign in', async () => {
    Object.assign(env, { adminEmail: 'capo@example.it', adminPassword: 'travertino-e-arco' })
    await ensureFirstAdmin()
    // A rule of passwords that became stricter must not keep the site from starting.
    Object.assign(env, { adminPassword: 'arco' })
    await ensureFirstAdmin()
    Object.assign(env, { adminEmail: undefined, adminPassword: undefined })

    expect(await db.select().from(profiles)).toMatchObject([
      { email: 'capo@example.it', role: 'admin', emailVerified: true },
    ])
    expect(await db.select().from(auditLogs)).toHaveLength(3)
    expect(
      await signIn(aVisitor(), { email: 'capo@example.it', password: 'travertino-e-arco' }),
    ).toMatchObject({ ok: true })
  })
})
