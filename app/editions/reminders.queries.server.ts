import { count, eq, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses, remindersSent, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import type { Reminder } from './reminders.rules'
import { lacksReminder } from './reminders.sql'

/**
 * How far each automatic e-mail of an edition is. `lacking`: how many people it is due for today who have not got it;
 * `sent`: how many it was sent to, those included who have left since; `lastSentAt`: null if it was sent to nobody.
 */
export async function remindersOf(_staff: Staff, courseId: string) {
  const [joining, thanks] = [alias(remindersSent, 'joining'), alias(remindersSent, 'thanks')]
  const figures = (kind: Reminder, sent: typeof joining | typeof thanks) => ({
    lacking: sql<number>`(count(*) filter (where ${lacksReminder(kind, today(), true)}))::int`,
    sent: count(sent.enrolmentId),
    lastSentAt: max(sent.sentAt),
  })
  const isSent = (kind: Reminder, sent: typeof joining | typeof thanks) =>
    sql`${sent.enrolmentId} = ${userCourses.id} and ${sent.kind} = ${kind}`
  const [row] = await db
    .select({ joining: figures('joining', joining), thanks: figures('thanks', thanks) })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(joining, isSent('joining', joining))
    .leftJoin(thanks, isSent('thanks', thanks))
    .where(eq(userCourses.courseId, courseId))
  return row
}
