import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { parseAccept } from 'hono/utils/accept'

// hono/compress has no Brotli, which makes a page a fifth smaller than gzip and lets it fit the first round trip.

export const compressGzip = promisify(gzip)
const compressBrotliInThread = promisify(brotliCompress)
const TEXT = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
const SMALLEST = { params: { ...TEXT, [constants.BROTLI_PARAM_QUALITY]: 11 } }
/** A small window (64 KiB) needs little memory, whose allocation takes longer than the compression. */
const FASTEST = {
  params: { ...TEXT, [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
/** Bytes up to which compression takes about a millisecond, less than passing the work to a thread. */
const SMALL = 128 * 1024

/** Compresses as far as possible, in a thread, which takes about 50 ms. For pages that are cached. */
export function compressBrotli(plain: Buffer): Promise<Buffer> {
  return compressBrotliInThread(plain, SMALLEST)
}

function compressBrotliFast(plain: Buffer): Buffer | Promise<Buffer> {
  return plain.length <= SMALL ? brotliCompressSync(plain, FASTEST) : compressBrotliInThread(plain, FASTEST)
}

const ENCODINGS = ['br', 'gzip'] as const

/** Returns the best encoding that the client accepts; null for none. */
export function chooseEncoding(acceptEncoding: string | null | undefined): 'br' | 'gzip' | null {
  const acceptable = parseAccept(acceptEncoding ?? '').filter(({ q }) => q > 0)
  return ENCODINGS.find((encoding) => acceptable.some(({ type }) => type === encoding)) ?? null
}

/** Compresses a response of text, read whole. Downloads stay streams, uncompressed. */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const { headers, body, status, statusText } = response
  if (!COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '')) return response
  headers.append('Vary', 'Accept-Encoding')
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding'))
  if (!encoding || !body || headers.has('Content-Encoding') || headers.has('Content-Disposition'))
    return response
  const plain = Buffer.from(await response.arrayBuffer())
  const compressed = await (encoding === 'br' ? compressBrotliFast(plain) : compressGzip(plain))
  headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(compressed.length))
  return new Response(new Uint8Array(compressed), { status, statusText, headers })
}
