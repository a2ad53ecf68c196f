import { and, desc, isNotNull, isNull, lte, min, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { outgoingMail } from '../database/schema'

/** The outbox: letters that are to be sent, those that are late, those given up, and when one last left. */
export async function mailState() {
  const { id, sentAt, failedAt, dueAt, createdAt } = outgoingMail
  const [[waiting], failed, [last]] = await Promise.all([
    db
      .select({
        waiting: sql<number>`count(*)::int`,
        due: sql<number>`(count(*) filter (where ${lte(dueAt, sql`now()`)}))::int`,
        oldest: min(createdAt),
      })
      .from(outgoingMail)
      .where(and(isNull(sentAt), isNull(failedAt))),
    db.$count(outgoingMail, isNotNull(failedAt)),
    db.select({ sentAt }).from(outgoingMail).where(isNotNull(sentAt)).orderBy(desc(id)).limit(1),
  ])
  return { waiting: 0, due: 0, oldest: null, ...waiting, failed, lastSent: last?.sentAt ?? null }
}
