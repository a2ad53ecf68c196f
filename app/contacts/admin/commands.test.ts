import { beforeEach, describe, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf } from '../../../tests/people'
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

test('a message is handled and reopened once each, however often it is asked, with one audit entry each', async () => {
  expect(await handleContact(admin, id)).toEqual(OK)
  expect(await stored()).toMatchObject({ handledAt: expect.any(Date), note: null })
  const handled = await stored()
  expect(await handleContact(admin, id)).toEqual(OK)
  expect(await stored()).toEqual(handled)
  expect(await reopenContact(admin, id)).toEqual(OK)
  expect(await stored()).toMatchObject({ handledAt: null })
  expect(await reopenContact(admin, id)).toEqual(OK)
  const entry = { userId: admin.id, action: 'update', entityType: 'contact_submissions', entityId: id }
  const moment = expect.stringMatching(/^\d{4}-/)
  expect(await logged()).toMatchObject([
    { ...entry, details: { old: { handledAt: null }, new: { handledAt: moment } } },
    { ...entry, details: { old: { handledAt: moment }, new: { handledAt: null } } },
  ])
})

test('two concurrent handlings leave one entry', async () => {
  expect(await Promise.all([handleContact(admin, id), handleContact(admin, id)])).toEqual([OK, OK])
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

  test('is saved although a colleague has taken the step meanwhile', async () => {
    await handleContact(admin, id)
    expect(await handleContact(admin, id, { note: 'Richiamata', before: '' })).toEqual(OK)
    expect(await stored()).toMatchObject({ handledAt: expect.any(Date), note: 'Richiamata' })
    await reopenContact(admin, id)
    expect(await reopenContact(admin, id, { note: 'Richiama lunedì', before: 'Richiamata' })).toEqual(OK)
    expect(await stored()).toMatchObject({ handledAt: null, note: 'Richiama lunedì' })
  })
})

test('a form that is shown again for its reply does not replace a note that nobody has read', async () => {
  const site = await wholeSite(await import('../../entry.server'))
  const cookie = await cookieOf((await aPerson('dora', 'admin')).email)
  await noteContact(admin, id, { note: 'Di un collega', before: '' })
  const body = new URLSearchParams({ intent: 'note', note: 'Mia', before: '', reply: 'Buongiorno' })
  const response = await site(aRequest(`/admin/contacts/${id}`, cookie, { method: 'POST', body }))
  expect(response.status).toBe(409)
  const [, before] = /name="before" value="([^"]*)"/.exec(await response.text()) ?? []
  expect(before).toBe('')
})

test('what is no message is refused', async () => {
  for (const nothing of [NOWHERE, 'x', '\0', ''])
    expect(await handleContact(admin, nothing)).toMatchObject({ refusal: 'unknown-contact' })
})

test('the log names the sender and leads to the message', async () => {
  expect(entityLabel('contact_submissions')).toBe('Contatto')
  const subjects = await subjectsOf(admin, [{ entityType: 'contact_submissions', entityId: id }])
  expect(subjects.get(id)).toEqual({ name: 'Bea Verdi', address: `/admin/contacts/${id}` })
})
