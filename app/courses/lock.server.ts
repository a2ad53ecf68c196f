import { asc, inArray } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { courses } from '../database/schema'
import { isId } from '../parsing/text.rules'

/**
 * Locks courses, archived ones included, until the transaction ends, always in the order of their ids, which prevents
 * deadlocks. Missing ids are left out. A command that gives a seat calls `lockCoursesWithSeats` instead.
 */
export function lockCourses(tx: Transaction, ids: readonly string[]) {
  return tx
    .select()
    .from(courses)
    .where(inArray(courses.id, ids.filter(isId)))
    .orderBy(asc(courses.id))
    .for('update')
}

/** Locks one course, also an archived one, until the transaction ends; undefined if there is none. */
export async function lockCourse(tx: Transaction, id: string) {
  const [course] = await lockCourses(tx, [id])
  return course
}
