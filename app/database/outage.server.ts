import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** The database is unreachable. */
export class Outage extends Error {}

/** SQLSTATE classes of a database that cannot work: connection, read-only on a full disk, resources, intervention, system. */
const UNABLE = /^(08|25006|53|57|58)/

/** Whether the database is away, hangs, starts or is full; other errors are ours. */
export function isOutage(fault: unknown): boolean {
  if (fault instanceof DatabaseError) return UNABLE.test(fault.code ?? '')
  if (fault instanceof DrizzleQueryError)
    return !(fault.cause instanceof DatabaseError) || isOutage(fault.cause)
  return fault instanceof Outage
}
