import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { outgoingMail } from '../database/schema'

/**
 * Puts an undelivered e-mail back into the outbox, due now; its attempts and last error stay. `wholeMessage`: does so
 * with all undelivered e-mails of its message.
 * @returns how many e-mails were put back. If none was undelivered, how many of them wait already, so that a form that
 * is sent twice succeeds twice; 0 if all were sent or none exists
 */
export function requeueEmails(staff: Staff, id: number, { wholeMessage = false } = {}): Promise<number> {
  const { failedAt, sentAt, message } = outgoingMail
  return inTransaction(async (tx) => {
    const messageOfEmail = tx.select({ message }).from(outgoingMail).where(eq(outgoingMail.id, id))
    const isChosen = wholeMessage ? inArray(message, messageOfEmail) : eq(outgoingMail.id, id)
    const emails = await tx
      .update(outgoingMail)
      .set({ failedAt: null, refusedSince: null, dueAt: sql`now()` })
      .where(and(isChosen, isNotNull(failedAt)))
      .returning({ id: outgoingMail.id, address: outgoingMail.toAddress })
    if (emails.length === 0) return tx.$count(outgoingMail, and(isChosen, isNull(sentAt)))
    const entries = emails.map(({ id, address }) => ({
      action: 'update' as const,
      entity: 'outgoing_mail' as const,
      id: String(id),
      details: {
        old: { status: 'undelivered' as const },
        new: { status: 'queued' as const },
        email: address,
      },
    }))
    await record(tx, staff, entries)
    return emails.length
  })
}
