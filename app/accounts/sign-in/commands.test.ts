import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPerson,
  aRequest,
  aVisitor,
  cookieOf,
  emailsTo,
  isSignedIn,
  linkTo,
  PASSWORD,
  sentBack,
} from '../../../tests/people'
import { emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { auditLogs, rateLimits, sessions } from '../../database/schema'
import { requestRecovery, resetPassword } from '../recovery/commands.server'
import { resendConfirmation, signUp } from '../sign-up/commands.server'
import { signIn, signOut } from './commands.server'

beforeEach(emptyDatabase)

const email = 'ada@example.it'
const wrong = { email, password: 'non-è-questa' }
const newcomer = { firstName: 'Ada', lastName: 'Conti', email, password: PASSWORD }

describe('sign-in', () => {
  test('gives a cookie that no script reads and no other site sends, each time a new one', async () => {
    await aPerson('ada')
    const entered = await signIn(aVisitor(), { email: ' ADA@example.it ', password: PASSWORD })
    if (!entered.ok) throw new Error(entered.refusal)

    expect([...entered.headers.keys()]).toEqual(['set-cookie'])
    const [cookie, ...others] = entered.headers.getSetCookie()
    expect(others).toEqual([])
    expect(cookie).toMatch(/^session=[^;]{40,}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
    const again = await signIn(aVisitor(), { email, password: PASSWORD })
    expect(again.ok && sentBack(again.headers)).not.toBe(sentBack(entered.headers))
  })

  test('answers a wrong password and an unknown e-mail alike', async () => {
    await aPerson('ada')
    const unknown = { email: 'nessuno@example.it', password: PASSWORD }
    const answers = [await signIn(aVisitor(), wrong), await signIn(aVisitor(), unknown)]
    expect(answers).toEqual(Array(2).fill({ ok: false, refusal: 'invalid-credentials' }))
  })

  test.each([
    ['no address', { email: 'ada', password: PASSWORD }],
    ['a NUL', { email: 'a\0da@example.it', password: 'x\0' }],
    ['a novel for a password', { email, password: 'x'.repeat(10_000) }],
  ])('refuses %s', async (_what, credentials) => {
    expect(await signIn(aVisitor(), credentials)).toEqual({ ok: false, refusal: 'invalid-credentials' })
  })

  test('reports an unconfirmed address only with the password', async () => {
    await signUp(aVisitor(), newcomer)
    expect(await signIn(aVisitor(), newcomer)).toEqual({ ok: false, refusal: 'unconfirmed' })
    expect(await signIn(aVisitor(), wrong)).toEqual({ ok: false, refusal: 'invalid-credentials' })
  })

  test('an account can be guessed five times from one address; its owner elsewhere still gets in', async () => {
    await aPerson('ada')
    const stranger = aVisitor()
    for (let guess = 0; guess < 5; guess++)
      expect(await signIn(stranger, wrong)).toMatchObject({ refusal: 'invalid-credentials' })

    const sixth = await signIn(stranger, { email, password: PASSWORD })
    expect(sixth).toMatchObject({ refusal: 'limited', retryAfter: expect.any(Number) })
    expect(await signIn(aVisitor(), { email, password: PASSWORD })).toMatchObject({ ok: true })
  })

  test('a new password by the link of an e-mail resets the count, so that it signs in at once', async () => {
    await aPerson('ada')
    const visitor = aVisitor()
    for (let guess = 0; guess < 6; guess++) await signIn(visitor, wrong)
    expect(await signIn(visitor, { email, password: PASSWORD })).toMatchObject({ refusal: 'limited' })
    await requestRecovery(visitor, email)
    const token = (await linkTo(email)).get('token') ?? ''
    expect(await resetPassword(visitor, token, 'un-altro-cortile')).toEqual({ ok: true })
    expect(await signIn(visitor, { email, password: 'un-altro-cortile' })).toMatchObject({ ok: true })
  })

  test('a success resets the count', async () => {
    await aPerson('ada')
    const visitor = aVisitor()
    for (const password of ['no', 'no', 'no', 'no', PASSWORD, 'no', 'no', 'no', 'no', PASSWORD])
      expect(await signIn(visitor, { email, password })).toMatchObject({ ok: password === PASSWORD })
  })

  test('one address may try thirty times an hour, whichever the accounts', async () => {
    const visitor = aVisitor()
    const tries = Array.from({ length: 31 }, (_, i) => `chiunque${i}@example.it`)
    const outcomes = await Promise.all(
      tries.map((address) => signIn(visitor, { email: address, password: PASSWORD })),
    )
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.refusal === 'limited')).toHaveLength(1)
  })
})

