import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageFile from '../package.json'

test('package.json has the licence, and the README those of others’ data', () => {
  expect(readFileSync('LICENSE', 'utf8')).toMatch(/^MIT License/)
  expect(packageFile.license).toBe('MIT')
  const [, licences = ''] = readFileSync('README.md', 'utf8').split('## Licence')
  for (const source of ['date-holidays', 'CC BY-SA 3.0', 'zxcvbn-ts', 'SIL Open Font License'])
    expect(licences).toContain(source)
})
