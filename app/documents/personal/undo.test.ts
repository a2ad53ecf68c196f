import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../../tests/decisions'
import { emptyFolder } from '../../../tests/files'
import { aContext, aPerson, aRequest, cookieOf, sentBack } from '../../../tests/people'
import { anEnrolmentOf, FILE, giveFile, givenFile } from '../../../tests/personal-documents'
import { aCourse, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import type { Admin, Member } from '../../accounts/rules'
import { admitMembers } from '../../accounts/session/session.server'
import { db } from '../../database/client.server'
import {
  auditLogs,
  courses,
  decisions,
  outgoingMail,
  personalDocuments,
  userCourses,
} from '../../database/schema'
import { cancelEdition } from '../../editions/commands.server'
import { enrolPerson } from '../../enrolments/direct/enrol.commands.server'
import { approveRequest, markEnrolment } from '../../enrolments/review/commands.server'
import type { EnrolmentState } from '../../enrolments/rules'
import { readFlash } from '../../http/toasts.server'
import { registerPayment } from '../../payments/commands.server'
import { undoDecision } from '../../undo/commands.server'
import { deletePersonalDocument, restorePersonalDocument } from './commands.server'
import { action } from './give.screen'
import { ownDocuments, personalDocumentById } from './queries.server'

let admin: Admin
let ada: Member
beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  withUndo()
  admin = await anAdmin()
  ada = await aPerson('ada')
})

const entries = async () =>
  (await db.select().from(auditLogs).orderBy(auditLogs.id))
    .filter(({ entityType }) => entityType === 'personal_documents')
    .map(({ action, details }) => [action, details])

const anEnrolment = (status?: EnrolmentState) => anEnrolmentOf(ada, status)
const give = (enrolment: string) => giveFile(admin, enrolment)
const aDocument = (enrolment: string) => givenFile(admin, enrolment)

test('taken back, it is away and its e-mail never leaves; once deleted, nothing is left to take back', async () => {
  const enrolment = await anEnrolment()
  const first = await aDocument(enrolment)
  expect(await undoDecision(admin, first.decision)).toMatchObject({ ok: true })
  expect([await ownDocuments(ada), await db.$count(outgoingMail)]).toEqual([[], 0])
  expect((await entries()).at(-1)).toEqual([
    'delete',
    { undone: true, document: 'attestato', course: 'Contabilità', email: ada.email },
  ])
  const second = await give(enrolment)
  const [remaining] = await db.select().from(personalDocuments).where(sql`deleted_at is null`)
  await deletePersonalDocument(admin, remaining?.id ?? '')
  const deleted = await entries()
  expect(await undoDecision(admin, decisionOf(second))).toMatchObject({ ok: true })
  expect(await entries()).toEqual(deleted)
})

test('a document and other decisions about the enrolment are taken back apart', async () => {
  const enrolment = await anEnrolment('in_progress')
  const before = await db.select().from(userCourses)
  const { decision } = await aDocument(enrolment)
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
  const { decision } = await aDocument(row?.id ?? '')
  const undoEnrolment = () => undoDecision(admin, enrolled.ok ? (enrolled.decision ?? '') : '')
  expect(await undoEnrolment()).toMatchObject({ refusal: 'changed', name: 'ada Prova' })
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await undoEnrolment()).toMatchObject({ ok: true })
  expect(await db.$count(userCourses)).toBe(0)
})

test('an approval with a document is not taken back, and the document is, also once the edition is cancelled', async () => {
  const id = await anEnrolment('pending')
  const approved = await approveRequest(admin, id)
  const { decision } = await aDocument(id)
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

test('an approval is taken back after its document was deleted and the decision to give it taken back', async () => {
  const id = await anEnrolment('pending')
  const approved = decisionOf(await approveRequest(admin, id))
  const document = await aDocument(id)
  await deletePersonalDocument(admin, document.id)
  expect(await undoDecision(admin, approved)).toMatchObject({ refusal: 'changed' })
  for (const decision of [document.decision, approved])
    expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
})

test('an approval is not taken back under a document or a payment that began before it and waited', async () => {
  const id = await anEnrolment('pending')
  const approved = decisionOf(await approveRequest(admin, id))
  const beginBeforeApproval = (decision: string) =>
    db
      .update(decisions)
      .set({ madeAt: new Date(Date.now() - 60_000) })
      .where(eq(decisions.id, decision))
  const { decision } = await aDocument(id)
  await beginBeforeApproval(decision)
  expect(await undoDecision(admin, approved)).toMatchObject({ refusal: 'changed' })
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  const payment = { cents: 1_000, receivedOn: inDays(0), method: 'transfer' as const, note: null }
  const registered = await registerPayment(admin, id, payment, { key: randomUUID(), seenPaid: 0 })
  await beginBeforeApproval(decisionOf(registered))
  expect(await undoDecision(admin, approved)).toMatchObject({ refusal: 'changed' })
})

test('a document is taken back until its e-mail is tried or its time is over, then deleted with the e-mail', async () => {
  const { id, decision } = await aDocument(await anEnrolment())
  const openDecision = async () => (await personalDocumentById(admin, id))?.openDecision
  expect(await openDecision()).toBe(decision)
  await db.update(outgoingMail).set({ attempts: 1 })
  expect(await openDecision()).toBeNull()
  await db.update(outgoingMail).set({ attempts: 0 })
  await settleDecisions()
  expect(await openDecision()).toBeNull()
  expect(await deletePersonalDocument(admin, id)).toEqual({ ok: true })
  expect(await db.$count(outgoingMail)).toBe(0)
})

test('what a decision took back is not restored', async () => {
  const { id, decision } = await aDocument(await anEnrolment())
  await undoDecision(admin, decision)
  expect(await restorePersonalDocument(admin, id)).toMatchObject({ refusal: 'too-late' })
})

test('a form that is sent twice names the document, and can still take it back', async () => {
  const [enrolment, key] = [await anEnrolment(), randomUUID()]
  const { decision } = (await giveFile(admin, enrolment, FILE, key)) as { decision: string }
  const body = new FormData()
  body.set('key', key)
  body.set('kind', 'attestato')
  body.set('file', new File([new Uint8Array(FILE.bytes)], FILE.name))
  const { email } = await aPerson('dora', 'admin')
  const request = aRequest('/', await cookieOf(email), { method: 'POST', body })
  const args = { request, url: new URL(request.url), context: aContext(), params: { enrolment } } as never
  await admitMembers(args, async () => new Response())
  const response = (await action(args)) as Response
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  expect(toasts).toMatchObject([
    { tone: 'neutral', description: FILE.name, button: { action: expect.stringContaining(decision) } },
  ])
})
