import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run year`: on the embedded database, or on the server of TEST_DATABASE_URL. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['lab/year/*.year.ts'],
    setupFiles: 'tests/setup.ts',
    globalSetup: 'tests/global.ts',
    fileParallelism: false,
    isolate: false,
    pool: 'forks',
    testTimeout: 20 * 60_000,
    disableConsoleIntercept: true,
  },
})
