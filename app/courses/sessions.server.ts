import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { attendance, courseSessions } from '../database/schema'
import { inOrderOfTime, type NumberedSession, writeSession } from '../parsing/sessions.rules'
import { sessionFields } from './sessions.sql'

/** The sessions of a course in order of time. */
export async function sessionsOf(tx: Transaction, courseId: string): Promise<NumberedSession[]> {
  const ofCourse = eq(courseSessions.courseId, courseId)
  return tx.select(sessionFields).from(courseSessions).where(ofCourse).orderBy(courseSessions.position)
}

/**
 * The first session in which attendance is marked and which `after` removes, or gives another day, time or number of
 * hours; undefined if there is none. Marks hold only for the lesson as it was.
 */
export async function markedSessionChanged(
  tx: Transaction,
  courseId: string,
  before: readonly NumberedSession[],
  after: readonly NumberedSession[],
): Promise<NumberedSession | undefined> {
  const markedNumbers = await tx
    .selectDistinct({ number: attendance.lesson })
    .from(attendance)
    .where(eq(attendance.courseId, courseId))
  const isMarked = (session: NumberedSession) => markedNumbers.some(({ number }) => number === session.number)
  return before.find((session) => {
    const sessionAfter = after.find(({ number }) => number === session.number)
    return isMarked(session) && (!sessionAfter || writeSession(sessionAfter) !== writeSession(session))
  })
}

/**
 * Replaces the sessions of a locked course and stores them in order of time, by which all pages number them. A session
 * whose number exists keeps its row, and so its topic, place, link and register.
 */
export async function writeSessionsOf(
  tx: Transaction,
  courseId: string,
  sessions: readonly NumberedSession[],
) {
  const ofCourse = eq(courseSessions.courseId, courseId)
  const numbers = sessions.map(({ number }) => number)
  await tx.delete(courseSessions).where(and(ofCourse, notInArray(courseSessions.number, numbers)))
  const rows = inOrderOfTime(sessions).map((session, position) => ({ ...session, courseId, position }))
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
