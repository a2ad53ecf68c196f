/**
 * Removes from a JPEG or PNG what the camera and its owner noted (Exif, XMP, Photoshop with IPTC, the time in a PNG),
 * such as the place where a photograph was taken; keeps the orientation of a JPEG. Returns other files, and files that
 * cannot be read, unchanged. `extension`: of the kind of file that was found in its bytes; null for none.
 */
export function withoutCameraNotes(bytes: Uint8Array, extension: string | null): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (extension === 'jpg') return withoutMetadataOfJpeg(buffer) ?? bytes
  if (extension === 'png') return withoutMetadataOfPng(buffer) ?? bytes
  return bytes
}

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const XMP = /^http:\/\/ns\.adobe\.com\/(xap|xmp)\//
/**
 * The mark of the list of further pictures in a JPEG. They have metadata of their own and are removed with their list.
 */
const PICTURE_LIST = 'MPF\0'

/** The markers of a JPEG: each is a byte after 0xFF. */
const START_OF_SCAN = 0xda
const END_OF_PICTURE = 0xd9
/** Exif and XMP. */
const APP1 = 0xe1
/** Colour profile, or list of further pictures. */
const APP2 = 0xe2
/** Photoshop, with IPTC. */
const APP13 = 0xed

/**
 * Returns the JPEG without its metadata; null if its structure cannot be read. Of a file that is cut off, a segment
 * without its end is left out.
 */
function withoutMetadataOfJpeg(file: Buffer): Uint8Array | null {
  const segments: Uint8Array[] = [file.subarray(0, 2)]
  let offset = 2
  for (;;) {
    const marker = file[offset + 1]
    if (marker === undefined) return Buffer.concat(segments)
    if (file[offset] !== 0xff) return null
    if (marker === 0xff) {
      offset += 1 // fill byte
      continue
    }
    // The end of the picture; what follows it is left out, such as the pictures of a list.
    if (marker === END_OF_PICTURE) return Buffer.concat([...segments, file.subarray(offset, offset + 2)])
    if (offset + 4 > file.length) return Buffer.concat(segments)
    let end = offset + 2 + file.readUInt16BE(offset + 2)
    const content = file.subarray(offset + 4, end)
    if (marker === START_OF_SCAN) end = endOfScan(file, end) // the compressed data follow this segment
    if (end > file.length) return Buffer.concat(segments)
    const orientation = marker === APP1 ? orientationOf(content) : null
    if (orientation) segments.push(exifOf(orientation))
    else if (!isMetadataSegment(marker, content)) segments.push(file.subarray(offset, end))
    offset = end
  }
}

function isMetadataSegment(marker: number, content: Buffer): boolean {
  const start = content.subarray(0, 40).toString('latin1')
  if (marker === APP1) return start.startsWith('Exif') || XMP.test(start)
  return (
    (marker === APP2 && start.startsWith(PICTURE_LIST)) || (marker === APP13 && start.startsWith('Photoshop'))
  )
}

/**
 * Returns the offset of the marker that ends the compressed data of a scan, or the length of a file that is cut off in
 * them. In the data, 0xFF is followed by 0 (a stuffed byte), by 0xFF (a fill byte) or by a restart number; any other
 * byte makes it a marker.
 */
function endOfScan(file: Buffer, start: number): number {
  let offset = file.indexOf(0xff, start)
  while (offset >= 0) {
    const next = file[offset + 1]
    if (next === undefined) return file.length
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return offset
    offset = file.indexOf(0xff, offset + (next === 0xff ? 1 : 2))
  }
  return file.length
}

/** The Exif tag of the orientation. */
const ORIENTATION_TAG = 0x0112

/** Reads the orientation from Exif data: 2 to 8; null for an upright picture (1), or if there is none. */
function orientationOf(content: Buffer): number | null {
  if (!content.subarray(0, 6).equals(EXIF)) return null
  const tiff = content.subarray(6)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (offset: number) => {
    if (offset + 2 > tiff.length) return 0
    return little ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset)
  }
  if (tiff.length < 8) return null
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let i = 0; i < short(directory); i++) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > tiff.length) return null
    const value = short(entry + 8)
    if (short(entry) === ORIENTATION_TAG) return value > 1 && value <= 8 ? value : null
  }
  return null
}

/** Writes an Exif segment that holds only the orientation. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4) // the only directory
  tiff.writeUInt16BE(1, 8) // entries
  tiff.writeUInt16BE(ORIENTATION_TAG, 10)
  tiff.writeUInt16BE(3, 12) // a short
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from([0xff, 0xe1, 0, 2 + EXIF.length + tiff.length])
  return Buffer.concat([head, EXIF, tiff])
}

/** Bytes before the first chunk of a PNG. */
const SIGNATURE_LENGTH = 8
/** Bytes of a chunk of a PNG besides its data: length, type and checksum, of 4 bytes each. */
const CHUNK_FRAME = 12
const METADATA_CHUNK = /^(eXIf|tIME)$/
const TEXT_CHUNK = /^(tEXt|zTXt|iTXt)$/
/** The keywords of text chunks with XMP, Exif or IPTC. */
const METADATA_KEYWORD = /^(XML:com\.adobe|Raw profile)/

/** Returns the PNG without its metadata; null if its structure cannot be read. */
function withoutMetadataOfPng(file: Buffer): Uint8Array | null {
  const chunks: Uint8Array[] = [file.subarray(0, SIGNATURE_LENGTH)]
  for (let offset = SIGNATURE_LENGTH; offset + CHUNK_FRAME <= file.length; ) {
    const end = offset + CHUNK_FRAME + file.readUInt32BE(offset)
    if (end > file.length) return null
    const type = file.toString('latin1', offset + 4, offset + 8)
    const keyword = file.toString('latin1', offset + 8, Math.min(end - 4, offset + 48))
    if (!isMetadataChunk(type, keyword)) chunks.push(file.subarray(offset, end))
    if (type === 'IEND') return Buffer.concat(chunks)
    offset = end
  }
  return null
}

/** `keyword`: the first bytes of the data. */
function isMetadataChunk(type: string, keyword: string): boolean {
  return METADATA_CHUNK.test(type) || (TEXT_CHUNK.test(type) && METADATA_KEYWORD.test(keyword))
}
