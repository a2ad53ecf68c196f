import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addHours, addMinutes, addYears, subSeconds, subYears } from 'date-fns'
import { beforeEach, expect, test } from 'vitest'
import { aWholeSite } from '../../../tests/everything'
import { emptyFolder } from '../../../tests/files'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { db, inTransaction } from '../../database/client.server'
import { auditLogs, backups, courses, installationValues } from '../../database/schema'
import { brochures } from '../../documents/stored.server'
import { env } from '../../runtime/env.server'
import { readArchive } from './archive.server'
import { backUp, backUpWhenDue, exportTo } from './backup.server'
import { archiveName } from './rotation'
import { claimDueBackup, lastBackup, recordBackupEnd } from './state.server'

const folder = join(env.dataDir, 'backups')
const archive = join(env.dataDir, 'export.tar.gz')

beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  rmSync(folder, { recursive: true, force: true })
  rmSync(archive, { force: true })
})

/** The values of a column in an archive. */
async function valuesIn(path: string, table: string, column: string): Promise<string[]> {
  const found: string[] = []
  await readArchive(path, async (member) => {
    if ('table' in member && member.table === table) {
      found.push(...member.lines.map((line) => JSON.parse(line)[column]))
    }
  })
  return found
}

test('while people write, an archive has both halves of every change or neither', async () => {
  await aWholeSite()
  let on = true
  let written = 0
  const writing = async () => {
    for (; on; written++) {
      const key = `both-${written}`
      await inTransaction(async (tx) => {
        await tx.insert(installationValues).values({ key, value: '' })
        await tx.insert(auditLogs).values({ action: 'create', entityType: 'settings', entityId: key })
      })
      await setTimeout(1)
    }
  }
  const writer = writing()
  await setTimeout(50)
  const before = written
  const [, second] = await Promise.allSettled([exportTo(archive), exportTo(`${archive}.2`)])
  const after = written
  on = false
  await writer

  const keys = (await valuesIn(archive, 'settings', 'key')).filter((key) => key.startsWith('both-'))
  const logged = (await valuesIn(archive, 'audit_logs', 'entity_id')).filter((id) => id.startsWith('both-'))
  expect(keys.sort()).toEqual(logged.sort())
  expect(keys.length).toBeGreaterThanOrEqual(before)
  expect(keys.length).toBeLessThanOrEqual(after)
  expect(after).toBeGreaterThan(before)
  expect(second).toMatchObject({ reason: { message: expect.stringContaining('Un’altra copia è in corso') } })
})

test('a due backup is complete, recorded, names missing files, and replaces older ones', async () => {
  await backUpWhenDue() // BACKUP_EVERY says that there is none.
  expect(existsSync(folder)).toBe(false)

  mkdirSync(folder)
  const names = Array.from({ length: 40 }, (_, days) => archiveName(addHours(new Date(), -24 * (days + 1))))
  for (const name of [...names, `${names[0]}.part`, 'appunti.txt']) writeFileSync(join(folder, name), '')
  await aCourse({ pdfFilePath: 'a/perduta.pdf' })
  await aCourse({ pdfFilePath: 'b/presente.pdf' })
  await brochures.put('b/presente.pdf', Buffer.from('x'), { type: 'application/pdf' })

  Object.assign(env, { backupIntervalHours: 24 })
  await backUpWhenDue().finally(() => Object.assign(env, { backupIntervalHours: 0 }))
  const { lastSuccess } = (await lastBackup()) ?? {}
  expect(lastSuccess).toMatchObject({ at: expect.any(Date), size: expect.any(Number), missing: 1 })
  const manifest = await readArchive(lastSuccess?.path ?? '')
  expect(manifest.missing).toEqual(['course_pdfs/a/perduta.pdf'])
  expect(manifest.files.map(({ name }) => name)).toEqual(['course_pdfs/b/presente.pdf'])

  const left = readdirSync(folder)
  expect(left).toContain('appunti.txt')
  expect(left.filter((name) => name.endsWith('.part'))).toEqual([])
  expect(left.length).toBeGreaterThanOrEqual(10)
  expect(left.length).toBeLessThanOrEqual(12)
})

