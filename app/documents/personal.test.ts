import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../tests/decisions'
import { emptyFolder, storedFiles } from '../../tests/files'
import { aPdf } from '../../tests/pdfs'
import { aPerson, aRequest, cookieOf, emailsTo, PASSWORD } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import type { Admin, Member } from '../accounts/rules'
import { db } from '../database/client.server'
import {
  auditLogs,
  courses,
  decisions,
  outgoingMail,
  personalDocuments,
  userCourses,
} from '../database/schema'
import { undoDecision } from '../decisions/commands.server'
import { approveRequest, markEnrolment } from '../enrolments/admin/commands.server'
import { cancelEdition } from '../enrolments/admin/edition.commands.server'
import { enrolPerson } from '../enrolments/admin/enrol.commands.server'
import { enrolmentOf } from '../enrolments/queries.server'
import type { EnrolmentState } from '../enrolments/rules'
import { deleteAccount } from '../privacy/commands.server'
import { dataOf } from '../privacy/queries.server'
import { forgetExpired } from '../privacy/retention.commands.server'
import { env } from '../runtime/env.server'
import { deletePersonal, giveDocument, restorePersonal } from './personal.commands.server'
import { documentsGivenTo, ownDocuments, personalById } from './personal.queries.server'
import { sweepFiles } from './sweep.server'

let admin: Admin
let ada: Member
beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  withUndo()
  admin = await anAdmin()
  ada = await aPerson('ada')
})

const FILE = { name: 'Attestato di Ada.pdf', bytes: Buffer.from(await aPdf()) }
const rows = () => db.select().from(personalDocuments)
const entries = async () =>
  (await db.select().from(auditLogs).orderBy(auditLogs.id))
    .filter(({ entityType }) => entityType === 'personal_documents')
    .map(({ action, details }) => [action, details])

async function anEnrolment(status: EnrolmentState = 'completed', facts = {}) {
  const course = await aCourse({ title: 'Contabilità', ...facts }, [{ startDate: inDays(-9) }])
  const [row] = await db
    .insert(userCourses)
    .values({ userId: ada.id, courseId: course.id, ...decided(status) })
    .returning()
  return row?.id ?? ''
}

const give = (enrolment: string, file = FILE, key: string = randomUUID()) =>
  giveDocument(admin, enrolment, file, { key, kind: 'attestato' })
async function given(enrolment: string) {
  const done = await give(enrolment)
  const [row] = await rows()
  if (!done.ok || !row) throw new Error('Nothing was given')
  return { ...row, decision: done.decision }
}

test('strangers and other members read nothing, and give nothing', async () => {
  const enrolment = await anEnrolment()
  const { id } = await given(enrolment)
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
  const { id } = await given(await anEnrolment())
  const site = await wholeSite()
  for (const email of [ada.email, (await aPerson('dora', 'admin')).email]) {
    const answer = await site(aRequest(`/dashboard/documenti/${id}`, await cookieOf(email)))
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(FILE.bytes)).toBe(true)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(answer.headers.get('Content-Disposition')).toContain('attachment; filename="Attestato di Ada.pdf"')
  }
})

test('the person has it at once beside the course, and the e-mail waits', async () => {
  const enrolment = await anEnrolment()
  expect((await enrolmentOf(ada, enrolment))?.hasCertificate).toBe(false)
  const { id } = await given(enrolment)
  expect(await ownDocuments(ada)).toMatchObject([{ id, enrolmentId: enrolment, name: 'Il tuo attestato' }])
  expect((await enrolmentOf(ada, enrolment))?.hasCertificate).toBe(true)
  expect(await documentsGivenTo(admin, ada.id)).toMatchObject([{ fileName: FILE.name, by: 'Carla Prova' }])
  const [email] = await db.select().from(outgoingMail)
  expect(email).toMatchObject({ kind: 'document-given', toAddress: ada.email, sentAt: null })
  expect(email?.dueAt.getTime()).toBeGreaterThan(Date.now() + 4 * 60_000)
  expect(email?.text).toContain(`/dashboard/iscrizioni/${enrolment}`)
  expect(await entries()).toEqual([
    ['create', { document: 'Attestato', course: 'Contabilità', email: ada.email }],
  ])
})

test('taken back, it is away and its e-mail never leaves; once deleted it is not taken back', async () => {
  const enrolment = await anEnrolment()
  const first = await given(enrolment)
  expect(await undoDecision(admin, first.decision)).toMatchObject({ ok: true })
  expect([await ownDocuments(ada), await db.$count(outgoingMail)]).toEqual([[], 0])
  expect((await entries()).at(-1)).toEqual([
    'delete',
    { undone: true, document: 'Attestato', course: 'Contabilità', email: ada.email },
  ])
  const second = await give(enrolment)
  const [kept] = await db.select().from(personalDocuments).where(sql`deleted_at is null`)
  await deletePersonal(admin, kept?.id ?? '')
  expect(await undoDecision(admin, decisionOf(second))).toMatchObject({ refusal: 'changed' })
})

test('it and other decisions about the enrolment are taken back apart', async () => {
  const enrolment = await anEnrolment('in_progress')
  const before = await db.select().from(userCourses)
  const { decision } = await given(enrolment)
  const marked = await markEnrolment(admin, enrolment, 'complete')
  const completed = await db.select().from(userCourses)
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await db.select().from(userCourses)).toEqual(completed)
  expect(await undoDecision(admin, decisionOf(marked))).toMatchObject({ ok: true })
  expect(await db.select().from(userCourses)).toEqual(before)
})

