import { expect, onTestFinished } from 'vitest'
import { engine } from '../app/database/client.server'
import { isOutage } from '../app/database/outage.server'
import { rewriteStatements } from './statements'
import { emptyDatabase } from './world'

const ROW_LOCK = / for (update|key share|share)( of "[^"]+")?( skip locked)?/g
const ADVISORY_LOCK = /pg_advisory_xact_lock\(hashtext\('[^']*'\)\)/g

/**
 * The control of a test of locks: without them it fails on a server; the embedded database queues anyway. A crowd may
 * come one after the other on a busy machine, so it tries again for `timeout` ms.
 */
export async function expectToNeedLocks(test: () => Promise<void>, timeout = 60_000) {
  onTestFinished(rewriteStatements((text) => text.replace(ROW_LOCK, '').replace(ADVISORY_LOCK, '1')))
  const expected = engine === 'postgres' ? 'fails' : 'holds'
  const end = Date.now() + timeout
  let outcome: string
  do {
    await emptyDatabase()
    outcome = await outcomeOf(test)
  } while (outcome !== expected && Date.now() < end)
  expect(outcome).toBe(expected)
}

/** The tests whose controls run: that the embedded database queues, controls apart from these show once. */
export const controlled = <Tests extends object>(tests: Tests) =>
  engine === 'postgres' ? Object.entries(tests) : []

/** All results, once everything has come to an end: nothing is left running where one fails. */
export async function atOnce<Result>(works: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}

/** A timeout proves nothing. */
async function outcomeOf(test: () => Promise<void>): Promise<'holds' | 'fails' | 'timeout'> {
  try {
    await test()
    return 'holds'
  } catch (fault) {
    return isOutage(fault) ? 'timeout' : 'fails'
  }
}
