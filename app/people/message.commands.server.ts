import { eq } from 'drizzle-orm'
import { lockPersonFor } from '../accounts/people.server'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { decisions, personMessages } from '../database/schema'
import { openDecision } from '../enrolments/decision.server'
import { cleanTypedText } from '../enrolments/rules'
import { enqueueEmail } from '../mail/outbox.server'
import { type MessageRefusal, mistakesInMessage, tidySubject } from '../messages/rules'
import { isId } from '../parsing/text.rules'
import { env } from '../runtime/env.server'
import { type Outcome, refuse } from '../runtime/outcome.rules'
import { personMessage } from './emails'

/**
 * Sends a message to one person. Its e-mail waits until the message can no longer be taken back, like that of a
 * decision (ADR 31). The history of the person shows its text; the log, which cannot be erased, contains none of it.
 * `key`: the UUID of the opened form, so that a form that is sent twice is refused.
 */
export async function writeToPerson(
  staff: Staff,
  personId: string,
  { key, ...typed }: { subject: string; text: string; key: string },
): Promise<Outcome<MessageRefusal | 'unknown-person' | 'role-changed', { decision: string }>> {
  const mistakes = mistakesInMessage(typed)
  const mistake = mistakes.subject ?? mistakes.text
  if (mistake) return refuse(mistake)
  const message = { subject: tidySubject(typed.subject), text: cleanTypedText(typed.text) }
  // Only a forged request has a key that is not a UUID.
  if (!isId(key)) return refuse('unknown-person')
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, staff, personId)
    if (!locked.ok) return locked
    if ((await tx.$count(decisions, eq(decisions.id, key))) > 0) return refuse('sent-twice')
    const { person } = locked
    const decision = await openDecision(tx, staff, 'message', { key })
    await tx.insert(personMessages).values({ decisionId: decision.id, userId: person.id, ...message })
    await enqueueEmail(tx, personMessage(person, message, env.officeEmail), decision)
    const details = { email: person.email }
    await record(tx, staff, { action: 'create', entity: 'person_messages', id: decision.id, details })
    return { ok: true, decision: decision.id }
  })
}
