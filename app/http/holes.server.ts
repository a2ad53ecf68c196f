import { randomInt } from 'node:crypto'
import type { TransformOptions } from 'node:stream'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliDecompress, constants, createBrotliCompress } from 'node:zlib'

/**
 * Bytes with holes: for each value that differs from one answer to the next, its length and where it stands. Filling
 * them is one copy, which is why a page can be compressed once (docs/decisions/0018).
 */
export type Stencil = { bytes: Buffer; holes: { length: number; at: number[] }[] }

/** The text of a page as a stencil, with a hole wherever one of `values` stands (ASCII, none of them empty). */
export function stencilOf(text: string, values: string[]): Stencil {
  const bytes = Buffer.from(text)
  const holes = values.map(({ length }) => ({ length, at: [] as number[] }))
  const longestFirst = values.toSorted((a, b) => b.length - a.length).map(literally)
  if (values.length > 0)
    for (const { 0: value, index } of bytes
      .toString('latin1')
      .matchAll(new RegExp(longestFirst.join('|'), 'g')))
      holes[values.indexOf(value)]?.at.push(index)
  return { bytes, holes }
}

const literally = (value: string) => value.replace(/[^\w]/g, '\\$&')

/**
 * The bytes with these values in their holes, each as long as the one that it stands for. `filled` is what was filled
 * before and is of no use any more; without it a copy is made.
 */
export function fill(
  { bytes, holes }: Stencil,
  values: string[],
  filled: Buffer = Buffer.from(bytes),
): Buffer {
  holes.forEach(({ length, at }, i) => {
    for (const offset of at) filled.write(values[i] ?? '', offset, length, 'latin1')
  })
  return filled
}

/** How often another stand-in is tried for values that a chance match would tear apart. */
const ATTEMPTS = 4

/**
 * The stencil, compressed with brotli; null where no way was found. The first of each value stands in it as it is, and
 * those after are copies of the first, so that filling the few bytes of the first changes them all. What comes out is
 * tried with other values before it is handed out.
 */
export async function brotliStencil(plain: Stencil, quality: number): Promise<Stencil | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const compressed = await compress(plain, quality)
    if ((await holds(plain, compressed)) && (await holds(plain, compressed))) return compressed
  }
  return null
}

async function holds(plain: Stencil, compressed: Stencil): Promise<boolean> {
  const values = standIns(plain, LETTERS)
  const decompressed = await promisify(brotliDecompress)(fill(compressed, values)).catch(() => null)
  return decompressed?.equals(fill(plain, values)) ?? false
}

/** Bytes that no text holds: nothing in the page resembles the values that are replaced by them. */
const UNTEXTUAL = [
  1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
].concat([127, 192, 193, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255])
/** Letters, digits and signs: other bytes than those, at every place. */
const LETTERS = Array.from({ length: 64 }, (_, i) => 48 + i)

function standIns({ holes }: Stencil, alphabet: number[]): string[] {
  return holes.map(({ length }) =>
    String.fromCharCode(...Array.from({ length }, () => alphabet[randomInt(alphabet.length)] ?? 0)),
  )
}

/**
 * Flushing the compressor before and after the first of each value makes it whole bytes, which give way to a block that
 * brotli stores as it is (RFC 7932, section 9.2). Codes must not follow from what stands before them, which may be one
 * of the values: hence no modelling of contexts, which costs about one byte in a hundred.
 */
async function compress(plain: Stencil, quality: number): Promise<Stencil> {
  const text = fill(plain, standIns(plain, UNTEXTUAL))
  const options: BrotliOptions & TransformOptions = {
    // Room for all of it: what a flush brings out is read before more is written.
    highWaterMark: text.length * 2 + 1024,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  }
  const compressor = createBrotliCompress(options)
  const piece = async (from: number, to: number): Promise<Buffer> => {
    compressor.write(text.subarray(from, to))
    await new Promise<void>((done) => compressor.flush(constants.BROTLI_OPERATION_FLUSH, done))
    return compressor.read() ?? Buffer.alloc(0)
  }

  const pieces: Buffer[] = []
  const size = () => pieces.reduce((sum, { length }) => sum + length, 0)
  const holes: Stencil['holes'] = plain.holes.map(({ length }) => ({ length, at: [] }))
  const firsts = plain.holes
    .flatMap(({ length, at: [at] }, i) => (at === undefined ? [] : { at, length, hole: holes[i] }))
    .sort((a, b) => a.at - b.at)
  let read = 0
  for (const { at, length, hole } of firsts) {
    pieces.push(await piece(read, at))
    await piece(at, at + length)
    pieces.push(storedHeader(length))
    hole?.at.push(size())
    pieces.push(text.subarray(at, at + length))
    read = at + length
  }
  compressor.end(text.subarray(read))
  pieces.push(...(await compressor.toArray()))
  return { bytes: Buffer.concat(pieces), holes }
}

/** Of a block of 1 to 65,536 bytes: not the last (1 bit), length less one in 16 bits (2 + 16), stored as it is (1). */
function storedHeader(length: number): Buffer {
  const header = Buffer.alloc(3)
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3)
  return header
}
