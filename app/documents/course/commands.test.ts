import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { contentOf, emptyFolder, storedFiles } from '../../../tests/files'
import { anEncryptedPdf, aPdf, aPdfOf } from '../../../tests/pdfs'
import { aCourse, anAdmin, emptyDatabase } from '../../../tests/world'
import { anOffice } from '../../../tests/zips'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courseDocuments, courses } from '../../database/schema'
import { env } from '../../runtime/env.server'
import { publishBrochure } from '../brochure/commands.server'
import { brochures, documents, storeWith } from '../stored.server'
import { sweepFiles } from '../sweep.server'
import { addDocument, changeDocument, deleteDocument, restoreDocument } from './commands.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  admin = await anAdmin()
})

const NOBODY = '00000000-0000-4000-8000-000000000000'
const facts = { description: 'Il programma', visibility: 'iscritti' as const }
const text = (content: string) => Buffer.from(content)
const rows = () => db.select().from(courseDocuments).where(isNull(courseDocuments.deletedAt))
const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)

async function aDocument(courseId?: string, name = 'note.txt', content = 'Portare la calcolatrice.') {
  const course = courseId ?? (await aCourse({ title: 'Contabilità' })).id
  const added = await addDocument(admin, course, { name, bytes: text(content) }, facts)
  if (!added.ok) throw new Error(added.refusal)
  const [row] = await db.select().from(courseDocuments).where(eq(courseDocuments.id, added.id))
  if (!row) throw new Error('no row')
  return row
}

/** Makes a stored file as old as if it had been written two hours ago. */
function age(bucket: 'course_pdfs' | 'course_documents', path: string) {
  const then = new Date(Date.now() - 7_200_000)
  utimesSync(join(env.dataDir, 'files', bucket, path), then, then)
}

test('a course that does not exist, or is deleted, gets no document, and no file stays behind', async () => {
  const deleted = await aCourse({ archivedAt: new Date() })
  for (const id of ['', 'corso', NOBODY, deleted.id]) {
    const added = await addDocument(admin, id, { name: 'a.txt', bytes: text('a') }, facts)
    expect(added).toEqual({ ok: false, refusal: 'unknown-course' })
  }
  expect(await storedFiles()).toEqual([])
  expect(await entries()).toEqual([])
})

test('what does not exist cannot be changed, deleted or restored', async () => {
  for (const id of ['', 'documento', NOBODY]) {
    expect(await changeDocument(admin, id, facts, facts)).toEqual({ ok: false, refusal: 'unknown-document' })
    expect(await deleteDocument(admin, id)).toEqual({ ok: false, refusal: 'unknown-document' })
    expect(await restoreDocument(admin, id)).toMatchObject({ ok: false })
  }
  expect(await entries()).toEqual([])
})

test('files that are not to hand out are refused, whatever they are called', async () => {
  const { id } = await aCourse()
  const refusal = async (name: string, bytes: Uint8Array) => {
    const added = await addDocument(admin, id, { name, bytes }, facts)
    return added.ok ? 'taken' : added.refusal
  }
  const html = text('<!doctype html><script>alert(1)</script>')
  expect(await refusal('a.html', html)).toBe('page')
  for (const name of ['a.pdf', 'a.png', 'a.docx']) expect(await refusal(name, html)).toBe('disguised')
  expect(await refusal('senza', html)).toBe('page')
  expect(await refusal('a.svg', text('<svg onload="alert(1)"/>'))).toBe('picture')
  expect(await refusal('a.exe', Buffer.concat([text('MZ'), Buffer.alloc(100)]))).toBe('unsupported')
  expect(await refusal('a.pdf', Buffer.concat([text('MZ'), Buffer.alloc(100)]))).toBe('disguised')
  expect(await refusal('a.docx', anOffice('docm'))).toBe('macro')
  expect(await refusal('a.docm', anOffice('docm'))).toBe('macro')
  expect(await refusal('a.docx', anOffice('docx', { 'word/vbaProject.bin': 'x' }))).toBe('macro')
  expect(await refusal('a.pdf', await anEncryptedPdf())).toBe('encrypted')
  expect(await refusal('a.pdf', (await aPdf()).subarray(0, 300))).toBe('damaged')
  expect(await refusal('a.txt', text(''))).toBe('empty')
  expect(await refusal('a.pdf', await aPdfOf(10 * 1024 * 1024 + 1))).toBe('too-large')
  expect(await storedFiles()).toEqual([])
  expect(await rows()).toEqual([])
})

