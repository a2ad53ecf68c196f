import { expect, test } from 'vitest'
import { anEncryptedPdf, aPdf, aPdfOf } from '../../tests/pdfs'
import { anOffice, aZip } from '../../tests/zips'
import { inspect } from './inspection.server'

const text = (content: string) => Buffer.from(content)

test.each([false, true])(
  'a PDF is known, whole or cut off, open or encrypted (compressed: %s)',
  async (packed) => {
    const whole = await aPdf(undefined, { packed })
    expect(await inspect(whole)).toEqual({ extension: 'pdf', concern: null })
    expect(await inspect(Buffer.concat([whole, Buffer.alloc(500, '\n')]))).toMatchObject({ concern: null })
    expect(await inspect(whole.subarray(0, -200))).toEqual({ extension: 'pdf', concern: 'damaged' })
    expect(await inspect(whole.subarray(0, 8))).toEqual({ extension: 'pdf', concern: 'damaged' })
    expect(await inspect(await anEncryptedPdf({ packed }))).toEqual({
      extension: 'pdf',
      concern: 'encrypted',
    })
  },
)

test('a file of ten megabytes is inspected at once', async () => {
  const files = [
    await aPdfOf(10 * 1024 * 1024),
    Buffer.alloc(10 * 1024 * 1024, 'a'),
    Buffer.alloc(10 * 1024 * 1024),
  ]
  for (const file of files) {
    const before = performance.now()
    await inspect(file)
    expect(performance.now() - before).toBeLessThan(500)
  }
})

test.each([
  ['txt', 'Perché no?\r\nAccenti: è à ù\tfine'],
  ['txt', Buffer.from('Perché no? è à ù', 'latin1')],
  ['txt', ''],
  ['html', '<!DOCTYPE html><p>ciao</p>'],
  ['html', '\uFEFF \n<html><script>alert(1)</script></html>'],
  ['html', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['html', '<!-- innocuo --><svg onload="alert(1)"/>'],
  ['sh', '#!/bin/sh\nrm -rf /'],
  ['exe', Buffer.concat([text('MZ'), Buffer.alloc(200)])],
  ['png', Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')],
  [null, Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
])('a file is what its content says: %s', async (extension, content) => {
  expect(await inspect(text(content as string))).toEqual({ extension, concern: null })
})

test('office documents are recognised by content, and macros refused', async () => {
  for (const kind of ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'] as const)
    expect(await inspect(anOffice(kind))).toEqual({ extension: kind, concern: null })
  expect(await inspect(anOffice('docx', { 'word/vbaProject.bin': 'x' }))).toMatchObject({ concern: 'macro' })
  expect(await inspect(anOffice('odt', { 'Basic/script-lc.xml': 'x' }))).toMatchObject({ concern: 'macro' })
  expect(await inspect(anOffice('docm'))).toMatchObject({ extension: 'docm' })
  expect(await inspect(aZip({ 'a.exe': 'MZ' }))).toMatchObject({ extension: 'zip' })
})
