import type { Worker } from 'node:worker_threads'
import { deflateSync } from 'node:zlib'
import { PDFName, PDFString } from '@cantoo/pdf-lib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aPdf, aPdfOf, clickable, dictionary, opening, rewritten, SCRIPT } from '../../tests/pdfs'
import { anOffice, aZip } from '../../tests/zips'
import { inspect } from './inspection.server'

const text = (content: string) => Buffer.from(content)
const concernIn = async (bytes: Uint8Array) => {
  const { extension, concern } = await inspect(bytes)
  expect([extension, concern]).toContain(concern === 'stalled' ? null : 'pdf')
  return concern
}

describe('a PDF', () => {
  test.each([false, true])('that is only read has nothing against it (compressed: %s)', async (packed) => {
    expect(await concernIn(await aPdf(undefined, { packed }))).toBeNull()
    const link = clickable({ S: 'URI', URI: PDFString.of('https://example.org') })
    expect(await concernIn(await aPdf(link, { packed }))).toBeNull()
    const begins = opening('OpenAction', { S: 'GoTo', D: [0, 'Fit'] })
    expect(await concernIn(await aPdf(begins, { packed }))).toBeNull()
  })

  test.each([false, true])('that does something else is told (compressed: %s)', async (packed) => {
    const concern = async (...[change]: Parameters<typeof aPdf>) => concernIn(await aPdf(change, { packed }))
    expect(await concern((pdf) => pdf.addJavaScript('main', 'app.alert(1)'))).toBe('script')
    expect(await concern(clickable(SCRIPT))).toBe('script')
    expect(await concern(opening('OpenAction', SCRIPT))).toBe('script')
    expect(await concern(opening('AA', { WC: SCRIPT }))).toBe('script')
    expect(await concern(opening('OpenAction', { S: 'URI', URI: PDFString.of('https://a.it') }))).toBe(
      'action',
    )
    expect(await concern(opening('AA', { WC: { S: 'URI', URI: PDFString.of('https://a.it') } }))).toBe(
      'action',
    )
    expect(await concern(clickable({ S: 'Launch', F: PDFString.of('cmd.exe') }))).toBe('action')
    expect(await concern(clickable({ S: 'SubmitForm', F: PDFString.of('https://a.it') }))).toBe('form')
    expect(await concern(clickable({ S: 'ImportData', F: PDFString.of('a.fdf') }))).toBe('form')
    expect(await concern(opening('AcroForm', { Fields: [], XFA: [] }))).toBe('form')
    expect(await concern(opening('Page3', { Subtype: 'RichMedia' }))).toBe('media')
    expect(await concern((pdf) => pdf.attach(text('MZ'), 'a.exe'))).toBe('attachment')
  })

  test.each([false, true])('cannot hide by indirection (compressed: %s)', async (packed) => {
    const named = await aPdf(
      (pdf, context) => {
        const kind = context.register(PDFName.of('JavaScript'))
        clickable({ S: kind, N: 'Next' })(pdf, context)
      },
      { packed },
    )
    expect(await concernIn(named)).toBe('script')
  })

  test('cannot hide behind escaped names', async () => {
    const pdf = await aPdf(clickable(SCRIPT))
    const noKey = rewritten(pdf, '/JS ', '/Nx ')
    for (const spelling of ['/#4aavaScript', '/J#61vaScript', '/#4A#61#76#61#53cript'])
      expect(await concernIn(rewritten(noKey, '/JavaScript', spelling))).toBe('script')
    const noKind = rewritten(pdf, '/JavaScript', '/GoTo')
    for (const spelling of ['/#4aS ', '/#4A#53 ', '/J#53 '])
      expect(await concernIn(rewritten(noKind, '/JS ', spelling))).toBe('script')
  })

  test('cannot hide behind a later version of itself', async () => {
    const pdf = await aPdf((_, context) => context.register(dictionary(context, SCRIPT)))
    const number = /(\d+) 0 obj\s*<<\s*\/S \/JavaScript/.exec(Buffer.from(pdf).toString('latin1'))?.[1]
    const harmless = `\n${number} 0 obj\nnull\nendobj\nstartxref\n0\n%%EOF\n`
    expect(await concernIn(Buffer.concat([pdf, text(harmless)]))).toBe('script')
  })

  test('cannot hide objects where a parser sees none', async () => {
    const object = '9 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj'
    const inStream = aPdf((_, context) => context.register(context.stream(object)))
    const inString = aPdf((pdf) => pdf.setTitle('x')).then((pdf) =>
      rewritten(pdf, 'trailer', `8 0 obj\n(${object})\nendobj\ntrailer`),
    )
    const inComment = aPdf().then((pdf) => rewritten(pdf, 'trailer', `% ${object}\ntrailer`))
    const commented = aPdf().then((pdf) =>
      rewritten(pdf, 'trailer', `% 9%\r${object.slice(1).replace('0 obj', '0%x\robj')}\ntrailer`),
    )
    for (const pdf of [inStream, inString, inComment, commented])
      expect(await concernIn(await pdf)).not.toBeNull()
    const packet = aPdf((_, context) => context.register(context.flateStream('7 0 null', { N: 1, First: 4 })))
    expect(await concernIn(await packet)).toBe('damaged')
  })

  test('that is locked by a password is told', async () => {
    const locked = { ownerPassword: 'segreto', permissions: {} }
    for (const packed of [false, true]) {
      expect(
        await concernIn(await aPdf((pdf) => pdf.encrypt({ ...locked, userPassword: 'a' }), { packed })),
      ).toBe('encrypted')
      expect(await concernIn(await aPdf((pdf) => pdf.encrypt(locked), { packed }))).toBe('encrypted')
    }
  })

  test('that is cut off anywhere is told', async () => {
    const pdf = await aPdfOf(40_000)
    for (const part of [0.001, 0.1, 0.5, 0.9, 0.99, 0.9999])
      expect(await concernIn(pdf.subarray(0, Math.floor(pdf.length * part)))).toBe('damaged')
    expect(await concernIn(text('%PDF-1.7\n<html><script>alert(1)</script></html>\n%%EOF'))).toBe('damaged')
    expect(await concernIn(text('%PDF-1.7\n%%EOF'))).toBe('damaged')
  })

  test('that is as large as may be is read in time', async () => {
    const started = performance.now()
    expect(await concernIn(await aPdfOf(10 * 1024 * 1024))).toBeNull()
    const many = await aPdf((_, context) => {
      for (let i = 0; i < 30_000; i++)
        context.register(context.obj({ Type: 'Parte', Numero: i, Di: [1, 2, 3] }))
    })
    expect(await concernIn(many)).toBeNull()
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test('that is made to exhaust its parser does not exhaust ours', async () => {
    const packet = (content: Buffer) =>
      Buffer.concat([
        text(
          `2 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${content.length} >>\nstream\n`,
        ),
        content,
        text('\nendstream\nendobj\n%%EOF'),
      ])
    const bomb = Buffer.concat([
      text('%PDF-1.7\n'),
      packet(deflateSync(Buffer.alloc(500_000_000), { level: 1 })),
    ])
    const before = process.memoryUsage().rss
    expect(await concernIn(bomb)).toBe('damaged')
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)

    const deep = text(`%PDF-1.7\n1 0 obj\n${'['.repeat(5_000_000)}\nendobj\n%%EOF`)
    expect(await concernIn(deep)).toBe('damaged')
    const crowd = text(`%PDF-1.7\n${'1 0 obj<</A<</B<<>>>>>>endobj\n'.repeat(150_000)}%%EOF`)
    expect(await concernIn(crowd)).not.toBeNull()
  })

  test('that is made to stall is given up, and the next one is looked at all the same', async () => {
    const endless = text(`%PDF-1.7\n1 0 obj null endobj\nx ${'1'.repeat(5_000_000)}\n%%EOF`)
    const next = aPdf().then((pdf) => inspect(pdf))
    expect(await inspect(endless, { patience: 1_000 })).toEqual({ extension: null, concern: 'stalled' })
    expect(await next).toEqual({ extension: 'pdf', concern: null })
    expect(await concernIn(await aPdf())).toBeNull()
  })
})

test('a thread that ended while it had nothing to do is replaced', async () => {
  const threads: Worker[] = []
  const remember = (thread: Worker) => threads.push(thread)
  process.on('worker', remember)
  onTestFinished(() => void process.off('worker', remember))
  await inspect(Buffer.alloc(9_000_000), { patience: 0 }) // given up: the next begins a new one
  await inspect(text('uno'))
  await threads.at(-1)?.terminate()
  expect(await inspect(text('due'))).toEqual({ extension: 'txt', concern: null })
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

test('documents of office programs are known by what they hold, and macros are told', async () => {
  for (const kind of ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'] as const)
    expect(await inspect(anOffice(kind))).toEqual({ extension: kind, concern: null })
  expect(await inspect(anOffice('docx', { 'word/vbaProject.bin': 'x' }))).toMatchObject({ concern: 'macro' })
  expect(await inspect(anOffice('odt', { 'Basic/script-lc.xml': 'x' }))).toMatchObject({ concern: 'macro' })
  expect(await inspect(anOffice('docm'))).toMatchObject({ extension: 'docm' })
  expect(await inspect(aZip({ 'a.exe': 'MZ' }))).toMatchObject({ extension: 'zip' })
})
