import type { Engine } from './engine.server'

/**
 * A PostgreSQL server, 15 or newer. Time limits in milliseconds: the server's statement timeout ends a query before
 * ours would, and a visitor learns of an outage within three seconds.
 */
export function postgres(url: string): Engine {
  const connection = { connectionString: url, connectionTimeoutMillis: 2_500, keepAlive: true }
  return {
    name: 'postgres',
    connection,
    pool: {
      ...connection,
      max: 10,
      // Indexes pay early on SSDs, and JIT compilation takes longer than our queries.
      options: '-c random_page_cost=1.1 -c jit=off',
      statement_timeout: 2_000,
      query_timeout: 2_200,
      idle_in_transaction_session_timeout: 10_000,
    },
    aside: async () => ({ connection, release: async () => {} }),
    start: async () => {},
    stop: async () => {},
  }
}
