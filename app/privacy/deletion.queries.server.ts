import { and, eq, gt, sql } from 'drizzle-orm'
import type { Admin, Member, Role } from '../accounts/rules'
import { db } from '../database/client.server'
import { balances, courses, profiles, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import { isDeletedWithAccount, isEndedWithAccount } from './account-deletion.sql'
import { mayDeleteOwnAccount, mayDeletePerson } from './rules'

/**
 * What the deletion of the member's own account would do to the enrolments, and the `outcome` of asking for it now.
 */
export async function ownDeletionPreview(member: Member) {
  return {
    ...(await countAffectedEnrolments(member.id)),
    outcome: mayDeleteOwnAccount(member, await db.$count(profiles, eq(profiles.role, 'admin'))),
  }
}

/**
 * What the deletion of a person by an administrator would do to the enrolments, and the `outcome` of asking for it now.
 */
export async function deletionPreviewOf(admin: Admin, person: { id: string; role: Role }) {
  return { ...(await countAffectedEnrolments(person.id)), outcome: mayDeletePerson(admin, person) }
}

/**
 * How many enrolments a deletion of the account would delete (`deletedEnrolments`) and keep without a name
 * (`keptEnrolments`). `cancelledPaidSeats`: those of
 * `keptEnrolments` that hold a seat, have payments, and would be cancelled.
 */
async function countAffectedEnrolments(personId: string) {
  const isDeleted = isDeletedWithAccount(today())
  const isCancelledPaidSeat = and(isEndedWithAccount(today()), gt(balances.paid, 0))
  const [counts] = await db
    .select({
      deletedEnrolments: sql`count(*) filter (where ${isDeleted})`.mapWith(Number),
      keptEnrolments: sql`count(*) filter (where not ${isDeleted})`.mapWith(Number),
      cancelledPaidSeats: sql`count(*) filter (where ${isCancelledPaidSeat})`.mapWith(Number),
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(balances, eq(balances.enrolmentId, userCourses.id))
    .where(eq(userCourses.userId, personId))
  return counts ?? { deletedEnrolments: 0, keptEnrolments: 0, cancelledPaidSeats: 0 }
}
