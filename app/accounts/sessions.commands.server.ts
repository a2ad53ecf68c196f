import { and, eq, ne } from 'drizzle-orm'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { sessions } from '../database/schema'
import { env } from '../platform/env.server'
import { post } from '../platform/mail.server'
import { endNoted } from '../sign-ins/log.server'
import { sessionsEnded } from './emails'
import { endSessions, heldFor } from './people.server'
import { type Admin, AUTH_PATHS, type Member, type Refused, refuse } from './rules'

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

/**
 * An administrator ends every session of somebody else, who has lost a phone or left a computer open, and tells them by
 * letter.
 */
export async function endSessionsOf(admin: Admin, personId: string): Promise<{ ok: true } | Refused> {
  if (personId === admin.id) return refuse('own-sessions')
  return inTransaction(async (tx) => {
    const held = await heldFor(tx, admin, personId)
    if (!held.ok) return held
    if (!(await endSessions(tx, personId))) return refuse('no-session')
    const details = { reason: 'accessi terminati dalla segreteria' }
    await record(tx, admin, { action: 'update', entity: 'profiles', id: personId, details })
    await post(tx, sessionsEnded({ ...held.person, recoverUrl: env.publicOrigin + AUTH_PATHS.recover }))
    return { ok: true }
  })
}
