import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { emailAddressesOf } from '../accounts/queries.server'
import type { Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs } from '../database/schema'
import { ACTION_LABELS } from './codes.rules'
import { type AuditDetails, detailsAsText, entityLabel } from './rules'

const BATCH = 1_000

/**
 * Yields the log entries by and about a person in batches, oldest first, with Italian keys and words for the copy of
 * their data. `da`: who acted; `dettagli`: only in entries about the person, not in those about others.
 */
export async function* historyOf({ id, email }: Pick<Member, 'id' | 'email'>) {
  const emails = await emailAddressesOf(db, { id, email })
  const { userId, entityType, entityId, details } = auditLogs
  const isAboutPerson = or(
    and(eq(entityType, 'profiles'), eq(entityId, id)),
    inArray(sql`(${details} ->> 'email')`, emails),
  )
  for (let after = 0, count = BATCH; count === BATCH; ) {
    const rows = await db
      .select({
        id: auditLogs.id,
        at: auditLogs.createdAt,
        actor: userId,
        action: auditLogs.action,
        entity: entityType,
        details: sql<AuditDetails | null>`case when ${isAboutPerson} then ${details} end`,
      })
      .from(auditLogs)
      .where(and(gt(auditLogs.id, after), or(eq(userId, id), isAboutPerson)))
      .orderBy(asc(auditLogs.id))
      .limit(BATCH)
    yield rows.map(({ at, actor, action, entity, details }) => ({
      data: at,
      da: actor === id ? 'tu' : actor ? 'segreteria' : 'sito',
      azione: ACTION_LABELS[action],
      oggetto: entityLabel(entity),
      ...(details && { dettagli: detailsAsText(details) }),
    }))
    count = rows.length
    after = rows.at(-1)?.id ?? after
  }
}
