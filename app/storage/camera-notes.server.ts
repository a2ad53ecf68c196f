/**
 * Removes the notes of the camera (Exif, XMP), such as the place where a photograph was taken, from a JPEG or PNG;
 * keeps the orientation of a JPEG. Returns other files, and files that cannot be read, unchanged. `extension`: as in
 * `Inspection`.
 */
export function withoutCameraNotes(bytes: Uint8Array, extension: string | null): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (extension === 'jpg') return withoutNotesOfJpeg(buffer) ?? bytes
  if (extension === 'png') return withoutNotesOfPng(buffer) ?? bytes
  return bytes
}

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const XMP = /^http:\/\/ns\.adobe\.com\/(xap|xmp)\//
/** The mark of the list of further pictures in a JPEG. They have notes of their own and are removed with their list. */
const PICTURE_LIST = 'MPF\0'

/** Returns the JPEG without its notes; null if its structure cannot be read. */
function withoutNotesOfJpeg(file: Buffer): Uint8Array | null {
  const pieces: Uint8Array[] = [file.subarray(0, 2)]
  let place = 2
  for (;;) {
    if (place >= file.length) return Buffer.concat(pieces) // cut off in the picture
    const marker = file[place + 1]
    if (file[place] !== 0xff || marker === undefined) return null
    if (marker === 0xff) {
      place += 1 // fill byte
      continue
    }
    // The end of the picture; what follows it is left out, such as the pictures of a list.
    if (marker === 0xd9) return Buffer.concat([...pieces, file.subarray(place, place + 2)])
    if (place + 4 > file.length) return null
    let end = place + 2 + file.readUInt16BE(place + 2)
    const content = file.subarray(place + 4, end)
    if (marker === 0xda) end = endOfScan(file, end) // the compressed data follow this part
    if (end > file.length) return null
    const orientation = marker === 0xe1 ? orientationOf(content) : null
    if (orientation) pieces.push(exifOf(orientation))
    else if (!isNote(marker, content)) pieces.push(file.subarray(place, end))
    place = end
  }
}

function isNote(marker: number, content: Buffer): boolean {
  const start = content.subarray(0, 40).toString('latin1')
  if (marker === 0xe1) return start.startsWith('Exif') || XMP.test(start)
  return (
    (marker === 0xe2 && start.startsWith(PICTURE_LIST)) || (marker === 0xed && start.startsWith('Photoshop'))
  )
}

/** Finds the end of the compressed data: there 0xFF is followed by 0 or a restart number, before a marker it is not. */
function endOfScan(file: Buffer, start: number): number {
  let place = file.indexOf(0xff, start)
  while (place >= 0) {
    const next = file[place + 1] ?? 0xd9
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return place
    place = file.indexOf(0xff, place + (next === 0xff ? 1 : 2))
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
  const short = (place: number) => {
    if (place + 2 > tiff.length) return 0
    return little ? tiff.readUInt16LE(place) : tiff.readUInt16BE(place)
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

/** Bytes before the first part of a PNG. */
const SIGNATURE_LENGTH = 8
/** Bytes of a part of a PNG besides its data: length, type and checksum, of 4 bytes each. */
const PART_FRAME = 12
const NOTES_OF_PNG = /^(eXIf|tIME)$/
const TEXT_OF_PNG = /^(tEXt|zTXt|iTXt)$/

/** Returns the PNG without its notes; null if its structure cannot be read. */
function withoutNotesOfPng(file: Buffer): Uint8Array | null {
  const pieces: Uint8Array[] = [file.subarray(0, SIGNATURE_LENGTH)]
  for (let place = SIGNATURE_LENGTH; place + PART_FRAME <= file.length; ) {
    const end = place + PART_FRAME + file.readUInt32BE(place)
    const type = file.toString('latin1', place + 4, place + 8)
    if (end > file.length) return null
    const keyword = file.toString('latin1', place + 8, Math.min(end - 4, place + 48))
    const isNote =
      NOTES_OF_PNG.test(type) || (TEXT_OF_PNG.test(type) && /^(XML:com\.adobe|Raw profile)/.test(keyword))
    if (!isNote) pieces.push(file.subarray(place, end))
    if (type === 'IEND') return Buffer.concat(pieces)
    place = end
  }
  return null
}
