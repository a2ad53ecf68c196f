/** The types of messages that end a batch: Query, Sync, Flush, Function call, Copy data, Copy done, Copy fail. */
const BATCH_END_TYPES = new Set(Buffer.from('QSHFdcf'))

/**
 * The first byte of the startup packet, the high byte of its length. Other messages begin with the letter of a type.
 */
const STARTUP_BYTE = 0

/**
 * Returns how many of the received bytes may be passed to PGlite: the startup packet, or complete batches. PGlite sends
 * ReadyForQuery after each failing call, so a batch passed in two calls would be answered twice.
 */
export function completeLength(bytes: Buffer): number {
  if (bytes[0] === STARTUP_BYTE) return bytes.length
  let length = 0
  let offset = 0
  // Each message has a type of one byte, then a length of four bytes, which counts itself.
  while (offset + 5 <= bytes.length) {
    const type = bytes.readUInt8(offset)
    offset += 1 + bytes.readInt32BE(offset + 1)
    if (offset <= bytes.length && BATCH_END_TYPES.has(type)) length = offset
  }
  return length
}
