import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fontReader } from './paper.server'

test('missing fonts are an error, and are read once they are there, without a new start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const readFonts = fontReader(folder)
  await expect(readFonts()).rejects.toThrow('ENOENT')
  cpSync('public/fonts', folder, { recursive: true })
  expect(Object.keys(await readFonts())).toContain('title')
})
