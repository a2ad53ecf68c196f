import { and, asc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { isPublished } from '../../courses/queries.server'
import { isOffered, seatsTaken } from '../../courses/seats.sql'
import { titleConditions } from '../../courses/table/queries.server'
import { db } from '../../database/client.server'
import { courses, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { isLastDecisionOpen } from '../decisions.sql'
import { isLive } from '../enrolments.sql'
import { enrolOutcomeOf, SUGGESTED_COURSES } from './rules'

const choosableColumns = {
  id: courses.id,
  title: courses.title,
  startDate: courses.startDate,
  place: courses.place,
  maxPartecipanti: courses.maxPartecipanti,
  seatsTaken,
}

/**
 * Published courses to suggest for a direct enrolment, by their first day, without those that are only announced. With
 * `text`: those with its words in the title, concluded ones last; without: those that are not over.
 */
export function coursesToChoose(_staff: Staff, text = '') {
  const isNotOver = or(isNull(courses.endDate), gte(courses.endDate, today()))
  const words = titleConditions(text)
  return db
    .select(choosableColumns)
    .from(courses)
    .where(
      and(isPublished, eq(courses.comingSoon, false), ...(words.length > 0 ? words : [isNotOver as SQL])),
    )
    .orderBy(sql`${isNotOver} desc`, sql`${courses.startDate} asc nulls last`, asc(courses.id))
    .limit(SUGGESTED_COURSES)
}
export type ChoosableCourse = Awaited<ReturnType<typeof coursesToChoose>>[number]

/** The chosen courses by date; unknown ids and courses that cannot be chosen are left out. */
export async function chosenCourses(_staff: Staff, ids: readonly string[]): Promise<ChoosableCourse[]> {
  const validIds = ids.filter(isId)
  if (validIds.length === 0) return []
  return db
    .select(choosableColumns)
    .from(courses)
    .where(and(inArray(courses.id, validIds), isPublished, eq(courses.comingSoon, false)))
    .orderBy(sql`${courses.startDate} asc nulls last`, asc(courses.id))
}

/**
 * What a direct enrolment of a person would do in courses (`outcome`), in the order of `ids`; undefined for an unknown
 * person. A course that does not exist is listed with the outcome 'unknown'; what is no id is left out. `enrolment`,
 * `status`: id and state of the person's live enrolment, null without one.
 */
export async function enrolOutcomesOf(_staff: Staff, personId: string, ids: readonly string[]) {
  const { id, email, firstName, lastName } = profiles
  const [person] = await db.select({ id, email, firstName, lastName }).from(profiles).where(eq(id, personId))
  if (!person) return undefined
  const validIds = ids.filter(isId)
  const rows =
    validIds.length === 0
      ? []
      : await db
          .select({
            ...choosableColumns,
            comingSoon: courses.comingSoon,
            archivedAt: courses.archivedAt,
            cancelledAt: courses.cancelledAt,
            draft: courses.draft,
            isOffered: isOffered(userCourses),
            enrolment: userCourses.id,
            status: userCourses.status,
            isLastDecisionOpen,
          })
          .from(courses)
          .leftJoin(
            userCourses,
            and(eq(userCourses.courseId, courses.id), eq(userCourses.userId, personId), isLive),
          )
          .where(inArray(courses.id, validIds))
  const outcomes = validIds.map((id) => {
    const course = rows.find((row) => row.id === id)
    // An open offer to this person counts as a taken seat, but is their own.
    const taken = course ? course.seatsTaken - (course.isOffered ? 1 : 0) : 0
    const existing = course?.status ? { ...course, status: course.status } : undefined
    const outcome = enrolOutcomeOf(course, existing, taken)
    return {
      id,
      title: 'Corso',
      startDate: null,
      place: null,
      enrolment: null,
      status: null,
      ...course,
      outcome,
    }
  })
  return { person, outcomes }
}
export type CourseEnrolOutcome = NonNullable<Awaited<ReturnType<typeof enrolOutcomesOf>>>['outcomes'][number]
