import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPerson,
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
import { auditLogs, profiles } from '../../database/schema'
import { requestRecovery, resetPassword } from '../recovery/commands.server'
import { signOutEverywhere } from '../session/commands.server'
import { signIn } from '../sign-in/commands.server'
import { signUp } from '../sign-up/commands.server'
import { changePassword, updateProfile } from './commands.server'

beforeEach(emptyDatabase)

const email = 'ada@example.it'
const token = async () => (await linkTo(email)).get('token') ?? ''

describe('recovery', () => {
  test('sets the password, ends sessions, sends an e-mail; the link works once', async () => {
    await aPerson('ada')
    const cookie = await cookieOf(email)
    await requestRecovery(aVisitor(), email)
    const link = await token()

    expect(await resetPassword(aVisitor(), link, 'qwerty')).toMatchObject({
      refusal: 'weak-password',
    })
    expect(await resetPassword(aVisitor(), link, 'travertino-nuovo')).toEqual({ ok: true })

    expect(await isSignedIn(cookie)).toBe(false)
    expect(await emailsTo(email)).toMatchObject([{ kind: 'password-changed' }, { kind: 'recover-password' }])
    expect(await signIn(aVisitor(), { email, password: 'travertino-nuovo' })).toMatchObject({ ok: true })
    expect(await resetPassword(aVisitor(), link, 'ancora-un-altra')).toEqual({
      ok: false,
      refusal: 'invalid-link',
    })
  })

  test('of two uses of a link at once one succeeds', async () => {
    await aPerson('ada')
    await requestRecovery(aVisitor(), email)
    const link = await token()
    const uses = ['prima-scelta', 'seconda-scelta'].map((next) => resetPassword(aVisitor(), link, next))
    expect((await Promise.all(uses)).filter((use) => use.ok)).toHaveLength(1)
  })

  test('confirms an unconfirmed address', async () => {
    await signUp(aVisitor(), {
      email,
      password: PASSWORD,
      firstName: 'Ada',
      lastName: 'Conti',
    })
    await requestRecovery(aVisitor(), email)
    await resetPassword(aVisitor(), await token(), 'travertino-nuovo')
    expect(await signIn(aVisitor(), { email, password: 'travertino-nuovo' })).toMatchObject({ ok: true })
  })
})

describe('the own account', () => {
  test('a change of password ends the other sessions and gives this one a new id', async () => {
    const member = await aPerson('ada')
    const [here, elsewhere] = [await cookieOf(email), await cookieOf(email)]

    expect(await changePassword(member, 'sbagliata', 'travertino-nuovo', aVisitor())).toMatchObject({
      refusal: 'wrong-password',
    })
    const changed = await changePassword(member, PASSWORD, 'travertino-nuovo', aVisitor())

    if (!changed.ok) throw new Error(changed.refusal)
    expect(await Promise.all([here, elsewhere, sentBack(changed.headers)].map(isSignedIn))).toEqual([
      false,
      false,
      true,
    ])
    expect(await emailsTo(email)).toMatchObject([{ kind: 'password-changed' }])
  })

  test('the current password can be guessed five times', async () => {
    const member = await aPerson('ada')
    for (let guess = 0; guess < 5; guess++) await changePassword(member, 'no', 'travertino-nuovo', aVisitor())
    expect(await changePassword(member, PASSWORD, 'travertino-nuovo', aVisitor())).toMatchObject({
      refusal: 'limited',
    })
  })

  test('signing out everywhere ends every session', async () => {
    const member = await aPerson('ada')
    const cookies = [await cookieOf(email), await cookieOf(email)]
    const { headers } = await signOutEverywhere(member)
    expect(await Promise.all(cookies.map(isSignedIn))).toEqual([false, false])
    expect(headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0/)
  })

  test('a profile changes in its own four fields, recorded as they were and are', async () => {
    const member = await aPerson('ada')
    const greedy = { firstName: 'Ada', lastName: 'Prova', phone: '', company: 'Rossi\0 Srl', role: 'admin' }
    await updateProfile(member, greedy, member)
    await updateProfile(member, greedy, member)

    expect(await db.select().from(profiles)).toMatchObject([
      { company: 'Rossi Srl', phone: null, role: 'member' },
    ])
    const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
    expect(entries.slice(-1).map(({ details }) => details)).toEqual([
      { old: { firstName: 'ada', company: null }, new: { firstName: 'Ada', company: 'Rossi Srl' } },
    ])
  })

  test('what the office has corrected meanwhile stays, unless the person has typed it too', async () => {
    const member = await aPerson('ada')
    const corrected = { firstName: 'Ada', lastName: 'Proietti', phone: '0736 1', company: null }
    await db.update(profiles).set(corrected)
    await updateProfile(member, { firstName: 'ada', lastName: 'Prova', phone: '0736 2', company: '' }, member)
    expect(await db.select().from(profiles)).toMatchObject([{ ...corrected, phone: '0736 2' }])
  })
})
