import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../runtime/log.server'
import { compressed, encodingFor, gzipped } from './compression.server'
import { etagOf, matchesETag } from './etag.server'
import { ofEveryAnswer, POLICY } from './headers.server'
import { brotliStencil, fill, type Stencil, stencilOf } from './holes.server'
import { requestIdOf } from './request-context.server'

/** All kept pages together, and one alone, in bytes. */
const ROOM = 64 * 1024 * 1024
const LARGEST = 1024 * 1024
/** Of each page, so many copies are kept for the next answers. */
const SPARES = 8
/** The quality of brotli while a visitor waits, and afterwards. */
const QUICK = 8
const BEST = 11

/** What a rendering brought: `own` as in `RequestContext`; `answered` is false where the database was asked in vain. */
export type Rendered = { response: Response; own: Map<string, () => string>; answered: boolean }

/** The content that was shown, and the minute in which it was: pages tell the time. */
type Shown = { generation: number; minute: number }

type Page = Shown & {
  tag: string
  /** Names and values in turn: of every answer, and of one that brings the page. */
  headers: string[]
  ofBody: string[]
  /** The policy, cut where the first of `own`, the nonce, stands in it. */
  policy: string[]
  /** The values that stand in the policy, and in the page where it has holes, with what makes others. */
  own: [value: string, another: () => string][]
  plain: Stencil
  brotli: Stencil | null
  /** Filled before, and sent: to fill one of these again spares the copy, and the collector its work. */
  spare: Buffer[]
}

/** `spare` takes the body back when it has been sent. */
type Answer = { status: number; headers: string[]; body: Buffer | null; spare?: Buffer[] }

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
  let bytes = 0
  let hits = 0
  let misses = 0
  let improving = Promise.resolve()

  const isCurrent = (page: Shown) =>
    trusted && page.generation === generation && page.minute === minuteOf(Date.now())

  function drop(path: string) {
    const page = kept.get(path)
    if (page && kept.delete(path)) bytes -= sizeOf(page)
  }

  function store(path: string, page: Page) {
    drop(path)
    if (sizeOf(page) > LARGEST) return
    kept.set(path, page)
    bytes += sizeOf(page)
    for (const oldest of kept.keys()) {
      if (bytes <= ROOM) break
      drop(oldest)
    }
  }

  /** One page after another, so that compressing leaves room for other work. */
  function improve(path: string, page: Page) {
    improving = improving
      .then(async () => {
        const better = kept.get(path) === page && (await brotliStencil(page.plain, BEST))
        if (!better || kept.get(path) !== page) return
        bytes -= sizeOf(page)
        page.brotli = better
        page.spare = []
        bytes += sizeOf(page)
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
    const send = ({ status, headers, body, spare }: Answer) =>
      outgoing.writeHead(status, [...headers, 'X-Request-Id', requestIdOf(incoming)]).end(body, () => {
        if (body && spare && spare.length < SPARES) spare.push(body)
      })
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
        const { response, own, answered } = await render()
        const former = kept.get(path)
        const failed = response.status >= 500 || !answered
        if (failed && former) return toResponse(await answerFrom(former, incoming.headers))
        if (failed || !isForAll(response)) {
          drop(path)
          return compressed(request, response)
        }
        const rendered = await readPage(response, own)
        const same = former?.tag === rendered.tag
        const page: Page = same
          ? Object.assign(former, begun)
          : { ...rendered, ...begun, spare: [], brotli: await brotliStencil(rendered.plain, QUICK) }
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

async function readPage(response: Response, own: Map<string, () => string>) {
  const plain = stencilOf(await response.text(), [...own.keys()])
  const blank = fill(
    plain,
    plain.holes.map(({ length }) => '\0'.repeat(length)),
  )
  const tag = etagOf(blank)
  const headers = new Headers(ofEveryAnswer())
  for (const [name, value] of response.headers) headers.set(name, value)
  headers.append('Vary', 'Accept-Encoding')
  headers.set('ETag', `W/${tag}`)
  const policy = headers.get(POLICY) ?? ''
  const type = headers.get('Content-Type') ?? ''
  headers.delete(POLICY)
  headers.delete('Content-Type')
  const [nonce = ''] = own.keys()
  return {
    tag,
    headers: [...headers].flat(),
    ofBody: ['Content-Type', type],
    policy: nonce ? policy.split(nonce) : [policy],
    own: [...own],
    plain,
  }
}

function answerFrom(page: Page, asked: IncomingHttpHeaders): Answer | Promise<Answer> {
  if (matchesETag(asked['if-none-match'], page.tag)) return { status: 304, headers: page.headers, body: null }
  const values = page.own.map(([, another]) => another())
  // Not with 304: the policy that a browser holds belongs to the page that it holds.
  const headers = [...page.headers, ...page.ofBody, POLICY, page.policy.join(values[0])]
  const encoding = encodingFor(asked['accept-encoding'])
  if (encoding === 'br' && page.brotli) {
    const { brotli, spare } = page
    return { ...whole(headers, fill(brotli, values, spare.pop()), 'br'), spare }
  }
  const body = fill(page.plain, values)
  return encoding === 'gzip'
    ? gzipped(body).then((zipped) => whole(headers, zipped, 'gzip'))
    : whole(headers, body)
}

function whole(headers: string[], body: Buffer, encoding?: string): Answer {
  if (encoding) headers.push('Content-Encoding', encoding)
  headers.push('Content-Length', String(body.length))
  return { status: 200, headers, body }
}

function toResponse({ status, headers, body }: Answer): Response {
  const pairs = headers.flatMap((name, i) =>
    i % 2 === 0 ? [[name, headers[i + 1] ?? ''] as [string, string]] : [],
  )
  return new Response(body && new Uint8Array(body), { status, headers: pairs })
}

const sizeOf = ({ plain, brotli }: Page) => plain.bytes.length + (brotli?.bytes.length ?? 0) * (1 + SPARES)
const minuteOf = (moment: number) => Math.floor(moment / 60_000)
