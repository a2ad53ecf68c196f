import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import Table from './table.ts'

/** Faults that are quick to make have their tests beside the code. They are run once more here, for the table. */
const BESIDE_THE_CODE = [
  'app/database/embedded.server.test.ts',
  'app/database/postgres.server.test.ts',
  'app/runtime/log.server.test.ts',
  'app/mail/smtp.test.ts',
  'app/mail/sender.test.ts',
  'tests/faults.test.ts',
]
const ON_BOTH = ['app/**/*.race.test.ts', 'app/course-editor/{,draft.}commands.test.ts']

const root = resolve(import.meta.dirname, '../..')
const besides = { setupFiles: 'tests/setup.ts' }

export default defineConfig({
  root,
  test: {
    globalSetup: 'tests/global.ts',
    reporters: ['default', new Table()],
    // One after the other: they are measured.
    fileParallelism: false,
    isolate: false,
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { name: 'faults', include: ['lab/faults/*.fault.ts'] },
      {
        name: 'embedded',
        include: [...BESIDE_THE_CODE, ...ON_BOTH],
        env: { TEST_DATABASE_URL: '' },
        ...besides,
      },
      { name: 'postgres', include: [...ON_BOTH, 'app/database/server.postgres.test.ts'], ...besides },
    ].map((test) => ({ extends: true as const, test })),
  },
})
