import { execFileSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { packages } from '../vite.config'
import { PROGRAMS } from './process'

/**
 * Runs once in vitest's main process: there is a first database, and the programs of `aProcess` are built, for they
 * start often.
 */
export async function setup() {
  execFileSync(process.execPath, ['scripts/cluster.ts'])
  const output = { entryFileNames: '[name].js', chunkFileNames: '[name].chunk.js' }
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: packages,
    build: {
      ssr: true,
      target: 'node24',
      outDir: PROGRAMS,
      rollupOptions: { input: globSync('tests/programs/*.ts'), output },
    },
  })
}

/** The folders of `setup.ts`, whose processes this one began. */
export function teardown() {
  rmSync(join(tmpdir(), `site-tests-${process.pid}`), { recursive: true, force: true })
}
