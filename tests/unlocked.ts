import { onTestFinished } from 'vitest'
import { isOutage } from '../app/database/outage.server'
import { rewriteStatements } from './statements'

const ROW_LOCK = / for (update|key share|share)( of "[^"]+")?( skip locked)?/g
const ADVISORY_LOCK = /pg_advisory_xact_lock\(hashtext\('[^']*'\)\)/g

/** Removes locks from every statement until the test ends. A test of a lock must then fail. */
export function withoutLocks() {
  onTestFinished(rewriteStatements((text) => text.replace(ROW_LOCK, '').replace(ADVISORY_LOCK, '1')))
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
