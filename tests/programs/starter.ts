import { once } from 'node:events'
import { listen } from '../../app/http/listen.server'
import { explainFailedStart, openSite } from '../../app/operations/start.server'
import { env } from '../../app/runtime/env.server'

/** Starts as `server.ts`, without pages. */
try {
  await openSite(Number(process.env.PATIENCE ?? 30_000))
  const server = listen({ fetch: () => new Response(), port: env.port, hostname: env.host }, () => {})
  await once(server, 'listening')
  process.exit(0)
} catch (error) {
  console.error(explainFailedStart(error))
  process.exit(1)
}
