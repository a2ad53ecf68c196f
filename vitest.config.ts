import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const tests = ['app/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'packages/**/*.test.ts']

/** `tests/world.ts` opens the database. */
const touchesDatabase = (file: string) => /\/world'/.test(readFileSync(file, 'utf8'))

/** Depends on plans, concurrency or what the database stores. */
const restsOnDatabase = (file: string) =>
  /^app\/(database|mail|operations)\/(?!demo\/|year)|\b(cache-age|export|model|postgres|queries|race|rate-limit|search|sql)\.test\.ts$/.test(
    file,
  )

/**
 * Every test runs on the embedded database, whose single connection exposes a second request for one; database tests
 * run on PostgreSQL too.
 */
const onServerOnly = ['**/*.postgres.test.ts', '**/node_modules/**']
const embedded = { name: 'embedded', include: tests, exclude: onServerOnly, env: { TEST_DATABASE_URL: '' } }
const postgres = {
  name: 'postgres',
  include: globSync(tests).filter((file) => touchesDatabase(file) && restsOnDatabase(file)),
}

/** Small files that take long. */
const SLOW = /\/(year|embedded\.server|restore(\.postgres)?)\.test\.ts$/

/** In a new clone Vitest knows no durations and begins with the largest files: the slow ones would end alone. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const turn = ({ project, moduleId }: TestSpecification) =>
      (project.name === 'postgres' ? 2 : 0) + (SLOW.test(moduleId) ? 0 : 1)
    return sorted.toSorted((a, b) => turn(a) - turn(b))
  }
}

const hasServer = Boolean(process.env.TEST_DATABASE_URL)
if (!hasServer) {
  console.warn('\nTEST_DATABASE_URL is not set: these tests run on the embedded database, not on PostgreSQL.')
}

export default defineConfig({
  test: {
    setupFiles: 'tests/setup.ts',
    globalSetup: 'tests/global.ts',
    // Nothing is mocked, so files share a process and its database.
    isolate: false,
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    projects: (hasServer ? [embedded, postgres] : [embedded]).map((test) => ({ extends: true, test })),
  },
})
