import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { Outage } from './outage.server'

/** Milliseconds in which requests fail at once after a timeout. */
const PAUSE = 1_000

/** The messages by which `pg` reports a timeout. */
const TIMEOUT_MESSAGES = ['Query read timeout', 'Connection terminated due to connection timeout']

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

/** A circuit breaker: after a timeout, requests for a connection fail at once for a second. */
export class CircuitBreakerPool extends Pool {
  #silentUntil = 0

  constructor(config: PoolConfig) {
    super(config)
    this.on('release', (error) => this.#noteTimeout(error))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback) {
    const connecting = performance.now() < this.#silentUntil ? refuseConnection() : super.connect()
    connecting.catch((error) => this.#noteTimeout(error))
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
  }

  #noteTimeout(error: unknown) {
    if (!(error instanceof Error)) return
    if (TIMEOUT_MESSAGES.includes(error.message)) this.#silentUntil = performance.now() + PAUSE
    this.#noteTimeout(error.cause)
  }
}

const refuseConnection = () => Promise.reject<PoolClient>(new Outage('The database has just not answered'))
