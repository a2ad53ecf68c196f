import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** The database could not be asked at all. */
export class Outage extends Error {}

/**
 * Classes of SQLSTATE by which the database says that it cannot work now, whatever it is asked: connection, refusal of
 * writes while the disk is nearly full, resources, operator intervention and cancelled statements, system errors.
 */
const UNABLE = /^(08|25006|53|57|58)/

/** Whether a fault passes by itself: the database is away, hangs, starts or has no room. Any other is our mistake. */
export function isOutage(fault: unknown): boolean {
  if (fault instanceof DatabaseError) return UNABLE.test(fault.code ?? '')
  if (fault instanceof DrizzleQueryError)
    return !(fault.cause instanceof DatabaseError) || isOutage(fault.cause)
  return fault instanceof Outage
}
