import { and, eq, inArray, sql } from 'drizzle-orm'
import { conditionOf } from '../courses/minimum.rules'
import { db } from '../database/client.server'
import { courseDocuments, courses, isLive, profiles, seatsTaken, userCourses } from '../database/schema'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'

const documents = sql<number>`(select count(*)::int from ${courseDocuments} as files
  where files.course_id = ${courses}.id and files.deleted_at is null and files.visibility <> 'ufficio')`

const emailCourse = {
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

const { startDate, endDate, archivedAt, cancelledAt, confirmedAt, draft, comingSoon } = courses
const { minParticipants, confirmBy } = courses
const standing = { startDate, endDate, archivedAt, cancelledAt, confirmedAt, draft, comingSoon }
const edition = { ...standing, minParticipants, confirmBy }

/** Facts for e-mails, read before the lock. `condition`: on which the edition takes place, in words. */
export async function emailFacts(ids: readonly string[]) {
  const rows = await db
    .select({ id: courses.id, course: emailCourse, edition })
    .from(courses)
    .where(inArray(courses.id, [...ids]))
  return rows.map(({ id, course, edition }) => ({ id, ...course, condition: conditionOf(edition, today()) }))
}

/** Facts for the e-mails about live enrolments. */
export async function enrolmentFacts(ids: readonly string[]) {
  const { firstName, lastName, email, phone, company } = profiles
  const rows = await db
    .select({
      id: userCourses.id,
      courseId: userCourses.courseId,
      person: { firstName, lastName, email, phone, company },
      course: emailCourse,
      edition,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(inArray(userCourses.id, ids.filter(isId)), isLive))
  return rows.map(({ course, edition, ...facts }) => ({
    ...facts,
    course: { ...course, condition: conditionOf(edition, today()) },
    origin: env.publicOrigin,
  }))
}
