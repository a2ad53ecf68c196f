import { subDays } from 'date-fns'
import { beforeEach, expect, test } from 'vitest'
import { aPerson, cookieOf, emailsTo, isSignedIn } from '../../../tests/people'
import { anAdmin, emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { auditLogs, sessions } from '../../database/schema'
import { personFacts } from '../../people/person.queries.server'
import { changeRole } from '../../people/roles.commands.server'
import { endSessionsOf } from '../../people/sessions.commands.server'

beforeEach(emptyDatabase)

test('an administrator ends a person’s sessions, with an e-mail', async () => {
  const [carla, ada, bruno] = [await anAdmin('carla'), await aPerson('ada'), await aPerson('bruno')]
  const cookies = [await cookieOf(ada.email), await cookieOf(ada.email)]
  const other = await cookieOf(bruno.email)
  const signedIn = async () => {
    const people = await Promise.all([ada, bruno].map(({ id }) => personFacts(carla, id)))
    return people.flatMap((person) => (person?.isSignedIn ? person.email : []))
  }
  expect(await signedIn()).toEqual([ada.email, bruno.email])

  expect(await endSessionsOf(carla, ada.id)).toEqual({ ok: true })
  expect(await Promise.all(cookies.map(isSignedIn))).toEqual([false, false])
  expect(await isSignedIn(other)).toBe(true)
  expect(await signedIn()).toEqual([bruno.email])
  expect((await db.select().from(auditLogs)).at(-1)).toMatchObject({
    ...{ userId: 'carla', action: 'update', entityType: 'profiles', entityId: ada.id },
    details: { cause: 'sessions_ended_by_office' },
  })
  expect(await emailsTo(ada.email)).toMatchObject([{ kind: 'sessions-ended' }])

  expect(await endSessionsOf(carla, ada.id)).toEqual({ ok: false, refusal: 'no-session' })
  expect(await emailsTo(ada.email)).toHaveLength(1)
})

test.each([
  ['member', { expiresAt: subDays(new Date(), 1) }],
  ['member', { createdAt: subDays(new Date(), 91) }],
  ['admin', { createdAt: subDays(new Date(), 8) }],
] as const)('nobody is signed in as a %s by a session that has run out (%o)', async (role, over) => {
  const [carla, ada] = [await anAdmin('carla'), await aPerson('ada', role)]
  const shown = async () => (await personFacts(carla, ada.id))?.isSignedIn
  await cookieOf(ada.email)
  expect(await shown()).toBe(true)
  await db.update(sessions).set(over)
  expect(await shown()).toBe(false)
  expect(await endSessionsOf(carla, ada.id)).toEqual({ ok: false, refusal: 'no-session' })
  expect(await emailsTo(ada.email)).toEqual([])
})

test('not one’s own, not an unknown person’s, not without the role', async () => {
  const [carla, dora] = [await anAdmin('carla'), await anAdmin('dora')]
  const ada = await aPerson('ada')
  const cookie = await cookieOf(ada.email)
  expect(await endSessionsOf(carla, 'carla')).toEqual({ ok: false, refusal: 'own-sessions' })
  for (const nobody of ['nessuno', '', '\0', 'a'.repeat(65)])
    expect(await endSessionsOf(carla, nobody)).toEqual({ ok: false, refusal: 'unknown-person' })
  await changeRole(carla, 'dora', 'member')
  expect(await endSessionsOf(dora, ada.id)).toEqual({ ok: false, refusal: 'role-changed' })
  expect(await isSignedIn(cookie)).toBe(true)
  expect(await db.$count(sessions)).toBe(1)
})
