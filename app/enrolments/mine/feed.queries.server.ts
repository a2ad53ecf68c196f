import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { href } from 'react-router'
import type { Member } from '../../accounts/rules'
import { SEATED } from '../../courses/seats.rules'
import { db } from '../../database/client.server'
import { calendarFeeds, courseSessions, courses, decisions, postponements } from '../../database/schema'
import { env } from '../../runtime/env.server'
import { isToken } from '../../runtime/token.server'
import { enrolmentsReadBy } from './enrolment.sql'
import { cancelledAt } from './queries.server'

/** The private address of this person's calendar; null while they have none. */
export async function feedAddress(member: Member): Promise<string | null> {
  const [feed] = await db
    .select({ token: calendarFeeds.token })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, member.id))
  return feed ? `${env.publicOrigin}${href('/calendario/:token.ics', { token: feed.token })}` : null
}

/**
 * The courses in which the owner of this token has a seat, nearest first, as that person reads them while the office can take a
 * decision about them back (ADR 31); undefined for an unknown token.
 */
export async function feedCourses(token: string) {
  if (!isToken(token)) return undefined
  const [feed] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.token, token))
  if (!feed) return undefined
  const ownEnrolments = enrolmentsReadBy({ id: feed.userId })
  const attended = await db
    .select({
      id: courses.id,
      slug: courses.slug,
      title: courses.title,
      shortDescription: courses.shortDescription,
      location: courses.location,
      version: courses.version,
      updatedAt: courses.updatedAt,
      cancelledAt,
    })
    .from(ownEnrolments)
    .innerJoin(courses, and(eq(courses.id, ownEnrolments.courseId), isNull(courses.archivedAt)))
    .where(and(isNull(ownEnrolments.endedAt), inArray(ownEnrolments.status, [...SEATED])))
    .orderBy(asc(courses.startDate), asc(courses.id))
  const ids = attended.map(({ id }) => id)
  const [sessions, former] = await Promise.all([
    db
      .select()
      .from(courseSessions)
      .where(inArray(courseSessions.courseId, ids))
      .orderBy(asc(courseSessions.position)),
    sessionsBeforeMove(ids),
  ])
  return attended.map((course) => ({
    ...course,
    sessions: former.get(course.id) ?? sessions.filter(({ courseId }) => courseId === course.id),
  }))
}

/** The sessions of courses whose new dates can still be taken back, as they were before the first of these. */
async function sessionsBeforeMove(courseIds: string[]) {
  const { courseId, sessionsBefore, createdAt, decisionId } = postponements
  const rows = await db
    .selectDistinctOn([courseId], { courseId, sessionsBefore })
    .from(postponements)
    .innerJoin(decisions, eq(decisions.id, decisionId))
    .where(and(inArray(courseId, courseIds), gt(decisions.heldUntil, sql`now()`)))
    .orderBy(courseId, createdAt)
  return new Map(rows.map((row) => [row.courseId, row.sessionsBefore]))
}
