const SIGNATURES = [
  { kind: 'excel', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { kind: 'excel', bytes: [0xd0, 0xcf, 0x11, 0xe0] },
  { kind: 'pdf', bytes: [0x25, 0x50, 0x44, 0x46] },
] as const

const beginsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, i) => bytes[i] === byte)

/** Recognises files that people send in place of a text table, any ZIP or Office file as 'excel'; null for others. */
export function documentKind(file: Uint8Array): 'excel' | 'pdf' | null {
  return SIGNATURES.find(({ bytes }) => beginsWith(file, bytes))?.kind ?? null
}

/** The text of a file: UTF-8, UTF-16, or Windows-1252 where it is neither. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

/** Bytes at the beginning of a file that are looked at. */
const SAMPLE = 200

function encodingOf(bytes: Uint8Array): string {
  if (beginsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (beginsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  // Latin text in UTF-16 without a mark: nearly every second byte is 0.
  const zerosAt = (place: 0 | 1) =>
    bytes.slice(0, SAMPLE).filter((byte, i) => i % 2 === place && byte === 0).length
  const half = Math.min(SAMPLE, bytes.length) / 2
  if (bytes.length >= 2 && zerosAt(1) > half * 0.8) return 'utf-16le'
  if (bytes.length >= 2 && zerosAt(0) > half * 0.8) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
