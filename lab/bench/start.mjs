// Starts `npm run bench` and `bench:growth` on the pinned Node. A first argument 'postgres' or 'embedded' limits them
// to one database.
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
