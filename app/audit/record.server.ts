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
