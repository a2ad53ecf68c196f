import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { courseSessions } from '../database/schema'
import type { Numbered } from '../parsing/sessions.rules'

/** In the order of the form. */
export async function sessionsOf(tx: Transaction, courseId: string): Promise<Numbered[]> {
  const ofCourse = eq(courseSessions.courseId, courseId)
  return tx.select().from(courseSessions).where(ofCourse).orderBy(courseSessions.position)
}

/** Writes the sessions of a locked course; one that stays keeps its row, and so its topic, place and link. */
export async function writeSessionsOf(tx: Transaction, courseId: string, sessions: readonly Numbered[]) {
  const ofCourse = eq(courseSessions.courseId, courseId)
  const numbers = sessions.map(({ number }) => number)
  await tx.delete(courseSessions).where(and(ofCourse, notInArray(courseSessions.number, numbers)))
  const rows = sessions.map((session, position) => ({ ...session, courseId, position }))
  if (rows.length === 0) return
  await tx
    .insert(courseSessions)
    .values(rows)
    .onConflictDoUpdate({
      target: [courseSessions.courseId, courseSessions.number],
      set: {
        position: sql`excluded.position`,
        startDate: sql`excluded.start_date`,
        startTime: sql`excluded.start_time`,
        endDate: sql`excluded.end_date`,
        endTime: sql`excluded.end_time`,
        hours: sql`excluded.hours`,
      },
    })
}
