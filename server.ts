import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createRequestHandler, href, RouterContextProvider, type ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { stopWatchingContentChanges, watchContentChanges } from './app/database/changes.server'
import { closeDatabase } from './app/database/client.server'
import { runSerially } from './app/database/exclusive.server'
import { readInstallationSecret } from './app/database/secret.server'
import { shutDownGracefully, shutDownWhileStarting } from './app/http/graceful-shutdown.server'
import { CONTENT_POLICY_HEADER } from './app/http/headers.server'
import { createHttpApp, type RenderPage } from './app/http/http.server'
import { listen } from './app/http/listen.server'
import { createPageCache } from './app/http/page-cache.server'
import { requestContext } from './app/http/request-context.server'
import { LARGE_FORMS } from './app/large-forms'
import { runCommand, serveConsoleCommands } from './app/operations/console.server'
import { DEMO_ACCOUNTS } from './app/operations/demo/accounts'
import { loadFirstData } from './app/operations/first-data.server'
import { showMetrics } from './app/operations/metrics.server'
import { thisProcess } from './app/operations/process.server'
import { startSchedule, stopSchedule } from './app/operations/schedule.server'
import { explainFailedStart, openSite } from './app/operations/start.server'
import { env } from './app/runtime/env.server'
import { log } from './app/runtime/log.server'
import { missingData } from './app/settings/missing-data'
import { isPreparing } from './app/site/preparing.server'
import { siteSettings } from './app/site/settings'
import { reloadSettings } from './app/site/snapshot.server'

/** Exported for the npm commands, which load this module. */
export { runCommand }

/**
 * Starts the site: opens the database, loads its first data, serves pages, and starts the schedule. `vite`: the
 * development server; absent in production.
 */
export async function startServer({ vite }: { vite?: ViteDevServer } = {}): Promise<void> {
  await openSite()
  await readInstallationSecret()
  const hasDemo = await runSerially(loadFirstData)

  const pages = vite ? undefined : createPageCache()
  if (pages) await watchContentChanges(pages, reloadSettings)
  if (pages) thisProcess.pageCache = pages
  const render = await pageRenderer(vite)
  const app = createHttpApp({ render, vite, pages, metrics: showMetrics, largeForms: LARGE_FORMS })
  const address = { port: env.port, hostname: env.host }
  const server = listen({ fetch: app.fetch, pages, ...address }, () => printWelcome(hasDemo))
  await once(server, 'listening')
  startSchedule()
  const stopCommands = await serveConsoleCommands()
  shutDownGracefully(server, {
    stopSchedule: () => stopSchedule().finally(stopCommands),
    closeDatabase: () => stopWatchingContentChanges().then(closeDatabase),
  })
}

async function pageRenderer(vite?: ViteDevServer): Promise<RenderPage> {
  const load = (): Promise<ServerBuild> =>
    vite
      ? (vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>)
      : import('virtual:react-router/server-build')
  return vite ? createRequestHandler(load, 'development') : createRequestHandler(await load(), 'production')
}

/** Renders a page without a server, for scripts/check-page.mjs. */
export async function renderForCheck(path: string): Promise<{ html: string; policy: string | null }> {
  const context = new RouterContextProvider()
  context.set(requestContext, { address: '', requestId: '' })
  const render = await pageRenderer()
  const response = await render(new Request(env.publicOrigin + path), context)
  return { html: await response.text(), policy: response.headers.get(CONTENT_POLICY_HEADER) }
}

/** Prints the address of the site, which data of a public site are still invented, and the demo accounts if they exist. */
function printWelcome(hasDemo: boolean) {
  console.log(`\n  ${siteSettings().company.name} è in ascolto su ${env.publicOrigin}\n`)
  if (isPreparing()) printMissingData()
  if (!hasDemo) return
  const { admin, member, teacher } = DEMO_ACCOUNTS
  console.log('  Accessi dimostrativi:')
  console.log(`    amministratore  ${admin.email}  ${admin.password}`)
  console.log(`    corsista        ${member.email}  ${member.password}`)
  console.log(`    docente         ${teacher.email}  ${teacher.password}\n`)
}

function printMissingData() {
  const missing = missingData().map(({ label }) => label)
  console.log('  I visitatori vedono «Il sito è in preparazione» finché un amministratore non scrive:')
  console.log(`    ${missing.join(', ')}`)
  console.log(`  in ${env.publicOrigin}${href('/admin/impostazioni')}; poi il sito si apre da solo.\n`)
}

/** Whether this module is run as the program, rather than imported. */
const isProgram = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isProgram) {
  shutDownWhileStarting()
  startServer().catch((error) => {
    log.fatal({ err: error }, 'start failed')
    process.stderr.write(`\n  ${explainFailedStart(error)}\n\n`)
    process.exit(1)
  })
}
