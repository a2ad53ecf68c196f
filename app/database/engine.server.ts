import type { ClientConfig, PoolConfig } from 'pg'

/** Triggers notify this channel when content of anonymous pages, or a setting, changes. */
export const PAGES_CHANNEL = 'pages'

/** Access to PostgreSQL, on a server or embedded. */
export type Engine = {
  name: 'pglite' | 'postgres'
  /** Configuration of a connection without time limits, for migrations. */
  connection: ClientConfig
  pool: PoolConfig
  /**
   * Returns the configuration of a connection for long work beside the requests; to a copy, if embedded. Call `release`
   * afterwards.
   */
  sideConnection(): Promise<{ connection: ClientConfig; release: () => Promise<void> }>
  start(): Promise<void>
  /** To be called after the connections are closed, and after a failed start. */
  stop(): Promise<void>
}
