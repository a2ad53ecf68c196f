import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** Thrown when the database cannot be reached. */
export class Outage extends Error {}

/**
 * SQLSTATE classes of a database that cannot work: connection, read-only on a full disk, resources, intervention,
 * system.
 */
const UNABLE = /^(08|25006|53|57|58)/

/**
 * Whether an error means that the database is away, hangs, starts or is full. Other errors are faults of the program.
 */
export function isOutage(fault: unknown): boolean {
  if (fault instanceof DatabaseError) return UNABLE.test(fault.code ?? '')
  if (fault instanceof DrizzleQueryError)
    return !(fault.cause instanceof DatabaseError) || isOutage(fault.cause)
  return fault instanceof Outage
}
