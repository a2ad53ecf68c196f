import type { SQL } from 'drizzle-orm'
import type { Transaction } from '../../database/client.server'
import { sessions, signIns } from '../../database/schema'
import { networkOf, type SignInOutcome } from './rules'

/** Like `Visitor` in `accounts/rules.ts`: this folder imports nothing from the folder above, which imports from it. */
type Visitor = { address: string; device: string }

/** Adds an event of an account to the log of sign-ins. `sessionId`: the session that the event opened. */
export async function logSignInEvent(
  tx: Pick<Transaction, 'insert'>,
  userId: string,
  outcome: SignInOutcome,
  { address, device }: Visitor,
  sessionId?: string,
): Promise<void> {
  const network = networkOf(address)
  await tx.insert(signIns).values({ userId, outcome, network, device, sessionId })
}

/**
 * Deletes the sessions that fulfil `condition`, logs the end of each, and returns their number. `createSession` has
 * stored network and device in the columns that Better Auth calls `ipAddress` and `userAgent`.
 */
export async function endAndLogSessions(tx: Transaction, condition: SQL | undefined): Promise<number> {
  const endedSessions = await tx.delete(sessions).where(condition).returning()
  const rows = endedSessions.map(({ id, userId, ipAddress, userAgent }) => ({
    userId,
    outcome: 'ended' as const,
    sessionId: id,
    network: ipAddress ?? '',
    device: userAgent ?? '',
  }))
  if (rows.length > 0) await tx.insert(signIns).values(rows)
  return rows.length
}
