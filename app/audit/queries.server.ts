import { desc, eq, lt } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, profiles } from '../database/schema'

/** Entries on one page of the log. */
export const PAGE = 50

/** The newest entries with the e-mail of who did it; `beforeId` is the last id of the page before. */
export function latestEntries(_admin: Admin, beforeId?: number) {
  return db
    .select({
      id: auditLogs.id,
      email: profiles.email,
      action: auditLogs.action,
      entityType: auditLogs.entityType,
      createdAt: auditLogs.createdAt,
      details: auditLogs.details,
    })
    .from(auditLogs)
    .leftJoin(profiles, eq(profiles.id, auditLogs.userId))
    .where(beforeId === undefined ? undefined : lt(auditLogs.id, beforeId))
    .orderBy(desc(auditLogs.id))
    .limit(PAGE)
}
