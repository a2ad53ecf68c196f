import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { decisions, personMessages, profiles } from '../database/schema'

/**
 * Lists the newest messages that the office wrote to one person and did not take back. `by`: the author, null once that
 * account is deleted.
 */
export function personMessagesTo(_staff: Staff, personId: string, limit: number) {
  const { decisionId, subject, text, createdAt } = personMessages
  return db
    .select({
      id: decisionId,
      subject,
      text,
      createdAt,
      by: sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
    })
    .from(personMessages)
    .innerJoin(decisions, and(eq(decisions.id, decisionId), isNull(decisions.undoneAt)))
    .leftJoin(profiles, eq(profiles.id, decisions.actorId))
    .where(eq(personMessages.userId, personId))
    .orderBy(desc(createdAt), desc(decisionId))
    .limit(limit)
}
