import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { contentOf, emptyFolder, storedFiles } from '../../../tests/files'
import { aPdf } from '../../../tests/pdfs'
import { aCourse, anAdmin, emptyDatabase, tableDown } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courseDocuments, courses } from '../../database/schema'
import { publishBrochure, removeBrochure, restoreBrochure } from '../brochure/commands.server'
import { documents } from '../stored.server'
import { sweepFiles } from '../sweep.server'
import { addDocument, deleteDocument } from './commands.server'
import { copyToEdition } from './copy.commands.server'
import { documentsOf } from './queries.server'

let admin: Admin
let from: string
let to: string
beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  admin = await anAdmin()
  from = (await aCourse({ title: 'Prima' })).id
  to = (await aCourse({ title: 'Seconda', draft: true })).id
  for (const name of ['uno', 'due', 'tolto']) {
    const facts = { description: name, visibility: 'iscritti' as const }
    const added = await addDocument(admin, from, { name: `${name}.txt`, bytes: Buffer.from(name) }, facts)
    if (name === 'tolto' && added.ok) await deleteDocument(admin, added.id)
  }
  await publishBrochure(admin, from, { name: 'a.pdf', bytes: await aPdf() })
})

const BOTH = ['documents', 'brochure'] as const
const copied = () => db.select().from(courseDocuments).where(eq(courseDocuments.courseId, to))
const brochure = async () => (await db.select().from(courses).where(eq(courses.id, to)))[0]?.pdfFilePath

test('courses that do not exist, or are deleted, give and take nothing', async () => {
  const gone = await aCourse({ archivedAt: new Date() })
  for (const [source, target] of [
    ['corso', to],
    [from, 'corso'],
    ['00000000-0000-4000-8000-000000000000', to],
    [from, gone.id],
  ] as const)
    expect(await copyToEdition(admin, source, target, BOTH)).toEqual({ ok: false, refusal: 'unknown-course' })
  expect(await copied()).toEqual([])
})

test('documents and brochure are copied once, however often that is asked, each with its entry', async () => {
  const before = await db.$count(auditLogs)
  expect(await copyToEdition(admin, from, to, BOTH)).toEqual({ ok: true, documents: 2, brochure: true })
  const rows = await copied()
  expect(rows.map(({ fileName }) => fileName).toSorted()).toEqual(['due.txt', 'uno.txt'])
  expect(rows[0]).toMatchObject({ visibility: 'iscritti', description: expect.any(String) })
  for (const { fileName, filePath } of rows)
    expect(String(await contentOf(documents, filePath))).toBe(fileName.replace('.txt', ''))
  expect((await brochure())?.startsWith(`${to}/`)).toBe(true)
  expect((await db.$count(auditLogs)) - before).toBe(3)

  const again = await Promise.all([1, 2].map(() => copyToEdition(admin, from, to, BOTH)))
  expect(again).toEqual([1, 2].map(() => ({ ok: true, documents: 0, brochure: false })))
  expect(await copied()).toHaveLength(2)
  expect((await db.$count(auditLogs)) - before).toBe(3)
})

test('the copies are listed in the order of their originals', async () => {
  const facts = { description: '', visibility: 'iscritti' } as const
  for (let number = 1; number <= 8; number++)
    await addDocument(admin, from, { name: `lezione ${number}.txt`, bytes: Buffer.from('lezione') }, facts)
  // As those of an earlier version were copied.
  await db
    .update(courseDocuments)
    .set({ createdAt: new Date() })
    .where(inArray(courseDocuments.fileName, ['lezione 2.txt', 'lezione 3.txt', 'lezione 4.txt']))
  const namesOf = async (id: string) => (await documentsOf(admin, id)).map(({ fileName }) => fileName)
  await copyToEdition(admin, from, to, BOTH)
  expect(await copied()).toHaveLength(10)
  expect(await namesOf(to)).toEqual(await namesOf(from))
  await addDocument(admin, to, { name: 'nuovo.txt', bytes: Buffer.from('nuovo') }, facts)
  expect((await namesOf(to))[0]).toBe('nuovo.txt')
})

test('only what is chosen is copied, and a brochure that is there stays', async () => {
  await publishBrochure(admin, to, { name: 'b.pdf', bytes: await aPdf() })
  const ownBrochure = await brochure()
  expect(await copyToEdition(admin, from, to, ['brochure'])).toEqual({
    ok: true,
    documents: 0,
    brochure: false,
  })
  expect([await brochure(), await copied()]).toEqual([ownBrochure, []])
})

test('a copied brochure gives no way back to one that was removed before', async () => {
  await publishBrochure(admin, to, { name: 'b.pdf', bytes: await aPdf() })
  const formerPath = (await brochure()) ?? ''
  await removeBrochure(admin, to)
  await copyToEdition(admin, from, to, ['brochure'])
  const restored = await restoreBrochure(admin, to, { path: null, formerPath })
  expect(restored).toEqual({ ok: false, refusal: 'brochure-changed' })
  await sweepFiles(Date.now() + 1000)
  expect(await storedFiles()).not.toContain(formerPath)
})

test('a file that cannot be copied leaves no row, and files without rows are swept', async () => {
  const put = vi.spyOn(documents, 'put').mockRejectedValueOnce(new Error('full'))
  expect(await copyToEdition(admin, from, to, BOTH)).toEqual({ ok: false, refusal: 'upload-failed' })
  put.mockRestore()
  expect([await copied(), await brochure()]).toEqual([[], null])
  await sweepFiles(Date.now() + 1000)
  const before = await storedFiles()
  await tableDown('audit_logs')
  await expect(copyToEdition(admin, from, to, BOTH)).rejects.toThrow()
  expect([await copied(), await brochure()]).toEqual([[], null])
  await sweepFiles(Date.now() + 1000)
  expect(await storedFiles()).toEqual(before)
})

test('the copies outlive the sweep and the original', async () => {
  await copyToEdition(admin, from, to, BOTH)
  const [original] = await db.select().from(courseDocuments).where(eq(courseDocuments.courseId, from))
  await deleteDocument(admin, original?.id ?? '')
  await sweepFiles(Date.now() + 1000)
  for (const { filePath } of await copied()) expect(await documents.find(filePath)).not.toBeNull()
})
