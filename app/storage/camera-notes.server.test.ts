import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withoutCameraNotes } from './camera-notes.server'

const photo = readFileSync('tests/upload-files/photo-with-position.jpg')

const segment = (marker: number, content: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, content])
}
const behindStart = (...segments: Buffer[]) =>
  Buffer.concat([photo.subarray(0, 2), ...segments, photo.subarray(2)])

/** Exif with an orientation and a position, in the byte order of `mark`. */
function exif(mark: 'II' | 'MM', orientation: number): Buffer {
  const tiff = Buffer.alloc(60)
  const short = (value: number, offset: number) =>
    mark === 'II' ? tiff.writeUInt16LE(value, offset) : tiff.writeUInt16BE(value, offset)
  const long = (value: number, offset: number) =>
    mark === 'II' ? tiff.writeUInt32LE(value, offset) : tiff.writeUInt32BE(value, offset)
  tiff.write(mark, 'latin1')
  short(42, 2)
  long(8, 4)
  short(2, 8)
  short(0x0112, 10)
  short(3, 12)
  long(1, 14)
  short(orientation, 18)
  short(0x8825, 22)
  short(4, 24)
  long(1, 26)
  long(40, 30)
  tiff.write('42 51 33', 40, 'latin1')
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]))
}

test('a JPEG loses what its camera noted, and stays a picture', () => {
  const clean = Buffer.from(withoutCameraNotes(photo, 'jpg'))
  expect(photo.includes('Exif')).toBe(true)
  expect(clean.includes('Exif')).toBe(false)
  expect(clean.includes('Telefono')).toBe(false)
  expect(clean.subarray(-2).toString('hex')).toBe('ffd9')
  expect(clean.length).toBe(photo.length - 2 - photo.readUInt16BE(22))
  expect(Buffer.from(withoutCameraNotes(clean, 'jpg')).equals(clean)).toBe(true)
})

test.each(['II', 'MM'] as const)('the orientation stays (%s)', (mark) => {
  const turned = Buffer.concat([
    photo.subarray(0, 2),
    exif(mark, 6),
    photo.subarray(photo.indexOf('ffdb', 'hex')),
  ])
  const clean = Buffer.from(withoutCameraNotes(turned, 'jpg'))
  expect(clean.includes('42 51 33')).toBe(false)
  const offset = clean.indexOf('Exif\0\0')
  expect(clean.readUInt16BE(offset + 6 + 10)).toBe(0x0112)
  expect(clean.readUInt16BE(offset + 6 + 18)).toBe(6)
})

test('other segments with a position go as well', () => {
  const xmp = segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="42"/>'))
  const iptc = segment(0xed, Buffer.from('Photoshop 3.0\0Fermo'))
  const list = segment(0xe2, Buffer.from('MPF\0'))
  const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0profilo'))
  const sent = Buffer.concat([behindStart(xmp, iptc, list, profile), photo])
  const clean = Buffer.from(withoutCameraNotes(sent, 'jpg'))
  for (const note of ['GPS', 'Fermo', 'MPF', 'Exif', 'Telefono'])
    expect(clean.includes(note), note).toBe(false)
  expect(clean.includes('ICC_PROFILE')).toBe(true)
})

test('a JPEG that is cut off loses its notes, one that is none stays as it is', () => {
  expect(Buffer.from(withoutCameraNotes(photo.subarray(0, -100), 'jpg')).includes('Exif')).toBe(false)
  const scan = photo.indexOf('ffda', 'hex')
  // Behind a scan, and in the tables between the scans of a progressive picture.
  for (const end of [[0xff], [0xff, 0xc4], [0xff, 0xc4, 0, 9, 1]]) {
    const cutOff = Buffer.concat([photo.subarray(0, scan + 40), Buffer.from(end)])
    const clean = Buffer.from(withoutCameraNotes(cutOff, 'jpg'))
    expect(clean.includes('Exif')).toBe(false)
    expect(clean.includes(photo.subarray(scan, scan + 40))).toBe(true)
  }
  for (const odd of [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd8, 1, 2, 3]), photo.subarray(0, 40)])
    expect(Buffer.from(withoutCameraNotes(odd, 'jpg')).length).toBeLessThanOrEqual(odd.length)
  expect(withoutCameraNotes(photo, 'pdf')).toBe(photo)
})

test('a PNG loses its notes and keeps the rest', () => {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(content.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([head, named, sum])
  }
  const png = readFileSync('tests/upload-files/animated.png')
  expect(Buffer.from(withoutCameraNotes(png, 'png')).equals(png)).toBe(true)
  const end = png.length - 12
  const noted = Buffer.concat([
    png.subarray(0, end),
    chunk('eXIf', Buffer.from('MM GPS')),
    chunk('iTXt', Buffer.from('XML:com.adobe.xmp\0GPS')),
    chunk('zTXt', Buffer.concat([Buffer.from('Raw profile type exif\0\0'), deflateSync('GPS')])),
    png.subarray(end),
  ])
  expect(Buffer.from(withoutCameraNotes(noted, 'png')).equals(png)).toBe(true)
})
