import { and, asc, eq, inArray } from 'drizzle-orm'
import { inOrderOfNames } from '../../accounts/people.sql'
import type { Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { attendedMinutes } from '../attendance/attendance.sql'
import { isInRoster } from '../enrolments.sql'

/** Rows that one statement reads. */
const BATCH = 1_000

/**
 * Yields the participants of a course by name, in batches, so that a long roster is never in memory as a whole.
 * `chosenIds`: of the enrolments to yield; empty for all.
 */
export async function* rosterInBatches(_staff: Staff, courseId: string, chosenIds: readonly string[] = []) {
  const ids = (
    await db
      .select({ id: userCourses.id })
      .from(userCourses)
      .innerJoin(profiles, eq(profiles.id, userCourses.userId))
      .where(
        and(
          eq(userCourses.courseId, courseId),
          isInRoster,
          chosenIds.length > 0 ? inArray(userCourses.id, chosenIds.filter(isId)) : undefined,
        ),
      )
      .orderBy(...byName)
  ).map(({ id }) => id)
  for (let start = 0; start < ids.length; start += BATCH) {
    yield await db
      .select({
        email: profiles.email,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        company: profiles.company,
        phone: profiles.phone,
        status: userCourses.status,
        ending: userCourses.ending,
        ...attendedMinutes,
      })
      .from(userCourses)
      .innerJoin(profiles, eq(profiles.id, userCourses.userId))
      .where(inArray(userCourses.id, ids.slice(start, start + BATCH)))
      .orderBy(...byName)
  }
}

const byName = [...inOrderOfNames, asc(profiles.id)]
