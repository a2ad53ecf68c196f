import type { Engine } from './engine.server'

/**
 * A PostgreSQL server, version 15 or newer. Visitors learn of a dead or hanging server within three seconds
 * (quality §6): the server gives up on a statement first, we give up on a server that does not even do that.
 * Limits in milliseconds.
 */
export function postgres(url: string): Engine {
  const connection = { connectionString: url, connectionTimeoutMillis: 2_500, keepAlive: true }
  return {
    name: 'postgres',
    connection,
    pool: {
      ...connection,
      max: 10,
      // On disks without heads and in memory an index is worth its while far earlier than the default believes; and to
      // compile a query takes longer than any of ours runs.
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
