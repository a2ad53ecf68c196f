import type { ClientConfig } from 'pg'
import { createDatabase, embeddedPostgres } from '../../packages/embedded-postgres'
import { log } from '../runtime/log.server'
import { type Engine, PAGES_CHANNEL } from './engine.server'

/**
 * The embedded database in a folder. `longestQuery`: milliseconds after which a query of the pool ends the thread of
 * the database; by default those of the package.
 */
export function embeddedEngine(directory: string, longestQuery?: number): Engine {
  const engine = embeddedPostgres(directory, {
    ...(longestQuery !== undefined && { longestQuery }),
    onError: (message, details) => log.error(details, message),
  })
  return {
    name: 'pglite',
    ...engine,
    // The pool has one connection, so the same one serves requests and listens.
    pool: { ...engine.pool, onConnect: (client) => client.query(`listen ${PAGES_CHANNEL}`) },
    start: () => engine.start().catch((error) => throwExplained(error, directory)),
  }
}

/** Creates an embedded database and fills it by `fill`. After a failure there is no database. */
export function createEmbeddedDatabase(directory: string, fill: (connection: ClientConfig) => Promise<void>) {
  return createDatabase(directory, fill).catch((error) => throwExplained(error, directory))
}

/** Throws an error again; one with the code `DB_LOCKED` with an Italian sentence. */
function throwExplained(error: Error & { code?: unknown }, directory: string): never {
  if (error.code !== 'DB_LOCKED') throw error
  const sentence = `La cartella dati ${directory} è già in uso da un altro processo: fermalo prima di avviare questo.`
  throw Object.assign(new Error(sentence, { cause: error }), { code: error.code })
}
