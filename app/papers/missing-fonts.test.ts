import { expect, test, vi } from 'vitest'
import { CERTIFICATE } from '../../tests/paper-facts'
import { drawCertificate } from './certificate.server'

const disk = vi.hoisted(() => ({ hasFonts: false }))
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  return {
    ...original,
    readFile: (path: string) => original.readFile(disk.hasFonts ? path : `${path}.missing`),
  }
})

test('without the fonts a paper is refused, and it is drawn once they are there, without a new start', async () => {
  await expect(drawCertificate(CERTIFICATE)).rejects.toThrow('ENOENT')
  disk.hasFonts = true
  expect((await drawCertificate(CERTIFICATE)).subarray(0, 5).toString()).toBe('%PDF-')
})
