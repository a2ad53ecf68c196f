import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { contentOf, emptyFolder, storedFiles } from '../../../tests/files'
import { anEncryptedPdf, aPdf, aPdfOf } from '../../../tests/pdfs'
import { aCourse, anAdmin, emptyDatabase } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courses } from '../../database/schema'
import { env } from '../../runtime/env.server'
import { brochures } from '../stored.server'
import { sweepFiles } from '../sweep.server'
import { publishBrochure, removeBrochure, restoreBrochure } from './commands.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  admin = await anAdmin()
})

const upload = (bytes: Uint8Array, name = 'brochure.pdf') => ({ name, bytes })
const pathOf = async (id: string) =>
  (await db.select().from(courses).where(eq(courses.id, id)))[0]?.pdfFilePath
/** Publishes a new brochure. @returns its path */
const publishedPath = async (id: string) => {
  const published = await publishBrochure(admin, id, upload(await aPdf()))
  return (published.ok && published.path) || ''
}
const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)

test('a course that does not exist, or is deleted, gets no brochure, and no file stays behind', async () => {
  const pdf = upload(await aPdf())
  const deleted = await aCourse({ archivedAt: new Date() })
  for (const id of ['', 'corso', '00000000-0000-4000-8000-000000000000', deleted.id]) {
    expect(await publishBrochure(admin, id, pdf)).toEqual({ ok: false, refusal: 'unknown-course' })
    expect(await removeBrochure(admin, id)).toEqual({ ok: false, refusal: 'unknown-course' })
  }
  expect(await storedFiles()).toEqual([])
  expect(await entries()).toEqual([])
})

test('what is no PDF to read is refused, and nothing is stored', async () => {
  const { id } = await aCourse()
  const refusal = async (bytes: Uint8Array) => {
    const decision = await publishBrochure(admin, id, upload(bytes))
    return decision.ok ? 'taken' : decision.refusal
  }
  expect(await refusal(Buffer.from(''))).toBe('empty')
  expect(await refusal(Buffer.from('<html><script>alert(1)</script></html>'))).toBe('not-pdf')
  expect(await refusal(Buffer.from('MZ\0\0 programma'))).toBe('not-pdf')
  expect(await refusal(Buffer.from('PK\x03\x04archivio\0'))).toBe('not-pdf')
  expect(await refusal((await aPdf()).subarray(0, 400))).toBe('damaged')
  expect(await refusal(await anEncryptedPdf())).toBe('encrypted')
  expect(await refusal(await aPdfOf(10 * 1024 * 1024 + 1))).toBe('too-large')
  expect(await storedFiles()).toEqual([])
  expect(await pathOf(id)).toBeNull()
})

test('a brochure of ten megabytes is taken whole', async () => {
  const { id } = await aCourse()
  const pdf = await aPdfOf(10 * 1024 * 1024)
  const published = await publishBrochure(admin, id, upload(pdf))
  const path = await pathOf(id)
  expect(published).toEqual({ ok: true, path, formerPath: null })
  const stored = await contentOf(brochures, path ?? '')
  expect(stored.equals(pdf)).toBe(true)
})

test('a brochure is stored under its course and a name of its own, and the log remembers it', async () => {
  const { id, version } = await aCourse({ title: 'Leadership & Team' })
  await publishBrochure(admin, id, upload(await aPdf(), '../../strano.exe'))
  const path = await pathOf(id)
  expect(path).toMatch(new RegExp(`^${id}/[0-9a-f-]{36}\\.pdf$`))
  expect(await storedFiles()).toEqual([path])
  expect(await entries()).toMatchObject([
    {
      userId: 'carla',
      action: 'update',
      entityType: 'courses',
      entityId: id,
      details: { old: { pdfFilePath: null }, new: { pdfFilePath: path }, title: 'Leadership & Team' },
    },
  ])
  expect((await db.select().from(courses))[0]?.version).toBe(version)
})

