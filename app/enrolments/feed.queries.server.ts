import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { calendarFeeds, courseSessions, courses } from '../database/schema'
import { env } from '../runtime/env.server'
import { isToken } from '../runtime/token.server'
import { enrolmentsReadBy } from './own.queries.server'
import { SEATED } from './rules'

/** The private address of this person's calendar; null while they have none. */
export async function feedAddress(member: Member): Promise<string | null> {
  const [feed] = await db
    .select({ token: calendarFeeds.token })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, member.id))
  return feed ? `${env.publicOrigin}/calendario/${feed.token}.ics` : null
}

/** The courses in which the owner of this token has a seat, nearest first; undefined for an unknown token. */
export async function feedCourses(token: string) {
  if (!isToken(token)) return undefined
  const [feed] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.token, token))
  if (!feed) return undefined
  const own = enrolmentsReadBy({ id: feed.userId })
  const attended = await db
    .select({
      id: courses.id,
      slug: courses.slug,
      title: courses.title,
      shortDescription: courses.shortDescription,
      location: courses.location,
      version: courses.version,
      updatedAt: courses.updatedAt,
      cancelledAt: courses.cancelledAt,
    })
    .from(own)
    .innerJoin(courses, and(eq(courses.id, own.courseId), isNull(courses.archivedAt)))
    .where(and(isNull(own.endedAt), inArray(own.status, [...SEATED])))
    .orderBy(asc(courses.startDate), asc(courses.id))
  const ids = attended.map(({ id }) => id)
  const sessions = await db
    .select()
    .from(courseSessions)
    .where(inArray(courseSessions.courseId, ids))
    .orderBy(asc(courseSessions.position))
  return attended.map((course) => ({
    ...course,
    sessions: sessions.filter(({ courseId }) => courseId === course.id),
  }))
}
