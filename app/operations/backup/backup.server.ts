import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { connectAside } from '../../database/client.server'
import { exclusive } from '../../database/exclusive.server'
import { newestMigration } from '../../database/migrate.server'
import { env } from '../../runtime/env.server'
import { type Facts, type Manifest, type Member, readArchive, writeArchive } from './archive.server'
import { placeOf, referredFiles, siteFiles } from './files.server'
import { archiveName, momentOf, outdated } from './rotation'
import { claim, recordBegin, recordEnd } from './state.server'
import { archivedTables, atOneMoment, readTable } from './tables.server'

/** Any number will do, as long as every process of this site takes the same. */
const BACKUP_LOCK = 63_101
/** PostgreSQL's code for a table that is not there: nothing has been migrated yet. */
const UNDEFINED_TABLE = '42P01'

/** What was made: the whole path of the archive, its size in bytes, and what is in it. */
export type Made = { path: string; size: number; manifest: Manifest }

/**
 * Copies the database as it is at one moment, and the files its rows refer to, into a new archive at `path`, while the
 * site serves. It has its name only when it is whole, on the disk, and has been read back; a copy that fails or is
 * killed leaves nothing of that name. Throws with an Italian sentence where there is a file already, nothing to copy,
 * or another copy under way.
 */
export async function exportTo(path: string): Promise<Made> {
  if (existsSync(path)) throw new Error(`${path} esiste già: scegli un altro nome.`)
  const made = await exclusive(BACKUP_LOCK, () => makeArchive(path))
  if (made === 'busy') throw new Error('Un’altra copia è in corso: riprova quando è finita.')
  return made
}

/**
 * `exportTo` under the name of the moment, in a folder where older archives make room afterwards. `claimed`: the id of
 * a backup that `claim` has begun.
 */
export async function backUp(folder = env.backupDir, claimed?: number): Promise<Made> {
  const id = claimed ?? (await recordBegin())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const made = await exportTo(join(folder, archiveName(new Date())))
    await tidy(folder)
    const { path, size, manifest } = made
    await recordEnd(id, { done: { path, size, missing: manifest.missing.length } })
    return made
  } catch (error) {
    await recordEnd(id, { error: error instanceof Error ? error.message : String(error) }).catch(() => {})
    throw error
  }
}

/** For the schedule: a backup where one is due. `BACKUP_EVERY` says how often, in hours. */
export async function backUpWhenDue(): Promise<void> {
  const id = env.backupEvery > 0 ? await claim(env.backupEvery) : null
  if (id !== null) await backUp(env.backupDir, id)
}

async function makeArchive(path: string): Promise<Made> {
  const unfinished = `${path}.part`
  const facts = { takenAt: new Date().toISOString(), migration: 0, missing: [] }
  try {
    await rm(unfinished, { force: true })
    await writeArchive(unfinished, everything(facts), facts)
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

/** The rows of one moment, then the files they refer to; whatever is learnt on the way goes into `facts`. */
async function* everything(facts: Facts): AsyncGenerator<Member> {
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
    const place = placeOf(siteFiles, file)
    const bytes = await place?.files.read(place.path)
    // Deleted meanwhile, or lost long ago: a copy of all the rest is better than none.
    if (bytes) yield { file, bytes }
    else facts.missing.push(file)
  }
}

/** Older archives make room, and with them what a copy that was killed left behind. */
async function tidy(folder: string): Promise<void> {
  const names = await readdir(folder)
  const broken = names.filter((name) => name.endsWith('.part') && momentOf(name.slice(0, -'.part'.length)))
  for (const name of [...broken, ...outdated(names, new Date())])
    await rm(join(folder, name), { force: true })
}
