import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Takes the folder of the embedded database for this process: two processes would corrupt it silently.
 * The kernel holds the lock and drops it when the process dies, however it dies, so none is ever stale.
 *
 * Returns how to give the folder back. Throws an Error with code `DB_LOCKED` when another process has it.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(dirname(directory), { recursive: true })
  const file = new DatabaseSync(`${directory}.lock`)
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    file.close()
    throw isBusy(cause) ? alreadyInUse(directory, cause) : cause
  }
  return () => file.close()
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function alreadyInUse(directory: string, cause: unknown): Error {
  const error = new Error(`Another process uses the database in ${directory}`, { cause })
  return Object.assign(error, { code: 'DB_LOCKED' })
}
