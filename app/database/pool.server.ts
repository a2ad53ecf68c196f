import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { Outage } from './outage.server'

/** Milliseconds after a timeout, in which requests for a connection fail at once. */
const REFUSAL_PERIOD = 1_000

/** The messages by which `pg` reports a timeout. */
const TIMEOUT_MESSAGES = ['Query read timeout', 'Connection terminated due to connection timeout']

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

/**
 * A pool that, after a timeout, refuses requests for a connection at once for `REFUSAL_PERIOD`: they would only wait
 * for the same timeout.
 */
export class CircuitBreakerPool extends Pool {
  #refusesUntil = 0

  constructor(config: PoolConfig) {
    super(config)
    this.on('release', (error) => this.#noteTimeout(error))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback) {
    const connecting = performance.now() < this.#refusesUntil ? refuseConnection() : super.connect()
    connecting.catch((error) => this.#noteTimeout(error))
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
  }

  #noteTimeout(error: unknown) {
    if (!(error instanceof Error)) return
    if (TIMEOUT_MESSAGES.includes(error.message)) this.#refusesUntil = performance.now() + REFUSAL_PERIOD
    this.#noteTimeout(error.cause)
  }
}

const refuseConnection = () => Promise.reject<PoolClient>(new Outage('The database has just not answered'))
