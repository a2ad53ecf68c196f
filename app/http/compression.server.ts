import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotliCompressed = promisify(brotliCompress)
export const gzipped = promisify(gzip)
export const brotli = (plain: Buffer, quality: number) =>
  brotliCompressed(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|ld\+json)|image\/svg)/
const REFUSED = /;\s*q=0(\.0*)?\s*$/

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
  const body = await (encoding === 'br' ? brotli(plain, 6) : gzipped(plain))
  headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}
