import { and, eq, ne } from 'drizzle-orm'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { profiles, sessions } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { refuse } from '../runtime/outcome.rules'
import { signedIn } from './admin/people.queries.server'
import { sessionsEnded } from './emails'
import { endSessions, heldFor, lockPerson, recoverUrl } from './people.server'
import type { AccountOutcome } from './refusals.rules'
import { type Admin, type Member, mayEndSessions } from './rules'
import { endNoted } from './sign-in-log/log.server'

export async function endSession(member: Member, sessionId: string): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    await lockPerson(tx, member.id, 'update')
    const ended = await endNoted(tx, and(eq(sessions.id, sessionId), eq(sessions.userId, member.id)))
    if (ended === 0) return refuse('unknown-session')
    const details = { cause: 'session_ended' } as const
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    return { ok: true }
  })
}

export async function endOtherSessions(member: Member): Promise<{ ok: true }> {
  return inTransaction(async (tx) => {
    await lockPerson(tx, member.id, 'update')
    await endNoted(tx, and(eq(sessions.userId, member.id), ne(sessions.id, member.session ?? '')))
    const details = { cause: 'signed_out_elsewhere' } as const
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    return { ok: true }
  })
}

/** Ends every session of another person, who gets an e-mail. */
export async function endSessionsOf(admin: Admin, personId: string): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const held = await heldFor(tx, admin, personId)
    if (!held.ok) return held
    const [person] = await tx
      .select({ id: profiles.id, signedIn })
      .from(profiles)
      .where(eq(profiles.id, personId))
    const decision = person ? mayEndSessions(admin, person) : refuse('unknown-person')
    if (!decision.ok) return decision
    await endSessions(tx, personId)
    const details = { cause: 'sessions_ended_by_office' } as const
    await record(tx, admin, { action: 'update', entity: 'profiles', id: personId, details })
    await enqueueEmail(tx, sessionsEnded({ ...held.person, recoverUrl }))
    return { ok: true }
  })
}
