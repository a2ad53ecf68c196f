import { serveStatic } from '@hono/node-server/serve-static'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { RouterContextProvider } from 'react-router'
import type { ViteDevServer } from 'vite'
import { observed, ping } from '../database/client.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { limitBody } from './body-limit.server'
import { compressed } from './compression.server'
import { drainBody } from './drain-body.server'
import { isShuttingDown } from './graceful-shutdown.server'
import { EMBEDDING, keepPrivate, plainHeaders, secure } from './headers.server'
import type { PageCache } from './page-cache.server'
import { isCall, isReading, refuse } from './refuse.server'
import { type RequestContext, requestContext } from './request-context.server'
import { limitRequests } from './request-limit.server'
import { logRequests, type Site } from './request-log.server'

export type RenderPage = (request: Request, context: RouterContextProvider) => Promise<Response>

const YEAR = 31_536_000

type Parts = {
  render: RenderPage
  vite?: ViteDevServer | undefined
  /** Without it every page is rendered. */
  pages?: PageCache | undefined
  metrics?: MiddlewareHandler<Site>
}

/** Files, health, headers and limits around the application. */
export function httpApp({ render, vite, pages, metrics }: Parts) {
  const app = new Hono<Site>()

  app.use(logRequests)
  app.use(limitRequests)
  app.use(drainBody)
  app.use(plainHeaders)
  app.use('/:check{healthz|readyz}', async (c, next) => {
    c.get('requestContext').route = c.req.path
    return isShuttingDown() ? c.text('in chiusura', 503) : next()
  })
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => ((await ping()) ? c.text('ok') : c.text('database non raggiungibile', 503)))

  if (metrics) app.get('/metrics', metrics)

  if (vite) app.use(passTo(vite))
  else app.use(files)

  app.use(refuseOddAddresses)
  app.use(refuseOtherSites)
  app.use(limitBody)
  app.onError((error, c) => {
    // A client that disconnects is no fault.
    const left = 'code' in error && error.code === 'ECONNRESET'
    if (!left) log.error({ err: error }, 'request failed outside of the application')
    return refuse(c, 400, 'Richiesta non valida.')
  })
  app.all('*', async (c) => {
    const asked = c.get('requestContext')
    const context = new RouterContextProvider()
    context.set(requestContext, asked)
    const rendered = async () => {
      const { result, answered } = await observed(() => render(atPublicOrigin(c.req.raw), context))
      const answer = isMissingFile(c.req.raw, result) ? await notFoundPage(c.req.raw, asked, render) : result
      const response = inItalian(c, answer, asked)
      secure(response.headers)
      keepPrivate(c.req.raw, response.headers)
      return { response, answered }
    }
    return pages
      ? pages.keep(c.env.incoming, c.req.raw, rendered)
      : compressed(c.req.raw, (await rendered()).response)
  })
  return app
}

