import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anEncryptedPdf, aPdf, aPdfOf, aProtectedPdf } from '../../tests/pdfs'
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
    expect(await inspect(await aProtectedPdf({ packed }))).toEqual({ extension: 'pdf', concern: null })
  },
)

const readUpload = (name: string) => readFileSync(`tests/upload-files/${name}`)
const MARK = '\uFEFF'

test.each([
  '',
  '\n',
  '\r\n\r\n',
  MARK,
  '%!PS-Adobe-3.0 PDF-1.4\n',
  'HTTP/1.1 200 OK\r\n\r\n',
  '\x1b%-12345X@PJL\n',
])('a PDF behind %j is checked like any other', async (before) => {
  const behind = (bytes: Uint8Array) => inspect(Buffer.concat([text(before), bytes]))
  for (const packed of [false, true]) {
    const whole = await aPdf(undefined, { packed })
    expect(await behind(whole)).toEqual({ extension: 'pdf', concern: null })
    expect(await behind(whole.subarray(0, -200))).toMatchObject({ extension: 'pdf', concern: 'damaged' })
    expect(await behind(await anEncryptedPdf({ packed }))).toMatchObject({ concern: 'encrypted' })
    expect(await behind(await aProtectedPdf({ packed }))).toMatchObject({ concern: null })
  }
  expect(await behind(readUpload('user-password.pdf'))).toMatchObject({ concern: 'encrypted' })
})

test.each([
  ['zeros', Buffer.alloc(20_000)],
  ['comments', '<!-- x -->\n'.repeat(300)],
  ['the page of a server', '\n<html><body>fine</body></html>'],
  ['blanks', ' \n'.repeat(3_000)],
])('a PDF with %s after its end is whole', async (_what, after) => {
  for (const packed of [false, true]) {
    const whole = await aPdf(undefined, { packed })
    expect(await inspect(Buffer.concat([whole, text(after as string)]))).toMatchObject({ concern: null })
    const locked = await anEncryptedPdf({ packed })
    expect(await inspect(Buffer.concat([locked, text(after as string)]))).toMatchObject({
      concern: 'encrypted',
    })
  }
})

test('a PDF that is changed at its end is whole, and cut off when its change is', async () => {
  const whole = text(Buffer.from(await aPdf()).toString('latin1'))
  const change = text('9 0 obj\n<< /A 1 >>\nendobj\nxref\n0 0\ntrailer\n<< /Prev 1 >>\nstartxref\n9\n%%EOF\n')
  expect(await inspect(Buffer.concat([whole, change]))).toMatchObject({ concern: null })
  expect(await inspect(Buffer.concat([whole, change.subarray(0, -12)]))).toMatchObject({ concern: 'damaged' })
})

test('a page that speaks of encryption is not encrypted, and an owner’s password closes nothing', async () => {
  const page = (words: string) =>
    aPdf((pdf) => pdf.context.register(pdf.context.stream(`BT (${words}) Tj ET`)))
  for (const words of [
    '/Encrypt 1 del trailer',
    'trailer << /Encrypt 5 0 R >>',
    '/Type /XRef /Encrypt 5 0 R',
  ])
    expect(await inspect(await page(words))).toEqual({ extension: 'pdf', concern: null })
  for (const name of ['owner-password-128.pdf', 'owner-password-256.pdf'])
    expect(await inspect(readUpload(name))).toEqual({ extension: 'pdf', concern: null })
  expect(await inspect(readUpload('user-password.pdf'))).toEqual({ extension: 'pdf', concern: 'encrypted' })
})

