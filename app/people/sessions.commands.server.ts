import { eq } from 'drizzle-orm'
import { sessionsEnded } from '../accounts/emails'
import { endSessions, lockPersonFor } from '../accounts/people.server'
import type { AccountOutcome } from '../accounts/refusals.rules'
import { type Admin, mayEndSessions } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { profiles } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { refuse } from '../runtime/outcome.rules'
import { isSignedIn } from './people.queries.server'

/** Ends every session of another person, who gets an e-mail. */
export async function endSessionsOf(admin: Admin, personId: string): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, admin, personId)
    if (!locked.ok) return locked
    const [person] = await tx
      .select({ id: profiles.id, isSignedIn })
      .from(profiles)
      .where(eq(profiles.id, personId))
    const allowed = person ? mayEndSessions(admin, person) : refuse('unknown-person')
    if (!allowed.ok) return allowed
    await endSessions(tx, personId)
    const details = { cause: 'sessions_ended_by_office' } as const
    await record(tx, admin, { action: 'update', entity: 'profiles', id: personId, details })
    await enqueueEmail(tx, sessionsEnded(locked.person))
    return { ok: true }
  })
}
