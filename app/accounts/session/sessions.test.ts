import { subDays, subMinutes } from 'date-fns'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aContext,
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
import { withSecondFactor } from '../../../tests/second-factor'
import { emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { auditLogs, profiles, sessions, signIns } from '../../database/schema'
import { changeRole } from '../../people/roles.commands.server'
import { endSessionsOf } from '../../people/sessions.commands.server'
import { changePassword } from '../profile/commands.server'
import { requestRecovery, resetPassword } from '../recovery/commands.server'
import type { Admin, Member } from '../rules'
import { signIn, signOut } from '../sign-in/commands.server'
import { removeSecondFactor } from '../two-factor/commands.server'
import { endOtherSessions, endSession, signOutEverywhere } from './commands.server'
import { sessionsOfMember, signInsOf } from './queries.server'
import { deleteExpiredSessionsAndTokens, findMember } from './session.server'

beforeEach(emptyDatabase)

const email = 'ada@example.it'
const by = async (cookie: string) => (await findMember(aRequest('/', cookie), aContext())) as Member
const byToken = (cookie: string) =>
  findMember(
    aRequest('/', '', { headers: { Authorization: `Bearer ${cookie.replace('session=', '')}` } }),
    aContext(),
  )
const outcomes = async () =>
  (await db.select().from(signIns).orderBy(signIns.id)).map(({ outcome }) => outcome)

describe('a session is dead, for cookie and bearer token alike,', () => {
  const endings: [string, 'member' | 'admin', (person: Member, cookie: string) => Promise<unknown>][] = [
    ['after logout', 'member', (person, cookie) => signOut(person, aRequest('/', cookie).headers)],
    ['after leaving everywhere', 'member', (person) => signOutEverywhere(person)],
    [
      'once its owner ends it',
      'member',
      async (person, cookie) => endSession(person, (await by(cookie)).sessionId ?? ''),
    ],
    [
      'after a change of password',
      'member',
      (person) => changePassword(person, PASSWORD, 'nuova-loggia', aVisitor()),
    ],
    [
      'after recovery',
      'member',
      async () => {
        await requestRecovery(aVisitor(), email)
        await resetPassword(aVisitor(), (await linkTo(email)).get('token') ?? '', 'nuova-loggia')
      },
    ],
    ['once the second factor is on', 'member', (person) => withSecondFactor(person)],
    [
      'when the role is given',
      'member',
      async (person) => changeRole((await aPerson('carla', 'admin')) as Admin, person.id, 'admin'),
    ],
    [
      'when the role is taken',
      'admin',
      async (person) => changeRole((await aPerson('carla', 'admin')) as Admin, person.id, 'member'),
    ],
    [
      'when the office ends it',
      'member',
      async (person) => endSessionsOf((await aPerson('carla', 'admin')) as Admin, person.id),
    ],
    [
      'two weeks after its last renewal',
      'member',
      () => db.update(sessions).set({ expiresAt: subDays(new Date(), 1) }),
    ],
    [
      '90 days after it began, of a member',
      'member',
      () => db.update(sessions).set({ createdAt: subMinutes(subDays(new Date(), 90), 1) }),
    ],
    [
      '7 days after it began, of an administrator',
      'admin',
      () => db.update(sessions).set({ createdAt: subMinutes(subDays(new Date(), 7), 1) }),
    ],
  ]
  test.each(endings)('%s', async (_when, role, end) => {
    const person = await aPerson('ada', role)
    const cookie = await cookieOf(email)
    expect(await Promise.all([by(cookie), byToken(cookie)])).toMatchObject([{ email }, { email }])
    await end(person, cookie)
    expect(await Promise.all([by(cookie), byToken(cookie)])).toEqual([null, null])
    expect(await isSignedIn(cookie)).toBe(false)
  })

  test('when the office takes the second factor away', async () => {
    const [ada, carla] = [await aPerson('ada'), (await aPerson('carla', 'admin')) as Admin]
    const { cookie } = await withSecondFactor(ada)
    await removeSecondFactor(carla, ada.id)
    expect(await isSignedIn(cookie)).toBe(false)
  })
})

describe('a session', () => {
  test('gets a new id when its owner changes the credentials', async () => {
    const cookie = await cookieOf((await aPerson('ada')).email)
    const ada = await by(cookie)
    const changed = await changePassword(ada, PASSWORD, 'nuova-loggia', aVisitor())
    if (!changed.ok) throw new Error(changed.refusal)
    const anew = sentBack(changed.headers)
    expect(anew).not.toBe(cookie)
    const rows = await signInsOf(await by(anew))
    expect(rows).toMatchObject([{ outcome: 'entered', isCurrent: true }])
  })

  test('of an administrator ends sooner than one of a member, however often it is renewed', async () => {
    await aPerson('ada', 'admin')
    const cookie = await cookieOf(email)
    const day = 7
    await db.update(sessions).set({ createdAt: subDays(new Date(), day - 1) })
    expect(await by(cookie)).toMatchObject({ email })
    await db.update(profiles).set({ role: 'member' })
    await db.update(sessions).set({ createdAt: subDays(new Date(), day + 1) })
    expect(await by(cookie)).toMatchObject({ email })
  })

  test('of a secretary ends as soon as one of an administrator', async () => {
    await aPerson('ada', 'secretary')
    const cookie = await cookieOf(email)
    await db.update(sessions).set({ createdAt: subDays(new Date(), 6) })
    expect(await by(cookie)).toMatchObject({ email })
    await db.update(sessions).set({ createdAt: subDays(new Date(), 8) })
    expect(await by(cookie)).toBeNull()
  })

  test('past the longest life is cleared away', async () => {
    await aPerson('ada')
    await cookieOf(email)
    await db.update(sessions).set({ createdAt: subDays(new Date(), 91) })
    await deleteExpiredSessionsAndTokens()
    expect(await db.$count(sessions)).toBe(0)
  })

  test('that begins while the password changes is ended by the change, or does not begin', async () => {
    const ada = await aPerson('ada')
    for (let round = 0; round < 3; round++) {
      const [password, next] = [`loggia-numero-${round}`, `loggia-numero-${round + 1}`]
      if (round === 0) await changePassword(ada, PASSWORD, password, aVisitor())
      await db.delete(sessions)
      const [entered, changed] = await Promise.all([
        signIn(aVisitor(), { email, password }),
        changePassword(ada, password, next, aVisitor()),
      ])
      expect(changed.ok).toBe(true)
      if (entered.ok) expect(await isSignedIn(sentBack(entered.headers))).toBe(false)
      expect(await db.$count(sessions)).toBe(1)
    }
  })
})

describe('the log of sign-ins', () => {
  test('has a line for each attempt with an account, and nothing of unknown addresses', async () => {
    const ada = await aPerson('ada')
    await signIn(aVisitor(), { email: 'nessuno@example.it', password: PASSWORD })
    expect(await outcomes()).toEqual([])

    await signIn(aVisitor('Safari su iPhone'), { email, password: 'no' })
    const member = await by(await cookieOf(email))
    await requestRecovery(aVisitor(), email)
    const link = (await linkTo(email)).get('token') ?? ''
    await endSession(member, member.sessionId ?? '')
    await resetPassword(aVisitor(), link, 'nuova-loggia')
    expect(await outcomes()).toEqual(['wrong-password', 'entered', 'ended', 'recovered'])
    expect((await signInsOf(ada)).at(-1)).toMatchObject({
      device: 'Safari su iPhone',
      network: '192.0.2.x',
      isCurrent: false,
    })
  })

  test('records an administrator’s correct but short password', async () => {
    const { id } = await aPerson('ada')
    const short = 'undici-segn'
    await changePassword(await by(await cookieOf(email)), PASSWORD, short, aVisitor())
    await db.update(profiles).set({ role: 'admin' }).where(eq(profiles.id, id))
    expect(await signIn(aVisitor(), { email, password: short })).toMatchObject({
      refusal: 'short-staff-password',
    })
    expect((await outcomes()).at(-1)).toBe('refused')
  })

  test('is read by its owner alone, the newest events first', async () => {
    const [ada, bea] = [await aPerson('ada'), await aPerson('bea')]
    const place = { network: '192.0.2.x', device: 'Chrome su Linux', outcome: 'wrong-password' as const }
    await db.insert(signIns).values(Array.from({ length: 105 }, () => ({ userId: ada.id, ...place })))
    const ids = (await db.select({ id: signIns.id }).from(signIns).orderBy(desc(signIns.id))).map(
      ({ id }) => id,
    )
    expect((await signInsOf(ada)).map(({ id }) => id)).toEqual(ids.slice(0, 100))
    expect(await signInsOf(bea)).toEqual([])
  })

  test('costs a known and an unknown e-mail the same time', async () => {
    await aPerson('ada')
    const taken = async (address: string) => {
      const start = performance.now()
      await signIn(aVisitor(), { email: address, password: 'sbagliata' })
      return performance.now() - start
    }
    const times = [await taken(email), await taken('nessuno@example.it')]
    expect(Math.min(...times)).toBeGreaterThan(240)
  })
})

describe('the owner', () => {
  test('sees where they are signed in, and ends what they do not want; never another’s', async () => {
    const [ada, bea] = [await aPerson('ada'), await aPerson('bea')]
    const [here, phone] = [await cookieOf(email), await cookieOf(email)]
    const [member, hers] = [await by(here), await by(await cookieOf(bea.email))]
    const open = await sessionsOfMember(member)
    expect(open).toMatchObject([{ id: member.sessionId, isCurrent: true }, { isCurrent: false }])

    for (const id of [hers.sessionId ?? '', '', 'x'])
      expect(await endSession(ada, id)).toMatchObject({ refusal: 'unknown-session' })
    expect(await endSession(member, open[1]?.id ?? '')).toEqual({ ok: true })
    expect(await Promise.all([here, phone].map(isSignedIn))).toEqual([true, false])
    const [entry] = await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1)
    expect(entry).toMatchObject({ userId: ada.id, details: { cause: 'session_ended' } })

    const otherCookies = [await cookieOf(email), await cookieOf(email)]
    await endOtherSessions(member)
    expect(await Promise.all([here, ...otherCookies].map(isSignedIn))).toEqual([true, false, false])
    expect(await db.$count(sessions, eq(sessions.userId, bea.id))).toBe(1)
  })

  test('a new device causes an e-mail, except the first', async () => {
    await aPerson('ada')
    const enter = (device: string) => signIn(aVisitor(device), { email, password: PASSWORD })
    await enter('Chrome su Linux')
    await enter('Chrome su Linux')
    expect(await emailsTo(email)).toEqual([])
    await enter('Safari su iPhone')
    await enter('Safari su iPhone')
    expect(await emailsTo(email)).toMatchObject([
      { kind: 'new-device', text: expect.stringContaining('Safari su iPhone') },
    ])
  })
})
