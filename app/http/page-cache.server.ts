import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../runtime/log.server'
import { brotli, compressed, encodingFor, gzipped } from './compression.server'
import { etagOf, matchesETag } from './etag.server'
import { ofEveryAnswer } from './headers.server'
import { requestIdOf } from './request-context.server'

/** All kept pages together, and one alone, in bytes. */
const ROOM = 64 * 1024 * 1024
const LARGEST = 1024 * 1024
/** The quality of brotli while a visitor waits, and afterwards. */
const QUICK = 8
const BEST = 11

/** `answered` is false where a query of the rendering failed. */
export type Rendered = { response: Response; answered: boolean }

/** The content that was shown, and the minute in which it was: pages tell the time. */
type Shown = { generation: number; minute: number }

type Pairs = [name: string, value: string][]

/** The page in one encoding, with the headers of 200 and of 304: names and values in turn. */
type Representation = { etag: string; body: Buffer; headers: string[]; unchanged: string[] }

/** Most browsers take brotli: gzip is made when it is first asked for. */
type Page = Shown & {
  common: Pairs
  identity: Representation
  br: Representation
  gzip?: Representation
}

type Answer = { status: number; headers: string[]; body: Buffer | null }

export type PageCache = ReturnType<typeof pageCache>

/** Keeps the pages of anonymous readers until the content changes or the minute ends (decision 0018). */
export function pageCache() {
  /** By address, the one used last at the end. */
  const kept = new Map<string, Page>()
  /** By address, what is under way: when a page that many ask for has become old, one of them has it rendered. */
  const rendering = new Map<string, Shown & { done: Promise<void> }>()
  let generation = 0
  /** Whether changes are heard; while they are not, a kept page serves only where rendering fails. */
  let trusted = true
  let hits = 0
  let misses = 0
  let improving = Promise.resolve()

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

  /** One page after another, so that compressing leaves room for other work. */
  function improve(path: string, page: Page) {
    improving = improving
      .then(async () => {
        if (kept.get(path) !== page) return
        page.br = representation(page.common, await brotli(page.identity.body, BEST), 'br')
      })
      .catch((err: unknown) => log.error({ err }, 'page could not be compressed'))
  }

  /** Whether the page is kept; then the answer is given. */
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
    /** The content has changed: each page is rendered anew before it is shown again. */
    forget() {
      generation += 1
    },

    /** Whether changes are heard from now on; those of the meantime are not known. */
    trust(heard: boolean) {
      generation += 1
      trusted = heard
    },

    /** How many pages are kept, and how often one was shown again or had to be rendered. */
    state: () => ({ kept: kept.size, hits, misses }),

    /** Answers from what is kept, or calls `render`: at once, or after whoever renders the same page in vain. */
    answer(incoming: IncomingMessage, outgoing: ServerResponse, render: () => void): void {
      const path = keepable(incoming)
      const shown = () => path !== null && show(path, incoming, outgoing)
      if (shown()) return
      const other = path === null ? undefined : rendering.get(path)
      if (other && isCurrent(other)) other.done.then(() => shown() || render())
      else render()
    },

    /**
     * Renders a page and keeps it where it may be kept. What could not be rendered, or not wholly, is answered with what
     * is left of it from before.
     */
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
              br: representation(common, await brotli(identity.body, QUICK), 'br'),
            }
        if (begun.generation === generation) {
          store(path, page)
          if (!same) improve(path, page)
        }
        return toResponse(await answerFrom(page, incoming.headers))
      } finally {
        if (rendering.get(path)?.done === done) rendering.delete(path)
        resolve()
      }
    },
  }
}

/** The address, where the request is one that every anonymous reader would make alike; null where it is not. */
function keepable({ method, url = '', headers }: IncomingMessage): string | null {
  const anonymous = headers.cookie === undefined && headers.authorization === undefined
  const reads = method === 'GET' || method === 'HEAD'
  // Any other sign gives one page many addresses.
  return anonymous && reads && /^\/[a-z\d/-]*$/.test(url) ? url : null
}

/** `no-cache` is what an answer without a rule of its own has been given. */
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

/** What a 304 repeats (RFC 9110, section 15.4.5): the browser has the rest. */
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