test('an encrypted PDF that cannot be read for another reason is damaged', async () => {
  const whole = readUpload('owner-password-256.pdf').toString('latin1')
  const withoutId = whole.replace(/\/ID ?\[[^\]]*\]/, '')
  expect(withoutId).not.toBe(whole)
  expect(await inspect(Buffer.from(withoutId, 'latin1'))).toEqual({ extension: 'pdf', concern: 'damaged' })
  const unknown = whole.replace(/\/V \d/, '/V 9')
  expect(unknown).not.toBe(whole)
  expect(await inspect(Buffer.from(unknown, 'latin1'))).toEqual({ extension: 'pdf', concern: 'encrypted' })
})

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
  ['txt', Buffer.from('\uFEFFNome;Città\r\nNicolò;Fermo', 'utf16le')],
  ['txt', Buffer.from('Nome;Città\r\nNicolò;Fermo', 'utf16le')],
  ['txt', Buffer.from('\uFEFFNome;Città', 'utf16le').swap16()],
  ['txt', Buffer.from('Nome;Città', 'utf16le').swap16()],
  ['txt', Buffer.from('\uFEFFИмя;Город', 'utf16le')],
  ['txt', 'Ciao\r\n\x1a'],
  ['txt', 'Ciao\x0bda Word'],
  ['txt', 'Nome;Città\r\nNicolò;Fermo\r\n\0'],
  ['txt', 'Nome;Città\r\n\0\0\0\0'],
  ['txt', 'Ciao\x08 a tutti'],
  ['txt', Buffer.from('\uFEFFNome;Città\n\n', 'utf16le').subarray(0, -1)],
  ['txt', Buffer.from('\uFEFFNome;Città\0', 'utf16le')],
  ['txt', Buffer.from('Имя;Город\r\nИван;Москва', 'utf16le')],
  ['txt', Buffer.from('Имя;Город\r\nИван;Москва', 'utf16le').swap16()],
  ['txt', '%PDF-1.7 e un formato'],
  ['txt', '\uFEFF\n%PDF-1.7\r\nÈ la prima riga di un PDF'],
  [null, Buffer.from('a\0b\0\x01c')],
  [null, Buffer.from('ab\x01\x02\x03cd')],
  [null, Buffer.alloc(200)],
  [null, Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 97 + 13) % 251))],
  ['txt', 'Un PDF comincia con %PDF-1.7'],
  ['html', 'Usa il tag <head> e <body>'],
])('a file is what its content says: %s', async (extension, content) => {
  expect(await inspect(text(content as string))).toEqual({ extension, concern: null })
})

test('office documents are recognised by content, and macros refused', async () => {
  for (const kind of ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'] as const)
    expect(await inspect(anOffice(kind))).toEqual({ extension: kind, concern: null })
  expect(await inspect(anOffice('docx', { 'word/vbaProject.bin': 'x' }))).toMatchObject({ concern: 'macro' })
  expect(await inspect(anOffice('docm'))).toMatchObject({ extension: 'docm' })
  expect(await inspect(aZip({ 'a.exe': 'MZ' }))).toMatchObject({ extension: 'zip' })
})

test('an empty library and a text about macros are no macros', async () => {
  expect(await inspect(readUpload('empty-basic.odt'))).toEqual({ extension: 'odt', concern: null })
  expect(await inspect(readUpload('names-macro.docx'))).toEqual({ extension: 'docx', concern: null })
  const library = { 'Basic/script-lc.xml': '<x/>', 'Basic/Standard/script-lb.xml': '<x/>', 'Scripts/': '' }
  expect(await inspect(anOffice('odt', library))).toMatchObject({ concern: null })
  for (const part of ['Basic/Standard/Modulo1.xml', 'Scripts/python/a.py'])
    expect(await inspect(anOffice('odt', { ...library, [part]: 'x' }))).toMatchObject({ concern: 'macro' })
  for (const part of ['xl/vbaProject.bin', 'xl/macrosheets/sheet1.xml'])
    expect(await inspect(anOffice('xlsx', { [part]: 'x' }))).toMatchObject({ concern: 'macro' })
  expect(await inspect(anOffice('docx').subarray(0, -40))).toMatchObject({ concern: 'damaged' })
})

test.each([
  ['former.doc', 'doc'],
  ['former.xls', 'xls'],
  ['photo.heic', 'heic'],
  ['photo.webp', 'webp'],
  ['animated.png', 'png'],
  ['envelope.pdf.p7m', 'p7m'],
  ['photo-with-position.jpg', 'jpg'],
])('%s is known by its content', async (name, extension) => {
  expect(await inspect(readUpload(name))).toEqual({ extension, concern: null })
})