test('a photograph is kept without the place where it was taken', async () => {
  const { id } = await aCourse()
  const sent = readFileSync('tests/upload-files/photo-with-position.jpg')
  for (const name of ['Foto.JPG', 'foto.jfif', 'foto.jpe'])
    expect(await addDocument(admin, id, { name, bytes: sent }, facts)).toMatchObject({ ok: true })
  for (const { filePath, fileSize } of await rows()) {
    const stored = await contentOf(documents, filePath)
    expect(stored.includes('Exif')).toBe(false)
    expect(stored.length).toBe(fileSize)
  }
})

test('a document is kept with what is known of it, and the log remembers it', async () => {
  const { id } = await aCourse({ title: 'Contabilità' })
  const bytes = anOffice('xlsx')
  const added = await addDocument(admin, id, { name: 'C:\\Anna\\Piano\u202e.XLSX', bytes }, facts)
  expect(added).toMatchObject({ ok: true, fileName: 'Piano.xlsx' })
  const [row] = await rows()
  expect(row).toMatchObject({
    courseId: id,
    fileName: 'Piano.xlsx',
    description: 'Il programma',
    fileType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileSize: bytes.length,
    visibility: 'iscritti',
  })
  expect(row?.filePath).toMatch(new RegExp(`^${id}/[0-9a-f-]{36}\\.xlsx$`))
  expect((await contentOf(documents, row?.filePath ?? '')).equals(bytes)).toBe(true)
  expect(await entries()).toMatchObject([
    {
      userId: 'carla',
      action: 'create',
      entityType: 'course_documents',
      entityId: row?.id,
      details: { fileName: 'Piano.xlsx', course: 'Contabilità', visibility: 'iscritti' },
    },
  ])
})

test('two files of one name are two documents', async () => {
  const first = await aDocument()
  const second = await aDocument(first.courseId)
  expect(first.filePath).not.toBe(second.filePath)
  expect(await storedFiles()).toHaveLength(2)
})

test('a description is one line of limited length, an empty one is none', async () => {
  const { id } = await aDocument()
  const described = async (description: string) => {
    await changeDocument(admin, id, { ...facts, description }, { ...facts, description: 'altro' })
    return (await rows())[0]?.description
  }
  expect(await described('  prima\n\tpoi\u0000 ')).toBe('prima poi')
  expect(await described(' \u200b ')).toBeNull()
  expect(await described('à'.repeat(300))).toBe('à'.repeat(300))
  const long = { ...facts, description: 'à'.repeat(301) }
  expect(await changeDocument(admin, id, long, facts), 'nothing is cut').toEqual({
    ok: false,
    refusal: 'long-description',
  })
  expect((await rows())[0]?.description).toBe('à'.repeat(300))
})

test('who may read a document can be changed, and the log has what changed', async () => {
  const { id } = await aDocument()
  expect(await changeDocument(admin, id, { ...facts, visibility: 'pubblico' }, facts)).toEqual({ ok: true })
  expect(await rows()).toMatchObject([{ visibility: 'pubblico', description: 'Il programma' }])
  expect((await entries()).at(-1)).toMatchObject({
    action: 'update',
    entityId: id,
    details: { old: { visibility: 'iscritti' }, new: { visibility: 'pubblico' }, fileName: 'note.txt' },
  })
})

test('a form opened before a colleague’s change saves only what was typed in it', async () => {
  const { id } = await aDocument()
  await changeDocument(admin, id, { ...facts, visibility: 'ufficio' }, facts)
  const corrected = { ...facts, description: 'Il programma corretto' }
  expect(await changeDocument(admin, id, corrected, facts)).toEqual({ ok: true })
  expect(await rows()).toMatchObject([{ visibility: 'ufficio', description: corrected.description }])
  expect((await entries()).at(-1)?.details).toMatchObject({
    old: { description: facts.description },
    new: { description: corrected.description },
  })
  const known = (await entries()).length
  await changeDocument(admin, id, { ...facts, visibility: 'pubblico' }, facts)
  expect(await rows()).toMatchObject([{ visibility: 'pubblico', description: corrected.description }])
  await changeDocument(admin, id, facts, facts)
  expect(await rows()).toMatchObject([{ visibility: 'pubblico', description: corrected.description }])
  expect(await entries()).toHaveLength(known + 1)
})

