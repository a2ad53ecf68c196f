/**
 * Looks into files that somebody sends, in a thread of its own: what is made to stall or exhaust a parser does not
 * reach the site. Bare Node runs this file (it is not bundled), hence imports with whole names.
 */
import { parentPort } from 'node:worker_threads'
import { fileTypeFromBuffer } from 'file-type'
import type { Inspection } from './inspection.server.ts'
import { concernIn } from './pdf.ts'

// What parsers say of odd files belongs into no log.
console.warn = () => {}

/** Names within an archive that stand for macros, of Microsoft's programs and of LibreOffice. */
const MACROS = ['vbaProject.bin', 'vbaData.xml', 'Basic/script-lc.xml', 'Scripts/']
const MARKUP = /<(?:!doctype|html|head|body|svg|script|iframe|\?xml|\?php)\b/i

async function inspect(bytes: Uint8Array): Promise<Inspection> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, 5).toString('latin1') === '%PDF-')
    return { extension: 'pdf', concern: await concernIn(bytes) }
  if (isText(buffer)) return { extension: textExtension(buffer), concern: null }
  const type = await fileTypeFromBuffer(bytes)
  const zipped = buffer.subarray(0, 2).toString('latin1') === 'PK'
  const macros = zipped && MACROS.some((name) => buffer.includes(name))
  return { extension: type?.ext ?? null, concern: macros ? 'macro' : null }
}

/** No control characters other than those that lay out lines; UTF-8 or one of the older Western encodings. */
function isText(buffer: Buffer): boolean {
  return !buffer.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)
}

function textExtension(buffer: Buffer): string {
  const start = buffer.subarray(0, 1024).toString('latin1')
  if (start.startsWith('#!')) return 'sh'
  return MARKUP.test(start) ? 'html' : 'txt'
}

parentPort?.on('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage(await inspect(bytes))
})
