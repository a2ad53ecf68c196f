import { once } from 'node:events'
import { env } from '../../app/platform/env.server'
import { listen } from '../../app/platform/listen.server'
import { openEverything, whyNotStarted } from '../../app/start.server'

/** Starts as `server.ts` does, without pages. (A program for `aProgram`.) */
try {
  await openEverything(Number(process.env.PATIENCE ?? 30_000))
  const server = listen({ fetch: () => new Response(), port: env.port, hostname: env.host }, () => {})
  await once(server, 'listening')
  process.exit(0)
} catch (error) {
  console.error(whyNotStarted(error))
  process.exit(1)
}
