// `npm run bench` and `npm run bench:growth`: installs and builds what they need, and runs them on the project's Node.
// Both start what they need on this machine alone and end by themselves; their first argument may name the only
// database to measure, 'postgres' or 'embedded'.
import { build } from '../../scripts/build.mjs'
import { install, run } from '../../scripts/install.mjs'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interruption.abort())
const options = { signal: interruption.signal }
const [benchmark, ...words] = process.argv.slice(2)

try {
  await install(options)
  await build(options)
  const env = { NODE_ENV: 'production' }
  process.exitCode = await run('node', [`lab/bench/${benchmark}.mjs`, ...words], { ...options, env })
} catch (error) {
  console.error(interruption.signal.aborted ? 'Interrotto.' : error.message)
  process.exitCode = interruption.signal.aborted ? 130 : 1
}
