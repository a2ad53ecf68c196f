import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { outgoingMail } from '../database/schema'

/**
 * Puts an e-mail that was not delivered back into the outbox, as if it had never been refused. The same form sent twice is
 * accepted twice.
 * @returns false for an e-mail that has left or is not there
 */
export function sendAgain(admin: Admin, id: number): Promise<boolean> {
  const { failedAt, sentAt } = outgoingMail
  return inTransaction(async (tx) => {
    const [email] = await tx
      .update(outgoingMail)
      .set({ failedAt: null, refusedSince: null, dueAt: sql`now()` })
      .where(and(eq(outgoingMail.id, id), isNotNull(failedAt)))
      .returning({ address: outgoingMail.toAddress })
    if (!email) return (await tx.$count(outgoingMail, and(eq(outgoingMail.id, id), isNull(sentAt)))) > 0
    await record(tx, admin, {
      action: 'update',
      entity: 'outgoing_mail',
      id: String(id),
      details: { old: { status: 'undelivered' }, new: { status: 'queued' }, email: email.address },
    })
    return true
  })
}
