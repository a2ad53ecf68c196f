import type { ClientConfig, PoolConfig } from 'pg'

/** On this channel triggers announce, at commit, that what anonymous pages show has changed. */
export const PAGES_CHANGED = 'pages'

/** A way to reach PostgreSQL. Whatever the engine, the rest of the site sees one `pg` pool. */
export type Engine = {
  name: 'pglite' | 'postgres'
  /** One connection without time limits, for work such as migrations: the connections of the pool have them. */
  connection: ClientConfig
  /** The connections that serve requests. */
  pool: PoolConfig
  /** A connection for reading at length while the site serves, and how to give it back. */
  aside(): Promise<{ connection: ClientConfig; release: () => Promise<void> }>
  /** Makes connections possible; throws where the database cannot be had. */
  start(): Promise<void>
  /** Gives everything back: when the connections are closed, and after a start that failed. */
  stop(): Promise<void>
}
