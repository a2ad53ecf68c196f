import { randomUUID } from 'node:crypto'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aFinishedCourse, certificateRowsNow, documentsOf, issueAndDraw } from '../../tests/certificates'
import { decisionOf, settleDecisions, withUndo } from '../../tests/decisions'
import { emptyFolder, storedFiles } from '../../tests/files'
import { aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import { type Admin, SYSTEM } from '../accounts/rules'
import { courseById } from '../courses/queries.server'
import { db } from '../database/client.server'
import {
  attendance,
  auditLogs,
  certificateNumbers,
  courseSessions,
  outgoingMail,
  personalDocuments,
  profiles,
  userCourses,
} from '../database/schema'
import { deletePersonalDocument } from '../documents/personal/commands.server'
import { documentsGivenTo, ownDocuments } from '../documents/personal/queries.server'
import { markEnrolment } from '../enrolments/review/commands.server'
import { formatDate } from '../italian/dates'
import { today } from '../runtime/clock'
import { undoDecision } from '../undo/commands.server'
import {
  certificateCandidates,
  countReadyPeople,
  editionsWithReadyPeople,
  peopleWithoutCertificate,
} from './candidates.queries.server'
import { issueCertificates, reissueCertificate, revokeCertificate } from './commands.server'
import { drawCertificates } from './draw.commands.server'
import {
  certificateByCode,
  certificateByNumber,
  findCertificates,
  revokedCertificates,
} from './queries.server'
import { formatCertificateNumber } from './rules'

const YEAR = Number(today().slice(0, 4))
const numbered = (seq: number) => formatCertificateNumber({ year: YEAR, seq })

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  withUndo()
  admin = await anAdmin()
})

const last = async () => (await db.select().from(certificateNumbers))[0]?.last
const lastEntry = async () => (await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1))[0]

test('numbers follow last names, and each attestato gets its file and its e-mail, which waits', async () => {
  const { course, enrolments } = await aFinishedCourse(['zoe', 'ada', 'bea'])
  await db.update(profiles).set({ lastName: 'Zeta' }).where(eq(profiles.id, 'ada'))
  const issued = await issueCertificates(admin, course.id, enrolments)
  expect(issued).toMatchObject({ numbers: [numbered(1), numbered(2), numbered(3)], refused: [] })
  const names = (await certificateRowsNow()).map(({ facts }) => facts.firstName)
  expect(names).toEqual(['Bea', 'Zoe', 'Ada'])
  expect(await db.$count(outgoingMail)).toBe(0)
  expect(await drawCertificates(SYSTEM)).toBe(3)
  expect(await drawCertificates(SYSTEM)).toBe(0)
  const emails = await db.select().from(outgoingMail)
  expect(emails).toHaveLength(3)
  for (const { dueAt, decisionId } of emails) {
    expect(dueAt.getTime()).toBeGreaterThan(Date.now() + 4 * 60_000)
    expect(decisionId).toBe(issued.decision)
  }
  expect(await storedFiles()).toHaveLength(3)
  const documents = await db.select().from(personalDocuments)
  expect(documents.map(({ fileName }) => fileName).sort()).toEqual(
    [1, 2, 3].map((seq) => `Attestato ${numbered(seq).replace('/', '-')}.pdf`),
  )
})

test('its person and the office read the day that it bears, although its file was drawn on a later one', async () => {
  const { course, people, enrolments } = await aFinishedCourse()
  const [ada] = people
  if (!ada) throw new Error('nobody')
  await issueAndDraw(admin, course, enrolments)
  await settleDecisions()
  await db.update(personalDocuments).set({ createdAt: new Date(Date.now() + 40 * 24 * 60 * 60_000) })
  expect(await ownDocuments(ada)).toMatchObject([
    { line: `n. ${numbered(1)}, ${formatDate(today(), 'd MMMM yyyy')}` },
  ])
  expect(await documentsGivenTo(admin, ada.id)).toMatchObject([{ issuedOn: today() }])
})

