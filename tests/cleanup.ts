import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs once in vitest's main process, the parent of those that `setup.ts` runs in. */
export function teardown() {
  rmSync(join(tmpdir(), `site-tests-${process.pid}`), { recursive: true, force: true })
}
