import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { settleDecisions, withUndo } from '../../../tests/decisions'
import { emptyFolder, storedFiles } from '../../../tests/files'
import { aPerson, aRequest, cookieOf, emailsTo, PASSWORD } from '../../../tests/people'
import { anEnrolmentOf, FILE, giveFile, givenFile } from '../../../tests/personal-documents'
import { wholeSite } from '../../../tests/site'
import { anAdmin, emptyDatabase } from '../../../tests/world'
import { type Admin, type Member, SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, outgoingMail, personalDocuments, userCourses } from '../../database/schema'
import { enrolmentOf } from '../../enrolments/mine/queries.server'
import type { EnrolmentState } from '../../enrolments/rules'
import { deleteAccount } from '../../privacy/commands.server'
import { dataOf } from '../../privacy/queries.server'
import { forgetExpired } from '../../privacy/retention.commands.server'
import { env } from '../../runtime/env.server'
import { sweepFiles } from '../sweep.server'
import { personalDocumentFor } from './access.queries.server'
import { deletePersonalDocument, restorePersonalDocument } from './commands.server'
import { documentsGivenTo, ownDocuments } from './queries.server'

let admin: Admin
let ada: Member
beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  withUndo()
  admin = await anAdmin()
  ada = await aPerson('ada')
})

const rows = () => db.select().from(personalDocuments)
const entries = async () =>
  (await db.select().from(auditLogs).orderBy(auditLogs.id))
    .filter(({ entityType }) => entityType === 'personal_documents')
    .map(({ action, details }) => [action, details])

const anEnrolment = (status?: EnrolmentState, facts = {}) => anEnrolmentOf(ada, status, facts)
const give = (enrolment: string, file = FILE, key?: string) => giveFile(admin, enrolment, file, key)
const aDocument = (enrolment: string) => givenFile(admin, enrolment)

test('strangers and other members read nothing, and give nothing', async () => {
  const enrolment = await anEnrolment()
  const { id } = await aDocument(enrolment)
  const site = await wholeSite()
  const bea = await cookieOf((await aPerson('bea')).email)
  const read = async (cookie: string, path = `/dashboard/documenti/${id}`) =>
    (await site(aRequest(path, cookie))).status
  expect(await read('')).toBe(302)
  expect(await read(bea)).toBe(404)
  for (const unknown of ['x', randomUUID()])
    expect(await read(bea, `/dashboard/documenti/${unknown}`)).toBe(404)
  const form = new FormData()
  form.set('file', new File([FILE.bytes], 'a.pdf'))
  form.set('key', randomUUID())
  for (const path of [`/admin/iscrizioni/${enrolment}/documento`, `/admin/documenti-personali/${id}/elimina`])
    for (const cookie of ['', bea])
      expect((await site(aRequest(path, cookie, { method: 'POST', body: form }))).status).toBe(302)
  expect(await rows()).toMatchObject([{ id, deletedAt: null }])
})

test('its person and the office read it as an attachment that is never stored', async () => {
  const { id } = await aDocument(await anEnrolment())
  await settleDecisions()
  const site = await wholeSite()
  for (const email of [ada.email, (await aPerson('dora', 'admin')).email]) {
    const response = await site(aRequest(`/dashboard/documenti/${id}`, await cookieOf(email)))
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(FILE.bytes)).toBe(true)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(response.headers.get('Content-Disposition')).toContain(
      'attachment; filename="Attestato di Ada.pdf"',
    )
  }
})

test('the person has it beside the course when its e-mail may leave, not while it can be taken back', async () => {
  const enrolment = await anEnrolment()
  const { id } = await aDocument(enrolment)
  expect((await enrolmentOf(ada, enrolment))?.hasCertificate).toBe(false)
  expect(await ownDocuments(ada)).toEqual([])
  expect(await personalDocumentFor(ada, id)).toBeUndefined()
  expect(await personalDocumentFor(admin, id)).toBeDefined()
  await settleDecisions()
  expect(await personalDocumentFor(ada, id)).toBeDefined()
  expect(await ownDocuments(ada)).toMatchObject([{ id, enrolmentId: enrolment, name: 'Il tuo attestato' }])
  expect((await enrolmentOf(ada, enrolment))?.hasCertificate).toBe(true)
  expect(await documentsGivenTo(admin, ada.id)).toMatchObject([{ fileName: FILE.name, by: 'Carla Prova' }])
  const [email] = await db.select().from(outgoingMail)
  expect(email).toMatchObject({ kind: 'document-given', toAddress: ada.email, sentAt: null })
  expect(email?.dueAt.getTime()).toBeGreaterThan(Date.now() + 4 * 60_000)
  expect(email?.text).toContain(`/dashboard/iscrizioni/${enrolment}`)
  expect(await entries()).toEqual([
    ['create', { document: 'attestato', course: 'Contabilità', email: ada.email }],
  ])
})

test.each(['pending', 'rejected'] as const)('somebody who is %s gets no document', async (status) => {
  expect(await give(await anEnrolment(status))).toEqual({ ok: false, refusal: 'unknown-enrolment' })
  expect([await rows(), await storedFiles(), await db.$count(outgoingMail)]).toEqual([[], [], 0])
})

