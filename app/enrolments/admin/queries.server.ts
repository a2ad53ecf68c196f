import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, isUndecided, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { ENROLMENT_STATES } from '../rules'

const person = {
  id: profiles.id,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  email: profiles.email,
}

export function pendingCount(_admin: Admin): Promise<number> {
  return db.$count(userCourses, isUndecided)
}

/** Per week, oldest first; `week`: its Monday in Italy. Without withdrawn and direct enrolments. */
export async function requestsPerWeek(
  _admin: Admin,
  weeks = 8,
): Promise<{ week: string; requests: number }[]> {
  const monday = sql`date_trunc('week', now() at time zone 'Europe/Rome')`
  const { requestedAt, approvedAt, status } = userCourses
  const instant = (local: SQL) => sql`(${local}) at time zone 'Europe/Rome'`
  // The index starts with the state.
  const { rows } = await db.execute<{ week: string; requests: number }>(sql`
    select to_char(week, 'YYYY-MM-DD') as week, (
      select count(*)::int from ${userCourses}
      where ${inArray(status, ENROLMENT_STATES)} and ${requestedAt} >= ${instant(sql`week`)}
        and ${requestedAt} < ${instant(sql`week + interval '1 week'`)} and ${requestedAt} is distinct from ${approvedAt}
    ) as requests
    from generate_series(${monday} - make_interval(weeks => ${weeks} - 1), ${monday}, interval '1 week') as week
    order by week`)
  return rows
}

const REJECTED_SHOWN = 10

/** The latest rejections, newest first. */
export async function recentlyRejected(_admin: Admin) {
  return db
    .select({
      id: userCourses.id,
      rejectedAt: userCourses.rejectedAt,
      reason: userCourses.rejectReason,
      person,
      course: {
        id: courses.id,
        title: courses.title,
        startDate: courses.startDate,
        place: courses.place,
      },
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.status, 'rejected'))
    .orderBy(desc(userCourses.rejectedAt), desc(userCourses.id))
    .limit(REJECTED_SHOWN)
}

/** Whether this administrator took the decision within the last ten seconds (decision 0027). */
export async function hasJustDecided(admin: Admin, id: string, status: 'approved' | 'rejected') {
  if (!isId(id)) return false
  const by = status === 'approved' ? userCourses.approvedBy : userCourses.rejectedBy
  const at = status === 'approved' ? userCourses.approvedAt : userCourses.rejectedAt
  const recent = sql`${at} > now() - interval '10 seconds'`
  const decided = and(eq(userCourses.id, id), eq(userCourses.status, status), eq(by, admin.id), recent)
  return (await db.$count(userCourses, decided)) > 0
}
