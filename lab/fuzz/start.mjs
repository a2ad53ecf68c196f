// `npm run fuzz`: 20,000 random requests over the running site. `-- --postgres` uses a PostgreSQL server; `-- SEED`
// or `SEED=…` repeats a run; `COUNT=…`.
import { build } from '../../scripts/build.mjs'
import { install, run } from '../../scripts/install.mjs'
import { findPostgres } from '../../scripts/machine.mjs'
import { startPostgres } from '../../scripts/postgres.mjs'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interruption.abort())
const options = { signal: interruption.signal }

let postgres
try {
  await install(options)
  await build(options)
  if (process.argv.includes('--postgres')) postgres = await startPostgres(await findPostgres(options))
  const FUZZ_SEED = process.argv.find((word) => /^\d+$/.test(word)) ?? process.env.SEED
  const env = { FUZZ_SEED, DATABASE_URL: postgres?.url ?? '', NODE_ENV: 'test' }
  process.exitCode = await run('node', ['tests/run.mjs', 'lab/fuzz/fuzz.ts'], { ...options, env })
} catch (error) {
  console.error(interruption.signal.aborted ? 'Interrotto.' : error.message)
  process.exitCode = 1
} finally {
  await postgres?.stop()
}
