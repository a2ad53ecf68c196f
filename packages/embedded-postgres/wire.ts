/** The types of messages that end a batch: Query, Sync, Flush, Function call, Copy data, Copy done, Copy fail. */
const ENDS_BATCH = new Set(Buffer.from('QSHFdcf'))

/** The startup packet begins with the high byte of its length. */
const STARTUP = 0

/**
 * Returns how many of the bytes may be passed to the backend: the startup packet, or complete batches. PGlite sends
 * ReadyForQuery after each failing call, so a batch passed in two calls would be answered twice.
 */
export function completeBatches(bytes: Buffer): number {
  if (bytes[0] === STARTUP) return bytes.length
  let complete = 0
  let read = 0
  while (read + 5 <= bytes.length) {
    const type = bytes.readUInt8(read)
    read += 1 + bytes.readInt32BE(read + 1)
    if (read <= bytes.length && ENDS_BATCH.has(type)) complete = read
  }
  return complete
}
