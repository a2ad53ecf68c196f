import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Code } from '../../audit/codes.rules'
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
  const ended = await endSessionsOfMember(member, eq(sessions.id, sessionId), 'session_ended')
  return ended === 0 ? refuse('unknown-session') : { ok: true }
}

/** Ends every session of the member except the present one. */
export async function endOtherSessions(member: Member): Promise<{ ok: true }> {
  await endSessionsOfMember(member, ne(sessions.id, member.sessionId ?? ''), 'signed_out_elsewhere')
  return { ok: true }
}

/** Ends every session of the member, the present one too; `headers` clear its cookie. */
export async function signOutEverywhere(member: Member): Promise<{ ok: true; headers: Headers }> {
  await endSessionsOfMember(member, undefined, 'signed_out_everywhere')
  return { ok: true, headers: await signOutHeaders() }
}

/** Ends the sessions of the member that fulfil `condition`, logs `cause`, and returns how many there were. */
function endSessionsOfMember(
  member: Member,
  condition: SQL | undefined,
  cause: Code<'cause'>,
): Promise<number> {
  return inTransaction(async (tx) => {
    await lockPerson(tx, member.id)
    const ended = await endAndLogSessions(tx, and(eq(sessions.userId, member.id), condition))
    // An id that names no session changes nothing.
    if (ended > 0 || cause !== 'session_ended')
      await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details: { cause } })
    return ended
  })
}
