import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../scripts/postgres.mjs'
import { aProgram } from '../../tests/process'
import { recordMeasured, recordNone } from './measured'
import { aFolder } from './running-site'

// People take up, decline and miss offers of seats, while the process that does it is killed at random moments.

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 100)
const HOUR = 60 * 60_000

type Settings = Record<string, string>

async function runSeatsProgram(settings: Settings) {
  const program = aProgram('seats', settings)
  if ((await program.exited) !== 0) throw new Error(program.complaints())
  return JSON.parse(program.lines.at(-1) ?? '')
}

/** Kills that many `processes`, which work at the same time, again and again; then checks the database. */
async function killDuringOffers(where: string, settings: Settings, processes: number) {
  await runSeatsProgram({ ...settings, ACT: 'begin' })
  const complaints: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const programs = Array.from({ length: processes }, () =>
      aProgram('seats', { ...settings, ACT: 'work', WORKING: '1' }),
    )
    await Promise.all(programs.map((program) => program.printed(1)))
    await pause(Math.random() * 1_000)
    complaints.push(...programs.filter((program) => program.over()).map((program) => program.complaints()))
    await Promise.all(programs.map((program) => program.kill()))
  }
  expect(complaints).toEqual([])
  const { found, counts } = await runSeatsProgram({ ...settings, ACT: 'check' })
  const figure = Object.entries(counts)
    .map(([answer, count]) => `${count} ${answer}`)
    .join(', ')
  recordMeasured({
    what: `${where}: offers of seats`,
    rounds: ROUNDS,
    figure,
    limit: 'some of each',
    met: figure.split(',').length === 3,
  })
  recordNone(`${where}: seats offered twice, lost or beyond the limit, half-writes`, ROUNDS, found)
}

test('offers in the embedded database', { timeout: HOUR }, async () => {
  await killDuringOffers('embedded', { DATA_DIR: aFolder(), DATABASE_URL: '', UNDO_MINUTES: '0' }, 1)
})

test('offers in PostgreSQL, by two processes', { timeout: HOUR }, async () => {
  const server = await startPostgres(process.env.POSTGRES_PROGRAMS ?? '', { settings: { fsync: 'on' } })
  onTestFinished(server.stop)
  await killDuringOffers(
    'PostgreSQL, two processes',
    { DATA_DIR: aFolder(), DATABASE_URL: server.url, UNDO_MINUTES: '0' },
    2,
  )
})
