import { count, eq } from 'drizzle-orm'
import { db } from '../../database/client.server'
import { recoveryCodes, secondFactors } from '../../database/schema'
import type { Member } from '../rules'

/** Undefined while it is off. */
export async function secondFactorOf(member: Member) {
  const [standing] = await db
    .select({ since: secondFactors.createdAt, left: count(recoveryCodes.id) })
    .from(secondFactors)
    .leftJoin(recoveryCodes, eq(recoveryCodes.userId, secondFactors.userId))
    .where(eq(secondFactors.userId, member.id))
    .groupBy(secondFactors.userId)
  return standing
}