test('a deleted document is gone, once, and can be brought back as it was', async () => {
  const before = await aDocument()
  expect(await deleteDocument(admin, before.id)).toEqual({ ok: true, courseId: before.courseId })
  expect(await deleteDocument(admin, before.id)).toEqual({ ok: false, refusal: 'unknown-document' })
  expect(await rows()).toEqual([])
  expect((await entries()).at(-1)).toMatchObject({
    action: 'delete',
    entityType: 'course_documents',
    entityId: before.id,
    details: { fileName: 'note.txt', course: 'Contabilità' },
  })

  expect(await restoreDocument(admin, before.id)).toEqual({ ok: true, courseId: before.courseId })
  expect(await rows()).toEqual([before])
  expect(String(await contentOf(documents, before.filePath))).toBe('Portare la calcolatrice.')
  expect((await entries()).at(-1)).toMatchObject({ action: 'create', details: { restored: true } })
  const known = (await entries()).length
  expect(await restoreDocument(admin, before.id)).toMatchObject({ ok: true })
  expect(await entries()).toHaveLength(known)
})

test('a document without its file cannot be restored', async () => {
  const { id, filePath } = await aDocument()
  await deleteDocument(admin, id)
  await documents.remove(filePath)
  expect(await restoreDocument(admin, id)).toEqual({ ok: false, refusal: 'too-late' })
  expect(await rows()).toEqual([])
})

test('a deletion can be undone for 30 minutes', async () => {
  const { id } = await aDocument()
  await deleteDocument(admin, id)
  const deleted = (minutesAgo: number) =>
    db.update(courseDocuments).set({ deletedAt: new Date(Date.now() - minutesAgo * 60_000) })
  await deleted(31)
  expect(await restoreDocument(admin, id)).toEqual({ ok: false, refusal: 'too-late' })
  await deleted(29)
  expect(await restoreDocument(admin, id)).toMatchObject({ ok: true })
})

test('of two who delete at once one does, and of two who restore both see it back', async () => {
  const { id } = await aDocument()
  const deleted = await Promise.all([deleteDocument(admin, id), deleteDocument(admin, id)])
  expect(deleted.map(({ ok }) => ok).sort()).toEqual([false, true])
  await Promise.all([restoreDocument(admin, id), restoreDocument(admin, id)])
  expect(await rows()).toHaveLength(1)
})

test('a file whose commit may have succeeded is left to the sweep', async () => {
  const file = { path: 'corso/a.txt', bytes: text('a'), type: 'text/plain' }
  const broken = async () => {
    throw new Error('connection lost')
  }
  expect(await storeWith(documents, [file], broken)).toEqual({ ok: false, refusal: 'path-failed' })
  expect(await storedFiles()).toEqual(['corso/a.txt'])
})

test('the sweep takes what nothing refers to, and leaves all else', async () => {
  const course = await aCourse()
  await publishBrochure(admin, course.id, { name: 'a.pdf', bytes: await aPdf() })
  const [{ pdfFilePath } = { pdfFilePath: null }] = await db.select().from(courses)
  const remaining = await aDocument(course.id)
  const deletedNow = await aDocument(course.id, 'annullabile.txt')
  await deleteDocument(admin, deletedNow.id)
  await documents.put('corso/giovane.txt', text('x'), { type: 'text/plain' })
  await documents.put('corso/orfano.txt', text('x'), { type: 'text/plain' })
  await brochures.put('corso/x/orfana.pdf', text('x'), { type: 'application/pdf' })
  for (const path of [remaining.filePath, deletedNow.filePath, 'corso/orfano.txt'])
    age('course_documents', path)
  for (const path of [pdfFilePath ?? '', 'corso/x/orfana.pdf']) age('course_pdfs', path)

  expect(await sweepFiles()).toBe(2)
  expect(await storedFiles()).toEqual(
    [pdfFilePath, remaining.filePath, deletedNow.filePath, 'corso/giovane.txt'].sort(),
  )
  expect(await sweepFiles()).toBe(0)
})

test('the file of a document deleted long ago is swept', async () => {
  const { id, filePath } = await aDocument()
  age('course_documents', filePath)
  await deleteDocument(admin, id)
  await db.update(courseDocuments).set({ deletedAt: new Date(Date.now() - 2 * 3_600_000) })
  expect(await restoreDocument(admin, id)).toEqual({ ok: false, refusal: 'too-late' })
  expect(await sweepFiles()).toBe(1)
  expect(await storedFiles()).toEqual([])
})

test('a sweep of nothing is no work', async () => {
  expect(await sweepFiles()).toBe(0)
})
