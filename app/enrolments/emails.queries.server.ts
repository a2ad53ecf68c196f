import { inArray, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { courseDocuments, courses, seatsTaken } from '../database/schema'

const documents = sql<number>`(select count(*)::int from ${courseDocuments} as files
  where files.course_id = ${courses}.id and files.deleted_at is null and files.visibility <> 'ufficio')`

export const emailCourse = {
  title: courses.title,
  startDate: courses.startDate,
  location: courses.location,
  modalita: courses.modalita,
  place: courses.place,
  format: courses.format,
  theme: courses.theme,
  price: courses.price,
  afterApproval: courses.afterApproval,
  lessonsUrl: courses.lessonsUrl,
  maxPartecipanti: courses.maxPartecipanti,
  seatsTaken,
  documents,
}

/** Facts for e-mails, read before the lock. */
export function emailFacts(ids: readonly string[]) {
  return db
    .select({ id: courses.id, ...emailCourse })
    .from(courses)
    .where(inArray(courses.id, [...ids]))
}
