import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSideConnection } from '../../database/client.server'
import { runExclusively } from '../../database/exclusive.server'
import { newestMigration } from '../../database/migrate.server'
import { env } from '../../runtime/env.server'
import {
  type ArchiveFacts,
  type ArchiveMember,
  type Manifest,
  readArchive,
  writeArchive,
} from './archive.server'
import { locateFile, referencedFiles, siteStore } from './files.server'
import { archiveMoment, archiveName, archivesToDelete } from './rotation'
import { claimDueBackup, recordBackupEnd, recordBackupStart } from './state.server'
import { archivedTables, beginSnapshot, readTable } from './tables.server'

/** The number of the advisory lock that lets one backup run at a time; no other lock has it. */
const BACKUP_LOCK = 63_101
/** SQLSTATE undefined_table. */
const UNDEFINED_TABLE = '42P01'

/** A finished backup. `size`: in bytes. */
export type FinishedBackup = { path: string; size: number; manifest: Manifest }

/**
 * Writes a consistent copy of database and files to `path` while the site serves. The archive is verified before it
 * gets its name, and a failure leaves no file. Throws an error with an Italian sentence.
 */
export async function exportTo(path: string): Promise<FinishedBackup> {
  return runUnlessBusy(() => makeArchive(path))
}

/**
 * Makes a backup named by its moment, records it, and deletes old archives of the folder. Throws an error, and records
 * nothing, while another copy is being made.
 */
export async function backUp(folder = env.backupDir): Promise<FinishedBackup> {
  return runUnlessBusy(async () => makeRecordedBackup(folder, await recordBackupStart()))
}

async function runUnlessBusy(work: () => Promise<FinishedBackup>): Promise<FinishedBackup> {
  const backup = await runExclusively(BACKUP_LOCK, work)
  if (backup === 'busy') throw new Error('Un’altra copia è in corso: riprova quando è finita.')
  return backup
}

/**
 * Makes a backup if one is due by `BACKUP_EVERY`, in hours; never if that is 0. While another copy is being made it
 * does nothing: the schedule calls it again.
 */
export async function backUpWhenDue(): Promise<void> {
  if (env.backupIntervalHours === 0) return
  await runExclusively(BACKUP_LOCK, async () => {
    const id = await claimDueBackup(env.backupIntervalHours)
    if (id !== null) await makeRecordedBackup(env.backupDir, id)
  })
}

/** Makes a backup whose start is recorded, and records how it ended. `id`: of the backup. */
async function makeRecordedBackup(folder: string, id: number): Promise<FinishedBackup> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const backup = await makeArchive(join(folder, archiveName(new Date())))
    await deleteOldArchives(folder)
    const { path, size, manifest } = backup
    await recordBackupEnd(id, { archive: { path, size, missing: manifest.missing.length } })
    return backup
  } catch (error) {
    await recordBackupEnd(id, { error: error instanceof Error ? error.message : String(error) }).catch(
      () => {},
    )
    throw error
  }
}

/** Makes an archive as `exportTo` says, while no other one is being made. */
async function makeArchive(path: string): Promise<FinishedBackup> {
  if (existsSync(path)) throw new Error(`${path} esiste già: scegli un altro nome.`)
  const unfinishedPath = `${path}.part`
  const facts = { takenAt: new Date().toISOString(), migration: 0, missing: [] }
  try {
    await rm(unfinishedPath, { force: true })
    await writeArchive(unfinishedPath, archiveMembers(facts), facts)
    const manifest = await readArchive(unfinishedPath)
    await rename(unfinishedPath, path)
    // The new name reaches the disk.
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
    return { path, size: (await stat(path)).size, manifest }
  } catch (error) {
    await rm(unfinishedPath, { force: true })
    throw error
  }
}

/**
 * Yields the rows of one snapshot, then the files they refer to. Meanwhile fills in `migration` and `missing` of
 * `facts`.
 */
async function* archiveMembers(facts: ArchiveFacts): AsyncGenerator<ArchiveMember> {
  const { client, release } = await openSideConnection()
  let files: Map<string, string>
  try {
    await beginSnapshot(client)
    facts.migration = await newestMigration(client).catch((error) => {
      const isEmpty = error.code === UNDEFINED_TABLE
      throw isEmpty ? new Error('Qui non c’è ancora un sito: non c’è nulla da copiare.') : error
    })
    for (const table of await archivedTables(client)) {
      for await (const lines of readTable(client, table)) yield { table: table.name, lines }
    }
    files = await referencedFiles(client)
  } finally {
    await release()
  }
  for (const file of files.keys()) {
    const location = locateFile(siteStore, file)
    const bytes = await location?.bucket.read(location.path)
    // A missing file is noted and does not make the backup fail.
    if (bytes) yield { file, bytes }
    else facts.missing.push(file)
  }
}

/** Deletes the archives that `archivesToDelete` chooses, and the remains of interrupted backups. */
async function deleteOldArchives(folder: string): Promise<void> {
  const names = await readdir(folder)
  const unfinished = names.filter(
    (name) => name.endsWith('.part') && archiveMoment(name.slice(0, -'.part'.length)),
  )
  for (const name of [...unfinished, ...archivesToDelete(names, new Date())])
    await rm(join(folder, name), { force: true })
}
