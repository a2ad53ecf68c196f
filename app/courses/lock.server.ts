import { asc, inArray } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { courses } from '../database/schema'
import { isId } from '../parsing/text.rules'

/**
 * Locks courses in the order of their ids, which prevents deadlocks; archived ones included. A command that gives a seat
 * calls `lockCoursesWithSeats` instead.
 */
export function lockCourses(tx: Transaction, ids: readonly string[]) {
  return tx
    .select()
    .from(courses)
    .where(inArray(courses.id, ids.filter(isId)))
    .orderBy(asc(courses.id))
    .for('update')
}

/** Undefined for a missing course. */
export async function lockCourse(tx: Transaction, id: string) {
  const [course] = await lockCourses(tx, [id])
  return course
}
