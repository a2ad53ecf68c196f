// `npm test`: every check and test, on a machine with only Node and npm.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, run } from './install.mjs'
import { findBrowser, findPostgres } from './machine.mjs'
import { startPostgres } from './postgres.mjs'
import { checkResult, playwrightResult, vitestResult } from './results.mjs'

/** Milliseconds for one step. */
const PATIENCE = 20 * 60_000

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interruption.abort())
const options = { signal: interruption.signal, timeout: PATIENCE }

async function step(name, work) {
  console.log(`\n▸ ${name}`)
  const start = Date.now()
  const result = await work()
  console.log(`  ${result.failed > 0 ? '✗' : '✓'} ${name}, ${Math.round((Date.now() - start) / 1000)} s`)
  return result
}

const check = (name, ...commands) =>
  step(name, async () => {
    for (const [program, ...args] of commands) {
      const code = await run(program, args, options)
      if (code !== 0) return checkResult(name, code)
    }
    return checkResult(name, 0)
  })

const checkSources = async () => [
  await check('Tipi', ['react-router', 'typegen'], ['tsc']),
  await check('Stile', ['biome', 'ci', '.']),
  await check('Codice inutilizzato', ['knip']),
]

async function buildSite() {
  const problem = await build(options).catch((error) => error)
  interruption.signal.throwIfAborted()
  if (problem) console.error(problem.message)
  return checkResult('Costruzione', problem ? 1 : 0)
}

async function testAll(reports, chromium, database) {
  // Together: each leaves a core idle for a part of its time.
  const [checks, building] = await Promise.all([checkSources(), step('Costruzione', buildSite)])
  const results = [...checks, building]

  const units = join(reports, 'vitest.json')
  const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${units}`]
  const onPostgres = { ...options, env: { NODE_ENV: 'test', TEST_DATABASE_URL: database } }
  results.push(
    await step('Test con Vitest', async () => vitestResult(units, await run('vitest', vitest, onPostgres))),
  )

  const journeys = join(reports, 'playwright.json')
  const inBrowser = {
    ...options,
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: journeys,
      ...(chromium && { CHROMIUM_PATH: chromium }),
      // Playwright sets FORCE_COLOR; Node warns where both are set.
      NO_COLOR: undefined,
    },
  }
  const playwright = ['test', '--reporter=list,json']
  results.push(
    await step('Percorsi nel browser', async () =>
      playwrightResult(journeys, await run('playwright', playwright, inBrowser)),
    ),
  )
  return results
}

/** Prints the sentences, then the total on the last line. The exit code is 0 only if all passed. */
function report(results) {
  const sum = (count) => results.reduce((total, result) => total + result[count], 0)
  const sentences = results.flatMap((result) => result.sentences)
  console.log(['', ...sentences].join('\n'))
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 || sum('skipped') > 0 ? 1 : 0
}

const reports = mkdtempSync(join(tmpdir(), 'reports-'))
let postgres
try {
  await install(options)
  const chromium = await findBrowser(options)
  postgres = await startPostgres(await findPostgres(options))
  report(await testAll(reports, chromium, postgres.url))
} catch (error) {
  const interrupted = interruption.signal.aborted
  if (interrupted) console.error('Interrotto.')
  else report([{ passed: 0, failed: 1, skipped: 0, sentences: [error.message] }])
  process.exitCode = interrupted ? 130 : 1
} finally {
  await postgres?.stop()
  rmSync(reports, { recursive: true, force: true })
}