describe('guesses that come from many addresses', () => {
  const network = (last: number) => ({
    ...aVisitor(),
    address: `2001:0db8:0001:${last.toString(16).padStart(4, '0')}:0000:0000:0000:0000`,
  })
  const guess = (from: ReturnType<typeof aVisitor>) => signIn(from, wrong)
  const limitedOf = (answers: Awaited<ReturnType<typeof signIn>>[]) =>
    answers.filter((outcome) => !outcome.ok && outcome.refusal === 'limited').length

  test('of one /48 count together for an account', async () => {
    await aPerson('ada')
    const guesses = Array.from({ length: 8 }, (_, i) => guess(network(i)))
    expect(limitedOf(await Promise.all(guesses))).toBe(3)
    const elsewhere = { ...aVisitor(), address: '2001:0db8:0002:0000:0000:0000:0000:0000' }
    expect(await signIn(elsewhere, { email, password: PASSWORD })).toMatchObject({ ok: true })
  })

  test('of one /48 are 120 an hour, whichever the accounts', async () => {
    await guess(network(1))
    await db.update(rateLimits).set({ hits: 118 })
    const otherSignIns = [2, 3, 4].map((i) =>
      signIn(network(i), { email: `chiunque${i}@example.it`, password: PASSWORD }),
    )
    expect(limitedOf(await Promise.all(otherSignIns))).toBe(1)
  })

  test.each(['ada@example.it', 'nessuno@example.it'])(
    'leave an address two tries for %s after fifty, and its owner gets in',
    async (tried) => {
      await aPerson('ada')
      const credentials = { email: tried, password: 'non-è-questa' }
      await signIn(aVisitor(), credentials)
      await db.update(rateLimits).set({ hits: 50 })
      const stranger = aVisitor()
      const tries = []
      for (let attempt = 0; attempt < 3; attempt++) tries.push(await signIn(stranger, credentials))
      expect(tries).toMatchObject([
        { refusal: 'invalid-credentials' },
        { refusal: 'invalid-credentials' },
        { refusal: 'limited' },
      ])
      const owner = aVisitor()
      expect(await guess(owner)).toMatchObject({ refusal: 'invalid-credentials' })
      expect(await signIn(owner, { email, password: PASSWORD })).toMatchObject({ ok: true })
    },
  )
})

describe('sign-out', () => {
  test('ends this session and takes its cookie away', async () => {
    await aPerson('ada')
    const [here, elsewhere] = [await cookieOf(email), await cookieOf(email)]
    const { headers } = await signOut(null, aRequest('/', here).headers)

    expect(headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0/)
    expect(headers.get('Clear-Site-Data')).toBe('"storage"')
    expect(await Promise.all([here, elsewhere].map(isSignedIn))).toEqual([false, true])
  })

  test('without a session is no fault', async () => {
    expect(await signOut(null, new Headers())).toMatchObject({ ok: true })
    expect(await signOut(null, new Headers({ Cookie: 'session=forged.value' }))).toMatchObject({ ok: true })
  })
})

describe('e-mails on request', () => {
  test('the confirmation comes again, to the unconfirmed only, and every e-mail gets the same answer', async () => {
    await aPerson('bruno')
    await signUp(aVisitor(), newcomer)
    const visitor = aVisitor()
    for (const address of [email, 'bruno@example.it', 'nessuno@example.it'])
      expect(await resendConfirmation(visitor, address, { course: 'leadership' })).toEqual({ ok: true })

    expect(await emailsTo(email)).toHaveLength(2)
    expect((await linkTo(email)).get('corso')).toBe('leadership')
    expect(await emailsTo('bruno@example.it')).toEqual([])
    expect(await resendConfirmation(visitor, email)).toMatchObject({ refusal: 'limited' })
  })

  test('recovery writes to those who are registered, and every e-mail gets the same answer', async () => {
    await aPerson('ada')
    const visitor = aVisitor()
    for (const address of [email, 'nessuno@example.it', 'a\0@b'])
      expect(await requestRecovery(visitor, address)).toEqual({ ok: true })
    expect(await emailsTo(email)).toMatchObject([{ kind: 'recover-password' }])
    expect(await requestRecovery(visitor, email)).toMatchObject({ refusal: 'limited' })
  })

  test('at most ten e-mails an hour per mailbox, from any addresses', async () => {
    await aPerson('ada')
    const requests = Array.from({ length: 12 }, () => requestRecovery(aVisitor(), email))
    const refused = (await Promise.all(requests)).filter((outcome) => !outcome.ok)
    expect(refused).toEqual(Array(2).fill({ ok: false, refusal: 'too-many-emails', retryAfter: 3600 }))
    expect(await emailsTo(email)).toHaveLength(10)
  })

  test('kinds of e-mails have separate limits, which reveal no address', async () => {
    await aPerson('bruno')
    const eleven = Array.from({ length: 11 })
    for (const address of [email, 'bruno@example.it', 'nessuno@example.it']) {
      const registered = eleven.map(() => signUp(aVisitor(), { ...newcomer, email: address }))
      expect((await Promise.all(registered)).every(({ ok }) => ok)).toBe(true)
      const sent = await Promise.all(eleven.map(() => resendConfirmation(aVisitor(), address)))
      expect(sent.filter(({ ok }) => !ok)).toMatchObject([{ refusal: 'too-many-emails' }])
      expect(await requestRecovery(aVisitor(), address)).toEqual({ ok: true })
      expect((await emailsTo(address))[0]?.kind).toBe('recover-password')
    }
  })

  test('the duration hides whether an e-mail is registered', async () => {
    await aPerson('ada')
    const taken = async (address: string) => {
      const start = performance.now()
      await requestRecovery(aVisitor(), address)
      return performance.now() - start
    }
    expect(Math.min(await taken(email), await taken('nessuno@example.it'))).toBeGreaterThan(200)
  })
})

test('the door leaves no trace in the activity log', async () => {
  await aPerson('ada')
  const before = await db.select().from(auditLogs)
  await cookieOf(email)
  expect(await db.select().from(auditLogs)).toEqual(before)
  expect(await db.select().from(sessions)).toMatchObject([
    { ipAddress: '192.0.2.x', userAgent: 'Chrome su Linux' },
  ])
})
