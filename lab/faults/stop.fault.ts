import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import type { Crowd } from '../../tests/programs/crowd'
import { recordNone, recordTimes } from './measured'
import { aFolder, anAddress, aSite, type Site } from './running-site'
import { aCrowd, aMessage } from './writes'

// SIGTERM with requests in flight.

const ROUNDS = 3
/** Requests that began this many milliseconds before the signal must finish; younger ones may be refused. */
const BEGUN = 500

/** Sends half a form and later the rest. Resolves with the status or the error code. */
function aSlowMessage(site: Site, crowd: Crowd) {
  const body = String(aMessage(crowd).form.body)
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length }
  const headers = { 'X-Forwarded-For': anAddress(), ...type }
  const sending = request(`${site.origin}/contatti`, { method: 'POST', headers, agent: false })
  const outcome = once(sending, 'response').then(
    ([response]) => (response as IncomingMessage).resume().statusCode,
    (error) => error.code,
  )
  sending.write(body.slice(0, 20))
  return { finish: () => sending.end(body.slice(20)), outcome }
}

test('SIGTERM under load', { timeout: 600_000 }, async () => {
  const settings = { DATA_DIR: aFolder() }
  const crowd = await aCrowd({ ...settings, COURSES: '12' })
  const site = await aSite(settings)
  const times: number[] = []
  const [broken, wrongCodes, served]: [unknown[], unknown[], unknown[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    await site.start()
    let signalled = Infinity
    const reading = Array.from({ length: 8 }, async () => {
      while (performance.now() < signalled) {
        const begun = performance.now()
        const outcome = await site.ask('/corsi').then(
          async (response) => (await response.text()).endsWith('</html>') || 'cut',
          (error) => error.cause?.code ?? error.message,
        )
        if (outcome !== true && begun + BEGUN < signalled) broken.push(outcome)
      }
    })
    const slow = Array.from({ length: 4 }, () => aSlowMessage(site, crowd))
    await pause(BEGUN + 500)
    signalled = performance.now()
    const ended = site.end('SIGTERM')
    await pause(1_000)
    const fresh = await site.ask('/readyz').then(
      ({ status }) => status,
      () => 'refused',
    )
    if (fresh !== 'refused' && fresh !== 503) served.push(fresh)
    for (const { finish } of slow) finish()
    for (const { outcome } of slow) if ((await outcome) !== 302) broken.push(await outcome)
    const code = await ended
    times.push(performance.now() - signalled)
    if (code !== 0) wrongCodes.push(code)
    await Promise.all(reading)
  }
  recordNone('SIGTERM under load: requests in flight, not finished', ROUNDS, broken)
  recordNone('SIGTERM under load: looks whether it is ready, neither 503 nor refused', ROUNDS, served)
  recordNone('SIGTERM under load: exits that are not 0', ROUNDS, wrongCodes)
  recordTimes('SIGTERM under load: until the exit', times, 10_000)
})

test('SIGTERM while it starts', { timeout: 600_000 }, async () => {
  const site = await aSite({ DATA_DIR: aFolder() })
  const times: number[] = []
  const wrongCodes: unknown[] = []
  for (const wait of [200, 500, 1_000, 2_000, 3_000, 4_000]) {
    const starting = site.start().catch(() => {})
    await pause(wait)
    const signalled = performance.now()
    const code = await site.end('SIGTERM')
    times.push(performance.now() - signalled)
    // Node's default before the handler is set.
    if (code && code !== 143) wrongCodes.push(code)
    await starting
  }
  recordNone('SIGTERM while it starts: exits with an error', times.length, wrongCodes)
  recordTimes('SIGTERM while it starts: until the exit', times, 10_000)
  recordTimes('SIGTERM while it starts: the next start', [await site.start()], 30_000)
  await site.end('SIGTERM')
})
