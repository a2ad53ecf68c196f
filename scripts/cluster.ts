/**
 * Makes the empty PostgreSQL (a 'cluster', in its words) that the first start of an embedded database unpacks: making
 * one there took five seconds. Run by `npm run build` and `npm run dev`; does nothing while the file is newer than
 * package.json and this file.
 */
import { renameSync, statSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

const output = new URL('../app/database/cluster.tar.gz', import.meta.url)
const unfinished = new URL(`${output}.part`)

const changedAt = (file: URL) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

// An installed package carries no date of its own: its version stands in package.json.
const inputs = [new URL(import.meta.url), new URL('../package.json', import.meta.url)]
if (changedAt(output) < Math.max(...inputs.map(changedAt))) {
  const pg = await PGlite.create()
  const archive = await pg.dumpDataDir('gzip')
  writeFileSync(unfinished, await archive.bytes())
  renameSync(unfinished, output)
  await pg.close()
}
