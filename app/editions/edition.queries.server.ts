import { eq, type SQL, sql } from 'drizzle-orm'
import { data } from 'react-router'
import { isNotDeleted } from '../accounts/queries.server'
import type { Staff } from '../accounts/rules'
import { countReadyPeople, peopleWithoutCertificate } from '../certificates/candidates.queries.server'
import { coverOf } from '../courses/covers/cover.rules'
import { courseByKey } from '../courses/office.queries.server'
import { lessonProgress, phaseOf, progressInWords } from '../courses/phase.rules'
import type { StoredCourse } from '../courses/queries.server'
import { courseState, isAtOwnPace } from '../courses/rules'
import { SEATED_STATES } from '../courses/seats.rules'
import { hasRegisters } from '../courses/sessions.sql'
import { db } from '../database/client.server'
import {
  balances,
  certificates,
  courseDocuments,
  courseSeats,
  courses,
  editionMessages,
  profiles,
  seatOffers,
  userCourses,
} from '../database/schema'
import { editionBalance } from '../enrolments/balances.queries.server'
import type { EnrolmentState } from '../enrolments/rules'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { INVOLVED_STATES, PARTICIPANT_STATES } from './queries.server'
import { explainEditionRefusal, mayDecideEdition } from './rules'
import { editionsOf } from './series.queries.server'

/** What the frame of an edition shows: the edition, the counts of its tabs, and the editions of its series. */
export async function editionInFrame(staff: Staff, course: StoredCourse) {
  const [{ completed, ...counts }, editions] = await Promise.all([
    tabCounts(staff, course.id),
    editionsOf(staff, course),
  ])
  const { id, slug, title, startDate, endDate, place, draft, pdfFilePath, confirmedAt } = course
  const day = today()
  const lessons = lessonProgress(course.sessions, day)
  return {
    edition: {
      id,
      slug,
      title,
      startDate,
      endDate,
      place,
      draft,
      pdfFilePath,
      confirmedAt,
      phase: phaseOf(course, day),
      progress: progressInWords({ ...course, lessons }, day),
      cover: coverOf(course, courseState(course, day)),
      openRegister: lastOpenRegister(course, day),
    },
    counts: {
      ...counts,
      ready: countReadyPeople(course, completed),
      people: course.cancelledAt ? null : course.peopleEnrolled,
      lessons,
    },
    editions,
  }
}
type EditionFrame = Awaited<ReturnType<typeof editionInFrame>>
/**
 * An edition for the head of its pages. `progress`: how far it is, in words; `openRegister`: number of the lesson whose
 * register is to be closed, null without one.
 */
export type EditionFacts = EditionFrame['edition']
/**
 * What the tabs of an edition count: `people` with a seat (null if it is cancelled), people `waiting` on the list,
 * `lessons`, participants with a `late` due, `documents`, `messages`, issued `certificates`, and people who are `ready`
 * to get one.
 */
export type TabCounts = EditionFrame['counts']

/**
 * The counts of the tabs that are no facts of the course. `completed`: the people who have completed it without
 * attestato.
 */
async function tabCounts(_staff: Staff, courseId: string) {
  const countRows = (rows: SQL) => sql<number>`(select count(*)::int from ${rows})`
  const [counts] = await db
    .select({
      waiting: courseSeats.waiting,
      documents: countRows(sql`${courseDocuments} where course_id = ${courseId} and deleted_at is null`),
      messages: countRows(sql`${editionMessages} where course_id = ${courseId}`),
      certificates: countRows(sql`${certificates} as paper join ${userCourses} as enrolment
        on enrolment.id = paper.enrolment_id where enrolment.course_id = ${courseId} and paper.ended_at is null`),
      late: countRows(sql`${balances} as balance join ${userCourses} as enrolment on enrolment.id = balance.enrolment_id
        where enrolment.course_id = ${courseId} and enrolment.ended_at is null
        and enrolment.status in ${[...SEATED_STATES]} and balance.open_since < ${today()}`),
      completed: peopleWithoutCertificate(courseId),
    })
    .from(courseSeats)
    .where(eq(courseSeats.courseId, courseId))
  if (!counts) throw new Error(`no edition ${courseId}`)
  return counts
}

/** The number of the last lesson that has begun and whose register is to be closed; null without one. */
function lastOpenRegister({ format, sessions }: StoredCourse, day: string): number | null {
  if (isAtOwnPace({ format })) return null
  // Nobody can be marked in a lesson without hours, so its register is not asked for.
  const open = sessions.filter(
    ({ startDate, hours, closedAt }) => startDate <= day && hours !== null && closedAt === null,
  )
  return open.toSorted((a, b) => a.startDate.localeCompare(b.startDate)).at(-1)?.number ?? null
}

/**
 * How many matters of an edition are open: `pending` requests to decide, without those that the office has admitted to
 * the list; people `waiting` on the list; seats `offered` (`firstOfferEnd`: when the first offer ends, null without
 * one); `openRegisters` of lessons with hours that have begun; `money`, the `editionBalance`. And how many people a
 * decision about the edition concerns, without deleted accounts: `participants`, whom new dates concern, and with those
 * who wait for an answer `involved`, whom a cancellation concerns.
 */
export async function openMatters(_staff: Staff, courseId: string) {
  const balance = editionBalance(courseId)
  const { owed, paid, late, latePeople } = balance
  const peopleIn = (states: readonly EnrolmentState[]) =>
    sql<number>`(select count(*)::int from user_courses join ${profiles} on ${profiles.id} = user_id
      where course_id = ${courseId} and status in ${[...states]} and ended_at is null and ${isNotDeleted})`
  const [row] = await db
    .select({
      pending: sql<number>`(select count(*)::int from user_courses where course_id = ${courseId}
        and status = 'pending' and ended_at is null and admitted_at is null)`,
      participants: peopleIn(PARTICIPANT_STATES),
      involved: peopleIn(INVOLVED_STATES),
      waiting: courseSeats.waiting,
      offered: courseSeats.offered,
      firstOfferEnd: sql`(select min(expires_at) from seat_offers where course_id = ${courseId}
        and answered_at is null)`.mapWith(seatOffers.expiresAt),
      openRegisters: sql<number>`(select count(*)::int from course_sessions where course_id = ${courseId}
        and start_date <= ${today()} and hours is not null and closed_at is null and ${hasRegisters})`,
      money: { owed, paid, late, latePeople },
    })
    .from(courseSeats)
    .innerJoin(courses, eq(courses.id, courseSeats.courseId))
    .crossJoin(balance)
    .where(eq(courseSeats.courseId, courseId))
  if (!row) throw new Error(`no edition ${courseId}`)
  return row
}
export type OpenMatters = Awaited<ReturnType<typeof openMatters>>

/**
 * An edition for the pages that confirm, postpone or cancel it, and how many people that concerns (`participants`,
 * `involved`, as in `openMatters`). Throws 404 if it is missing or archived. `mayDecide`: the rule for the decision;
 * `refusal`: why it cannot be taken, in words; `undoMinutes`: how long it can be undone.
 */
export async function editionToDecide(staff: Staff, key: string, mayDecide = mayDecideEdition) {
  const course = await courseByKey(staff, key)
  if (!course || course.archivedAt) throw data(null, { status: 404 })
  const { participants, involved } = await openMatters(staff, course.id)
  const outcome = mayDecide(course, today())
  const refusal = outcome.ok ? undefined : explainEditionRefusal(outcome.refusal)
  return { course, participants, involved, refusal, undoMinutes: env.undoMinutes }
}
