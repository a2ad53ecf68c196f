import { asc, isNull, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { seatsTaken } from '../courses/queries.server'
import { db } from '../database/client.server'
import { courses } from '../database/schema'

/** The office's table: every course that is not deleted, published before coming, the newest first. */
export function managedCourses(_admin: Admin) {
  return db
    .select({
      id: courses.id,
      slug: courses.slug,
      title: courses.title,
      price: courses.price,
      startDate: courses.startDate,
      comingSoon: courses.comingSoon,
      maxPartecipanti: courses.maxPartecipanti,
      seatsTaken,
    })
    .from(courses)
    .where(isNull(courses.archivedAt))
    .orderBy(asc(courses.comingSoon), sql`${courses.createdAt} desc`, asc(courses.id))
}
