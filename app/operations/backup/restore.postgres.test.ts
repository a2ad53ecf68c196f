import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { anEmptyPlace, aWholeSite, everyRow, everyRowHere, expectWholeSite } from '../../../tests/everything'
import { emptyFolder } from '../../../tests/files'
import { aProgram } from '../../../tests/process'
import { emptyDatabase } from '../../../tests/world'
import { knownMigrations, migrateInTransaction } from '../../database/migrate.server'
import { env } from '../../runtime/env.server'
import { type ArchiveMember, writeArchive } from './archive.server'
import { exportTo } from './backup.server'
import { restore } from './restore.server'
import { archivedTables, readTable, runInTransaction } from './tables.server'

// What needs two kinds of database, or new ones that cost little.

const archive = join(env.dataDir, 'site.tar.gz')
const second = join(env.dataDir, 'again.tar.gz')

beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  mkdirSync(env.dataDir, { recursive: true })
  for (const path of [archive, second]) rmSync(path, { force: true })
})

test('from a server to an embedded database and back again nothing is lost', async () => {
  await aWholeSite()
  const rows = await everyRowHere()
  await exportTo(archive)

  const folder = await anEmptyPlace({ onServer: false })
  await restore(archive, folder)
  const command = aProgram('command', { ...folder.settings, COMMAND: 'export', ARGUMENT: second })
  expect(await command.exited).toBe(0)
  expect(command.lines.at(-1)).toContain(`Copia fatta e riletta: ${second}`)

  const server = await anEmptyPlace({ onServer: true })
  await restore(second, server)
  await expectWholeSite(server, rows)
})

test('what an older program wrote is brought to the present, what a newer one wrote is refused', async () => {
  const [before = 0, newest = 0] = knownMigrations().slice(-2)
  const facts = { takenAt: '2026-11-21T22:10:00.000Z', migration: before, missing: [] }
  const older = await anEmptyPlace({ onServer: true })
  await older.look(async (client) => {
    await runInTransaction(client, () => migrateInTransaction(client, before))
    await client.query(`insert into settings values ('age', 'old')`)
    const members = async function* (): AsyncGenerator<ArchiveMember> {
      for (const table of await archivedTables(client)) {
        for await (const lines of readTable(client, table)) yield { table: table.name, lines }
      }
    }
    await runInTransaction(client, () => writeArchive(archive, members(), facts))
    await runInTransaction(client, () => writeArchive(second, members(), { ...facts, migration: newest + 1 }))
  })

  const place = await anEmptyPlace({ onServer: true })
  await expect(restore(second, place)).rejects.toThrow('più recente')
  expect(await place.isEmpty()).toBe(true)
  await restore(archive, place)
  await place.look(async (client) => {
    expect((await everyRow(client)).settings).toEqual(['{"key": "age", "value": "old"}'])
    const applied = await client.query(
      'select max(created_at)::text as newest from drizzle.__drizzle_migrations',
    )
    expect(applied.rows).toEqual([{ newest: String(newest) }])
  })
})

test('a restore that fails half way leaves no database, and can be done again', async () => {
  await aWholeSite()
  await exportTo(archive)
  const place = await anEmptyPlace({ onServer: true })
  const { put } = place.store.course_documents
  place.store.course_documents.put = () => Promise.reject(new Error('disco pieno'))
  await expect(restore(archive, place)).rejects.toThrow('disco pieno')
  expect(await place.isEmpty()).toBe(true)
  place.store.course_documents.put = put

  await restore(archive, place)
  await expectWholeSite(place, await everyRowHere())
})

test('an archive that says it has what the rows do not know is refused, and nothing stays', async () => {
  const [newest = 0] = knownMigrations().slice(-1)
  const facts = { takenAt: '2026-11-21T22:10:00.000Z', migration: newest, missing: [] }
  const attempts: [ArchiveMember[], string][] = [
    [[{ table: 'rate_limits', lines: ['{}'] }], 'la tabella «rate_limits» non esiste'],
    [[{ file: 'course_pdfs/x.pdf', bytes: Buffer.from('x') }], 'nessuna riga parla di «course_pdfs/x.pdf»'],
    [[{ file: 'altrove/x.pdf', bytes: Buffer.from('x') }], 'nessuna riga parla di «altrove/x.pdf»'],
    [[{ table: 'settings', lines: ['{"key":null}'] }], 'null value in column "key"'],
  ]
  const place = await anEmptyPlace({ onServer: true })
  for (const [members, sentence] of attempts) {
    rmSync(archive, { force: true })
    const all = async function* () {
      yield* members
    }
    await writeArchive(archive, all(), facts)
    await expect(restore(archive, place)).rejects.toThrow(sentence)
    expect(await place.isEmpty()).toBe(true)
  }
})
