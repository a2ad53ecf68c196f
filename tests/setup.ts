import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { FILLED_FIRST_SETTINGS } from '../app/site/first-settings'
import { replaceSettings } from '../app/site/settings'
import { lowerPasswordCost } from './password-cost'

/** Runs in every process before the site is loaded: each has its own folder and database. */
const { TEST_DATABASE_URL: server, VITEST_POOL_ID: worker } = process.env

process.env.DATA_DIR = join(tmpdir(), `site-tests-${process.ppid}`, String(process.pid))
process.env.DATABASE_URL = server ? Object.assign(new URL(server), { pathname: `/test_${worker}` }).href : ''
/** E-mails of decisions leave at once. */
process.env.UNDO_MINUTES = '0'
lowerPasswordCost()

/** Files share a process, and the one before may have changed the settings. */
beforeAll(() => replaceSettings({ settings: FILLED_FIRST_SETTINGS, version: 'first' }))