test('an enrolment that ended, is gone, or whose account was deleted gets no document', async () => {
  const ended = await anEnrolment('approved')
  await db.update(userCourses).set({ endedAt: new Date(), ending: 'cancelled_by_office' })
  const anonymous = await anEnrolment('in_progress')
  await deleteAccount(ada, PASSWORD)
  for (const id of [ended, anonymous, randomUUID(), 'x', ''])
    expect(await give(id)).toEqual({ ok: false, refusal: 'unknown-enrolment' })
  expect(await storedFiles()).toEqual([])
})

test('a deleted course still hands its certificates out', async () => {
  expect(await give(await anEnrolment('completed', { archivedAt: new Date() }))).toMatchObject({ ok: true })
})

test('a wrong file is refused in a sentence, and nothing stays behind', async () => {
  const enrolment = await anEnrolment()
  for (const [name, bytes, refusal] of [
    ['a.pdf', Buffer.alloc(0), 'empty'],
    ['a.pdf', Buffer.from('<script>'), 'disguised'],
    ['a.html', Buffer.from('<script>'), 'page'],
    ['a.pdf', Buffer.alloc(10 * 1024 * 1024 + 1), 'too-large'],
  ] as const)
    expect(await give(enrolment, { name, bytes })).toEqual({ ok: false, refusal })
  expect([await rows(), await storedFiles()]).toEqual([[], []])
})

test('the same form twice, at once or later, is one document and one e-mail', async () => {
  const [enrolment, key] = [await anEnrolment(), randomUUID()]
  const outcomes = await Promise.all([give(enrolment, FILE, key), give(enrolment, FILE, key)])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await give(enrolment, FILE, key)).toEqual({ ok: false, refusal: 'already-given' })
  expect([await rows(), await storedFiles(), await emailsTo(ada.email)].map(({ length }) => length)).toEqual([
    1, 1, 1,
  ])
})

test('deleted, it is away for its person, and can be restored for half an hour', async () => {
  const { id } = await aDocument(await anEnrolment())
  expect(await deletePersonalDocument(admin, id)).toEqual({ ok: true })
  expect(await deletePersonalDocument(admin, id)).toMatchObject({ refusal: 'unknown-document' })
  expect(await ownDocuments(ada)).toEqual([])
  expect(await restorePersonalDocument(admin, id)).toEqual({ ok: true })
  expect(await restorePersonalDocument(admin, id)).toEqual({ ok: true })
  await settleDecisions()
  expect(await ownDocuments(ada)).toHaveLength(1)
  expect((await entries()).map(([action]) => action)).toEqual(['create', 'delete', 'create'])
  await deletePersonalDocument(admin, id)
  await db.update(personalDocuments).set({ deletedAt: sql`now() - interval '31 minutes'` })
  for (const late of [id, randomUUID(), 'x'])
    expect(await restorePersonalDocument(admin, late)).toMatchObject({ refusal: 'too-late' })
})

test('a restored document is announced, once, unless its e-mail has left before', async () => {
  const { id, decision } = await aDocument(await anEnrolment())
  const announced = async () =>
    (await db.select().from(outgoingMail)).map(({ decisionId, toAddress }) => [decisionId, toAddress])
  expect(await announced()).toEqual([[decision, ada.email]])
  await settleDecisions()
  await deletePersonalDocument(admin, id)
  expect(await announced()).toEqual([])
  for (const _ of ['first', 'second']) await restorePersonalDocument(admin, id)
  expect(await announced()).toEqual([[decision, ada.email]])
  await db.update(outgoingMail).set({ sentAt: sql`now()` })
  await deletePersonalDocument(admin, id)
  await restorePersonalDocument(admin, id)
  expect(await announced()).toEqual([[decision, ada.email]])
})

test('the sweep removes the file of a deleted document, and no other', async () => {
  const enrolment = await anEnrolment()
  const { id, filePath } = await aDocument(enrolment)
  await give(enrolment)
  const old = new Date(Date.now() - 7_200_000)
  for (const path of await storedFiles())
    utimesSync(join(env.dataDir, 'files/personal_documents', path), old, old)
  await db
    .update(personalDocuments)
    .set({ deletedAt: sql`now() - interval '2 hours'` })
    .where(eq(personalDocuments.id, id))
  await sweepFiles()
  expect(await storedFiles()).toEqual([expect.not.stringContaining(filePath)])
  expect(await rows()).toHaveLength(1)
})

test('a document is in the copy of the data, goes with the account, and the log does not name it', async () => {
  const { id } = await aDocument(await anEnrolment())
  expect((await dataOf(ada)).iscrizioni).toMatchObject([
    { documenti_per_te: [{ tipo: 'Attestato', nome: FILE.name, file: expect.stringContaining(id) }] },
  ])
  await deleteAccount(ada, PASSWORD)
  expect(await db.$count(userCourses)).toBe(1)
  expect(await rows()).toEqual([])
  const log = JSON.stringify(await db.select().from(auditLogs))
  for (const trace of ['Attestato di Ada', ada.email]) expect(log).not.toContain(trace)
})

test('a document is kept for ten years', async () => {
  await aDocument(await anEnrolment())
  for (const [age, documentsLeft] of [
    ['10 years - 1 minute', 1],
    ['10 years 1 minute', 0],
  ] as const) {
    await db.update(personalDocuments).set({ createdAt: sql`now() - ${age}::interval` })
    await forgetExpired(SYSTEM)
    expect(await rows()).toHaveLength(documentsLeft)
  }
})
