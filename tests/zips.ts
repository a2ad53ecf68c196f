import { crc32 } from 'node:zlib'

/** Stored without compression. */
export function aZip(files: Record<string, string>): Uint8Array {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const data = Buffer.from(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0) // version
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(Buffer.concat(local).length, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, place, name)
    local.push(Buffer.from('PK\x03\x04', 'latin1'), facts, name, data)
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(Buffer.concat(local).length, 16)
  return Buffer.concat([...local, ...directory, end])
}

const OPEN_DOCUMENT = { odt: 'text', ods: 'spreadsheet', odp: 'presentation' }
const MICROSOFT = {
  docx: ['word/document.xml', 'openxmlformats-officedocument.wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'openxmlformats-officedocument.spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'openxmlformats-officedocument.presentationml.presentation'],
  docm: ['word/document.xml', 'ms-word.document.macroEnabled'],
} as const

/** An office document, recognisable by its parts; `more`: further parts. */
export function anOffice(
  kind: keyof typeof OPEN_DOCUMENT | keyof typeof MICROSOFT,
  more: Record<string, string> = {},
): Uint8Array {
  if (kind in OPEN_DOCUMENT) {
    const mimetype = `application/vnd.oasis.opendocument.${OPEN_DOCUMENT[kind as keyof typeof OPEN_DOCUMENT]}`
    return aZip({ mimetype, 'content.xml': '<office:document-content/>', ...more })
  }
  const [part, type] = MICROSOFT[kind as keyof typeof MICROSOFT]
  const types = `<Types><Override PartName="/${part}" ContentType="application/vnd.${type}.main+xml"/></Types>`
  return aZip({ '[Content_Types].xml': types, '_rels/.rels': '', [part]: '<x/>', ...more })
}
