import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** Thrown when the database cannot be reached. */
export class Outage extends Error {}

/**
 * Beginnings of the SQLSTATE of a database that cannot work: 08 no connection, 25006 read-only (on a full disk), 53 no
 * resources (a full disk), 57 stopped by an administrator or a time limit, or still starting, 58 errors of the system.
 */
const OUTAGE_CODES = /^(08|25006|53|57|58)/

/**
 * Whether an error means that the database is away, hangs, starts or is full. Other errors are faults of the program.
 */
export function isOutage(fault: unknown): boolean {
  if (fault instanceof DatabaseError) return OUTAGE_CODES.test(fault.code ?? '')
  // A query that fails without an error of PostgreSQL has not reached it, or got no answer.
  if (fault instanceof DrizzleQueryError)
    return !(fault.cause instanceof DatabaseError) || isOutage(fault.cause)
  return fault instanceof Outage
}
