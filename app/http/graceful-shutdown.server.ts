import type { Server } from 'node:http'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'

/** Milliseconds after the signal until requests in flight are cut and the process ends. */
const CUT = 8_000
const END = 9_500

let leaving = false

/** The process still serves; `/healthz` and `/readyz` answer 503. */
export const isShuttingDown = () => leaving

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const leaveAtOnce = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])

/** While it starts, the process ends with the code of the signal: the first process of a container ignores it otherwise. */
export function shutDownWhileStarting() {
  for (const signal of SIGNALS) process.on(signal, leaveAtOnce)
}

type Rest = {
  /** Called at once. */
  stopSchedule: () => Promise<void>
  /** Called last. */
  closeDatabase: () => Promise<void>
}

/**
 * On SIGTERM `/healthz` and `/readyz` answer 503 for `DRAIN` seconds, then no connection is accepted. The process exits
 * with 0 after the requests in flight, within ten seconds. Each response meanwhile closes its connection. SIGINT does
 * not wait for a proxy.
 */
export function shutDownGracefully(server: Server, { stopSchedule, closeDatabase }: Rest) {
  const leave = async (signal: NodeJS.Signals) => {
    if (leaving) return
    leaving = true
    setTimeout(end, END).unref()
    const cut = setTimeout(() => server.closeAllConnections(), CUT)
    const quiet = stopSchedule()
    if (signal === 'SIGTERM') await pause(env.drain * 1000)
    await closed(server)
    clearTimeout(cut)
    await quiet
    await closeDatabase()
    process.exit(0)
  }
  server.prependListener('request', (_request, response) => {
    if (leaving) response.setHeader('Connection', 'close')
  })
  for (const signal of SIGNALS) process.off(signal, leaveAtOnce).on(signal, leave)
}

/** Resolves when the last connection is closed. */
async function closed(server: Server) {
  const tidy = setInterval(() => server.closeIdleConnections(), 100)
  await new Promise((done) => server.close(done))
  clearInterval(tidy)
}

function end() {
  log.error('The process did not end by itself')
  process.exit(1)
}
