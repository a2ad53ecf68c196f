import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { holdsSeat, profiles, userCourses } from '../../database/schema'
import { ROSTER_PAGE } from './rules'

/** Participants by state. */
export async function rosterCounts(_admin: Admin, courseId: string) {
  const rows = await db
    .select({ status: userCourses.status, people: count() })
    .from(userCourses)
    .where(and(eq(userCourses.courseId, courseId), holdsSeat))
    .groupBy(userCourses.status)
  const of = (state: string) => rows.find(({ status }) => status === state)?.people ?? 0
  return { approved: of('approved'), in_progress: of('in_progress'), completed: of('completed') }
}

/** One page of participants, by name (decisions §3). */
export function rosterPeople(_admin: Admin, courseId: string, page: number) {
  return db
    .select({
      id: userCourses.id,
      status: userCourses.status,
      personId: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      company: profiles.company,
      phone: profiles.phone,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, courseId), holdsSeat))
    .orderBy(
      sql`${profiles.lastName} collate "und-x-icu"`,
      sql`${profiles.firstName} collate "und-x-icu"`,
      asc(userCourses.id),
    )
    .limit(ROSTER_PAGE)
    .offset((page - 1) * ROSTER_PAGE)
}
export type RosterPerson = Awaited<ReturnType<typeof rosterPeople>>[number]
