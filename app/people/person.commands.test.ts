import { beforeEach, describe, expect, test } from 'vitest'
import { aPerson, aRequest, aVisitor, cookieOf, linkTo, PASSWORD } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { personWithEmail } from '../accounts/queries.server'
import { type Admin, deletedAccountProfile } from '../accounts/rules'
import { confirmAddress, signUp } from '../accounts/sign-up/commands.server'
import { db } from '../database/client.server'
import { auditLogs, personNotes, profiles } from '../database/schema'
import { correctPerson, notePerson } from './person.commands.server'
import { personFacts } from './person.queries.server'

const OK = { ok: true }
let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  await aMember('ada', { phone: '0736 1' })
})

const ada = async () => {
  const facts = await personFacts(admin, 'ada')
  if (!facts) throw new Error('Ada is gone')
  return facts
}
const seen = async () => (await ada()).updatedAt.getTime()
const CORRECT = { firstName: 'Ada', lastName: 'Prova', phone: '0736 123456', company: 'Officine Esempio' }

test('strangers and members neither read nor change a person', async () => {
  const site = await wholeSite()
  const cookie = await cookieOf((await aPerson('bea')).email)
  const body = new URLSearchParams({ ...CORRECT, intent: 'note', note: 'x', before: '' }).toString()
  const post = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body }
  for (const path of ['/admin/people/ada', '/admin/people/ada/dati', '/admin/people/ada/email'])
    for (const who of ['', cookie])
      for (const init of [{}, post]) {
        const response = await site(aRequest(path, who, init))
        expect([response.status, response.headers.get('Location')], path).toEqual([
          302,
          expect.stringMatching(/^\/(auth(\?verso=.*)?)?$/),
        ])
      }
  expect(await ada()).toMatchObject({ phone: '0736 1', note: null })
})

describe('a correction', () => {
  test('changes names, phone and company, with the old and new values in the log', async () => {
    expect(await correctPerson(admin, 'ada', CORRECT, await seen())).toEqual(OK)
    expect(await ada()).toMatchObject(CORRECT)
    expect(await db.select().from(auditLogs)).toMatchObject([
      {
        userId: admin.id,
        action: 'update',
        entityType: 'profiles',
        entityId: 'ada',
        details: {
          old: { phone: '0736 1', company: null },
          new: { phone: '0736 123456', company: 'Officine Esempio' },
        },
      },
    ])
  })

  test('before the confirmation outlives it, and a further sign-up keeps phone and company', async () => {
    const typed = { email: 'eva@example.it', password: PASSWORD, firstName: 'Eva', lastName: 'Neir' }
    await signUp(aVisitor(), typed)
    const eva = await personWithEmail(admin, typed.email)
    const facts = { firstName: 'Eva', lastName: 'Neri', phone: '0736 123456', company: 'Officine Esempio' }
    const stored = async () => personFacts(admin, eva?.id ?? '')
    const { updatedAt } = (await stored()) ?? {}
    expect(await correctPerson(admin, eva?.id ?? '', facts, updatedAt?.getTime() ?? 0)).toEqual(OK)
    await signUp(aVisitor(), { ...typed, password: 'un-altro-cortile' })
    expect(await stored()).toMatchObject({ ...facts, lastName: 'Neir' })
    const token = (await linkTo(typed.email)).get('token') ?? ''
    expect(await confirmAddress(aVisitor(), token, PASSWORD)).toMatchObject({ ok: true })
    expect(await stored()).toMatchObject(facts)
  })

  test('sent twice is one change; of a form that is out of date, none', async () => {
    const before = await seen()
    expect(await correctPerson(admin, 'ada', CORRECT, before)).toEqual(OK)
    expect(await correctPerson(admin, 'ada', CORRECT, before)).toEqual(OK)
    expect(await correctPerson(admin, 'ada', { ...CORRECT, phone: '1' }, before)).toMatchObject({
      refusal: 'person-changed',
    })
    expect(await db.$count(auditLogs)).toBe(1)
    expect(await ada()).toMatchObject(CORRECT)
  })

  test('of nobody, of a deleted account or by a former administrator is refused', async () => {
    await db.insert(profiles).values(deletedAccountProfile('gone'))
    for (const id of ['nessuno', 'gone', '../x', ''])
      expect(await correctPerson(admin, id, CORRECT, 0)).toMatchObject({ refusal: 'unknown-person' })
    await db.update(profiles).set({ role: 'member' })
    expect(await correctPerson(admin, 'ada', CORRECT, await seen())).toMatchObject({
      refusal: 'role-changed',
    })
  })
})

describe('a note for colleagues', () => {
  test('is written, changed and removed, with its author; the log does not repeat it', async () => {
    expect(await notePerson(admin, 'ada', { note: 'Dopo le 17', before: '' })).toEqual(OK)
    expect(await ada()).toMatchObject({
      note: 'Dopo le 17',
      notedBy: 'Carla Prova',
      notedAt: expect.any(Date),
    })
    expect(await notePerson(admin, 'ada', { note: 'Dopo le 18', before: 'Dopo le 17' })).toEqual(OK)
    expect(await notePerson(admin, 'ada', { note: '', before: 'Dopo le 18' })).toEqual(OK)
    expect(await db.$count(personNotes)).toBe(0)
    const details = (await db.select().from(auditLogs).orderBy(auditLogs.id)).map((entry) => entry.details)
    expect(details).toEqual([{ note: 'added' }, { note: 'changed' }, { note: 'removed' }])
  })

  test('of a colleague is not overwritten unseen; the same note twice is one', async () => {
    await notePerson(admin, 'ada', { note: 'Di un collega', before: '' })
    expect(await notePerson(admin, 'ada', { note: 'Mia', before: '' })).toMatchObject({
      refusal: 'note-changed',
    })
    expect(await notePerson(admin, 'ada', { note: 'Di un collega', before: '' })).toEqual(OK)
    expect(await ada()).toMatchObject({ note: 'Di un collega' })
    expect(await db.$count(auditLogs)).toBe(1)
  })
})

test('a page is that of an account: unknown ids and deleted accounts have none', async () => {
  await db.insert(profiles).values(deletedAccountProfile('gone'))
  for (const id of ['nessuno', 'gone', '\0', '']) expect(await personFacts(admin, id)).toBeUndefined()
  expect(await ada()).toMatchObject({
    lastSignInAt: null,
    offeredEmail: null,
    emailAddresses: ['ada@example.it'],
  })
  expect(await personWithEmail(admin, ' ADA@example.it')).toMatchObject({ id: 'ada' })
  expect(await personWithEmail(admin, 'chi@example.it')).toBeUndefined()
})