test('its person and everybody else know of it once the office can no longer take it back', async () => {
  const { course, people, enrolments } = await aFinishedCourse()
  const [ada] = people
  if (!ada) throw new Error('nobody')
  await issueAndDraw(admin, course, enrolments)
  const [certificate] = await certificateRowsNow()
  const code = certificate?.code ?? ''
  expect(await ownDocuments(ada)).toEqual([])
  expect(await certificateByCode(code)).toBeUndefined()
  expect(await certificateByNumber(numbered(1), 'Prova')).toBeUndefined()
  await settleDecisions()
  expect(await ownDocuments(ada)).toMatchObject([{ certificate: { number: numbered(1), code } }])
  expect(await certificateByCode(code.toLowerCase())).toMatchObject({
    ending: null,
    facts: { number: numbered(1) },
  })
  expect(await certificateByNumber(`${YEAR}/1`, ' pròva ')).toMatchObject({ facts: { number: numbered(1) } })
  for (const [number, name] of [
    [numbered(1), 'Altra'],
    [numbered(1), ''],
    [numbered(2), 'Prova'],
    [`${YEAR}/99999999`, 'Prova'],
    [`${YEAR}/0000`, 'Prova'],
    ['12', 'Prova'],
    ['', 'Prova'],
  ] as const)
    expect(await certificateByNumber(number, name)).toBeUndefined()
  for (const code of ['x', '', randomUUID(), 'A'.repeat(26), `${'A'.repeat(25)}\0`])
    expect(await certificateByCode(code)).toBeUndefined()
})

test('who lacks something is named with it, and the others get theirs', async () => {
  const { course, enrolments } = await aFinishedCourse(['ada', 'bea', 'carlo', 'dario'])
  const [ada = '', bea = '', carlo = '', dario = ''] = enrolments
  await db.update(userCourses).set({ status: 'in_progress' }).where(eq(userCourses.id, ada))
  await db.update(attendance).set({ minutes: 340 }).where(eq(attendance.enrolmentId, bea))
  await db.update(profiles).set({ firstName: '山' }).where(eq(profiles.id, 'carlo'))
  const issued = await issueCertificates(admin, course.id, [...enrolments, dario, randomUUID(), 'x'])
  expect(issued.numbers).toEqual([numbered(1)])
  expect(new Map(issued.refused.map(({ id, refusal }) => [id, refusal]))).toEqual(
    new Map([
      [ada, 'not-completed'],
      [bea, 'below-threshold'],
      [carlo, 'unprintable-name'],
    ]),
  )
  expect(await issueCertificates(admin, course.id, [dario])).toMatchObject({
    refused: [{ refusal: 'issued' }],
  })
  await db.update(courseSessions).set({ closedAt: null })
  await db.update(attendance).set({ minutes: 480 })
  expect(await issueCertificates(admin, course.id, [bea])).toMatchObject({
    refused: [{ refusal: 'open-registers' }],
  })
  expect(await last()).toBe(1)
})

test('an enrolment of another edition, and one whose account was deleted, get none', async () => {
  const { course } = await aFinishedCourse(['ada'])
  const { enrolments } = await aFinishedCourse(['bea'])
  expect(await issueCertificates(admin, course.id, enrolments)).toEqual({ numbers: [], refused: [] })
  expect(await issueCertificates(admin, 'x', enrolments)).toEqual({ numbers: [], refused: [] })
  expect(await certificateRowsNow()).toEqual([])
})

test('a course that everybody takes when they like needs no register', async () => {
  const { course, enrolments } = await aFinishedCourse(['ada'], {
    modalita: 'E-learning',
    location: 'E-learning',
  })
  await db.delete(attendance)
  await db.update(courseSessions).set({ closedAt: null, hours: null })
  expect(await issueCertificates(admin, course.id, enrolments)).toMatchObject({ numbers: [numbered(1)] })
  expect((await certificateRowsNow())[0]?.facts).toMatchObject({ attendance: null, mode: 'e-learning' })
})

test('taken back, the last numbers are given back, and nothing is left of file and e-mail', async () => {
  const { course, enrolments } = await aFinishedCourse(['ada', 'bea'])
  const issued = await issueAndDraw(admin, course, enrolments)
  expect(await undoDecision(admin, issued.decision ?? '')).toMatchObject({ ok: true })
  expect([await certificateRowsNow(), await last(), await db.$count(outgoingMail)]).toEqual([[], 0, 0])
  expect(await db.$count(personalDocuments, isNull(personalDocuments.deletedAt))).toBe(0)
  expect(await lastEntry()).toMatchObject({ action: 'delete', entityType: 'certificates' })
  expect(await issueCertificates(admin, course.id, enrolments)).toMatchObject({
    numbers: [numbered(1), numbered(2)],
  })
})

test('taken back before its file is drawn, none is drawn', async () => {
  const { course, enrolments } = await aFinishedCourse()
  const issued = await issueCertificates(admin, course.id, enrolments)
  await undoDecision(admin, issued.decision ?? '')
  expect(await drawCertificates(SYSTEM)).toBe(0)
  expect([await storedFiles(), await db.$count(outgoingMail)]).toEqual([[], 0])
})

