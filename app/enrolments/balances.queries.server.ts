import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { balances, courses, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import { isDueLate, unpaidBefore } from './balances.sql'
import { holdsSeat } from './enrolments.sql'

/**
 * A subquery of one row: what the participants of an edition owe, have paid, and owe although its day is past (`late`),
 * in euros; `latePeople`: how many of them are late. All 0 in an edition without dues.
 */
export function editionBalance(courseId: string) {
  const day = today()
  const sum = (euros: SQLWrapper, name: string) => sql`coalesce(sum(${euros}), 0)`.mapWith(Number).as(name)
  return db
    .select({
      owed: sum(balances.owed, 'owed'),
      paid: sum(balances.paid, 'paid'),
      late: sum(sql`case when ${isDueLate(day)} then ${unpaidBefore(day)} else 0 end`, 'late'),
      latePeople: sql`count(*) filter (where ${isDueLate(day)})`.mapWith(Number).as('late_people'),
    })
    .from(balances)
    .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
    .where(and(eq(userCourses.courseId, courseId), holdsSeat))
    .as('edition_balance')
}

/**
 * What people owe although its day is past, by person; people who are not late are left out. `euros`: the sum over all
 * their seats; `course`: the title of the course that has been late longest; `isArchived`: whether it was deleted.
 */
export async function lateSumsOf(_staff: Staff, people: readonly string[]) {
  const day = today()
  const longestFirst = sql`order by ${balances.openSince}, ${balances.enrolmentId}`
  const rows = await db
    .select({
      personId: userCourses.userId,
      euros: sql`sum(${unpaidBefore(day)})`.mapWith(Number),
      course: sql<string>`(array_agg(${courses.title} ${longestFirst}))[1]`,
      isArchived: sql<boolean>`(array_agg(${courses.archivedAt} is not null ${longestFirst}))[1]`,
    })
    .from(balances)
    .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(inArray(userCourses.userId, [...people]), holdsSeat, isDueLate(day)))
    .groupBy(userCourses.userId)
  return new Map(rows.map(({ personId, ...lateSum }) => [personId, lateSum]))
}
