import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { brotli, compressed, encodingFor, gzipped } from './compression.server'
import { etagOf, matchesETag } from './etag.server'
import { ofEveryAnswer } from './headers.server'
import { requestIdOf } from './request-context.server'

/** Bytes of all kept pages, and of one. */
const ROOM = 64 * 1024 * 1024
const LARGEST = 1024 * 1024

/** `answered`: whether every query of the rendering succeeded. */
export type Rendered = { response: Response; answered: boolean }

/** Pages show the time, so they are valid for a minute. */
type Shown = { generation: number; minute: number }

type Pairs = [name: string, value: string][]

/** `headers` of 200 and `unchanged` of 304 are names and values in turn. */
type Representation = { etag: string; body: Buffer; headers: string[]; unchanged: string[] }

/** gzip is made at its first request. */
type Page = Shown & {
  common: Pairs
  identity: Representation
  br: Representation
  gzip?: Representation
}

type Answer = { status: number; headers: string[]; body: Buffer | null }

export type PageCache = ReturnType<typeof pageCache>

/** Keeps pages for anonymous readers until the content changes or the minute ends (decision 0018). */
export function pageCache() {
  /** By path, in order of use. */
  const kept = new Map<string, Page>()
  /** By path: concurrent requests for a page wait for one rendering. */
  const rendering = new Map<string, Shown & { done: Promise<void> }>()
  let generation = 0
  /** False while the listening connection is lost: a kept page then serves only where rendering fails. */
  let trusted = true
  let hits = 0
  let misses = 0

  const isCurrent = (page: Shown) =>
    trusted && page.generation === generation && page.minute === minuteOf(Date.now())

  function store(path: string, page: Page) {
    kept.delete(path)
    if (sizeOf(page) > LARGEST) return
    kept.set(path, page)
    let bytes = 0
    for (const each of kept.values()) bytes += sizeOf(each)
    for (const [oldest, each] of kept) {
      if (bytes <= ROOM) break
      bytes -= sizeOf(each)
      kept.delete(oldest)
    }
  }

  /** Answers from the cache; returns whether it did. */
  function show(path: string, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const page = kept.get(path)
    if (!page || !isCurrent(page)) return false
    hits += 1
    kept.delete(path)
    kept.set(path, page)
    const send = ({ status, headers, body }: Answer) =>
      outgoing.writeHead(status, [...headers, 'X-Request-Id', requestIdOf(incoming)]).end(body)
    const answer = answerFrom(page, incoming.headers)
    if (answer instanceof Promise) answer.then(send, () => outgoing.destroy())
    else send(answer)
    return true
  }

  return {
    /** Invalidates every page. */
    forget() {
      generation += 1
    },

    trust(heard: boolean) {
      generation += 1
      trusted = heard
    },

    state: () => ({ kept: kept.size, hits, misses }),

    /** Answers from the cache, or calls `render`, after another rendering of the same page. */
    answer(incoming: IncomingMessage, outgoing: ServerResponse, render: () => void): void {
      const path = keepable(incoming)
      const shown = () => path !== null && show(path, incoming, outgoing)
      if (shown()) return
      const other = path === null ? undefined : rendering.get(path)
      if (other && isCurrent(other)) other.done.then(() => shown() || render())
      else render()
    },

    /** Renders a page and keeps it if it may be kept. A page that fails is answered from the former one. */
    async keep(
      incoming: IncomingMessage,
      request: Request,
      render: () => Promise<Rendered>,
    ): Promise<Response> {
      const path = incoming.method === 'GET' ? keepable(incoming) : null
      if (path === null) return compressed(request, (await render()).response)
      misses += 1
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const begun = { generation, minute: minuteOf(Date.now()) }
      rendering.set(path, { ...begun, done })
      try {
        const { response, answered } = await render()
        const former = kept.get(path)
        const failed = response.status >= 500 || !answered
        if (failed && former) return toResponse(await answerFrom(former, incoming.headers))
        if (failed || !isForAll(response)) {
          kept.delete(path)
          return compressed(request, response)
        }
        const common = headersOf(response)
        const identity = representation(common, Buffer.from(await response.arrayBuffer()))
        const same = former?.identity.etag === identity.etag
        const page: Page = same
          ? Object.assign(former, begun)
          : {
              ...begun,
              common,
              identity,
              br: representation(common, await brotli(identity.body), 'br'),
            }
        if (begun.generation === generation) store(path, page)
        return toResponse(await answerFrom(page, incoming.headers))
      } finally {
        if (rendering.get(path)?.done === done) rendering.delete(path)
        resolve()
      }
    },
  }
}

/** The path of a request that every anonymous reader sends alike; else null. */
function keepable({ method, url = '', headers }: IncomingMessage): string | null {
  const anonymous = headers.cookie === undefined && headers.authorization === undefined
  const reads = method === 'GET' || method === 'HEAD'
  // Other characters give one page many paths.
  return anonymous && reads && /^\/[a-z\d/-]*$/.test(url) ? url : null
}

/** `no-cache` is the default, so the route set no rule of its own. */
function isForAll({ status, headers }: Response): boolean {
  const isPage = status === 200 && headers.get('Content-Type')?.startsWith('text/html')
  return Boolean(isPage) && !headers.has('Set-Cookie') && headers.get('Cache-Control') === 'no-cache'
}

function headersOf(response: Response): Pairs {
  const headers = new Headers(ofEveryAnswer())
  for (const [name, value] of response.headers) headers.set(name, value)
  headers.append('Vary', 'Accept-Encoding')
  return [...headers]
}

/** RFC 9110, section 15.4.5. */
const OF_304 = ['cache-control', 'vary']

function representation(common: Pairs, body: Buffer, encoding?: 'br' | 'gzip'): Representation {
  const etag = etagOf(body)
  return {
    etag,
    body,
    headers: [
      ...common.flat(),
      ...['ETag', etag, 'Content-Length', String(body.length)],
      ...(encoding ? ['Content-Encoding', encoding] : []),
    ],
    unchanged: [...common.filter(([name]) => OF_304.includes(name)).flat(), 'ETag', etag],
  }
}

function answerFrom(page: Page, asked: IncomingHttpHeaders): Answer | Promise<Answer> {
  const answer = ({ etag, body, headers, unchanged }: Representation): Answer =>
    matchesETag(asked['if-none-match'], etag)
      ? { status: 304, headers: unchanged, body: null }
      : { status: 200, headers, body }
  const encoding = encodingFor(asked['accept-encoding'])
  if (encoding !== 'gzip') return answer(page[encoding ?? 'identity'])
  return page.gzip ? answer(page.gzip) : zip(page).then(answer)
}

async function zip(page: Page): Promise<Representation> {
  page.gzip = representation(page.common, await gzipped(page.identity.body), 'gzip')
  return page.gzip
}

function toResponse({ status, headers, body }: Answer): Response {
  const pairs = headers.flatMap((name, i) =>
    i % 2 === 0 ? [[name, headers[i + 1] ?? ''] as [string, string]] : [],
  )
  return new Response(body && new Uint8Array(body), { status, headers: pairs })
}

const sizeOf = ({ identity, br, gzip }: Page) =>
  identity.body.length + br.body.length + (gzip?.body.length ?? 0)
const minuteOf = (moment: number) => Math.floor(moment / 60_000)
