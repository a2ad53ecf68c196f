import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../scripts/postgres.mjs'
import { aProgram } from '../../tests/process'
import { recordMeasured, recordNone } from './measured'
import { aFolder } from './running-site'

// Attestati are issued, drawn and taken back, while the process that does it is killed at random moments.

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 100)
const HOUR = 60 * 60_000

type Settings = Record<string, string>

async function runProgram(settings: Settings) {
  const program = aProgram('certificates', settings)
  if ((await program.exited) !== 0) throw new Error(program.complaints())
  return JSON.parse(program.lines.at(-1) ?? '')
}

/** Kills that many `processes`, which work at the same time, again and again; then checks the database. */
async function killWhileIssuing(where: string, settings: Settings, processes: number) {
  await runProgram({ ...settings, ACT: 'begin' })
  const complaints: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const programs = Array.from({ length: processes }, () =>
      aProgram('certificates', { ...settings, ACT: 'work' }),
    )
    await Promise.all(programs.map((program) => program.printed(1)))
    await pause(Math.random() * 1_000)
    complaints.push(...programs.filter((program) => program.over()).map((program) => program.complaints()))
    await Promise.all(programs.map((program) => program.kill()))
  }
  expect(complaints).toEqual([])
  const { found, counts } = await runProgram({ ...settings, ACT: 'check' })
  const figure = `${counts.valid} valid, ${counts.void} void`
  const met = counts.valid > 0 && counts.void > 0
  recordMeasured({ what: `${where}: attestati`, rounds: ROUNDS, figure, limit: 'some of each', met })
  recordNone(`${where}: attestati without a file or an e-mail, gaps between numbers`, ROUNDS, found)
}

test('attestati in the embedded database', { timeout: HOUR }, async () => {
  await killWhileIssuing('embedded', { DATA_DIR: aFolder(), DATABASE_URL: '', UNDO_MINUTES: '60' }, 1)
})

test('attestati in PostgreSQL, by two processes', { timeout: HOUR }, async () => {
  const server = await startPostgres(process.env.POSTGRES_PROGRAMS ?? '', { settings: { fsync: 'on' } })
  onTestFinished(server.stop)
  const settings = { DATA_DIR: aFolder(), DATABASE_URL: server.url, UNDO_MINUTES: '60' }
  await killWhileIssuing('PostgreSQL, two processes', settings, 2)
})
