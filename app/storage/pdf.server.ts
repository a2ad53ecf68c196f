/** Bytes among which PDF readers look for the beginning of the header. */
const HEADER_RANGE = 1024
const HEADER = '%PDF-'
const BEFORE_HEADER = /^(\xef\xbb\xbf)?\s*$/

/**
 * Where the PDF header is: 'at once' after at most a byte order mark and blanks, 'later' after other bytes, null if
 * nowhere. `raw`: the bytes as Latin-1.
 */
export function pdfHeaderPlace(raw: string): 'at once' | 'later' | null {
  const place = headerIndex(raw)
  if (place < 0) return null
  return BEFORE_HEADER.test(raw.slice(0, place)) ? 'at once' : 'later'
}

/** -1 without a header. */
const headerIndex = (raw: string) => raw.slice(0, HEADER_RANGE + HEADER.length).indexOf(HEADER)

/**
 * Says why a PDF cannot be used; null if it can. 'damaged': without an end mark, cut off, or not readable;
 * 'encrypted': does not open without a password. `raw`: the bytes as Latin-1.
 */
export async function pdfConcern(bytes: Uint8Array, raw: string): Promise<'damaged' | 'encrypted' | null> {
  const end = endOf(raw)
  // A linearised file has an end mark near its beginning: objects after the last mark show that the file was cut off.
  if (!end || /\d\s+\d+\s+obj\b/.test(raw.slice(end.after))) return 'damaged'
  if (!/\/Encrypt[\0\s]*(?:\d|<<)/.test(trailerOf(raw, end))) return null
  return concernOfEncrypted(bytes)
}

/**
 * An end mark. `startxref`: its place; `offset`: the number in it, where the cross-references are; `after`: the place
 * after it.
 */
type End = { startxref: number; offset: number; after: number }

/** Finds the last end mark; null without one. Readers accept any bytes after it. */
function endOf(raw: string): End | null {
  for (
    let place = raw.lastIndexOf('startxref');
    place >= 0;
    place = raw.lastIndexOf('startxref', place - 1)
  ) {
    const mark = /^startxref\s+(\d+)\s+%%EOF/.exec(raw.slice(place, place + 60))
    if (mark) return { startxref: place, offset: Number(mark[1]), after: place + mark[0].length }
    if (place === 0) break
  }
  return null
}

/** Most characters of a trailer dictionary. */
const TRAILER_LENGTH = 4096

/**
 * Returns the dictionary that would name the encryption: the trailer, or the dictionary of the cross-reference stream.
 */
function trailerOf(raw: string, { startxref, offset }: End): string {
  // Offsets count from the header, in files of some programs from the first byte.
  for (const place of [headerIndex(raw) + offset, offset]) {
    const start = raw.slice(place, place + 64).trimStart()
    if (start.startsWith('xref')) {
      const trailer = raw.indexOf('trailer', place)
      return raw.slice(trailer, raw.indexOf('startxref', trailer))
    }
    if (/^\d+\s+\d+\s+obj\b/.test(start))
      return raw.slice(place, place + TRAILER_LENGTH).split(/\bstream\b/, 1)[0] ?? ''
  }
  // The offset is wrong: the dictionary stands shortly before the end mark.
  const start = Math.max(
    raw.lastIndexOf('trailer', startxref),
    raw.lastIndexOf('/XRef', startxref) - TRAILER_LENGTH / 2,
  )
  return raw.slice(Math.max(0, start), startxref).slice(0, TRAILER_LENGTH)
}

/** The messages of pdf-lib for a missing password, and for an encryption that it does not know. */
const ENCRYPTION_FAILURE = /password|crypt|key length/i

/** Says why an encrypted PDF does not open without a password; null if it does, as with only an owner's password. */
async function concernOfEncrypted(bytes: Uint8Array): Promise<'damaged' | 'encrypted' | null> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  try {
    await PDFDocument.load(bytes, { password: '', updateMetadata: false })
    return null
  } catch (error) {
    return ENCRYPTION_FAILURE.test(String(error)) ? 'encrypted' : 'damaged'
  }
}
