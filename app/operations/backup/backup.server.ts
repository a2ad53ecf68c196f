import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { connectAside } from '../../database/client.server'
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
import { referredFiles, siteFiles, storedFile } from './files.server'
import { archiveName, momentOf, outdated } from './rotation'
import { claimDueBackup, recordBegin, recordEnd } from './state.server'
import { archivedTables, atOneMoment, readTable } from './tables.server'

/** The number of an advisory lock: one backup at a time. */
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
  if (existsSync(path)) throw new Error(`${path} esiste già: scegli un altro nome.`)
  const made = await runExclusively(BACKUP_LOCK, () => makeArchive(path))
  if (made === 'busy') throw new Error('Un’altra copia è in corso: riprova quando è finita.')
  return made
}

/**
 * Makes a backup named by its date, records it, and deletes old ones. `claimed`: its id, if `claimDueBackup` has recorded
 * the start.
 */
export async function backUp(folder = env.backupDir, claimed?: number): Promise<FinishedBackup> {
  const id = claimed ?? (await recordBegin())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const made = await exportTo(join(folder, archiveName(new Date())))
    await deleteOldArchives(folder)
    const { path, size, manifest } = made
    await recordEnd(id, { done: { path, size, missing: manifest.missing.length } })
    return made
  } catch (error) {
    await recordEnd(id, { error: error instanceof Error ? error.message : String(error) }).catch(() => {})
    throw error
  }
}

/** Makes a backup if one is due by `BACKUP_EVERY`, in hours; never if that is 0. */
export async function backUpWhenDue(): Promise<void> {
  const id = env.backupIntervalHours > 0 ? await claimDueBackup(env.backupIntervalHours) : null
  if (id !== null) await backUp(env.backupDir, id)
}

async function makeArchive(path: string): Promise<FinishedBackup> {
  const unfinished = `${path}.part`
  const facts = { takenAt: new Date().toISOString(), migration: 0, missing: [] }
  try {
    await rm(unfinished, { force: true })
    await writeArchive(unfinished, archiveMembers(facts), facts)
    const manifest = await readArchive(unfinished)
    await rename(unfinished, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
    return { path, size: (await stat(path)).size, manifest }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Yields the rows of one snapshot, then the files they refer to. Fills in `facts` on the way. */
async function* archiveMembers(facts: ArchiveFacts): AsyncGenerator<ArchiveMember> {
  const { client, release } = await connectAside()
  let files: Map<string, string>
  try {
    await atOneMoment(client)
    facts.migration = await newestMigration(client).catch((error) => {
      const empty = error.code === UNDEFINED_TABLE
      throw empty ? new Error('Qui non c’è ancora un sito: non c’è nulla da copiare.') : error
    })
    for (const table of await archivedTables(client)) {
      for await (const lines of readTable(client, table)) yield { table: table.name, lines }
    }
    files = await referredFiles(client)
  } finally {
    await release()
  }
  for (const file of files.keys()) {
    const place = storedFile(siteFiles, file)
    const bytes = await place?.files.read(place.path)
    // A missing file is noted and does not make the backup fail.
    if (bytes) yield { file, bytes }
    else facts.missing.push(file)
  }
}

/** Deletes old archives and the remains of interrupted backups. */
async function deleteOldArchives(folder: string): Promise<void> {
  const names = await readdir(folder)
  const broken = names.filter((name) => name.endsWith('.part') && momentOf(name.slice(0, -'.part'.length)))
  for (const name of [...broken, ...outdated(names, new Date())])
    await rm(join(folder, name), { force: true })
}
