import { serveStatic } from '@hono/node-server/serve-static'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { RouterContextProvider } from 'react-router'
import type { ViteDevServer } from 'vite'
import { ping, trackFailedQueries } from '../database/client.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { type LargeForms, limitBody } from './body-limit.server'
import { compressResponse } from './compression.server'
import { limitRequests } from './concurrent-requests.server'
import { drainBody } from './drain-body.server'
import { isShuttingDown } from './graceful-shutdown.server'
import {
  addCacheControl,
  addDefaultHeaders,
  addSecurityHeaders,
  RESOURCE_POLICY_HEADER,
} from './headers.server'
import type { PageCache } from './page-cache.server'
import { isFunctionCall, isRead, refuseRequest } from './refuse.server'
import { requestContext } from './request-context.server'
import { type HttpEnv, logRequests } from './request-log.server'

export type RenderPage = (request: Request, context: RouterContextProvider) => Promise<Response>

/** Seconds. */
const YEAR = 31_536_000
const NO_LARGE_FORMS: LargeForms = { withoutFiles: [], withFiles: [] }

type Parts = {
  render: RenderPage
  vite?: ViteDevServer | undefined
  /** The cache of pages; without it every page is rendered. */
  pages?: PageCache | undefined
  metrics?: MiddlewareHandler<HttpEnv>
  largeForms?: LargeForms
}

/** Builds the HTTP server application: files, health checks, headers and limits around the pages. */
export function createHttpApp({ render, vite, pages, metrics, largeForms = NO_LARGE_FORMS }: Parts) {
  const app = new Hono<HttpEnv>()

  app.use(logRequests)
  app.use(limitRequests)
  app.use(drainBody)
  app.use(addDefaultHeaders)
  app.use('/:check{healthz|readyz}', async (c, next) => {
    c.get('requestContext').route = c.req.path
    return isShuttingDown() ? c.text('in chiusura', 503) : next()
  })
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => ((await ping()) ? c.text('ok') : c.text('database non raggiungibile', 503)))

  if (metrics) app.get('/metrics', metrics)

  if (vite) app.use(passToVite(vite))
  else app.use(serveFiles)

  app.use(normaliseAddress)
  app.use(refuseOtherSites)
  app.use(limitBody(largeForms))
  app.onError((error, c) => {
    // A client that disconnects is no fault.
    const isDisconnected = 'code' in error && error.code === 'ECONNRESET'
    if (!isDisconnected) log.error({ err: error }, 'request failed outside of the application')
    return refuseRequest(c, 400, 'Richiesta non valida.')
  })
  app.all('*', async (c) => {
    const request = c.req.raw
    const renderResponse = async () => {
      const { result, allSucceeded: complete } = await trackFailedQueries(() =>
        render(atPublicOrigin(request), createContext(c)),
      )
      const page = isMissingFile(c, result) ? await renderNotFound(c, render) : result
      const response = translateError(c, page)
      addSecurityHeaders(response.headers)
      addCacheControl(request, response.headers)
      return { response, complete }
    }
    return pages
      ? pages.renderPage(c.env.incoming, request, renderResponse)
      : compressResponse(request, (await renderResponse()).response)
  })
  return app
}

/** Serves the built files. Those of the build, which have a hash in their name, and the fonts never change. */
const serveFiles = serveStatic<HttpEnv>({
  root: './build/client',
  precompressed: true,
  onFound: (path, c: Context<HttpEnv>) => {
    c.get('requestContext').route = 'file'
    const isImmutable = path.includes('/assets/') || path.includes('/fonts/')
    c.header('Cache-Control', isImmutable ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600')
    if (/\/(icons\/|favicon\.)/.test(path)) c.header(RESOURCE_POLICY_HEADER, 'cross-origin')
  },
})

/** Lets Vite answer in development; what it does not know goes on to the application. */
function passToVite(vite: ViteDevServer) {
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    const { incoming, outgoing } = c.env
    const isUnknownToVite = await new Promise<boolean>((resolve) => {
      outgoing.once('close', () => resolve(false))
      vite.middlewares(incoming, outgoing, () => resolve(true))
    })
    return isUnknownToVite ? next() : RESPONSE_ALREADY_SENT
  }
}

/** Gives a request the scheme and host of the public origin, which React Router compares with the Origin header. */
function atPublicOrigin(request: Request): Request {
  const { pathname, search } = new URL(request.url)
  const url = new URL(env.publicOrigin)
  url.pathname = pathname
  url.search = search
  const result = new Request(url, request)
  if (result.headers.has('Origin')) result.headers.set('Origin', env.publicOrigin)
  return result
}

/**
 * Redirects to the one address of a page: without trailing slashes, and for a GET or HEAD without what a careless copy
 * adds, and with a first part in small letters. Other methods get 308, which keeps the method.
 * Refuses other methods than GET, HEAD and POST (405), and addresses that begin with '//' (400).
 */
