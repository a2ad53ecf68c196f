import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isBuilt, recordBuilt } from '../scripts/build.mjs'

const OUTPUTS = [
  'build/client/assets/app.js',
  'build/client/fonts/newsreader.woff2',
  'build/server/index.js',
  'public/fonts/newsreader.ttf',
  'packages/embedded-postgres/cluster.tar.gz',
]

function aBuild() {
  const place = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  for (const file of OUTPUTS) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    writeFileSync(join(place, file), 'made')
  }
  recordBuilt('these sources', place)
  return place
}

test('what was built from the same sources is not built again', () => {
  const place = aBuild()
  expect(isBuilt('these sources', place)).toBe(true)
  expect(isBuilt('other sources', place)).toBe(false)
})

test.each(OUTPUTS)('without %s the site is built again', (file) => {
  const place = aBuild()
  rmSync(join(place, file))
  expect(isBuilt('these sources', place)).toBe(false)
})

test('a command of the operator runs what is built, and neither installs nor builds', () => {
  const place = mkdtempSync(join(tmpdir(), 'console-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  cpSync('scripts', join(place, 'scripts'), { recursive: true })
  writeFileSync(join(place, 'package.json'), '{"type":"module"}')
  writeFileSync(join(place, 'package-lock.json'), '{}')
  mkdirSync(join(place, 'build/server'), { recursive: true })
  writeFileSync(
    join(place, 'build/server/index.js'),
    'export const runCommand = async (...words) => ({ ok: true, sentence: words.join() })',
  )
  // No program is on this path.
  const environment = { PATH: place }
  const command = ['scripts/console.mjs', 'admin', 'anna@example.org']
  const output = execFileSync(process.execPath, command, { cwd: place, env: environment, encoding: 'utf8' })
  expect(output).toBe('admin,anna@example.org\n')
})
