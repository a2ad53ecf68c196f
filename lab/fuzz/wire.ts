import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A request as sent; one character of the head is one byte. */
export type Call = {
  method: string
  target: string
  headers: [name: string, value: string][]
  body?: Buffer
  /** Content-Length (right or wrong), chunks, or both. */
  framing?: number | 'chunked' | 'both'
  /** Bytes of the body that are sent. */
  cut?: number
}

export type WireResponse = {
  /** 0: no response. */
  status: number
  headers: Headers
  body: Buffer
  ms: number
}

/** Most milliseconds until a response ends. */
const PATIENCE = 15_000
/** Milliseconds that a truncated request stays open for a response. */
const ANSWER_WINDOW = 150

/** Sends a request on a connection of its own. */
export async function send(port: number, call: Call): Promise<WireResponse> {
  const began = performance.now()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const pieces: Buffer[] = []
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('end', () => socket.end())
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
  write(socket, call)
  if (isCut(call)) {
    await Promise.race([closed, pause(ANSWER_WINDOW)])
    socket.end()
  }
  const timer = setTimeout(() => socket.destroy(), PATIENCE)
  await closed
  clearTimeout(timer)
  return { ...read(Buffer.concat(pieces), call.method), ms: performance.now() - began }
}

/** Whether the server waits for more bytes than are sent. */
export function isCut({ body, framing, cut }: Call): boolean {
  const sent = Math.min(cut ?? Infinity, body?.length ?? 0)
  return sent < (typeof framing === 'number' ? framing : (body?.length ?? 0))
}

function write(socket: Socket, { method, target, headers, body, framing, cut }: Call) {
  const length = typeof framing === 'number' ? framing : body?.length
  const chunked = framing === 'chunked' || framing === 'both'
  const announced: Call['headers'] = [
    ...(length !== undefined && framing !== 'chunked' ? [['Content-Length', String(length)] as const] : []),
    ...(chunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
  ].map(([name, value]) => [name, value])
  const lines = [...headers, ...announced, ['Connection', 'close']].map(
    ([name, value]) => `${name}: ${value}`,
  )
  const sent = (body ?? Buffer.alloc(0)).subarray(0, cut)
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (!chunked) socket.write(sent)
  else {
    const half = sent.length >> 1
    for (const part of [sent.subarray(0, half), sent.subarray(half)])
      if (part.length > 0) socket.write(Buffer.concat([chunkHead(part.length), part, Buffer.from('\r\n')]))
    if (cut === undefined) socket.write('0\r\n\r\n')
  }
}

const chunkHead = (length: number) => Buffer.from(`${length.toString(16)}\r\n`)

function read(bytes: Buffer, method: string): Omit<WireResponse, 'ms'> {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0)
  if (status >= 100 && status < 200) return read(bytes.subarray(end + 4), method)
  const headers = new Headers()
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1))
  const sent = bytes.subarray(end + 4)
  const body = headers.get('Transfer-Encoding') === 'chunked' ? joinChunks(sent) : sent
  const length = headers.get('Content-Length')
  const bodiless = method === 'HEAD' || status === 204 || status === 304
  // A truncated response counts as none.
  const whole = status > 0 && (bodiless || (body !== undefined && (!length || body.length >= Number(length))))
  return whole ? { status, headers, body: decodeBody(body, headers) } : { status: 0, headers, body: bytes }
}

/** Joins the chunks of a body; undefined if the last one is missing. */
function joinChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16)
    if (end < 0 || Number.isNaN(size)) return undefined
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

function decodeBody(body: Buffer = Buffer.alloc(0), headers: Headers): Buffer {
  const encoding = body.length > 0 ? headers.get('Content-Encoding') : null
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}
