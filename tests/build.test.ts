import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