test('an archive has its name only when it is whole, and what a killed one left is no hindrance', async () => {
  writeFileSync(`${archive}.part`, 'mezzo')
  let over = false
  const made = exportTo(archive).finally(() => {
    over = true
  })
  while (!over) {
    if (existsSync(archive)) await readArchive(archive)
    await setTimeout(1)
  }
  expect(await readArchive(archive)).toEqual((await made).manifest)
  expect(existsSync(`${archive}.part`)).toBe(false)
})

test('an export takes no other file’s place', async () => {
  writeFileSync(archive, 'mio')
  await expect(exportTo(archive)).rejects.toThrow('esiste già')
})

const claims = async (every: number, now?: Date) => (await claimDueBackup(every, now)) !== null
const ids = async () => (await db.select({ id: backups.id }).from(backups)).map(({ id }) => id)
const endLast = async (outcome: Parameters<typeof recordBackupEnd>[1]) =>
  recordBackupEnd(Math.max(...(await ids())), outcome)

test('a backup that fails leaves no file, and says so', async () => {
  writeFileSync(folder, '')
  await expect(backUp()).rejects.toThrow('EEXIST')
  expect(await lastBackup()).toMatchObject({ error: expect.stringContaining('EEXIST') })
  rmSync(folder)

  mkdirSync(folder)
  await db.insert(courses).values({ slug: 'uno', title: 'Uno', pdfFilePath: '../fuori.pdf' })
  await expect(backUp()).rejects.toThrow('No file can be at')
  expect(readdirSync(folder)).toEqual([])
  expect(await lastBackup()).toMatchObject({ error: expect.stringContaining('No file can be at') })
  expect(await claims(24, addMinutes(new Date(), 61))).toBe(true)
  expect((await lastBackup())?.error).toBeUndefined()
})

test('a backup during another one is refused and not recorded as failed', async () => {
  const [first, second] = await Promise.allSettled([backUp(), backUp()])
  expect([first.status, second]).toMatchObject([
    'fulfilled',
    { reason: { message: expect.stringContaining('Un’altra copia è in corso') } },
  ])
  expect(await ids()).toHaveLength(1)
  expect((await lastBackup())?.error).toBeUndefined()

  Object.assign(env, { backupIntervalHours: 24 })
  await db.delete(backups)
  await Promise.all([exportTo(archive), backUpWhenDue()]).finally(() =>
    Object.assign(env, { backupIntervalHours: 0 }),
  )
  expect(await ids()).toEqual([])
})

test('after a failed backup of any folder the schedule makes one within an hour', async () => {
  await backUp()
  writeFileSync(archive, '')
  await expect(backUp(archive)).rejects.toThrow('EEXIST')
  const now = new Date()
  expect(await claims(24, addMinutes(now, 59))).toBe(false)
  expect(await claims(24, addMinutes(now, 61))).toBe(true)
})

test('the schedule makes one when it is due; a failed one is due again after an hour', async () => {
  const now = new Date()
  expect(await claims(24, now)).toBe(true)
  expect(await claims(24, addMinutes(now, 59))).toBe(false)
  expect(await claims(24, addMinutes(now, 61))).toBe(true)
  await endLast({ error: 'Un’altra copia è in corso.' })
  await endLast({ archive: { path: 'x', size: 1, missing: 0 } })
  expect((await lastBackup())?.error).toBeUndefined()
  expect(await claims(24, addHours(now, 23))).toBe(false)
  expect(await claims(24, addHours(now, 25))).toBe(true)
})

test('one that a clock ahead has noted for next year keeps the schedule from none', async () => {
  const now = new Date()
  expect(await claims(24, addYears(now, 1))).toBe(true)
  expect(await claims(24, now)).toBe(true)
  expect(await claims(24, now)).toBe(false)
  await endLast({ archive: { path: 'x', size: 1, missing: 0 } })
  expect(await claims(24, subYears(now, 1))).toBe(true)
  // Processes on two machines may be seconds apart.
  expect(await claims(24, subSeconds(subYears(now, 1), 30))).toBe(false)
})

test('of several processes that ask at once one makes the backup', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => claims(24)))
  expect(made.filter(Boolean)).toHaveLength(1)
})
