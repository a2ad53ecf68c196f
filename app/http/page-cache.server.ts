import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { millisecondsInMinute } from 'date-fns/constants'
import { chooseEncoding, compressBrotli, compressGzip, compressResponse } from './compression.server'
import { createETag, matchesETag } from './etag.server'
import { defaultHeaders } from './headers.server'
import { chooseRequestId } from './request-context.server'

/** Most bytes of all cached pages. */
const CACHE_LIMIT = 64 * 1024 * 1024
/** Most bytes of one cached page in all encodings. */
const PAGE_LIMIT = 1024 * 1024

/** What rendering a page yields. `complete`: whether all its queries succeeded. */
type Rendered = { response: Response; complete: boolean }

/**
 * What a page was rendered from: `generation` counts the changes of the content; the minute counts because opening
 * hours and days change with it.
 */
type Version = { generation: number; minute: number }

type HeaderPairs = [name: string, value: string][]

/** A page in one encoding. `headers` (for 200) and `unchanged` (for 304) alternate names and values. */
type Representation = { etag: string; body: Buffer; headers: string[]; unchanged: string[] }

/** A cached page in its encodings. */
type Page = Version & Record<'identity' | 'br' | 'gzip', Representation>

type Reply = { status: number; headers: string[]; body: Buffer | null }

export type PageCache = ReturnType<typeof createPageCache>

/** Keeps pages for anonymous readers until the content changes or the minute ends (ADR 18). */
export function createPageCache() {
  /** Cached pages by path; the least recently used comes first. */
  const pages = new Map<string, Page>()
  /** By path: concurrent requests for a page wait for one rendering. */
  const renderings = new Map<string, Version & { done: Promise<void> }>()
  let generation = 0
  /** False while the process hears of no changes: a cached page is then sent only if rendering fails. */
  let trusted = true
  let hits = 0
  let misses = 0

  const currentVersion = (): Version => ({
    generation,
    minute: Math.floor(Date.now() / millisecondsInMinute),
  })

  function isCurrent(version: Version): boolean {
    const { minute } = currentVersion()
    return trusted && version.generation === generation && version.minute === minute
  }

  function store(path: string, page: Page) {
    pages.delete(path)
    if (countBytes(page) > PAGE_LIMIT) return
    pages.set(path, page)
    let bytes = 0
    for (const storedPage of pages.values()) bytes += countBytes(storedPage)
    for (const [oldestPath, oldestPage] of pages) {
      if (bytes <= CACHE_LIMIT) break
      bytes -= countBytes(oldestPage)
      pages.delete(oldestPath)
    }
  }

  /** Responds from the cache if it has a current page. Returns whether it has responded. */
  function respondFromCache(path: string, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const page = pages.get(path)
    if (!page || !isCurrent(page)) return false
    hits += 1
    pages.delete(path)
    pages.set(path, page)
    const { status, headers, body } = createReply(page, incoming.headers)
    outgoing.writeHead(status, [...headers, 'X-Request-Id', chooseRequestId(incoming)]).end(body)
    return true
  }

  return {
    /** Invalidates every page. */
    invalidate() {
      generation += 1
    },

    /** Invalidates every page and sets whether the process hears of changes. Until it does, every page is rendered. */
    setTrusted(hearsChanges: boolean) {
      generation += 1
      trusted = hearsChanges
    },

    state: () => ({ size: pages.size, hits, misses }),

    /**
     * Responds from the cache, or calls `render`; first waits for a rendering of the same page, if one is under way.
     */
    respond(incoming: IncomingMessage, outgoing: ServerResponse, render: () => void): void {
      const path = findCachePath(incoming)
      const respondIfCached = () => path !== null && respondFromCache(path, incoming, outgoing)
      if (respondIfCached()) return
      const otherRendering = path === null ? undefined : renderings.get(path)
      if (otherRendering && isCurrent(otherRendering))
        otherRendering.done.then(() => respondIfCached() || render())
      else render()
    },

    /**
     * Renders a page, and caches it if it is the same for everybody. If it fails, the page cached before is sent
     * instead.
     */
    async renderPage(
      incoming: IncomingMessage,
      request: Request,
      render: () => Promise<Rendered>,
    ): Promise<Response> {
      const path = incoming.method === 'GET' ? findCachePath(incoming) : null
      if (path === null) return compressResponse(request, (await render()).response)
      misses += 1
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const version = currentVersion()
      renderings.set(path, { ...version, done })
      try {
        const { response, complete } = await render()
        const cachedPage = pages.get(path)
        // A 503 with Retry-After is intended (site/preparing.server.ts).
        const isBroken = response.status >= 500 && !response.headers.has('Retry-After')
        const hasFailed = isBroken || !complete
        if (hasFailed && cachedPage) return toResponse(createReply(cachedPage, incoming.headers))
        if (hasFailed || !isForAll(response)) {
          pages.delete(path)
          return compressResponse(request, response)
        }
        const common = listHeaders(response)
        const identity = createRepresentation(common, Buffer.from(await response.arrayBuffer()))
        const isUnchanged = cachedPage?.identity.etag === identity.etag
        const page: Page = isUnchanged
          ? Object.assign(cachedPage, version)
          : { ...version, identity, ...(await compressAll(common, identity.body)) }
        if (version.generation === generation) store(path, page)
        return toResponse(createReply(page, incoming.headers))
      } finally {
        if (renderings.get(path)?.done === done) renderings.delete(path)
        resolve()
      }
    },
  }
}