/** Files with a hash in their name never change. */
const files = serveStatic<Site>({
  root: './build/client',
  precompressed: true,
  onFound: (path, c: Context<Site>) => {
    c.get('requestContext').route = 'file'
    const lasting = path.includes('/assets/') || path.includes('/fonts/')
    c.header('Cache-Control', lasting ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600')
    if (/\/(icons\/|favicon\.)/.test(path)) c.header(EMBEDDING, 'cross-origin')
  },
})

function passTo(vite: ViteDevServer) {
  return async (c: Context<Site>, next: () => Promise<void>) => {
    const { incoming, outgoing } = c.env
    const passed = await new Promise<boolean>((resolve) => {
      outgoing.once('close', () => resolve(false))
      vite.middlewares(incoming, outgoing, () => resolve(true))
    })
    return passed ? next() : RESPONSE_ALREADY_SENT
  }
}

/** Scheme and host of the public origin, which React Router compares with the Origin header. */
function atPublicOrigin(request: Request): Request {
  const { pathname, search } = new URL(request.url)
  const url = new URL(env.publicOrigin)
  url.pathname = pathname
  url.search = search
  const addressed = new Request(url, request)
  if (addressed.headers.has('Origin')) addressed.headers.set('Origin', env.publicOrigin)
  return addressed
}

/** One address per page. A redirected POST keeps its method with 308. */
async function refuseOddAddresses(c: Context, next: () => Promise<void>) {
  const { pathname, search } = new URL(c.req.url)
  if (!['GET', 'HEAD', 'POST'].includes(c.req.method))
    return refuse(c, 405, 'Metodo non ammesso.', { Allow: isCall(c) ? 'POST' : 'GET, HEAD, POST' })
  if (pathname.startsWith('//')) return refuse(c, 400, 'Indirizzo non valido.')
  const path = isReading(c) ? pathWithoutPunctuation(pathname) : pathWithoutEnd(pathname)
  return path === pathname ? next() : c.redirect(path + search, isReading(c) ? 301 : 308)
}

/** What follows an address in a sentence: stops, commas, brackets, quotes, blanks and invisible characters. */
const PUNCTUATION = /^[\p{Z}\p{C}\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,;:!?'"`´*…<>|\\/]$/u
/** A character, in percent-encoding one to four bytes. */
const CHARACTER = /%[c-f][\da-f](?:%[89ab][\da-f])+|%[\da-f]{2}|./gi

/** Without the end of the sentence that the address stood in. What stays is not decoded: it could become another host. */
export function pathWithoutPunctuation(path: string): string {
  const characters = path.match(CHARACTER) ?? []
  while (characters.length > 0 && PUNCTUATION.test(decoded(characters.at(-1) ?? ''))) characters.pop()
  return characters.join('') || '/'
}

function decoded(character: string): string {
  try {
    return decodeURIComponent(character)
  } catch {
    return ''
  }
}

/** A loop: the pattern for trailing slashes takes quadratic time. */
export function pathWithoutEnd(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end) || '/'
}

/** Puts React Router’s own refusals (405, 500) into Italian; an outage becomes 503. */
function inItalian(c: Context, response: Response, { outage, requestId }: RequestContext): Response {
  const type = response.headers.get('Content-Type') ?? ''
  const bare = type.startsWith('application/json') && !response.headers.has('Allow')
  if (response.status === 405 && bare) return refuse(c, 405, 'Metodo non ammesso.')
  if (response.status !== 500) return response
  const status = outage ? 503 : 500
  return type.startsWith('text/plain')
    ? c.text(`Qualcosa è andato storto: riprova tra poco. Codice: ${requestId}`, status)
    : new Response(response.body, { status, headers: response.headers })
}

/** Whether a browser asked for a file, which has no page, and there is none. */
function isMissingFile(request: Request, { status, headers }: Response): boolean {
  const isText = headers.get('Content-Type')?.startsWith('text/plain')
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return (
    status === 404 &&
    Boolean(isText) &&
    reads &&
    Boolean(request.headers.get('Accept')?.includes('text/html'))
  )
}

/** The page of an address that is no route. */
function notFoundPage(request: Request, asked: RequestContext, render: RenderPage): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(requestContext, asked)
  const { pathname, origin } = new URL(atPublicOrigin(request).url)
  return render(
    new Request(`${origin}${pathname}/non-esiste`, { method: request.method, headers: request.headers }),
    context,
  )
}

/** CSRF protection: a POST comes from our own pages or from no browser. */
async function refuseOtherSites(c: Context, next: () => Promise<void>) {
  if (!isReading(c)) {
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const foreign = (origin && !isOurs(origin, c)) || (site && site !== 'same-origin' && site !== 'none')
    if (foreign) return refuse(c, 403, 'Richiesta rifiutata: arriva da un altro sito.')
  }
  return next()
}

/** Without a public origin any host name is ours. */
function isOurs(origin: string, c: Context) {
  return origin === env.publicOrigin || (!env.isPublic && origin === new URL(c.req.url).origin)
}
