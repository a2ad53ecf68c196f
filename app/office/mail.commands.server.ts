import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { outgoingMail } from '../database/schema'
import { requeueUndelivered } from '../mail/requeue.server'

/**
 * Puts an undelivered e-mail back into the outbox (`requeueUndelivered`). `wholeMessage`: does so with all undelivered
 * e-mails of its message.
 * @returns how many e-mails were put back. If none was undelivered, how many of them wait already, so that a form that
 * is sent twice succeeds twice; 0 if all were sent or none exists
 */
export function requeueEmails(staff: Staff, id: number, { wholeMessage = false } = {}): Promise<number> {
  const { sentAt, message } = outgoingMail
  return inTransaction(async (tx) => {
    const messageOfEmail = tx.select({ message }).from(outgoingMail).where(eq(outgoingMail.id, id))
    const isChosen = wholeMessage ? inArray(message, messageOfEmail) : eq(outgoingMail.id, id)
    const emails = await requeueUndelivered(tx, isChosen)
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
