import { and, desc, eq } from 'drizzle-orm'
import { fullName } from '../accounts/people.sql'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { decisions, personMessages, profiles } from '../database/schema'
import { isId } from '../parsing/text.rules'

/**
 * Lists the newest messages that the office wrote to one person. `by`: the author, null once that account is deleted;
 * `undoneAt`: when the message was taken back, null if it was not.
 */
export function personMessagesTo(_staff: Staff, personId: string, limit: number) {
  const { decisionId, subject, text, createdAt } = personMessages
  return db
    .select({
      id: decisionId,
      subject,
      text,
      createdAt,
      undoneAt: decisions.undoneAt,
      by: fullName(profiles),
    })
    .from(personMessages)
    .innerJoin(decisions, eq(decisions.id, decisionId))
    .leftJoin(profiles, eq(profiles.id, decisions.actorId))
    .where(eq(personMessages.userId, personId))
    .orderBy(desc(createdAt), desc(decisionId))
    .limit(limit)
}

/** Subject and text of a message to one person, for a form that begins as a copy; undefined if there is none. */
export async function personMessageById(_staff: Staff, personId: string, id: string) {
  if (!isId(id)) return undefined
  const { decisionId, userId, subject, text } = personMessages
  const [message] = await db
    .select({ subject, text })
    .from(personMessages)
    .where(and(eq(decisionId, id), eq(userId, personId)))
  return message
}
