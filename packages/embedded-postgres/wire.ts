/** Messages after which PostgreSQL answers: Query, Sync, Flush, Function call, Copy data, done and fail. */
const ENDS_BATCH = new Set(Buffer.from('QSHFdcf'))

/** The one message without a type in front begins with the high byte of its small length. */
const STARTUP = 0

/**
 * How many of the bytes that a client has sent may be handed to the backend now: the startup packet, which comes
 * alone, or as many batches as are complete; 0 while none is. PGlite answers ReadyForQuery after every call that
 * fails, so a batch (Parse, Bind, … Sync) handed over in two calls would be answered twice.
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
