import type { Transaction } from '../database/client.server'
import { auditLogs } from '../database/schema'
import type { AuditAction, AuditDetails, AuditEntity } from './rules'

/**
 * Writes who did what, in the transaction of the change itself: both stand or neither. `actor` is null for
 * what the site does by itself. `entity` is the name of the table, `id` the key of the row.
 */
export async function record(
  tx: Transaction,
  actor: { id: string } | null,
  entry: { action: AuditAction; entity: AuditEntity; id: string; details?: AuditDetails },
): Promise<void> {
  await tx.insert(auditLogs).values({
    userId: actor?.id ?? null,
    action: entry.action,
    entityType: entry.entity,
    entityId: entry.id,
    details: entry.details ?? {},
  })
}
