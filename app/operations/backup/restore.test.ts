import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { anEmptyPlace, aWholeSite, everyRowHere, expectWholeSite } from '../../../tests/everything'
import { emptyFolder } from '../../../tests/files'
import { PASSWORD } from '../../../tests/people'
import { aProgram } from '../../../tests/process'
import { emptyDatabase } from '../../../tests/world'
import { db, engine } from '../../database/client.server'
import { env } from '../../runtime/env.server'
import { type ArchiveMember, readArchive, writeArchive } from './archive.server'
import { exportTo } from './backup.server'
import { restore } from './restore.server'

const onServer = engine === 'postgres'
const archive = join(env.dataDir, 'site.tar.gz')
const reversed = join(env.dataDir, 'reversed.tar.gz')

beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  mkdirSync(env.dataDir, { recursive: true })
  for (const path of [archive, reversed]) rmSync(path, { force: true })
})

test('a site comes back whole, and only where there is none', async () => {
  const { email, cookie } = await aWholeSite()
  const rows = await everyRowHere()
  const { manifest } = await exportTo(archive)
  expect(manifest.missing).toEqual([])

  const place = await anEmptyPlace({ onServer })
  const stray = join(place.dataDir, 'files/course_pdfs/altro.pdf')
  mkdirSync(join(stray, '..'), { recursive: true })
  writeFileSync(stray, 'x')
  await expect(restore(archive, place)).rejects.toThrow(/«course_pdfs\/altro.pdf».*Non ho cambiato nulla/)
  rmSync(stray)

  await restore(archive, place)
  expect(readdirSync(place.dataDir).filter((name) => !/^(files|postgres(\.lock)?)$/.test(name))).toEqual([])
  await expect(restore(archive, place)).rejects.toThrow(/posto vuoto. Non ho cambiato nulla/)
  await expectWholeSite(place, rows)
  const visitor = aProgram('visitor', { ...place.settings, EMAIL: email, PASSWORD, COOKIE: cookie })
  await visitor.exited
  expect(visitor.lines).toEqual(['session: nobody', 'password: ada@example.it'])
})

test('a part of a table may refer to rows of a later part, and the constraints stay as they were', async () => {
  await aWholeSite()
  const { manifest } = await exportTo(archive)
  const members: ArchiveMember[] = []
  await readArchive(archive, async (member) => void members.push(member))
  const selfReferring = ['certificates', 'user_courses']
  const inReverse = async function* (): AsyncGenerator<ArchiveMember> {
    for (const member of members)
      if ('table' in member && selfReferring.includes(member.table))
        for (const line of member.lines.toReversed()) yield { table: member.table, lines: [line] }
      else yield member
  }
  await writeArchive(reversed, inReverse(), manifest)

  const place = await anEmptyPlace({ onServer })
  await restore(reversed, place)
  await expectWholeSite(place, await everyRowHere())
  const constraints = `select conname, condeferrable, condeferred from pg_constraint
    where connamespace = 'public'::regnamespace order by conname`
  const { rows } = await db.$client.query(constraints)
  await place.look(async (client) => expect((await client.query(constraints)).rows).toEqual(rows))
})