async function normaliseAddress(c: Context, next: () => Promise<void>) {
  const { pathname, search } = new URL(c.req.url)
  if (!['GET', 'HEAD', 'POST'].includes(c.req.method))
    return refuseRequest(c, 405, 'Metodo non ammesso.', {
      Allow: isFunctionCall(c) ? 'POST' : 'GET, HEAD, POST',
    })
  if (pathname.startsWith('//')) return refuseRequest(c, 400, 'Indirizzo non valido.')
  const path = isRead(c)
    ? pathWithoutPunctuation(pathname).replace(FIRST_PART, (part) => part.toLowerCase())
    : pathWithoutTrailingSlashes(pathname)
  return path === pathname ? next() : c.redirect(path + search, isRead(c) ? 301 : 308)
}

/** The first part of a path, unless it names a file. Later parts may be tokens, in which capitals count. */
const FIRST_PART = /^\/[a-z-]+(?=\/|$)/i
/** What follows an address in a sentence: stops, commas, brackets, quotes, blanks, invisible and broken characters. */
const PUNCTUATION = /^[\p{Z}\p{C}\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,;:!?'"`´*…<>|\\/\ufffd]$/u
/** What stands before an address in a sentence. The slash is one of them, so that no '//' is left, another host. */
const OPENING_PUNCTUATION = /^[\p{Ps}\p{Pi}'"`/]$/u
/** Markup after an address, such as a line break of HTML, percent-encoded. */
const MARKUP = /%3[ce].*/is
/** A character, in percent-encoding one to four bytes. */
const CHARACTER = /%[c-f][\da-f](?:%[89ab][\da-f])+|%[\da-f]{2}|./gi

/**
 * Removes punctuation at the beginning and the end of a path, and markup after it. What is left is not decoded: it
 * could become another host.
 */
export function pathWithoutPunctuation(path: string): string {
  const characters = path.replace(MARKUP, '').match(CHARACTER) ?? []
  while (characters.length > 0 && PUNCTUATION.test(decodeCharacter(characters.at(-1) ?? ''))) characters.pop()
  let start = 1
  while (OPENING_PUNCTUATION.test(decodeCharacter(characters[start] ?? ''))) start += 1
  return `/${characters.slice(start).join('')}`
}

/** The character, or U+FFFD for bytes that encode none. */
function decodeCharacter(character: string): string {
  try {
    return decodeURIComponent(character)
  } catch {
    return '\ufffd'
  }
}

/** Removes trailing slashes. By a loop, since a pattern for them takes quadratic time. */
export function pathWithoutTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end) || '/'
}

/** Translates React Router’s own refusals (405, 500) into Italian; an outage of the database becomes 503. */
function translateError(c: Context<HttpEnv>, response: Response): Response {
  const { outage, requestId } = c.get('requestContext')
  const type = response.headers.get('Content-Type') ?? ''
  const isOfRouter = type.startsWith('application/json') && !response.headers.has('Allow')
  if (response.status === 405 && isOfRouter) return refuseRequest(c, 405, 'Metodo non ammesso.')
  if (response.status !== 500) return response
  const status = outage ? 503 : 500
  return type.startsWith('text/plain')
    ? c.text(`Qualcosa è andato storto: riprova tra poco. Codice: ${requestId}`, status)
    : new Response(response.body, { status, headers: response.headers })
}

/** Whether a browser asked for a file that does not exist, and would see the plain text of a resource route. */
function isMissingFile(c: Context, { status, headers }: Response): boolean {
  const isText = headers.get('Content-Type')?.startsWith('text/plain') ?? false
  const wantsPage = c.req.header('Accept')?.includes('text/html') ?? false
  return status === 404 && isText && isRead(c) && wantsPage
}

/** Renders the page for addresses without a route, by asking for one that never exists. */
function renderNotFound(c: Context<HttpEnv>, render: RenderPage): Promise<Response> {
  const { url, method, headers } = atPublicOrigin(c.req.raw)
  return render(new Request(`${url.replace(/\?.*$/, '')}/non-esiste`, { method, headers }), createContext(c))
}

function createContext(c: Context<HttpEnv>): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(requestContext, c.get('requestContext'))
  return context
}

/**
 * CSRF protection: refuses a POST from the page of another site. A POST without Origin and Sec-Fetch-Site passes: it
 * comes from a program that is not a browser.
 */
async function refuseOtherSites(c: Context, next: () => Promise<void>) {
  if (!isRead(c)) {
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const isForeign =
      (origin && !isOwnOrigin(origin, c)) || (site && site !== 'same-origin' && site !== 'none')
    if (isForeign) return refuseRequest(c, 403, 'Richiesta rifiutata: arriva da un altro sito.')
  }
  return next()
}

/** Whether an Origin header names this site. One that is not public accepts any host name under which it is reached. */
function isOwnOrigin(origin: string, c: Context): boolean {
  return origin === env.publicOrigin || (!env.isPublic && origin === new URL(c.req.url).origin)
}
