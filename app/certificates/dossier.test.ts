import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { aFinishedCourse, certificateRowsNow, issueAndDraw } from '../../tests/certificates'
import { settleDecisions } from '../../tests/decisions'
import { emptyFolder } from '../../tests/files'
import { readPdf } from '../../tests/pdf'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, anAdmin, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs, personalDocuments } from '../database/schema'
import { personalFiles } from '../documents/stored.server'
import { revokeCertificate } from './commands.server'

beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
})

async function dossierAt(path: string, cookie: string) {
  const site = await wholeSite()
  const response = await site(aRequest(path, cookie))
  expect(response.status).toBe(200)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const list = new TextDecoder().decode(files['elenco.csv']).trim().split('\r\n').slice(1)
  return { response, files, list: list.map((line) => line.split(';')) }
}

async function anOfficeCookie() {
  return cookieOf((await aPerson('sara', 'secretary')).email)
}

test('it has the programme, the registers and the attestati as they were given, with the hash of each', async () => {
  const admin = await anAdmin()
  const { course, enrolments } = await aFinishedCourse(['ada', 'bea'], { slug: 'contabilita' })
  await issueAndDraw(admin, course, enrolments)
  await settleDecisions()
  const [first, second] = await certificateRowsNow()
  await revokeCertificate(admin, second?.id ?? '', 'Rilasciato per errore')
  const { response, files, list } = await dossierAt(
    '/admin/courses/contabilita/fascicolo.zip',
    await anOfficeCookie(),
  )
  expect(response.headers.get('Content-Disposition')).toContain('fascicolo_contabilita.zip')
  const papers = [first, second].map(
    (paper) => `attestati/Attestato ${paper?.facts.number.replace('/', '-')}.pdf`,
  )
  expect(Object.keys(files)).toEqual(['programma.pdf', 'registro.pdf', ...papers, 'elenco.csv'])
  expect(list.map(([path, , person, state]) => [path, person, state])).toEqual([
    ['programma.pdf', '', ''],
    ['registro.pdf', '', ''],
    [papers[0], 'Prova Ada', 'Valido'],
    [papers[1], 'Prova Bea', 'Revocato'],
  ])
  for (const [path = '', , , , hash] of list)
    expect(
      createHash('sha256')
        .update(files[path] ?? '')
        .digest('hex'),
      path,
    ).toBe(hash)
  const [stored] = await db
    .select()
    .from(personalDocuments)
    .where(eq(personalDocuments.id, first?.documentId ?? ''))
  expect(Buffer.from(files[papers[0] ?? ''] ?? [])).toEqual(await personalFiles.read(stored?.filePath ?? ''))
  expect((await readPdf(files['programma.pdf'] ?? new Uint8Array())).title).toBe(
    'Programma del corso, Contabilità',
  )
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityType, 'exports'))
  expect(entries).toMatchObject([{ details: { course: 'Contabilità' } }])
})

test('a file that is lost is named in the list, and the rest is there', async () => {
  const { course, enrolments } = await aFinishedCourse(['ada'], { slug: 'contabilita' })
  await issueAndDraw(await anAdmin(), course, enrolments)
  emptyFolder()
  const { files, list } = await dossierAt('/admin/courses/contabilita/fascicolo.zip', await anOfficeCookie())
  expect(Object.keys(files)).toEqual(['programma.pdf', 'registro.pdf', 'elenco.csv'])
  expect(list.at(-1)?.at(-1)).toBe('il file manca')
})

test('a course without registers and attestati has its programme; it is for the office alone', async () => {
  await aCourse({ title: 'Senza date', slug: 'senza-date', moduli: ['Primo', 'Secondo & <terzo>'] })
  const path = '/admin/courses/senza-date/fascicolo.zip'
  const office = await anOfficeCookie()
  const { files } = await dossierAt(path, office)
  expect(Object.keys(files)).toEqual(['programma.pdf', 'elenco.csv'])
  expect((await readPdf(files['programma.pdf'] ?? new Uint8Array())).tags).toContain('TH Secondo & <terzo>')
  const site = await wholeSite()
  const location = async (cookie: string) => (await site(aRequest(path, cookie))).headers.get('Location')
  expect(await location('')).toBe(`/auth?verso=${encodeURIComponent(path)}`)
  expect(await location(await cookieOf((await aPerson('ida')).email))).toBe('/')
  const missing = await site(aRequest('/admin/courses/nessuno/fascicolo.zip', office))
  expect(missing.status).toBe(404)
})
