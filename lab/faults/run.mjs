// `npm run faults [NAMES]`: the built site under faults, with a table of figures, then several processes.
// FAULT_ROUNDS: kills (100).

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../scripts/build.mjs'
import { install, run } from '../../scripts/install.mjs'
import { findPostgres } from '../../scripts/machine.mjs'
import { startPostgres } from '../../scripts/postgres.mjs'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interruption.abort())
const options = { signal: interruption.signal, timeout: 40 * 60_000 }

// PostgreSQL, which is not root, must reach its part.
const folder = mkdtempSync(join(tmpdir(), 'faults-'))
chmodSync(folder, 0o711)
let postgres
try {
  await install(options)
  await build(options)
  const programs = await findPostgres(options)
  postgres = await startPostgres(programs, { place: folder })
  const env = {
    TMPDIR: folder,
    NODE_ENV: 'test',
    TEST_DATABASE_URL: postgres.url,
    POSTGRES_PROGRAMS: programs,
  }
  const chosen = process.argv.slice(2)
  const vitest = ['run', '--config', 'lab/faults/vitest.config.ts', ...chosen]
  const failed = await run('vitest', vitest, { ...options, env })
  const several = ['lab/faults/rolling.mjs']
  const severally =
    chosen.length === 0 ? await run('node', several, { ...options, env: { TMPDIR: folder } }) : 0
  process.exitCode = failed || severally
} catch (error) {
  console.error(error.message)
  process.exitCode = interruption.signal.aborted ? 130 : 1
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
