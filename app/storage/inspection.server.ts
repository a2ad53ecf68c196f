import { unzipSync } from 'fflate'
import { fileTypeFromBuffer } from 'file-type'
import { pdfConcern, pdfHeaderPlace } from './pdf.server'

/**
 * What a file is by its content. `extension`: the usual one of its kind; of texts 'html' for any with markup near its
 * start (XML, SVG and PHP too), 'sh' for a script, 'txt' for any other; 'doc', 'xls', 'ppt' for Office before 2007,
 * 'locked' for an Office file with a password, 'cfb' for any other file of this structure; 'p7m' for a signed envelope;
 * null if unknown. `concern`: what may be a reason to refuse the file: 'damaged' of a PDF or an archive, 'encrypted' of
 * a PDF that opens only with a password, 'macro' of an archive; null for none of these.
 */
export type Inspection = { extension: string | null; concern: 'damaged' | 'encrypted' | 'macro' | null }

/** Macros in archives of Microsoft Office, in any folder. */
const MICROSOFT_MACROS = /(^|\/)(vbaProject\.bin|vbaData\.xml|macrosheets\/.+)$/i
/** Macros in archives of OpenDocument: the modules, not the lists of libraries, which files without macros have too. */
const OPEN_MACROS = /^(Basic\/(?!(.*\/)?(script|dialog)-l[bc]\.xml$)|Scripts\/).*[^/]$/
const MARKUP = /<(?:!doctype|html|head|body|svg|script|iframe|\?xml|\?php)\b/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: these tell binary files from text
const CONTROL = /[\0-\x08\x0e-\x19]/
const CONTROLS = new RegExp(CONTROL, 'g')

/** Finds out what a file is from its bytes, whatever its name. */
export async function inspect(bytes: Uint8Array): Promise<Inspection> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const raw = buffer.toString('latin1')
  const header = pdfHeaderPlace(raw)
  const isText = !CONTROL.test(raw) || isUtf16(buffer)
  if (header === 'at once' && !(isText && isAboutPdf(raw)))
    return { extension: 'pdf', concern: await pdfConcern(bytes, raw) }
  if (isSignedEnvelope(buffer)) return { extension: 'p7m', concern: null }
  const type = isText ? undefined : await fileTypeFromBuffer(bytes)
  // Some printers write a line of PostScript before the header, so that a PDF looks like PostScript.
  const isOtherKind = type !== undefined && type.ext !== 'pdf' && type.ext !== 'ps'
  // A text that merely contains the words of the header is no PDF: a PDF has 'startxref' near its end.
  if (header && !isOtherKind && (!isText || raw.includes('startxref')))
    return { extension: 'pdf', concern: await pdfConcern(bytes, raw) }
  if (isText || (!type && isTextWithStrayControls(raw)))
    return { extension: textExtension(raw.slice(0, 1024)), concern: null }
  if (type?.ext === 'cfb') return { extension: compoundFileExtension(buffer), concern: null }
  if (type?.ext === 'apng') return { extension: 'png', concern: null }
  return { extension: type?.ext ?? null, concern: raw.startsWith('PK') ? archiveConcern(bytes) : null }
}

/** Finds damage or macros in a zip archive from the names of its parts; nothing is unpacked. */
function archiveConcern(bytes: Uint8Array): Inspection['concern'] {
  const parts: string[] = []
  try {
    // `push` returns the number of names, never 0: the filter notes each part and unpacks none.
    unzipSync(bytes, { filter: ({ name }) => parts.push(name) === 0 })
  } catch {
    return 'damaged'
  }
  return parts.some((name) => MICROSOFT_MACROS.test(name) || OPEN_MACROS.test(name)) ? 'macro' : null
}

/** Names of streams in the compound files of Office before 2007, and of documents with a password. */
const STREAMS: [name: string, extension: string][] = [
  ['EncryptedPackage', 'locked'],
  ['WordDocument', 'doc'],
  ['PowerPoint Document', 'ppt'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
]

function compoundFileExtension(buffer: Buffer): string {
  const [, extension] = STREAMS.find(([name]) => buffer.includes(`${name}\0`, 0, 'utf16le')) ?? []
  return extension ?? 'cfb'
}

/** PKCS #7 'signedData', as DER or BER. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex')

function isSignedEnvelope(buffer: Buffer): boolean {
  return buffer[0] === 0x30 && buffer.subarray(0, 32).includes(SIGNED_DATA)
}

/** Whether a text that begins with the header of a PDF goes on with words, not with the objects of a PDF. */
function isAboutPdf(raw: string): boolean {
  return !raw.includes('startxref') && !/\d obj\b/.test(raw) && /[a-z]{2}/i.test(raw.replace('%PDF-', ''))
}

/** Whether a text has a few control characters, as programs leave them: zeros after its end, or one in a hundred. */
function isTextWithStrayControls(raw: string): boolean {
  let length = raw.length
  while (raw[length - 1] === '\0') length -= 1
  const text = raw.slice(0, length)
  if (text === '' || text.includes('\0')) return false
  return (text.match(CONTROLS)?.length ?? 0) <= 1 + text.length / 100
}

/**
 * Whether the bytes are UTF-16: with a byte order mark, or with every second byte mostly that of Latin or Cyrillic
 * letters. A single byte at the end is not looked at.
 */
function isUtf16(file: Buffer): boolean {
  const buffer = file.subarray(0, file.length - (file.length % 2))
  const mark = buffer.subarray(0, 2).toString('hex')
  const encoding =
    mark === 'fffe' || hasLettersWith(1)
      ? 'utf-16le'
      : mark === 'feff' || hasLettersWith(0)
        ? 'utf-16be'
        : null
  if (!encoding) return false
  try {
    return !CONTROL.test(new TextDecoder(encoding, { fatal: true }).decode(buffer).replace(/(?<=.)\0$/s, ''))
  } catch {
    return false
  }

  function hasLettersWith(place: 0 | 1): boolean {
    let highBytes = 0
    for (let i = place; i < buffer.length; i += 2) if (buffer[i] === 0 || buffer[i] === 4) highBytes += 1
    return highBytes * 2 > buffer.length * 0.7
  }
}

function textExtension(start: string): string {
  if (start.startsWith('#!')) return 'sh'
  return MARKUP.test(start) ? 'html' : 'txt'
}
