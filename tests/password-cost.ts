import { onTestFinished } from 'vitest'
import { COST } from '../app/accounts/passwords/hashing.server'

const REAL = { ...COST }
const LOW = { memory: 64, passes: 1 }

/** Hashing takes half the time of the tests of accounts. */
export function lowerPasswordCost() {
  Object.assign(COST, LOW)
}

/** Until the test ends, for tests of the cost and of how long an answer takes. */
export function realPasswordCost() {
  Object.assign(COST, REAL)
  onTestFinished(lowerPasswordCost)
}
