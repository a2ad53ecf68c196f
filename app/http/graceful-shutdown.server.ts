import type { Server } from 'node:http'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'

// close-with-grace cuts requests at a second signal, which `npm start` forwards where a whole process group is signalled,
// and listens for SIGSEGV, after which JavaScript may hang.

/** Milliseconds after the signal until requests in progress are cut off. */
const REQUEST_TIME = 8_000
/** Milliseconds after the signal until the process exits in any case. */
const PROCESS_TIME = 9_500

let shuttingDown = false

/** Whether the process is shutting down: it still serves, but `/healthz` and `/readyz` respond with 503. */
export const isShuttingDown = () => shuttingDown

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const exitAtOnce = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])

/** Makes a signal end the process while it starts. The first process of a container would ignore signals otherwise. */
export function shutDownWhileStarting() {
  for (const signal of SIGNALS) process.on(signal, exitAtOnce)
}

type Steps = {
  /** Called at once. */
  stopSchedule: () => Promise<void>
  /** Called last. */
  closeDatabase: () => Promise<void>
}

/**
 * Shuts down at SIGTERM or SIGINT. At SIGTERM `/healthz` and `/readyz` respond with 503 for `DRAIN` seconds, so that a
 * proxy stops sending requests; SIGINT does not wait for that. Then no connection is accepted, each response closes its
 * own, and the process exits with 0 after the last one. After `PROCESS_TIME` it exits with 1.
 */
export function shutDownGracefully(server: Server, { stopSchedule, closeDatabase }: Steps) {
  const shutDown = async (signal: NodeJS.Signals) => {
    if (shuttingDown) return
    shuttingDown = true
    setTimeout(giveUp, PROCESS_TIME).unref()
    const cutTimer = setTimeout(() => server.closeAllConnections(), REQUEST_TIME)
    const scheduleStopped = stopSchedule()
    if (signal === 'SIGTERM') await pause(env.drainSeconds * 1000)
    await closeServer(server)
    clearTimeout(cutTimer)
    await scheduleStopped
    await closeDatabase()
    process.exit(0)
  }
  server.prependListener('request', (_request, response) => {
    if (shuttingDown) response.setHeader('Connection', 'close')
  })
  for (const signal of SIGNALS) process.off(signal, exitAtOnce).on(signal, shutDown)
}

/** Resolves when the last connection is closed. */
async function closeServer(server: Server) {
  const closingTimer = setInterval(() => server.closeIdleConnections(), 100)
  await new Promise((done) => server.close(done))
  clearInterval(closingTimer)
}

function giveUp() {
  log.error('The process did not end by itself')
  process.exit(1)
}
