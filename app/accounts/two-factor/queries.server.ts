import { count, eq } from 'drizzle-orm'
import { db } from '../../database/client.server'
import { backupCodes, secondFactors } from '../../database/schema'
import type { Member } from '../rules'

/**
 * The second factor of a member: since when it is on, and how many backup codes are left. Undefined while it is off.
 */
export async function secondFactorOf(member: Member) {
  const [secondFactor] = await db
    .select({ since: secondFactors.createdAt, codesLeft: count(backupCodes.id) })
    .from(secondFactors)
    .leftJoin(backupCodes, eq(backupCodes.userId, secondFactors.userId))
    .where(eq(secondFactors.userId, member.id))
    .groupBy(secondFactors.userId)
  return secondFactor
}
