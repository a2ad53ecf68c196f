import { eq, sql } from 'drizzle-orm'
import type { Member } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { acceptsRequests } from '../../courses/rules'
import { inTransaction } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { type Decision, OK, refuse } from '../rules'
import { type LockedEnrolment, lockEnrolments } from '../seats.server'

/** A person whose offer has expired goes to the end of the list; they stay admitted. Idempotent. */
export async function rejoinList(member: Member, enrolmentId: string): Promise<Decision> {
  const place = { waitingSince: sql`clock_timestamp()` }
  return change(member, enrolmentId, place, { rejoined: true }, (enrolment) => {
    if (!acceptsRequests(enrolment.course, today())) return refuse('unknown-course')
    if (enrolment.waitingSince) return null
    return enrolment.admittedAt ? OK : refuse('not-waiting')
  })
}

/** A person on the list says whether a seat in any edition of the course would do. */
export async function setAnyEdition(
  member: Member,
  enrolmentId: string,
  anyEdition: boolean,
): Promise<Decision> {
  return change(member, enrolmentId, { anyEdition }, { anyEdition }, ({ waitingSince }) =>
    waitingSince ? OK : refuse('not-waiting'),
  )
}

async function change(
  member: Member,
  enrolmentId: string,
  columns: { waitingSince?: ReturnType<typeof sql>; anyEdition?: boolean },
  told: Record<string, unknown>,
  rule: (enrolment: LockedEnrolment) => Decision | null,
): Promise<Decision> {
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (enrolment?.userId !== member.id) return refuse('unknown-request')
    if (enrolment.status !== 'pending') return refuse('not-waiting')
    const ruling = rule(enrolment)
    if (!ruling?.ok) return ruling ?? OK
    await tx.update(userCourses).set(columns).where(eq(userCourses.id, enrolment.id))
    const details = { new: told, course: enrolment.course.title, email: enrolment.email }
    await record(tx, member, { action: 'update', entity: 'user_courses', id: enrolment.id, details })
    return OK
  })
}