test('an enrolment with a document is not taken back with it', async () => {
  const course = await aCourse()
  const enrolled = await enrolPerson(admin, ada.email, [course.id])
  const [row] = await db.select().from(userCourses)
  const { decision } = await given(row?.id ?? '')
  const undoEnrolment = () => undoDecision(admin, enrolled.ok ? (enrolled.decision ?? '') : '')
  expect(await undoEnrolment()).toMatchObject({ refusal: 'changed', name: 'ada Prova' })
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await undoEnrolment()).toMatchObject({ ok: true })
  expect(await db.$count(userCourses)).toBe(0)
})

test('an approval with a document is not taken back, and the document is, also once the edition is cancelled', async () => {
  const id = await anEnrolment('pending')
  const approved = await approveRequest(admin, id)
  const { decision } = await given(id)
  expect(await undoDecision(admin, decisionOf(approved))).toMatchObject({ refusal: 'changed' })
  const [course] = await db.select().from(courses)
  await db.update(courses).set({ startDate: inDays(9), endDate: inDays(9) })
  const ended = await cancelEdition(admin, course?.id ?? '', {
    title: 'Contabilità',
    reason: 'Pochi iscritti',
  })
  expect(ended).toMatchObject({ ok: true })
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await ownDocuments(ada)).toEqual([])
})

test('while its e-mail waits a document is taken back, however late; then it is deleted', async () => {
  const { id, decision } = await given(await anEnrolment())
  const decisionNow = async () => (await personalById(admin, id))?.decision
  await db.update(decisions).set({ heldUntil: new Date() })
  expect(await decisionNow()).toBe(decision)
  await db.update(outgoingMail).set({ attempts: 1 })
  expect(await decisionNow()).toBeNull()
})

test('what a decision took back is not restored', async () => {
  const { id, decision } = await given(await anEnrolment())
  await undoDecision(admin, decision)
  expect(await restorePersonal(admin, id)).toMatchObject({ refusal: 'too-late' })
})

test.each(['pending', 'rejected'] as const)('somebody who is %s gets no document', async (status) => {
  expect(await give(await anEnrolment(status))).toEqual({ ok: false, refusal: 'unknown-enrolment' })
  expect([await rows(), await storedFiles(), await db.$count(outgoingMail)]).toEqual([[], [], 0])
})

test('nor does an enrolment that ended, is gone, or whose account was deleted', async () => {
  const ended = await anEnrolment('approved')
  await db.update(userCourses).set({ endedAt: new Date(), ending: 'cancelled_by_office' })
  const kept = await anEnrolment('in_progress')
  await deleteAccount(ada, PASSWORD)
  for (const id of [ended, kept, randomUUID(), 'x', ''])
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
    ['a.html', Buffer.from('<script>'), 'unsupported'],
    ['a.pdf', Buffer.alloc(10 * 1024 * 1024 + 1), 'too-large'],
  ] as const)
    expect(await give(enrolment, { name, bytes })).toEqual({ ok: false, refusal })
  expect([await rows(), await storedFiles()]).toEqual([[], []])
})

test('the same form twice, at once or later, is one document and one e-mail', async () => {
  const [enrolment, key] = [await anEnrolment(), randomUUID()]
  const both = await Promise.all([give(enrolment, FILE, key), give(enrolment, FILE, key)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await give(enrolment, FILE, key)).toEqual({ ok: false, refusal: 'given' })
  expect([await rows(), await storedFiles(), await emailsTo(ada.email)].map(({ length }) => length)).toEqual([
    1, 1, 1,
  ])
})

test('deleted, it is away for its person, and can be restored for half an hour', async () => {
  const { id } = await given(await anEnrolment())
  expect(await deletePersonal(admin, id)).toEqual({ ok: true })
  expect(await deletePersonal(admin, id)).toMatchObject({ refusal: 'unknown-document' })
  expect(await ownDocuments(ada)).toEqual([])
  expect(await restorePersonal(admin, id)).toEqual({ ok: true })
  expect(await restorePersonal(admin, id)).toEqual({ ok: true })
  expect(await ownDocuments(ada)).toHaveLength(1)
  expect((await entries()).map(([action]) => action)).toEqual(['create', 'delete', 'create'])
  await deletePersonal(admin, id)
  await db.update(personalDocuments).set({ deletedAt: sql`now() - interval '31 minutes'` })
  for (const late of [id, randomUUID(), 'x'])
    expect(await restorePersonal(admin, late)).toMatchObject({ refusal: 'too-late' })
})

test('the sweep removes the file of a deleted document, and no other', async () => {
  const enrolment = await anEnrolment()
  const { id, filePath } = await given(enrolment)
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

test('it is in the copy of the data, goes with the account, and the log does not name it', async () => {
  const { id } = await given(await anEnrolment())
  expect((await dataOf(ada)).iscrizioni).toMatchObject([
    { documenti_per_te: [{ tipo: 'Attestato', nome: FILE.name, file: expect.stringContaining(id) }] },
  ])
  await deleteAccount(ada, PASSWORD)
  expect(await db.$count(userCourses)).toBe(1)
  expect(await rows()).toEqual([])
  const log = JSON.stringify(await db.select().from(auditLogs))
  for (const trace of ['Attestato di Ada', ada.email]) expect(log).not.toContain(trace)
})

test('it is kept for ten years', async () => {
  await given(await anEnrolment())
  for (const [age, kept] of [
    ['10 years - 1 minute', 1],
    ['10 years 1 minute', 0],
  ] as const) {
    await db.update(personalDocuments).set({ createdAt: sql`now() - ${age}::interval` })
    await forgetExpired(null)
    expect(await rows()).toHaveLength(kept)
  }
})
