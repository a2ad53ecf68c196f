import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { CircuitBreakerPool } from './pool.server'
import { postgresEngine } from './postgres.server'

/** AuthenticationOk and ReadyForQuery. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')

/** A pool on a server that answers nothing after its greeting. */
async function aHangingServer(onTestFinished: TestContext['onTestFinished'], greeting?: Buffer) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (greeting) socket.once('data', () => socket.write(greeting))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = new CircuitBreakerPool(postgresEngine(`postgres://nobody@127.0.0.1:${port}/nothing`).pool)
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await pool.end()
  })
  return pool
}

async function timeToFail(query: Promise<unknown>): Promise<number> {
  const start = performance.now()
  await expect(query).rejects.toThrow()
  return performance.now() - start
}

test.concurrent('a server that does not welcome us is given up within three seconds', async ({
  onTestFinished,
}) => {
  const pool = await aHangingServer(onTestFinished)
  expect(await timeToFail(pool.query('select 1'))).toBeLessThan(3_000)
})

test.concurrent('a server that stops answering is given up within three seconds', async ({
  onTestFinished,
}) => {
  const pool = await aHangingServer(onTestFinished, WELCOME)
  expect(await timeToFail(pool.query('select 1'))).toBeLessThan(3_000)
  expect(pool.totalCount).toBe(0)
})

test.concurrent('whoever asks just after that does not wait as well, and a second later it is tried again', async ({
  onTestFinished,
}) => {
  const pool = await aHangingServer(onTestFinished, WELCOME)
  await timeToFail(pool.query('select 1'))
  expect(await timeToFail(pool.query('select 1'))).toBeLessThan(100)
  await setTimeout(1_100)
  expect(await timeToFail(pool.query('select 1'))).toBeGreaterThan(1_000)
})

test.concurrent('a server that is not there is known at once', async () => {
  const pool = new CircuitBreakerPool(postgresEngine('postgres://nobody@127.0.0.1:1/nothing').pool)
  expect(await timeToFail(pool.query('select 1'))).toBeLessThan(500)
})
