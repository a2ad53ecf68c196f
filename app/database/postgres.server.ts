import type { Engine } from './engine.server'

/**
 * A PostgreSQL server, 15 or newer. Time limits in milliseconds: the server ends a query by `statement_timeout` before
 * `pg` does by `query_timeout`, and a visitor learns of an outage within three seconds.
 */
export function postgresEngine(url: string): Engine {
  const connection = { connectionString: url, connectionTimeoutMillis: 2_500, keepAlive: true }
  return {
    name: 'postgres',
    connection,
    pool: {
      ...connection,
      max: 10,
      // An SSD reads pages in any order at nearly the same speed. JIT compilation takes longer than the queries of the
      // site.
      options: '-c random_page_cost=1.1 -c jit=off',
      statement_timeout: 2_000,
      query_timeout: 2_200,
      idle_in_transaction_session_timeout: 10_000,
    },
    sideConnection: async () => ({ connection, release: async () => {} }),
    start: async () => {},
    stop: async () => {},
  }
}
