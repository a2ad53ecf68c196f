/**
 * Makes the empty PostgreSQL (a 'cluster', in its words) that the first start of an embedded database unpacks: making
 * one there took five seconds. Run by `npm run build` and `npm run dev`; does nothing while the file is newer than
 * package.json and this file.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { isOutdated } from './outdated.ts'

const output = new URL('../packages/embedded-postgres/cluster.tar.gz', import.meta.url)
const unfinished = new URL(`${output}.part`)

if (isOutdated(output, import.meta.url)) {
  const pg = await PGlite.create()
  const archive = await pg.dumpDataDir('gzip')
  writeFileSync(unfinished, await archive.bytes())
  renameSync(unfinished, output)
  await pg.close()
}
