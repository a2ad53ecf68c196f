import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { Outage } from './outage.server'

/** Milliseconds in which requests fail at once after a timeout. */
const PAUSE = 1_000

/** The messages by which `pg` reports a timeout. */
const SILENCE = ['Query read timeout', 'Connection terminated due to connection timeout']

type Taken = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

/** A circuit breaker: after a timeout, requests for a connection fail at once for a second. */
export class CircuitBreakerPool extends Pool {
  #silentUntil = 0

  constructor(config: PoolConfig) {
    super(config)
    this.on('release', (error) => this.#note(error))
  }

  override connect(): Promise<PoolClient>
  override connect(taken: Taken): void
  override connect(taken?: Taken) {
    const connecting = performance.now() < this.#silentUntil ? refused() : super.connect()
    connecting.catch((error) => this.#note(error))
    if (!taken) return connecting
    connecting.then(
      (client) => taken(undefined, client, client.release),
      (error) => taken(error, undefined, () => {}),
    )
  }

  #note(error: unknown) {
    if (!(error instanceof Error)) return
    if (SILENCE.includes(error.message)) this.#silentUntil = performance.now() + PAUSE
    this.#note(error.cause)
  }
}

const refused = () => Promise.reject<PoolClient>(new Outage('The database has just not answered'))
