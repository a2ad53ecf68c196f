import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { isOutage } from '../app/database/outage.server'

const ROW_LOCK = / for (update|key share|share)( of "[^"]+")?( skip locked)?/g
const ADVISORY_LOCK = /pg_advisory_xact_lock\(hashtext\('[^']*'\)\)/g

/** Removes locks from every statement until the test ends. A test of a lock must then fail. */
export function withoutLocks() {
  const { query } = Client.prototype
  Client.prototype.query = function (this: Client, statement: unknown, ...rest: unknown[]) {
    return Reflect.apply(query, this, [unlocked(statement), ...rest])
  } as typeof query
  onTestFinished(() => {
    Client.prototype.query = query
  })
}

/** Throws on a timeout, which proves nothing. */
export async function outcomeOf(test: () => Promise<void>): Promise<'holds' | 'fails'> {
  try {
    await test()
    return 'holds'
  } catch (fault) {
    if (isOutage(fault)) throw fault
    return 'fails'
  }
}

function unlocked(statement: unknown): unknown {
  if (typeof statement === 'string') return statement.replace(ROW_LOCK, '').replace(ADVISORY_LOCK, '1')
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return statement
  return { ...statement, text: unlocked(statement.text) }
}
