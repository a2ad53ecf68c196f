import { and, eq, ne } from 'drizzle-orm'
import { record } from '../../audit/record.server'
import { inTransaction } from '../../database/client.server'
import { sessions } from '../../database/schema'
import { refuse } from '../../runtime/outcome.rules'
import { lockPerson } from '../people.server'
import type { AccountOutcome } from '../refusals.rules'
import type { Member } from '../rules'
import { signOutHeaders } from '../session-cookie.server'
import { endAndLogSessions } from '../sign-in-log/log.server'

/** Ends one session of the member; refuses an id that is not theirs, or that has ended already. */
export async function endSession(member: Member, sessionId: string): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    await lockPerson(tx, member.id, 'update')
    const ended = await endAndLogSessions(tx, and(eq(sessions.id, sessionId), eq(sessions.userId, member.id)))
    if (ended === 0) return refuse('unknown-session')
    const details = { cause: 'session_ended' } as const
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    return { ok: true }
  })
}

/** Ends every session of the member except the present one. */
export async function endOtherSessions(member: Member): Promise<{ ok: true }> {
  return inTransaction(async (tx) => {
    await lockPerson(tx, member.id, 'update')
    await endAndLogSessions(tx, and(eq(sessions.userId, member.id), ne(sessions.id, member.sessionId ?? '')))
    const details = { cause: 'signed_out_elsewhere' } as const
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    return { ok: true }
  })
}

/** Ends every session of the member, the present one too; `headers` clear its cookie. */
export async function signOutEverywhere(member: Member): Promise<{ ok: true; headers: Headers }> {
  await inTransaction(async (tx) => {
    await lockPerson(tx, member.id, 'update')
    await endAndLogSessions(tx, eq(sessions.userId, member.id))
    const details = { cause: 'signed_out_everywhere' } as const
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
  })
  return { ok: true, headers: await signOutHeaders() }
}
