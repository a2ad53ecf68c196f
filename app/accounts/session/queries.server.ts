import { subDays } from 'date-fns'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { db } from '../../database/client.server'
import { sessions, signIns } from '../../database/schema'
import { type Member, SESSION_DAYS } from '../rules'
import { SIGN_INS_SHOWN } from '../sign-in-log/rules'

const SESSIONS_MAX = 100

/**
 * The sessions of a member that are neither expired nor older than `SESSION_DAYS`, at most `SESSIONS_MAX`: the present
 * one first, the others by their last renewal. A session in use is renewed once a day.
 */
export function sessionsOfMember(member: Member) {
  const isCurrent = sql<boolean>`${sessions.id} = ${member.sessionId ?? ''}`
  return db
    .select({
      id: sessions.id,
      device: sessions.userAgent,
      network: sessions.ipAddress,
      startedAt: sessions.createdAt,
      isCurrent,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, member.id),
        gt(sessions.expiresAt, sql`now()`),
        gt(sessions.createdAt, subDays(new Date(), SESSION_DAYS[member.role])),
      ),
    )
    .orderBy(desc(isCurrent), desc(sessions.updatedAt), sessions.id)
    .limit(SESSIONS_MAX)
}

/** The newest events in a member’s log of sign-ins, at most `SIGN_INS_SHOWN`. */
export function signInsOf(member: Member) {
  return db
    .select({
      id: signIns.id,
      outcome: signIns.outcome,
      device: signIns.device,
      network: signIns.network,
      at: signIns.createdAt,
      isCurrent: sql<boolean>`coalesce(${signIns.sessionId} = ${member.sessionId ?? ''}, false)`,
    })
    .from(signIns)
    .where(eq(signIns.userId, member.id))
    .orderBy(desc(signIns.id))
    .limit(SIGN_INS_SHOWN)
}
