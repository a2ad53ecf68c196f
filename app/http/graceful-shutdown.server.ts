import type { Server } from 'node:http'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'

/** How long after the signal requests in flight are cut, and the process ends whatever hangs, in milliseconds. */
const CUT = 8_000
const END = 9_500

let leaving = false

/** Whether this process has been told to stop. It still serves, but a proxy should send no more requests here. */
export const isShuttingDown = () => leaving

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const leaveAtOnce = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])

/**
 * While it starts it has nothing to finish, and ends with the code of the signal: the first process of a container does
 * not end by itself.
 */
export function shutDownWhileStarting() {
  for (const signal of SIGNALS) process.on(signal, leaveAtOnce)
}

type Rest = {
  /** What works without a request: it stops at once, while requests are still served. */
  stopSchedule: () => Promise<void>
  /** What requests need: it goes last. */
  closeDatabase: () => Promise<void>
}

/**
 * On a stop signal: `/healthz` and `/readyz` say so, and `DRAIN` seconds are left to a proxy to hear it; then nobody is
 * let in, and when the requests in flight are answered the process ends with code 0, within ten seconds in all. Every
 * answer meanwhile is the last of its connection, so that no proxy sends a request on one that is about to be closed.
 * From a keyboard (SIGINT) there is no proxy to wait for.
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

/** When the last connection is. One whose request came before the signal may be kept open by its caller. */
async function closed(server: Server) {
  const tidy = setInterval(() => server.closeIdleConnections(), 100)
  await new Promise((done) => server.close(done))
  clearInterval(tidy)
}

function end() {
  log.error('The process did not end by itself')
  process.exit(1)
}
