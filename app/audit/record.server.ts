import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { auditLogs } from '../database/schema'
import type { AuditAction, AuditDetails, AuditEntity } from './rules'

/** What was done to a row: `entity` is the name of its table, `id` its key. */
type Entry = { action: AuditAction; entity: AuditEntity; id: string; details?: AuditDetails }

/**
 * Writes who did what, once or to many rows, in the transaction of the change itself: both stand or neither. `actor`
 * is null for what the site does by itself.
 */
export async function record(
  tx: Transaction,
  actor: { id: string } | null,
  entries: Entry | readonly Entry[],
): Promise<void> {
  const userId = actor?.id ?? null
  const rows = [entries].flat().map(({ action, entity, id, details = {} }) => ({
    ...{ userId, action, entityType: entity, entityId: id, details },
  }))
  if (rows.length > 0) await tx.insert(auditLogs).values(rows)
}

/** Takes the values of a person out of every entry about them; what was done, when and by which id stays. */
export async function forgetInLog(
  tx: Transaction,
  { id, email }: { id: string; email: string },
  contactIds: string[],
): Promise<void> {
  const { entityType, entityId, details } = auditLogs
  const about = or(
    and(eq(entityType, 'profiles'), eq(entityId, id)),
    and(eq(entityType, 'contact_submissions'), inArray(entityId, contactIds)),
    eq(sql`(${details} ->> 'email')`, email),
    and(eq(entityType, 'exports'), eq(sql`${details} ->> 'user'`, email)),
  )
  await tx
    .update(auditLogs)
    .set({ details: sql`without_person(${entityType}, ${details})` })
    .where(about)
}

/** The entries older than a date, for the deletion at the end of their retention. */
export const entriesBefore = (date: Date) => ({ table: auditLogs, when: lt(auditLogs.createdAt, date) })
