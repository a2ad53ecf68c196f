import { fileTypeFromBuffer } from 'file-type'

/** `extension`: the kind by content, 'txt' for any text, null if unknown; `concern`: why the file is refused. */
export type Inspection = { extension: string | null; concern: 'damaged' | 'encrypted' | 'macro' | null }

/** File names of macros in archives of Microsoft Office and LibreOffice. */
const MACROS = ['vbaProject.bin', 'vbaData.xml', 'Basic/script-lc.xml', 'Scripts/']
const MARKUP = /<(?:!doctype|html|head|body|svg|script|iframe|\?xml|\?php)\b/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: these tell binary files from text
const CONTROL = /[\0-\x08\x0b\x0e-\x1f]/

/** Reads the kind from the bytes, without unpacking or parsing. */
export async function inspect(bytes: Uint8Array): Promise<Inspection> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const raw = buffer.toString('latin1')
  if (raw.startsWith('%PDF-')) return { extension: 'pdf', concern: pdfConcern(raw) }
  if (!CONTROL.test(raw)) return { extension: textExtension(raw.slice(0, 1024)), concern: null }
  const type = await fileTypeFromBuffer(bytes)
  const macros = raw.startsWith('PK') && MACROS.some((name) => buffer.includes(name))
  return { extension: type?.ext ?? null, concern: macros ? 'macro' : null }
}

/** Bytes: readers look for the end in the last kilobyte, some programs append a little. */
const TAIL = 2048

function pdfConcern(raw: string): Inspection['concern'] {
  if (!/startxref\s+\d+\s+%%EOF/.test(raw.slice(-TAIL))) return 'damaged'
  return /\/Encrypt[\0\s]*(?:\d|<<)/.test(raw) ? 'encrypted' : null
}

function textExtension(start: string): string {
  if (start.startsWith('#!')) return 'sh'
  return MARKUP.test(start) ? 'html' : 'txt'
}
