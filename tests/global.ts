import { execFileSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { packages } from '../vite.config'
import { PROGRAMS } from './process'

/** Runs once: makes the first database and builds the programs of `aProcess`. */
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

/** Removes the folders of `setup.ts`. */
export function teardown() {
  rmSync(join(tmpdir(), `site-tests-${process.pid}`), { recursive: true, force: true })
}
