import { beforeEach, describe, expect, test } from 'vitest'
import { aRequest } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { anAdmin, aSubmission, emptyDatabase } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { entityLabel } from '../../audit/rules'
import { subjectsOf } from '../../audit/subject.queries.server'
import { db } from '../../database/client.server'
import { auditLogs, contactSubmissions } from '../../database/schema'
import { handleContact, noteContact, reopenContact } from './commands.server'

const OK = { ok: true }
const NOWHERE = '00000000-0000-4000-8000-000000000000'

let admin: Admin
let id: string
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  const [row] = await db.insert(contactSubmissions).values(aSubmission()).returning()
  id = row?.id ?? ''
})
const stored = async () => (await db.select().from(contactSubmissions))[0]
const logged = () => db.select().from(auditLogs).orderBy(auditLogs.id)

test('only administrators read or act', async () => {
  const site = await wholeSite()
  const body = new URLSearchParams({ intent: 'handle' }).toString()
  const init = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body }
  for (const path of ['/admin/contacts', `/admin/contacts/${id}`])
    for (const response of [await site(aRequest(path)), await site(aRequest(path, '', init))]) {
      expect(response.status).toBe(302)
      expect(response.headers.get('Location')).toMatch(/^\/(auth(\?verso=.*)?)?$/)
    }
  expect(await stored()).toMatchObject({ handledAt: null })
})

test('a message is handled and reopened once each, with audit entries', async () => {
  expect(await handleContact(admin, id)).toEqual(OK)
  expect(await stored()).toMatchObject({ handledAt: expect.any(Date), note: null })
  expect(await handleContact(admin, id)).toMatchObject({ refusal: 'already-handled' })
  expect(await reopenContact(admin, id)).toEqual(OK)
  expect(await stored()).toMatchObject({ handledAt: null })
  expect(await reopenContact(admin, id)).toMatchObject({ refusal: 'not-handled' })
  const entry = { userId: admin.id, action: 'update', entityType: 'contact_submissions', entityId: id }
  const moment = expect.stringMatching(/^\d{4}-/)
  expect(await logged()).toMatchObject([
    { ...entry, details: { old: { handledAt: null }, new: { handledAt: moment } } },
    { ...entry, details: { old: { handledAt: moment }, new: { handledAt: null } } },
  ])
})

test('of two concurrent handlings the second is refused', async () => {
  const outcomes = await Promise.all([handleContact(admin, id), handleContact(admin, id)])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await logged()).toHaveLength(1)
})

describe('a note', () => {
  test('is written, changed and removed; its text is not in the log', async () => {
    expect(await noteContact(admin, id, { note: 'Richiamare', before: '' })).toEqual(OK)
    expect(await noteContact(admin, id, { note: 'Richiamata', before: 'Richiamare' })).toEqual(OK)
    expect(await stored()).toMatchObject({ note: 'Richiamata' })
    expect(await noteContact(admin, id, { note: '', before: 'Richiamata' })).toEqual(OK)
    expect(await stored()).toMatchObject({ note: null, handledAt: null })
    const details = (await logged()).map((entry) => entry.details)
    expect(details).toEqual([{ note: 'added' }, { note: 'changed' }, { note: 'removed' }])
  })

  test('without a change leaves no trace', async () => {
    expect(await noteContact(admin, id, { note: '', before: '' })).toEqual(OK)
    expect(await logged()).toEqual([])
  })

  test('goes with a step, or the step is not taken', async () => {
    await noteContact(admin, id, { note: 'Di un collega', before: '' })
    const late = { note: 'Mia', before: '' }
    expect(await handleContact(admin, id, late)).toMatchObject({ refusal: 'note-changed' })
    expect(await stored()).toMatchObject({ handledAt: null, note: 'Di un collega' })
    expect(await handleContact(admin, id, { ...late, before: 'Di un collega' })).toEqual(OK)
    expect(await stored()).toMatchObject({ handledAt: expect.any(Date), note: 'Mia' })
    expect(await reopenContact(admin, id)).toEqual(OK)
    expect(await stored()).toMatchObject({ note: 'Mia' })
  })
})

test('what is no message is refused', async () => {
  for (const nothing of [NOWHERE, 'x', '\0', ''])
    expect(await handleContact(admin, nothing)).toMatchObject({ refusal: 'unknown-contact' })
})

test('the log names the sender and leads to the message', async () => {
  expect(entityLabel('contact_submissions')).toBe('Contatto')
  const subjects = await subjectsOf(admin, [{ entityType: 'contact_submissions', entityId: id }])
  expect(subjects.get(id)).toEqual({ name: 'Bea Verdi', address: `/admin/contacts/${id}`, archived: false })
})
