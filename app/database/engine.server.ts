import type { ClientConfig, PoolConfig } from 'pg'

/** Triggers notify this channel when content of anonymous pages changes. */
export const PAGES_CHANGED = 'pages'

/** Access to PostgreSQL, on a server or embedded. */
export type Engine = {
  name: 'pglite' | 'postgres'
  /** Configuration of a connection without time limits, for migrations. */
  connection: ClientConfig
  pool: PoolConfig
  /** Returns the configuration of a connection for long reads, to a copy if embedded. Call `release` afterwards. */
  aside(): Promise<{ connection: ClientConfig; release: () => Promise<void> }>
  start(): Promise<void>
  /** To be called after the connections are closed, and after a failed start. */
  stop(): Promise<void>
}
