import { render } from '@react-email/render'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../../tests/codes'
import {
  aContext,
  aPerson,
  aRequest,
  aVisitor,
  emailsTo,
  isSignedIn,
  linkTo,
  PASSWORD,
  sentBack,
} from '../../../tests/people'
import { aWhileLater, ticketOf, withSecondFactor } from '../../../tests/second-factor'
import { emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { backupCodes, sessions, signIns, verifications } from '../../database/schema'
import { requestRecovery, resetPassword } from '../recovery/commands.server'
import { findMember } from '../session/session.server'
import { signIn } from '../sign-in/commands.server'
import { backupCodeUsed } from './emails'
import { finishSignIn } from './sign-in.commands.server'

beforeEach(emptyDatabase)

const email = 'ada@example.it'
const outcomes = async () =>
  (await db.select().from(signIns).orderBy(signIns.id)).map(({ outcome }) => outcome)

test('a stranger without a ticket gets nowhere, whatever the code', async () => {
  const { key } = await withSecondFactor(await aPerson('ada'))
  for (const ticket of ['', '\0', 'x'.repeat(32), '../../etc'])
    expect(await finishSignIn(aVisitor(), ticket, codeOf(key))).toMatchObject({ refusal: 'code-expired' })
})

test('the right password alone opens no session, by cookie or by bearer token; the code does', async () => {
  const { key } = await withSecondFactor(await aPerson('ada'))
  await db.delete(sessions)
  await aWhileLater()
  const entered = await signIn(aVisitor(), { email, password: PASSWORD })
  expect(entered).toMatchObject({ ok: true, codeAsked: true })
  if (!entered.ok) throw new Error(entered.refusal)
  expect(await db.$count(sessions)).toBe(0)
  const half = sentBack(entered.headers)
  expect(half).toMatch(/^codice=/)
  const value = half.replace('codice=', '')
  for (const request of [
    aRequest('/', half),
    aRequest('/', `session=${value}`),
    aRequest('/', '', { headers: { Authorization: `Bearer ${value}` } }),
  ])
    expect(await findMember(request, aContext())).toBeNull()

  const done = await finishSignIn(aVisitor(), await ticketOf(email), codeOf(key))
  if (!done.ok) throw new Error(done.refusal)
  const token = sentBack(done.headers).replace('session=', '')
  const bearer = aRequest('/', '', { headers: { Authorization: `Bearer ${token}` } })
  expect(await findMember(bearer, aContext())).toMatchObject({ email })
})

describe('a code', () => {
  test('is accepted once, and none before it', async () => {
    const { key, used } = await withSecondFactor(await aPerson('ada'))
    expect(await finishSignIn(aVisitor(), await ticketOf(email), used)).toMatchObject({
      refusal: 'wrong-code',
    })
    const [next, before] = [codeOf(key, 1), codeOf(key, -1)]
    expect(await finishSignIn(aVisitor(), await ticketOf(email), next)).toMatchObject({ ok: true })
    for (const old of [next, used, before])
      expect(await finishSignIn(aVisitor(), await ticketOf(email), old)).toMatchObject({ ok: false })
  })

  test('that is used already counts as a wrong one', async () => {
    const { used } = await withSecondFactor(await aPerson('ada'))
    const ticket = await ticketOf(email)
    for (const typed of ['no', used, 'no', used, 'no'])
      expect(await finishSignIn(aVisitor(), ticket, typed)).toMatchObject({ refusal: 'wrong-code' })
    expect(await finishSignIn(aVisitor(), ticket, used)).toMatchObject({ refusal: 'limited' })
  })

  test('used by many at once lets in one', async () => {
    const { key } = await withSecondFactor(await aPerson('ada'))
    const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketOf(email)))
    const code = codeOf(key, 1)
    const entered = await Promise.all(tickets.map((ticket) => finishSignIn(aVisitor(), ticket, code)))
    expect(entered.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('wrong five times makes one wait, and ends no session of the owner', async () => {
    const { key, cookie } = await withSecondFactor(await aPerson('ada'))
    const ticket = await ticketOf(email)
    for (let guess = 0; guess < 5; guess++)
      expect(await finishSignIn(aVisitor(), ticket, 'no')).toMatchObject({ refusal: 'wrong-code' })
    const sixth = await finishSignIn(aVisitor(), await ticketOf(email), codeOf(key, 1))
    expect(sixth).toMatchObject({ refusal: 'limited', retryAfter: expect.any(Number) })
    expect(await isSignedIn(cookie)).toBe(true)
    expect((await outcomes()).filter((outcome) => outcome === 'wrong-code')).toHaveLength(5)
  })
})

describe('a backup code', () => {
  test('works once, with an e-mail that names the remaining ones', async () => {
    const { codes } = await withSecondFactor(await aPerson('ada'))
    const [code = ''] = codes
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`
    expect(await finishSignIn(aVisitor(), await ticketOf(email), typed)).toMatchObject({ ok: true })
    expect(await finishSignIn(aVisitor(), await ticketOf(email), code)).toMatchObject({
      refusal: 'wrong-code',
    })
    const [received] = await emailsTo(email)
    expect(received).toMatchObject({
      kind: 'backup-code-used',
      text: expect.stringContaining('Te ne restano 9'),
    })
    expect(received?.text).not.toContain('prima che finiscano')
    expect(await outcomes()).toEqual(['entered', 'code-asked', 'backup-code', 'code-asked', 'wrong-code'])
  })

  test('used by many at once lets in one', async () => {
    const { codes } = await withSecondFactor(await aPerson('ada'))
    const tickets = await Promise.all([1, 2, 3].map(() => ticketOf(email)))
    const entered = await Promise.all(
      tickets.map((ticket) => finishSignIn(aVisitor(), ticket, codes[1] ?? '')),
    )
    expect(entered.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db.$count(backupCodes)).toBe(9)
  })

  test('that leaves few behind says so', async () => {
    const emails = [3, 1, 0].map((codesLeft) => backupCodeUsed({ email, firstName: 'Ada', codesLeft }))
    const texts = await Promise.all(emails.map(({ content }) => render(content, { plainText: true })))
    for (const [i, remaining] of ['Te ne restano 3', 'Te ne resta uno', 'Era l’ultimo'].entries()) {
      expect(texts[i]).toContain(remaining)
      expect(texts[i]).toContain(
        remaining === 'Era l’ultimo' ? 'Creane subito di nuovi' : 'prima che finiscano',
      )
    }
    expect(texts[2]).toContain('senza, se perdi il telefono non entri più.')
    expect(texts[2]).not.toContain('prima che finiscano')
  })
})

describe('the ticket', () => {
  test('is good for ten minutes', async () => {
    const { key } = await withSecondFactor(await aPerson('ada'))
    const ticket = await ticketOf(email)
    await db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) })
    expect(await finishSignIn(aVisitor(), ticket, codeOf(key, 1))).toMatchObject({ refusal: 'code-expired' })
  })

  test('ends with the password it was given for; recovery leaves the second factor on', async () => {
    const { key } = await withSecondFactor(await aPerson('ada'))
    const ticket = await ticketOf(email)
    await requestRecovery(aVisitor(), email)
    const link = (await linkTo(email)).get('token') ?? ''
    expect(await resetPassword(aVisitor(), link, 'travertino-nuovo')).toEqual({ ok: true })
    expect(await finishSignIn(aVisitor(), ticket, codeOf(key, 1))).toMatchObject({ refusal: 'code-expired' })
    const anew = await signIn(aVisitor(), { email, password: 'travertino-nuovo' })
    expect(anew).toMatchObject({ ok: true, codeAsked: true })
    expect(await db.$count(sessions, eq(sessions.userId, 'ada'))).toBe(0)
  })
})
