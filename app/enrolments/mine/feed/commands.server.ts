import { eq, sql } from 'drizzle-orm'
import type { Member } from '../../../accounts/rules'
import { record } from '../../../audit/record.server'
import { inTransaction, type Transaction } from '../../../database/client.server'
import { calendarFeeds } from '../../../database/schema'
import { newToken } from '../../../runtime/token.server'

/** Makes the private address of a member's calendar; nothing changes if there is one. */
export function openFeed(member: Member): Promise<void> {
  return inTransaction(async (tx) => {
    const opened = await tx
      .insert(calendarFeeds)
      .values({ userId: member.id, token: newToken() })
      .onConflictDoNothing()
      .returning()
    if (opened.length > 0) await recordFeed(tx, member, 'create')
  })
}

/**
 * Replaces the private address of a member's calendar, so that the former one stops working.
 * @returns false without an address, which changes nothing
 */
export function renewFeed(member: Member): Promise<boolean> {
  return inTransaction(async (tx) => {
    const renewed = await tx
      .update(calendarFeeds)
      .set({ token: newToken(), createdAt: sql`now()` })
      .where(eq(calendarFeeds.userId, member.id))
      .returning()
    if (renewed.length === 0) return false
    await recordFeed(tx, member, 'update')
    return true
  })
}

function recordFeed(tx: Transaction, member: Member, action: 'create' | 'update') {
  const details = { email: member.email }
  return record(tx, member, { action, entity: 'calendar_feeds', id: member.id, details })
}
