import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aFinishedCourse, issueAndDraw } from '../../tests/certificates'
import { settleDecisions, withUndo } from '../../tests/decisions'
import { emptyFolder } from '../../tests/files'
import { TRANSCRIPT } from '../../tests/paper-facts'
import { readPdf } from '../../tests/pdf'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs, certificates, courseSessions, userCourses } from '../database/schema'
import { drawTranscript } from '../papers/transcript.server'
import { reissueCertificate } from './commands.server'
import { ownTranscript } from './transcript.queries.server'

const ADDRESS = '/dashboard/riepilogo.pdf'

beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  withUndo()
})

test('it has every course with a seat, the hours of closed registers and the number of the attestato', async () => {
  const admin = await anAdmin()
  const { course, people, enrolments } = await aFinishedCourse(['ada'])
  const [ada] = people
  if (!ada) throw new Error('nobody')
  const coming = await aCourse({ title: 'Export', location: 'Fermo' }, [
    { startDate: inDays(9), startTime: '09:00', endTime: '13:00', hours: 4 },
  ])
  const asked = await aCourse({ title: 'Chiesto' })
  await db.insert(userCourses).values([
    { userId: ada.id, courseId: coming.id, ...decided('approved') },
    { userId: ada.id, courseId: asked.id },
  ])
  await issueAndDraw(admin, course, enrolments)
  const [held] = (await ownTranscript(ada)).courses
  expect(held?.certificate, 'the office can still take it back').toBe(null)
  await settleDecisions()
  const { courses } = await ownTranscript(ada)
  expect(courses).toMatchObject([
    {
      title: 'Contabilità',
      attendance: { attended: 480, planned: 480 },
      state: 'Completato',
      certificate: expect.stringMatching(/^n\. \d{4}\/0001$/),
    },
    { title: 'Export', attendance: { attended: 0, planned: 240 }, state: 'Approvato', certificate: null },
  ])
})

test('an open register counts no hours, and a course that was left after a lesson stays', async () => {
  const { course, people, enrolments } = await aFinishedCourse(['ada'])
  const [ada] = people
  if (!ada) throw new Error('nobody')
  await db
    .update(userCourses)
    .set({ ...decided('approved'), endedAt: new Date(), ending: 'cancelled_by_person' })
    .where(eq(userCourses.id, enrolments[0] ?? ''))
  expect((await ownTranscript(ada)).courses).toMatchObject([{ state: 'Disdetta', certificate: null }])
  await db.update(courseSessions).set({ closedAt: null }).where(eq(courseSessions.courseId, course.id))
  expect((await ownTranscript(ada)).courses).toEqual([])
})

test('an attestato that is being replaced counts until the new one is final', async () => {
  const admin = await anAdmin()
  const { course, people, enrolments } = await aFinishedCourse(['ada'])
  const [ada] = people
  if (!ada) throw new Error('nobody')
  await issueAndDraw(admin, course, enrolments)
  await settleDecisions()
  const [{ id } = { id: '' }] = await db.select().from(certificates)
  await reissueCertificate(admin, id, 'Nome corretto')
  expect((await ownTranscript(ada)).courses).toMatchObject([{ certificate: expect.stringMatching(/0001$/) }])
  await settleDecisions()
  expect((await ownTranscript(ada)).courses).toMatchObject([{ certificate: expect.stringMatching(/0002$/) }])
})

test('a member reads their own alone; the office reads that of anybody, and the log says whose', async () => {
  const site = await wholeSite()
  const { people } = await aFinishedCourse(['ada'])
  const [ada] = people
  if (!ada) throw new Error('nobody')
  const of = `/admin/people/${ada.id}/riepilogo.pdf`
  for (const path of [ADDRESS, of])
    expect((await site(aRequest(path, ''))).headers.get('Location')).toBe(
      `/auth?verso=${encodeURIComponent(path)}`,
    )
  const bea = await cookieOf((await aPerson('bea')).email)
  expect((await site(aRequest(of, bea))).headers.get('Location')).toBe('/')
  const hers = await readPdf(new Uint8Array(await (await site(aRequest(ADDRESS, bea))).arrayBuffer()))
  expect(hers.title).toBe('Riepilogo della formazione, bea Prova')
  expect(hers.tags).toContain('P Nessun corso.')

  const sara = await cookieOf((await aPerson('sara', 'secretary')).email)
  const response = await site(aRequest(of, sara))
  expect(response.headers.get('Content-Type')).toBe('application/pdf')
  const paper = await readPdf(new Uint8Array(await response.arrayBuffer()))
  expect(paper.tags).toContain('TH Contabilità')
  const [latest] = await db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.entityType, 'exports'))
    .orderBy(desc(auditLogs.id))
  expect(latest).toMatchObject({ details: { user: ada.email } })
  expect((await site(aRequest('/admin/people/nessuno/riepilogo.pdf', sara))).status).toBe(404)
})

test('a reader hears the person, the sums and each course with its row', async () => {
  const { title, language, isTagged, loose, tags, pages } = await readPdf(await drawTranscript(TRANSCRIPT))
  expect({ title, language, isTagged, loose }).toEqual({
    title: 'Riepilogo della formazione, Giulia Rossi',
    language: 'it-IT',
    isTagged: true,
    loose: '',
  })
  expect(tags.filter((tag) => tag.startsWith('LBody'))).toEqual([
    'LBody 3',
    'LBody 21 ore e 50 minuti',
    'LBody 2',
    'LBody il 22 gennaio 2027',
  ])
  const row = tags.indexOf('TH Gestione del Tempo e delle Priorità')
  expect(tags.slice(row, row + 5)).toEqual([
    'TH Gestione del Tempo e delle Priorità',
    'TD 23 mag – 13 giu 2026, Fermo',
    'TD 13 ore e 50 minuti su 16 ore',
    'TD Completato',
    'TD n. 2026/0031',
  ])
  expect(pages).toHaveLength(1)
})
