import { once } from 'node:events'
import { get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { RouterContextProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { stopWatchingContentChanges, watchContentChanges } from '../app/database/changes.server'
import { CONTENT_POLICY_HEADER, NONCE, replaceNonces } from '../app/http/headers.server'
import { createHttpApp, type RenderPage } from '../app/http/http.server'
import { listen } from '../app/http/listen.server'
import { createPageCache } from '../app/http/page-cache.server'
import { LARGE_FORMS } from '../app/large-forms'
import { reloadSettings } from '../app/site/snapshot.server'
import { wholeSite } from './site'

/** The site on its own port until the test ends. */
export async function serving(
  render: RenderPage,
  pages: ReturnType<typeof createPageCache> | null = createPageCache(),
) {
  if (pages) await watchContentChanges(pages, reloadSettings)
  const pageCache = pages ?? undefined
  const { fetch: respond } = createHttpApp({ render, pages: pageCache, largeForms: LARGE_FORMS })
  const server = listen({ fetch: respond, pages: pageCache, port: 0, hostname: '127.0.0.1' }, () => {})
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    if (pages) await stopWatchingContentChanges()
  })
  const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init, headers })
  /** Compressed or not, as sent. */
  const raw = async (path: string, headers: IncomingHttpHeaders) => {
    const [response] = await once(get({ port, path, headers }), 'response')
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }
  return {
    ask,
    raw,
    pages: pages ?? createPageCache(),
    text: async (path: string) => (await ask(path)).text(),
  }
}

/** No page expires during the test. */
export function stopClock() {
  const minute = 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / minute) * minute })
}

/** The loaders' data in a script. */
export async function plainPages(): Promise<RenderPage> {
  const site = await wholeSite()
  return async (request: Request, context: RouterContextProvider) => {
    if (request.method !== 'GET') return site(request, context)
    const { pathname, search, origin } = new URL(request.url)
    const data = `${origin}${pathname === '/' ? '/_' : pathname}.data${search}`
    const loaded = await site(new Request(data, { headers: request.headers }), context)
    if (loaded.status === 202) return site(request, context) // a redirect, told to a script
    const marked = `<!DOCTYPE html><script nonce="${NONCE}">${await loaded.text()}</script>`
    const { html, policy } = replaceNonces(marked, { frames: [], developing: false })
    const headers = new Headers({
      'Content-Type': 'text/html; charset=utf-8',
      [CONTENT_POLICY_HEADER]: policy,
    })
    for (const cookie of loaded.headers.getSetCookie()) headers.append('Set-Cookie', cookie)
    return new Response(html, { status: loaded.status, headers })
  }
}

export const html = (text: string, init: ResponseInit = {}) =>
  new Response(`<!DOCTYPE html>${text}`, {
    ...init,
    headers: { 'Content-Type': 'text/html', ...init.headers },
  })

export const timestampIn = (text: string) => text.match(/\d{13}\.[\w-]{22}/)?.[0] ?? ''
/** Without what differs in each rendering. */
export const blank = (text: string) => text.replaceAll(timestampIn(text) || '?', '')
