import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'

const brotliCompressed = promisify(brotliCompress)
export const gzipped = promisify(gzip)
const TEXT = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
/** The window (64 KiB) and the quality keep the encoder's memory small: allocating it takes longer than its work. */
const FAST = {
  params: { ...TEXT, [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
/** Bytes: compressing them takes a millisecond, less than handing them to a thread. */
const SMALL = 128 * 1024
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|ld\+json)|image\/svg)/
const REFUSED = /;\s*q=0(\.0*)?\s*$/

/** For a page that is kept: its first response must fit the first round trip (quality §1). */
export function brotli(plain: Buffer) {
  return brotliCompressed(plain, { params: { ...TEXT, [constants.BROTLI_PARAM_QUALITY]: 11 } })
}

function fastBrotli(plain: Buffer) {
  return plain.length <= SMALL ? brotliCompressSync(plain, FAST) : brotliCompressed(plain, FAST)
}

/** The best encoding that the client accepts; null for none. */
export function encodingFor(accepted: string | null | undefined): 'br' | 'gzip' | null {
  const taken = (accepted ?? '')
    .split(',')
    .filter((each) => !REFUSED.test(each))
    .map((each) => each.split(';')[0]?.trim())
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : null
}

/** Compresses a whole response. Downloads stream uncompressed. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  const type = response.headers.get('content-type') ?? ''
  const headers = new Headers(response.headers)
  if (COMPRESSIBLE.test(type)) headers.append('Vary', 'Accept-Encoding')
  const plainly =
    !COMPRESSIBLE.test(type) || headers.has('content-encoding') || headers.has('content-disposition')
  if (!encoding || !response.body || plainly) {
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }
  const plain = Buffer.from(await response.arrayBuffer())
  const body = await (encoding === 'br' ? fastBrotli(plain) : gzipped(plain))
  headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}
