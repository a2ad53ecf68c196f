import { and, eq, ne } from 'drizzle-orm'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { sessions } from '../database/schema'
import { endNoted } from '../sign-ins/log.server'
import { type Member, type Refused, refuse } from './rules'

/** A member ends one of the own sessions, such as that of a lost phone. */
export async function endSession(member: Member, sessionId: string): Promise<{ ok: true } | Refused> {
  return inTransaction(async (tx) => {
    const ended = await endNoted(tx, and(eq(sessions.id, sessionId), eq(sessions.userId, member.id)))
    if (ended === 0) return refuse('unknown-session')
    const details = { reason: 'accesso terminato' }
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    return { ok: true }
  })
}

/** A member ends every session but the present one. */
export async function endOtherSessions(member: Member): Promise<{ ok: true }> {
  return inTransaction(async (tx) => {
    await endNoted(tx, and(eq(sessions.userId, member.id), ne(sessions.id, member.session ?? '')))
    const details = { reason: 'uscita da tutti gli altri dispositivi' }
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    return { ok: true }
  })
}
