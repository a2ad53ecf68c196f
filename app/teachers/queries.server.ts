import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName, inOrderOfNames } from '../accounts/people.sql'
import type { Member, Staff } from '../accounts/rules'
import { sessionFields } from '../courses/sessions.sql'
import { db } from '../database/client.server'
import {
  attendance,
  courseSessions,
  courses,
  courseTeachers,
  profiles,
  userCourses,
} from '../database/schema'
import { holdsSeat } from '../enrolments/enrolments.sql'

/**
 * The people whom the office has made teachers of an edition, by name. `addedBy`: the name of the member of staff who
 * added the teacher, null if that account is deleted.
 */
export function teachersOf(_staff: Staff, courseId: string) {
  const author = alias(profiles, 'author')
  return db
    .select({
      id: profiles.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      emailVerified: profiles.emailVerified,
      invitedAt: profiles.invitedAt,
      addedAt: courseTeachers.addedAt,
      addedBy: fullName(author),
    })
    .from(courseTeachers)
    .innerJoin(profiles, eq(profiles.id, courseTeachers.userId))
    .leftJoin(author, eq(author.id, courseTeachers.addedBy))
    .where(eq(courseTeachers.courseId, courseId))
    .orderBy(...inOrderOfNames, asc(profiles.id))
}

/** The condition that the member is a teacher of an edition, and the edition is not deleted. */
const isTaughtBy = (member: Member) => and(eq(courseTeachers.userId, member.id), isNull(courses.archivedAt))

/**
 * Whether the office has made the member a teacher of an edition that is not deleted: of this one, or of any. Staff mark
 * registers without being teachers.
 */
export async function isTeacher(member: Member, courseId?: string): Promise<boolean> {
  const [row] = await db
    .select({ id: courses.id })
    .from(courseTeachers)
    .innerJoin(courses, eq(courses.id, courseTeachers.courseId))
    .where(and(isTaughtBy(member), courseId ? eq(courses.id, courseId) : undefined))
    .limit(1)
  return row !== undefined
}

/** What a teacher sees of a session: the link of an online lesson is for participants only. */
const { link: _link, ...lessonFields } = sessionFields

/**
 * The lessons of the editions of which a member is a teacher, by day. `peopleCount`: how many have a seat;
 * `markedCount`: how many of them have a mark in the register of the lesson; `undatedEditions`: editions without
 * lessons.
 */
export async function lessonsOfTeacher(member: Member) {
  const peopleCount = sql<number>`(select count(*)::int from ${userCourses}
    where ${userCourses.courseId} = ${courses}.id and ${holdsSeat})`
  const markedCount = sql<number>`(select count(*)::int from ${attendance} as mark
    join ${userCourses} on ${userCourses}.id = mark.enrolment_id and ${holdsSeat}
    where mark.course_id = ${courseSessions}.course_id and mark.lesson = ${courseSessions}.number)`
  const rows = await db
    .select({
      edition: {
        id: courses.id,
        title: courses.title,
        location: courses.location,
        cancelledAt: courses.cancelledAt,
        format: courses.format,
      },
      peopleCount,
      lesson: { ...lessonFields, closedAt: courseSessions.closedAt },
      markedCount,
    })
    .from(courseTeachers)
    .innerJoin(courses, eq(courses.id, courseTeachers.courseId))
    .leftJoin(courseSessions, eq(courseSessions.courseId, courses.id))
    .where(isTaughtBy(member))
    .orderBy(
      asc(courseSessions.startDate),
      asc(courseSessions.startTime),
      sql`${courses.title} collate "und-x-icu"`,
      asc(courses.id),
    )
  const lessons = rows.flatMap(({ edition, lesson, peopleCount, markedCount }) =>
    lesson ? [{ ...lesson, edition, peopleCount, markedCount }] : [],
  )
  return { lessons, undatedEditions: rows.filter(({ lesson }) => !lesson).map(({ edition }) => edition) }
}
export type TaughtLesson = Awaited<ReturnType<typeof lessonsOfTeacher>>['lessons'][number]