test('taken back once a later number exists, it is void and its number is not used again', async () => {
  const first = await aFinishedCourse(['ada'])
  const second = await aFinishedCourse(['bea'])
  const issued = await issueAndDraw(admin, first.course, first.enrolments)
  await issueAndDraw(admin, second.course, second.enrolments)
  expect(await undoDecision(admin, issued.decision ?? '')).toMatchObject({ ok: true })
  const [row] = await certificateRowsNow()
  expect(row).toMatchObject({ seq: 1, ending: 'void', documentId: null })
  expect(await certificateByCode(row?.code ?? '')).toMatchObject({ ending: 'void', facts: { lastName: '' } })
  expect(await drawCertificates(SYSTEM)).toBe(0)
  expect(await issueCertificates(admin, first.course.id, first.enrolments)).toMatchObject({
    numbers: [numbered(3)],
  })
})

test('revoking tells the person why, ends it on its page, and leaves the person without the file', async () => {
  const { course, people, enrolments } = await aFinishedCourse()
  const [ada] = people
  const [enrolment = ''] = enrolments
  if (!ada) throw new Error('nobody')
  await issueAndDraw(admin, course, enrolments)
  const [{ id = '', code = '' } = {}] = await certificateRowsNow()
  expect(await revokeCertificate(admin, id, 'Errore')).toEqual({ ok: false, refusal: 'undoable' })
  await settleDecisions()
  expect(await revokeCertificate(admin, id, ' ')).toEqual({ ok: false, refusal: 'no-reason' })
  expect(await revokeCertificate(admin, id, 'x'.repeat(501))).toEqual({ ok: false, refusal: 'long-reason' })
  for (const unknown of [randomUUID(), 'x', ''])
    expect(await revokeCertificate(admin, unknown, 'Errore')).toEqual({ ok: false, refusal: 'unknown' })
  expect(await revokeCertificate(admin, id, 'Rilasciato per errore')).toEqual({ ok: true })
  expect(await revokeCertificate(admin, id, 'Ancora')).toEqual({ ok: false, refusal: 'ended' })
  expect(await certificateByCode(code)).toMatchObject({
    ending: 'revoked',
    endReason: 'Rilasciato per errore',
    facts: { firstName: '', lastName: '' },
  })
  const [email] = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'certificate-revoked'))
  expect(email?.text).toContain('Rilasciato per errore')
  // Its announcement has not left, and would come after the revocation.
  expect(await db.$count(outgoingMail, eq(outgoingMail.kind, 'document-given'))).toBe(0)
  expect(await lastEntry()).toMatchObject({ details: { ending: 'revoked', certificate: numbered(1) } })
  expect([await ownDocuments(ada), await documentsOf(enrolment)]).toMatchObject([[], [{ deletedAt: null }]])
  expect(await revokedCertificates(ada, enrolment)).toMatchObject([
    { seq: 1, endReason: 'Rilasciato per errore' },
  ])
  expect(await revokedCertificates(await aMember('bea'), enrolment)).toEqual([])
  expect(await issueCertificates(admin, course.id, enrolments)).toMatchObject({ numbers: [numbered(2)] })
})

test('an attestato is corrected by a new one, which takes over when it is final, and gives back when taken back', async () => {
  const { course, people, enrolments } = await aFinishedCourse()
  const [ada] = people
  if (!ada) throw new Error('nobody')
  await issueAndDraw(admin, course, enrolments)
  await settleDecisions()
  const [{ id = '', code = '' } = {}] = await certificateRowsNow()
  expect(await reissueCertificate(admin, id, '')).toEqual({ ok: false, refusal: 'no-reason' })
  expect(await reissueCertificate(admin, randomUUID(), 'Nome')).toEqual({ ok: false, refusal: 'unknown' })
  await db.update(profiles).set({ firstName: 'Adele' }).where(eq(profiles.id, ada.id))
  const first = await reissueCertificate(admin, id, 'Nome corretto')
  expect(first).toMatchObject({ ok: true, numbers: [numbered(2)] })
  await drawCertificates(SYSTEM)
  expect(await certificateByCode(code)).toMatchObject({ ending: null })
  expect(await ownDocuments(ada)).toMatchObject([{ fileName: `Attestato ${YEAR}-0001.pdf` }])
  expect(await undoDecision(admin, decisionOf(first))).toMatchObject({ ok: true })
  expect(await certificateRowsNow()).toMatchObject([{ id, ending: null, endedAt: null }])

  await reissueCertificate(admin, id, 'Nome corretto')
  await drawCertificates(SYSTEM)
  await settleDecisions()
  expect(await certificateByCode(code)).toMatchObject({
    ending: 'replaced',
    newer: { seq: 2, reason: 'Nome corretto' },
  })
  expect((await certificateRowsNow())[1]?.facts).toMatchObject({ firstName: 'Adele', replaces: numbered(1) })
  expect(await ownDocuments(ada)).toMatchObject([{ fileName: `Attestato ${YEAR}-0002.pdf` }])
  expect(await reissueCertificate(admin, id, 'Ancora')).toEqual({ ok: false, refusal: 'ended' })
})

