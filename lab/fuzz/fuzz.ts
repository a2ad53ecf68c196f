import { aRead, Lane } from './lane'
import { Report } from './report'
import { startSite } from './site'
import { send } from './wire'

// Random requests to every address of a running site: COUNT, FUZZ_SEED, PORT, DATABASE_URL. An interrupt ends it
// after the round, with a report.

const { COUNT = '20000', FUZZ_SEED, PORT = '4400', DATABASE_URL } = process.env
const count = Number(COUNT)
const seed = FUZZ_SEED ? Number(FUZZ_SEED) : Math.trunc(Math.random() * 2 ** 31)
const LANES = 3
/** Plans that one set of people sends. */
const ROUND = 150

console.log(`${count} requests, seed ${seed}${DATABASE_URL ? ', on PostgreSQL' : ''}`)
let interrupted = false
const stop = () => {
  interrupted = true
}
process.once('SIGINT', stop).once('SIGTERM', stop)
const site = await startSite(Number(PORT), DATABASE_URL)
const report = new Report()
const lanes = Array.from({ length: LANES }, (_, number) => new Lane(site, report, number))

try {
  const examples = await examplesOfFunctions()
  for (const lane of lanes) await lane.walk()
  for (let round = 0; report.sent < count && site.isAlive() && !interrupted; round++) {
    await Promise.all(lanes.map((lane, number) => lane.round(seed + round * LANES + number, ROUND, examples)))
    for (const lane of lanes) await lane.judge()
    console.log(`${report.sent} requests, ${report.findings} findings`)
  }
} catch (error) {
  report.fault(`the fuzz cannot go on: ${error}`, site.log().slice(-2_000))
} finally {
  if (!site.isAlive()) report.fault('the process ended', site.log().slice(-2_000))
  report.readLog(site.log())
  await site.stop()
}
report.print()
process.exitCode = report.findings > 0 ? 1 : 0

/** The example body of each function, from the OpenAPI document. */
async function examplesOfFunctions() {
  const document = JSON.parse(String((await send(site.port, aRead('/functions/v1/openapi.json'))).body))
  type Operation = {
    post: { requestBody: { content: { 'application/json': { example: Record<string, unknown> } } } }
  }
  const paths = Object.entries<Operation>(document.paths)
  const example = ({ post }: Operation) => post.requestBody.content['application/json'].example
  return new Map(paths.map(([path, operation]) => [`/functions/v1${path}`, example(operation)]))
}