test('a second brochure replaces the first, whose file stays for a restoration', async () => {
  const { id, version } = await aCourse()
  const first = await publishedPath(id)
  const published = await publishBrochure(admin, id, upload(await aPdf()))
  const second = await pathOf(id)
  expect(published).toEqual({ ok: true, path: second, formerPath: first })
  expect(second).not.toBe(first)
  expect(await storedFiles()).toEqual([first, second].sort())
  expect((await db.select().from(courses))[0]?.version).toBe(version)
})

test('of several at once one is the brochure, and the sweep leaves its file and that of the one before', async () => {
  const { id } = await aCourse()
  const pdf = await aPdf()
  await Promise.all([1, 2, 3, 4].map(() => publishBrochure(admin, id, upload(pdf))))
  expect(await entries()).toHaveLength(4)
  expect(await sweepFiles(Date.now() + 1000)).toBe(2)
  const [course] = await db.select().from(courses)
  expect(await storedFiles()).toEqual([course?.pdfFilePath, course?.formerPdfPath].sort())
})

test('where the change fails, the old brochure stays and the sweep takes the new file', async () => {
  const { id } = await aCourse()
  await publishBrochure(admin, id, upload(await aPdf()))
  const first = await pathOf(id)
  await db.execute(sql`
    create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
  await db.execute(sql`create trigger refuse_it before update on courses execute function refuse_it()`)
  try {
    const pdf = upload(await aPdf())
    expect(await publishBrochure(admin, id, pdf)).toEqual({ ok: false, refusal: 'path-failed' })
  } finally {
    await db.execute(sql`drop function refuse_it cascade`)
  }
  expect(await pathOf(id)).toBe(first)
  await sweepFiles(Date.now() + 1000)
  expect(await storedFiles()).toEqual([first])
  expect(await entries()).toHaveLength(1)
})

test('where the store fails, nothing changes', async () => {
  const { id } = await aCourse()
  const folder = join(env.dataDir, 'files')
  mkdirSync(folder, { recursive: true })
  // A file stands where the folder would have to be; chmod would not stop whoever runs as root.
  writeFileSync(join(folder, 'course_pdfs'), '')
  chmodSync(join(folder, 'course_pdfs'), 0o400)
  expect(await publishBrochure(admin, id, upload(await aPdf()))).toEqual({
    ok: false,
    refusal: 'upload-failed',
  })
  expect(await pathOf(id)).toBeNull()
  expect(await entries()).toEqual([])
})

test('a brochure is removed, once, and its file stays for a restoration', async () => {
  const { id } = await aCourse()
  const path = await publishedPath(id)
  expect(await removeBrochure(admin, id)).toEqual({ ok: true, path: null, formerPath: path })
  expect(await pathOf(id)).toBeNull()
  expect(await storedFiles()).toEqual([path])
  expect((await entries()).at(-1)?.details).toMatchObject({
    old: { pdfFilePath: path },
    new: { pdfFilePath: null },
  })
  expect(await removeBrochure(admin, id)).toEqual({ ok: false, refusal: 'no-brochure' })
})

test('a form leaves a brochure that it does not show as it is', async () => {
  const { id } = await aCourse()
  const first = await publishedPath(id)
  const second = await publishedPath(id)
  for (const shown of [null, first]) {
    const pdf = upload(await aPdf())
    for (const refused of [
      await publishBrochure(admin, id, pdf, shown),
      await removeBrochure(admin, id, shown),
    ])
      expect(refused).toEqual({ ok: false, refusal: 'brochure-changed' })
  }
  expect(await pathOf(id)).toBe(second)
  expect(await storedFiles()).toEqual([first, second].sort())
  expect(await removeBrochure(admin, id, second)).toMatchObject({ ok: true })
})

test('a restoration is for the office’s present course alone', async () => {
  const { id } = await aCourse()
  const formerPath = await publishedPath(id)
  await removeBrochure(admin, id)
  const change = { path: null, formerPath }
  await db.update(courses).set({ archivedAt: new Date() })
  for (const courseId of ['', 'corso', '00000000-0000-4000-8000-000000000000', id])
    expect(await restoreBrochure(admin, courseId, change)).toEqual({ ok: false, refusal: 'unknown-course' })
  expect(await pathOf(id)).toBeNull()
})

test('a replaced brochure comes back, once, and the file that replaced it goes', async () => {
  const { id, version } = await aCourse({ title: 'Vendita' })
  const formerPath = await publishedPath(id)
  const path = await publishedPath(id)
  expect(await restoreBrochure(admin, id, { path, formerPath })).toEqual({ ok: true })
  expect(await storedFiles()).toEqual([formerPath])
  expect(await db.select().from(courses)).toMatchObject([
    { pdfFilePath: formerPath, formerPdfPath: null, pdfReplacedAt: null, version },
  ])
  const known = await entries()
  expect(known.at(-1)).toMatchObject({
    action: 'update',
    entityId: id,
    details: {
      old: { pdfFilePath: path },
      new: { pdfFilePath: formerPath },
      title: 'Vendita',
      restored: true,
    },
  })
  expect(await restoreBrochure(admin, id, { path, formerPath })).toEqual({ ok: true })
  expect(await entries()).toHaveLength(known.length)
  expect(await storedFiles()).toEqual([formerPath])
})

test('of two who restore a removed brochure at once both see it back', async () => {
  const { id } = await aCourse()
  const formerPath = await publishedPath(id)
  await removeBrochure(admin, id)
  const known = (await entries()).length
  const restore = () => restoreBrochure(admin, id, { path: null, formerPath })
  expect(await Promise.all([restore(), restore()])).toEqual([{ ok: true }, { ok: true }])
  expect(await pathOf(id)).toBe(formerPath)
  expect(await storedFiles()).toEqual([formerPath])
  expect(await entries()).toHaveLength(known + 1)
})

test('a change is not undone after another one', async () => {
  const { id } = await aCourse()
  const first = await publishedPath(id)
  await removeBrochure(admin, id)
  const second = await publishedPath(id)
  const refused = { ok: false, refusal: 'brochure-changed' }
  expect(await restoreBrochure(admin, id, { path: null, formerPath: first })).toEqual(refused)
  expect(await pathOf(id)).toBe(second)
  await removeBrochure(admin, id)
  expect(await restoreBrochure(admin, id, { path: null, formerPath: first })).toEqual(refused)
  expect(await pathOf(id)).toBeNull()
})

test('a change can no longer be undone after 30 minutes, and its file goes after an hour', async () => {
  const { id } = await aCourse()
  const formerPath = await publishedPath(id)
  const path = await publishedPath(id)
  const replaced = (minutesAgo: number) =>
    db.update(courses).set({ pdfReplacedAt: new Date(Date.now() - minutesAgo * 60_000) })
  await replaced(31)
  expect(await restoreBrochure(admin, id, { path, formerPath })).toEqual({ ok: false, refusal: 'too-late' })
  await replaced(59)
  expect(await sweepFiles(Date.now() + 1000)).toBe(0)
  await replaced(61)
  expect(await sweepFiles(Date.now() + 1000)).toBe(1)
  expect(await storedFiles()).toEqual([path])
  await replaced(29)
  expect(await restoreBrochure(admin, id, { path, formerPath })).toEqual({ ok: false, refusal: 'too-late' })
  expect(await pathOf(id)).toBe(path)
})

test('a change can be undone after 29 minutes', async () => {
  const { id } = await aCourse()
  const formerPath = await publishedPath(id)
  await removeBrochure(admin, id)
  await db.update(courses).set({ pdfReplacedAt: new Date(Date.now() - 29 * 60_000) })
  expect(await restoreBrochure(admin, id, { path: null, formerPath })).toEqual({ ok: true })
  expect(await pathOf(id)).toBe(formerPath)
})