/** Returns the path under which the page of an anonymous request is cached; null if it must not be cached. */
function findCachePath({ method, url = '', headers }: IncomingMessage): string | null {
  const isAnonymous = headers.cookie === undefined && headers.authorization === undefined
  const isReading = method === 'GET' || method === 'HEAD'
  // With other characters one page could be cached under many paths.
  return isAnonymous && isReading && /^\/[a-z\d/-]*$/.test(url) ? url : null
}

/** Whether a page is the same for everybody. `no-cache` is the default, so the route has set no rule of its own. */
function isForAll({ status, headers }: Response): boolean {
  const isPage = status === 200 && headers.get('Content-Type')?.startsWith('text/html')
  return Boolean(isPage) && !headers.has('Set-Cookie') && headers.get('Cache-Control') === 'no-cache'
}

/** The headers of a response with the default ones, for every encoding. */
function listHeaders(response: Response): HeaderPairs {
  const headers = new Headers(defaultHeaders())
  for (const [name, value] of response.headers) headers.set(name, value)
  headers.append('Vary', 'Accept-Encoding')
  return [...headers]
}

/** The headers that a 304 must repeat (RFC 9110). */
const HEADERS_OF_304 = ['cache-control', 'vary']

function createRepresentation(common: HeaderPairs, body: Buffer, encoding?: 'br' | 'gzip'): Representation {
  const etag = createETag(body)
  return {
    etag,
    body,
    headers: [
      ...common.flat(),
      ...['ETag', etag, 'Content-Length', String(body.length)],
      ...(encoding ? ['Content-Encoding', encoding] : []),
    ],
    unchanged: [...common.filter(([name]) => HEADERS_OF_304.includes(name)).flat(), 'ETag', etag],
  }
}

async function compressAll(common: HeaderPairs, body: Buffer) {
  const [br, gzip] = await Promise.all([compressBrotli(body), compressGzip(body)])
  return { br: createRepresentation(common, br, 'br'), gzip: createRepresentation(common, gzip, 'gzip') }
}

function createReply(page: Page, requestHeaders: IncomingHttpHeaders): Reply {
  const encoding = chooseEncoding(requestHeaders['accept-encoding'])
  const { etag, body, headers, unchanged } = page[encoding ?? 'identity']
  return matchesETag(requestHeaders['if-none-match'], etag)
    ? { status: 304, headers: unchanged, body: null }
    : { status: 200, headers, body }
}

function toResponse({ status, headers, body }: Reply): Response {
  const pairs = headers.flatMap((name, i) =>
    i % 2 === 0 ? [[name, headers[i + 1] ?? ''] as [string, string]] : [],
  )
  return new Response(body && new Uint8Array(body), { status, headers: pairs })
}

function countBytes({ identity, br, gzip }: Page): number {
  return identity.body.length + br.body.length + gzip.body.length
}
