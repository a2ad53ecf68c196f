import type { ClientConfig } from 'pg'
import { createDatabase, embeddedPostgres } from '../../packages/embedded-postgres'
import { log } from '../runtime/log.server'
import { type Engine, PAGES_CHANGED } from './engine.server'

/** The embedded database in a folder. `longestQuery`: milliseconds after which a query of the pool ends its thread. */
export function embedded(directory: string, longestQuery?: number): Engine {
  const engine = embeddedPostgres(directory, {
    ...(longestQuery !== undefined && { longestQuery }),
    onError: (message, details) => log.error(details, message),
  })
  return {
    name: 'pglite',
    ...engine,
    // There is one connection, so it listens too.
    pool: { ...engine.pool, onConnect: (client) => client.query(`listen ${PAGES_CHANGED}`) },
    start: () => engine.start().catch((error) => throwInItalian(error, directory)),
  }
}

/** Creates an embedded database and fills it by `fill`. After a failure there is no database. */
export function createEmbedded(directory: string, fill: (connection: ClientConfig) => Promise<void>) {
  return createDatabase(directory, fill).catch((error) => throwInItalian(error, directory))
}

function throwInItalian(error: Error & { code?: unknown }, directory: string): never {
  if (error.code !== 'DB_LOCKED') throw error
  const sentence = `La cartella dati ${directory} è già in uso da un altro processo: fermalo prima di avviare questo.`
  throw Object.assign(new Error(sentence, { cause: error }), { code: error.code })
}
