import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Locks the folder for this process with a lock of the kernel, which ends with the process. SQLite takes it, on a file
 * beside the folder, since Node cannot. Returns a function to unlock. Throws an error with the code `DB_LOCKED` when
 * another process has the lock.
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