test('what an attestato says of an enrolment is not undone under it', async () => {
  const { course, enrolments } = await aFinishedCourse()
  const [enrolment = ''] = enrolments
  await db.update(userCourses).set({ status: 'in_progress' })
  const completed = await markEnrolment(admin, enrolment, 'complete')
  await issueAndDraw(admin, course, enrolments)
  expect(await markEnrolment(admin, enrolment, 'uncomplete')).toMatchObject({ refusal: 'certified' })
  expect(await undoDecision(admin, decisionOf(completed))).toMatchObject({ refusal: 'changed' })
  const [document] = await documentsOf(enrolment)
  expect(await deletePersonalDocument(admin, document?.id ?? '')).toEqual({
    ok: false,
    refusal: 'certificate',
  })
})

test('the facts are those of the day of issue, whatever changes later', async () => {
  const { course, enrolments } = await aFinishedCourse()
  await issueCertificates(admin, course.id, enrolments)
  const [row] = await certificateRowsNow()
  expect(row?.facts).toMatchObject({
    number: numbered(1),
    issuedOn: today(),
    replaces: null,
    firstName: 'Ada',
    course: { title: 'Contabilità' },
    place: 'Ascoli Piceno',
    mode: 'in aula',
    period: { first: inDays(-9), last: inDays(-9) },
    attendance: { attended: 480, planned: 480, threshold: 80 },
    outcome: 'Completato',
  })
  expect(row?.facts.verificationUrl).toMatch(new RegExp(`/v/${row?.code}$`))
})

test('the office finds an attestato by its number, however it is typed', async () => {
  const { course, enrolments } = await aFinishedCourse(['ada'])
  await issueCertificates(admin, course.id, enrolments)
  for (const typed of [numbered(1), `n. ${YEAR}/1`, `${YEAR}-0001`])
    expect(await findCertificates(admin, typed), typed).toMatchObject([{ facts: { firstName: 'Ada' } }])
  for (const typed of [numbered(2), 'ada', `${YEAR}`, `${YEAR}/99999999999`])
    expect(await findCertificates(admin, typed), typed).toEqual([])
})

test('who is ready is counted for the tab of the edition, and for «Oggi» while it ended lately', async () => {
  const { course, enrolments } = await aFinishedCourse(['ada', 'bea', '李'])
  const inTab = async () => {
    const facts = await courseById(course.id)
    const [row] = await db.select({ people: peopleWithoutCertificate(course.id) }).from(sql`(select) as one`)
    return facts && row && countReadyPeople(facts, row.people)
  }
  const ofToday = async () =>
    (await editionsWithReadyPeople(admin, today())).map(({ title, readyCount }) => [title, readyCount])
  await db
    .update(attendance)
    .set({ minutes: 60 })
    .where(eq(attendance.enrolmentId, enrolments[1] ?? ''))
  await db.update(profiles).set({ lastName: '李' }).where(eq(profiles.id, '李'))
  expect(await inTab()).toBe(1)
  expect(await ofToday()).toEqual([['Contabilità', 1]])
  expect(await editionsWithReadyPeople(admin, inDays(52))).toEqual([])
  await issueCertificates(admin, course.id, enrolments)
  expect(await inTab()).toBe(0)
  expect(await ofToday()).toEqual([])
})

test('who had an attestato that was revoked may get another, but is not counted as ready', async () => {
  const { course, enrolments } = await aFinishedCourse()
  await issueAndDraw(admin, course, enrolments)
  await settleDecisions()
  const [{ id = '' } = {}] = await certificateRowsNow()
  await revokeCertificate(admin, id, 'Ore non seguite')
  const facts = await courseById(course.id)
  const [row] = await db.select({ people: peopleWithoutCertificate(course.id) }).from(sql`(select) as one`)
  expect(row?.people).toEqual([])
  expect(await editionsWithReadyPeople(admin, today())).toEqual([])
  expect(facts && (await certificateCandidates(admin, facts))).toMatchObject([
    { revokeReason: 'Ore non seguite', hasIssuedCertificate: false },
  ])
})
