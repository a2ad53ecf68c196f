import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs in every process of vitest before anything of the site is loaded: each has a folder and a database of
 * its own. The folders go when the tests are done (`global.ts`).
 */
const { TEST_DATABASE_URL: server, VITEST_POOL_ID: worker } = process.env

process.env.DATA_DIR = join(tmpdir(), `site-tests-${process.ppid}`, String(process.pid))
process.env.DATABASE_URL = server ? Object.assign(new URL(server), { pathname: `/test_${worker}` }).href : ''
