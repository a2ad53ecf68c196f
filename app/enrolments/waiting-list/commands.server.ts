import { eq, sql } from 'drizzle-orm'
import type { Member } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { acceptsRequests } from '../../courses/rules'
import { inTransaction } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { OK, refuse } from '../../runtime/outcome.rules'
import type { EnrolmentOutcome } from '../rules'
import { lockEnrolments } from '../seats.server'

/**
 * Puts a member whose offer has expired at the end of the list again, still admitted. Nothing changes for a member who
 * is on the list.
 */
export async function rejoinList(member: Member, enrolmentId: string): Promise<EnrolmentOutcome> {
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (enrolment?.userId !== member.id) return refuse('unknown-request')
    if (enrolment.status !== 'pending') return refuse('not-waiting')
    if (!acceptsRequests(enrolment.course, today())) return refuse('unknown-course')
    if (enrolment.waitingSince) return OK
    if (!enrolment.admittedAt) return refuse('not-waiting')

    await tx
      .update(userCourses)
      .set({ waitingSince: sql`clock_timestamp()` })
      .where(eq(userCourses.id, enrolment.id))
    await record(tx, member, {
      action: 'update',
      entity: 'user_courses',
      id: enrolment.id,
      details: { new: { rejoined: true }, course: enrolment.course.title, email: enrolment.email },
    })
    return OK
  })
}
