import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  href,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import styles from './app.css?inline'
import { isOutage } from './database/outage.server'
import { CONTENT_POLICY_HEADER, NONCE, replaceNonces } from './http/headers.server'
import { requestContext } from './http/request-context.server'
import { hasWholeManifest, siteManifest } from './http/site-manifest'
import { log } from './runtime/log.server'
import { renderDuration } from './runtime/metrics.server'
import { mapProvider } from './site/map-provider'
import { hydrateOnIntent } from './ui/hydrate-on-intent'
import { RequestId } from './ui/request-id'

/** Milliseconds after which rendering is aborted. */
const RENDER_TIME = 5_000

/** In development Vite adds styles of its own to the page. */
const isDevelopment = import.meta.env.MODE === 'development'

/** Renders the whole page before the first byte: faster than streaming, and with the true status (ADR 2, ADR 3). */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const { requestId } = context.get(requestContext)
  const chunks: Buffer[] = []
  const body = new Writable({
    highWaterMark: 1024 * 1024, // more than a page has, else React waits until the stream is drained
    write(chunk, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const stopTimer = renderDuration.startTimer()
  const { pipe, abort } = renderToPipeableStream(
    <RequestId value={requestId}>
      <ServerRouter context={entryForPage(entry, request)} url={request.url} nonce={NONCE} />
    </RequestId>,
    {
      nonce: NONCE,
      onAllReady: () => pipe(body),
      onShellError: (error) => body.destroy(error as Error),
      onError: (error) => log.error({ err: error }, 'render failed'),
    },
  )
  const timer = setTimeout(abort, RENDER_TIME)
  await finished(body).finally(() => clearTimeout(timer))
  // The attribute has no use: the router asks for no routes by its links (`routeDiscovery` in react-router.config.ts).
  const rendered = Buffer.concat(chunks).toString().replaceAll(' data-discover="true"', '')
  stopTimer()

  const delayed = hydrateOnIntent(inlineStyles(rendered))
  // The office shows e-mails as they arrive, in a frame with an address of the site.
  const isOffice = new URL(request.url).pathname.startsWith(href('/admin'))
  const frames = isOffice ? [mapProvider.origin, "'self'"] : [mapProvider.origin]
  const { html, policy } = replaceNonces(delayed, { frames, developing: isDevelopment })
  headers.set(CONTENT_POLICY_HEADER, policy)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (!request.headers.has('Cookie')) headers.set('Speculation-Rules', `"${href('/speculation-rules.json')}"`)
  return new Response(html, { status, headers })
}

/**
 * Gives the pages of visitors and members the site manifest. A link from these pages to one of the office or of the
 * teachers needs `reloadDocument`.
 */
function entryForPage(entry: EntryContext, { url }: Request): EntryContext {
  if (isDevelopment || hasWholeManifest(new URL(url).pathname)) return entry
  return { ...entry, manifest: { ...entry.manifest, url: siteManifest(entry.manifest.url) } }
}

/**
 * Writes the styles of a page into its head. The links to the style sheets stay, since React expects them, with a type
 * that no browser loads.
 */
function inlineStyles(html: string) {
  let pageStyles = ''
  const htmlWithInertLinks = html.replace(
    /<link [^>]*rel="stylesheet" href="(\/assets\/[^"]+)"/g,
    (link, path) => {
      pageStyles += readSheet(path)
      return `${link} type="text/plain"`
    },
  )
  return htmlWithInertLinks.replace(
    '</head>',
    () => `<style nonce="${NONCE}">${styles}${pageStyles}</style></head>`,
  )
}

/** The statement that orders the cascade layers. It is left out of the sheets, since `styles` begins with it. */
const LAYER_ORDER = /@layer [\w,]+;/g

const sheets = new Map<string, string>()

/** Reads a style sheet of the build without the order of the layers, once. */
function readSheet(path: string): string {
  const sheet = sheets.get(path) ?? readFileSync(`build/client${path}`, 'utf8').replaceAll(LAYER_ORDER, '')
  sheets.set(path, sheet)
  return sheet
}

/** Logs a fault of a loader or action, and notes an outage of the database, for which the response becomes a 503. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(requestContext).outage ||= isOutage(error)
  log.error({ err: error }, 'request failed')
}
