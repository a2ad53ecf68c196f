/**
 * What a PDF would do to its reader besides being read. Only the thread of `inspection.worker.ts` loads this: it
 * looks over the shoulder of pdf-lib's parser. Bare Node runs it (it is not bundled).
 */
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'

export type PdfConcern = 'damaged' | 'encrypted' | 'script' | 'action' | 'attachment' | 'media' | 'form'

/** Keys of dictionaries that a document to read does not need. */
const KEYS = new Map<string, PdfConcern>([
  ['JS', 'script'],
  ['JavaScript', 'script'],
  ['EF', 'attachment'],
  ['EmbeddedFiles', 'attachment'],
  ['RichMediaContent', 'media'],
  ['XFA', 'form'],
])
/** Kinds of actions, annotations and streams that it does not need either. */
const KINDS = new Map<string, PdfConcern>([
  ['JavaScript', 'script'],
  ['Launch', 'action'],
  ['GoToE', 'action'],
  ['SubmitForm', 'form'],
  ['ImportData', 'form'],
  ['EmbeddedFile', 'attachment'],
  ['FileAttachment', 'attachment'],
  ['RichMedia', 'media'],
  ['RichMediaExecute', 'media'],
  ['Rendition', 'media'],
  ['Movie', 'media'],
  ['Sound', 'media'],
  ['3D', 'media'],
])
/** What a document may do by itself when it is opened or a page is turned: show a place in itself. */
const HARMLESS = new Set(['GoTo', 'Named'])

/** Readers look for the end within the last kilobyte; some programs add a little after it. */
const TAIL = 2048
/** All compressed objects together, in bytes once they are not. Honest files stay far below. */
const MOST_DECODED = 64 * 1024 * 1024

/** Every object that the parser comes upon, also those that a later one with the same number replaces. */
let seen: PDFObject[] = []
const { assign } = PDFContext.prototype
PDFContext.prototype.assign = function (this: PDFContext, ref, object) {
  seen.push(object)
  assign.call(this, ref, object)
}

/** A few kilobytes can decode to gigabytes, and memory of this kind counts against no limit of a thread. */
let decoded = 0
type Decoder = { buffer: Uint8Array; ensureBuffer(this: Decoder, requested: number): Uint8Array }
const decoder = prototypeOfDecoders()
const { ensureBuffer } = decoder
decoder.ensureBuffer = function (requested) {
  const before = this.buffer.byteLength
  const buffer = ensureBuffer.call(this, requested)
  decoded += buffer.byteLength - before
  if (decoded > MOST_DECODED) throw new Error('The objects of this PDF decode to too much')
  return buffer
}

function prototypeOfDecoders(): Decoder {
  const { dict } = PDFContext.create().stream('', { Filter: 'ASCIIHexDecode' })
  let prototype = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()))
  while (prototype && !Object.hasOwn(prototype, 'ensureBuffer')) prototype = Object.getPrototypeOf(prototype)
  if (!prototype) throw new Error('pdf-lib decodes streams otherwise than it did')
  return prototype as unknown as Decoder
}

/** The first thing that speaks against this PDF, or null. */
export async function concernIn(pdf: Uint8Array): Promise<PdfConcern | null> {
  const raw = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  if (!raw.slice(-TAIL).includes('%%EOF')) return 'damaged'
  seen = []
  decoded = 0
  try {
    const document = await PDFDocument.load(pdf, {
      ignoreEncryption: true,
      throwOnInvalidObject: true,
      updateMetadata: false,
      preserveXFA: true,
      parseSpeed: Number.POSITIVE_INFINITY,
    })
    if (document.isEncrypted) return 'encrypted'
    const concern = concernAmong(seen)
    if (concern) return concern
    return document.getPageCount() > 0 && !hidesObjects(raw) ? null : 'damaged'
  } catch {
    // Where all is encrypted, compressed objects cannot be parsed.
    return /\/Encrypt[\0\t\n\f\r ]*(?:\d|<<)/.test(raw) ? 'encrypted' : 'damaged'
  } finally {
    seen = []
  }
}

/** Looks into all objects, however deep; references need no following, for what they mean is among them. */
function concernAmong(objects: PDFObject[]): PdfConcern | null {
  const waiting = [...objects]
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFName) {
      // An object of its own, to be named from elsewhere: whatever for, no honest file has it.
      const kind = KINDS.get(object.decodeText())
      if (kind) return kind
    } else if (object instanceof PDFArray) {
      for (const one of object.asArray()) if (!(one instanceof PDFName)) waiting.push(one)
    } else {
      const dict = object instanceof PDFStream ? object.dict : object
      if (!(dict instanceof PDFDict)) continue
      const concern = concernOf(dict)
      if (concern) return concern
      for (const value of dict.values()) if (!(value instanceof PDFName)) waiting.push(value)
    }
  }
  return null
}

function concernOf(dict: PDFDict): PdfConcern | null {
  for (const key of dict.keys()) {
    const name = key.decodeText()
    const concern = KEYS.get(name)
    if (concern) return concern
    const value = dict.lookup(key)
    if (name === 'S' || name === 'Subtype' || name === 'Type') {
      const kind = value instanceof PDFName && KINDS.get(value.decodeText())
      if (kind) return kind
    }
    if (name === 'OpenAction' && actsByItself(value)) return 'action'
    if (name === 'AA' && value instanceof PDFDict) {
      if (value.keys().some((event) => actsByItself(value.lookup(event)))) return 'action'
    }
  }
  return null
}

function actsByItself(action: PDFObject | undefined): boolean {
  if (!(action instanceof PDFDict)) return false // A place to show, or nothing.
  const kind = action.lookup(PDFName.of('S'))
  return kind instanceof PDFName && !HARMLESS.has(kind.decodeText())
}

const SPACE = '(?:[\\0\\t\\n\\f\\r ]|%[^\\r\\n]*[\\r\\n])+'
const OBJECT_BEGINS = new RegExp(`(?<!\\d)\\d+${SPACE}\\d+${SPACE}obj(?![A-Za-z])`, 'g')

/**
 * Does the file hold objects where the parser takes them for text, pixels or a comment? A reader that is sent
 * there by the file's own table would see them.
 */
function hidesObjects(raw: string): boolean {
  const streams = seen.filter((object) => object instanceof PDFRawStream)
  const isOf = (dict: PDFDict, type: string) => dict.get(PDFName.of('Type')) === PDFName.of(type)
  const number = (dict: PDFDict, key: string) => {
    const value = dict.lookup(PDFName.of(key))
    return value instanceof PDFNumber ? value.asNumber() : 0
  }
  const packed = streams.filter(({ dict }) => isOf(dict, 'ObjStm'))
  const disguised = streams.some(
    ({ dict }) => !isOf(dict, 'ObjStm') && dict.has(PDFName.of('First')) && dict.has(PDFName.of('N')),
  )
  const inPackets = packed.reduce((sum, { dict }) => sum + number(dict, 'N'), 0)
  const written = raw.match(OBJECT_BEGINS)?.length ?? 0
  return disguised || written > seen.length - inPackets
}
