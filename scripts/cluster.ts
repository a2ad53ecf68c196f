/**
 * Makes the empty PostgreSQL cluster that the first start unpacks: creating one takes five seconds. Does nothing
 * while the file is newer than package.json and this file.
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
