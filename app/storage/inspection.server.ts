import { fileTypeFromBuffer } from 'file-type'

/**
 * What a file is by its content alone: `extension` is that of its kind ('txt' for any text), null for an unknown kind;
 * `concern` is why it is not handed out.
 */
export type Inspection = { extension: string | null; concern: 'damaged' | 'encrypted' | 'macro' | null }

/** Names within an archive that stand for macros, of Microsoft's programs and of LibreOffice. */
const MACROS = ['vbaProject.bin', 'vbaData.xml', 'Basic/script-lc.xml', 'Scripts/']
const MARKUP = /<(?:!doctype|html|head|body|svg|script|iframe|\?xml|\?php)\b/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: these tell binary files from text
const CONTROL = /[\0-\x08\x0b\x0e-\x1f]/

/** Tells the kind of a file from its bytes. The file is neither unpacked nor parsed. */
export async function inspect(bytes: Uint8Array): Promise<Inspection> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const raw = buffer.toString('latin1')
  if (raw.startsWith('%PDF-')) return { extension: 'pdf', concern: pdfConcern(raw) }
  if (!CONTROL.test(raw)) return { extension: textExtension(raw.slice(0, 1024)), concern: null }
  const type = await fileTypeFromBuffer(bytes)
  const macros = raw.startsWith('PK') && MACROS.some((name) => buffer.includes(name))
  return { extension: type?.ext ?? null, concern: macros ? 'macro' : null }
}

/** Readers look for the end within the last kilobyte; some programs add a little after it. Bytes. */
const TAIL = 2048

function pdfConcern(raw: string): Inspection['concern'] {
  if (!/startxref\s+\d+\s+%%EOF/.test(raw.slice(-TAIL))) return 'damaged'
  return /\/Encrypt[\0\s]*(?:\d|<<)/.test(raw) ? 'encrypted' : null
}

function textExtension(start: string): string {
  if (start.startsWith('#!')) return 'sh'
  return MARKUP.test(start) ? 'html' : 'txt'
}
