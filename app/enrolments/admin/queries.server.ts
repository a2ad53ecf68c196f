import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, isLive, profiles, seatsTaken, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { ENROLMENT_STATES } from '../rules'
import { LATE_DAYS } from './rules'

const PENDING_SHOWN = 50

const person = {
  id: profiles.id,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  email: profiles.email,
  phone: profiles.phone,
  company: profiles.company,
}

/** The newest pending requests, or the oldest late ones, with the counts of both. */
export async function pendingRequests(_admin: Admin, { onlyLate = false } = {}) {
  const pending = and(eq(userCourses.status, 'pending'), isLive)
  const late = sql`${userCourses.requestedAt} <= now() - make_interval(days => ${LATE_DAYS}::int)`
  const [counts] = await db
    .select({ total: count(), late: sql<number>`(count(*) filter (where ${late}))::int` })
    .from(userCourses)
    .where(pending)
  const shown = await requests()
    .where(onlyLate ? and(pending, late) : pending)
    .orderBy(
      ...(onlyLate
        ? [asc(userCourses.requestedAt), asc(userCourses.id)]
        : [desc(userCourses.requestedAt), desc(userCourses.id)]),
    )
    .limit(PENDING_SHOWN)
  return { total: counts?.total ?? 0, late: counts?.late ?? 0, requests: shown }
}

/** A request in any state. */
export async function requestById(_admin: Admin, id: string) {
  if (!isId(id)) return undefined
  const [request] = await requests().where(eq(userCourses.id, id))
  return request
}

function requests() {
  return db
    .select({
      id: userCourses.id,
      status: userCourses.status,
      requestedAt: userCourses.requestedAt,
      person,
      course: {
        id: courses.id,
        title: courses.title,
        maxPartecipanti: courses.maxPartecipanti,
        archivedAt: courses.archivedAt,
      },
      seatsTaken,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .$dynamic()
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
      course: { id: courses.id, title: courses.title },
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
