import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientBase, type ClientConfig } from 'pg'
import { createEmbeddedDatabase } from '../../database/embedded.server'
import { knownMigrations, migrateInTransaction } from '../../database/migrate.server'
import { postgresEngine } from '../../database/postgres.server'
import { env } from '../../runtime/env.server'
import { type ArchiveMember, type Manifest, readArchive, UnusableArchive } from './archive.server'
import { fileNames, locateFile, referencedFiles, type Store, siteStore } from './files.server'
import {
  archivedTables,
  continueSequences,
  runInTransaction,
  withDeferredSelfReferences,
  withoutTriggers,
  writeRows,
} from './tables.server'

/**
 * Where to restore to: database and store of files. Without `databaseUrl` the database is an embedded one in `dataDir`.
 */
type RestoreTarget = { dataDir: string; databaseUrl?: string | undefined; store: Store }
const configuredTarget = (): RestoreTarget => ({
  dataDir: env.dataDir,
  databaseUrl: env.databaseUrl,
  store: siteStore,
})

/**
 * Restores an archive into an empty database, embedded or on a server, and a store with at most files of this archive;
 * by default those of the configuration. The archive is verified first, and all rows are one transaction. Throws an
 * error with an Italian sentence if the archive is unusable or the place is not empty, and errors of the database or of
 * the store as they are; then nothing is left but files of this archive in the store.
 */
export async function restore(
  archive: string,
  { dataDir, databaseUrl, store } = configuredTarget(),
): Promise<Manifest> {
  const manifest = await readArchive(archive)
  if (!knownMigrations().includes(manifest.migration))
    throw new UnusableArchive(
      'L’archivio viene da una versione più recente del programma: aggiornalo e riprova.',
    )
  const archivedFiles = new Set(manifest.files.map(({ name }) => name))
  for await (const name of fileNames(store)) {
    if (!archivedFiles.has(name)) throw notEmptyError(`L’archivio dei file contiene già «${name}»`)
  }

  const fill = (connection: ClientConfig) => loadArchive(archive, manifest, connection, store)
  if (databaseUrl) await fill(postgresEngine(databaseUrl).connection)
  else {
    const directory = join(dataDir, 'postgres')
    if (existsSync(directory) && readdirSync(directory).length > 0)
      throw notEmptyError(`In ${directory} c’è già una base di dati`)
    await createEmbeddedDatabase(directory, fill)
  }
  return manifest
}

/** The error for a place that already has data. `finding`: what it has, as the beginning of the sentence. */
function notEmptyError(finding: string) {
  return new Error(`${finding}: il ripristino si fa soltanto in un posto vuoto. Non ho cambiato nulla.`)
}

/**
 * Fills the empty database of a connection, and the store, from an archive. The rows have the form of the archive’s
 * migration, so they are written after it and before later migrations.
 */
async function loadArchive(
  archive: string,
  manifest: Manifest,
  connection: ClientConfig,
  store: Store,
): Promise<void> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await runInTransaction(client, async () => {
      if (!(await isEmpty(client))) throw notEmptyError('La base di dati di DATABASE_URL non è vuota')
      await migrateInTransaction(client, manifest.migration)
      await loadRows(client, archive)
      await continueSequences(client)
      await migrateInTransaction(client)
      await loadFiles(client, archive, manifest, store)
    })
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Whether a database has no tables and views, apart from those of PostgreSQL and of extensions. */
async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select not exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')) as empty`)
  return rows[0].empty
}

async function loadRows(client: ClientBase, archive: string): Promise<void> {
  const tables = await archivedTables(client)
  const loadMember = async (member: ArchiveMember) => {
    if (!('table' in member)) return
    const table = tables.find(({ name }) => name === member.table)
    if (!table)
      throw new UnusableArchive(`Non è un archivio di questo sito: la tabella «${member.table}» non esiste.`)
    await writeRows(client, table, member.lines)
  }
  const loadMembers = async () => {
    await readArchive(archive, loadMember)
  }
  // A large table has several parts, in the order in which its rows lie on the disk.
  await withoutTriggers(client, tables, () => withDeferredSelfReferences(client, loadMembers))
}

/** Restores the files that rows refer to, except those that were missing at the backup. */
async function loadFiles(
  client: ClientBase,
  archive: string,
  manifest: Manifest,
  store: Store,
): Promise<void> {
  const filesToRestore = await referencedFiles(client)
  for (const name of manifest.missing) filesToRestore.delete(name)
  await readArchive(archive, async (member) => {
    if (!('file' in member)) return
    const type = filesToRestore.get(member.file)
    const location = locateFile(store, member.file)
    if (!type || !location)
      throw new UnusableArchive(`Non è un archivio di questo sito: nessuna riga parla di «${member.file}».`)
    await location.bucket.put(location.path, member.bytes, { type })
    filesToRestore.delete(member.file)
  })
  for (const name of filesToRestore.keys())
    throw new UnusableArchive(`L’archivio è incompleto: manca «${name}».`)
}
