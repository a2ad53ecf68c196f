import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName } from '../accounts/people.sql'
import type { Staff } from '../accounts/rules'
import { certificatesOfPerson } from '../certificates/queries.server'
import { isOnWaitingList, isOnWaitingListOf, seatsTaken } from '../courses/seats.sql'
import { sessionEnd } from '../courses/sessions.sql'
import { db } from '../database/client.server'
import { courseSessions, courses, profiles, seatOffers, userCourses } from '../database/schema'
import { documentsGivenTo } from '../documents/personal/queries.server'
import { attendedMinutes, plannedMinutes } from '../enrolments/attendance/attendance.sql'
import { balancesOf } from '../enrolments/dues/queries.server'
import { awaitsAnswerSince, enrolmentPrice, isLive } from '../enrolments/enrolments.sql'
import { newDatesDeadlinesOfPerson } from '../enrolments/mine/postponement.queries.server'
import { refundsOf } from '../enrolments/refund.queries.server'
import { waitingListOrder } from '../enrolments/waiting-list/order.queries.server'
import { today } from '../runtime/clock'

const courseColumns = {
  id: courses.id,
  title: courses.title,
  location: courses.location,
  format: courses.format,
  startDate: courses.startDate,
  endDate: courses.endDate,
  maxPartecipanti: courses.maxPartecipanti,
  archivedAt: courses.archivedAt,
  cancelledAt: courses.cancelledAt,
  draft: courses.draft,
  comingSoon: courses.comingSoon,
  attendanceThreshold: courses.attendanceThreshold,
}

/** SQL: the place of an enrolment on the waiting list, from 1; null for one that is not on it. */
const position = sql<number | null>`(case when ${isOnWaitingList(userCourses)} then (
  select count(*)::int + 1 from user_courses w
  where ${isOnWaitingListOf(sql`${userCourses.courseId}`)} and ${waitingListOrder('w')} < ${waitingListOrder('user_courses')}) end)`

/**
 * SQL: the open offer of an enrolment; null without one. `course`: the title of the course with the offered seat;
 * `until`: when the offer ends.
 */
const openOffer = sql<{ course: string; until: string } | null>`(
  select json_build_object('course', seat.title, 'until', offer.expires_at) from ${seatOffers} as offer
  join ${courses} as seat on seat.id = offer.course_id
  where offer.enrolment_id = ${userCourses}.id and offer.answered_at is null)`

/**
 * Returns the enrolments of a person with all that the page of the person shows of them, such as who decided them and
 * the hours attended. Requests come first, then approved and running enrolments, then completed and rejected ones, at
 * last those that ended; in each group the newest first.
 */
export function detailedEnrolmentsOf(_staff: Staff, personId: string) {
  const [approver, rejecter] = [alias(profiles, 'approver'), alias(profiles, 'rejecter')]
  const ender = alias(profiles, 'ender')
  const { status, requestedAt, approvedAt, rejectedAt, rejectReason } = userCourses
  return db
    .select({
      id: userCourses.id,
      status,
      requestedAt,
      awaitsAnswerSince,
      approvedAt,
      rejectedAt,
      rejectReason,
      waitingSince: userCourses.waitingSince,
      admittedAt: userCourses.admittedAt,
      offer: openOffer,
      position,
      ...attendedMinutes,
      planned: plannedMinutes,
      price: enrolmentPrice,
      priceReason: userCourses.priceReason,
      ending: userCourses.ending,
      endedAt: userCourses.endedAt,
      endReason: userCourses.endReason,
      endedBy: fullName(ender),
      approvedBy: fullName(approver),
      rejectedBy: fullName(rejecter),
      course: courseColumns,
      seatsTaken,
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(approver, eq(approver.id, userCourses.approvedBy))
    .leftJoin(rejecter, eq(rejecter.id, userCourses.rejectedBy))
    .leftJoin(ender, eq(ender.id, userCourses.endedBy))
    .where(eq(userCourses.userId, personId))
    .orderBy(
      sql`case when ${userCourses.endedAt} is not null then 3 else case ${status} when 'pending' then 0 when 'approved' then 1 when 'in_progress' then 1 else 2 end end`,
      desc(requestedAt),
      desc(userCourses.id),
    )
}

/**
 * Returns what the page of a person shows of the enrolments (`detailedEnrolmentsOf`), each with what is paid and due
 * (`balance`), what goes back once it has ended (`refund`), the last day to answer new dates (`answerBy`) and the valid
 * attestato; and all attestati and documents that were given to the person.
 */
export async function enrolmentsOnPage(staff: Staff, personId: string) {
  const [enrolments, newDatesDeadlines, certificates, givenDocuments] = await Promise.all([
    detailedEnrolmentsOf(staff, personId),
    newDatesDeadlinesOfPerson(staff, personId),
    certificatesOfPerson(staff, personId),
    documentsGivenTo(staff, personId),
  ])
  const [balances, refunds] = await Promise.all([
    balancesOf(enrolments.filter(({ ending }) => !ending).map(({ id }) => id)),
    refundsOf(enrolments.filter(({ ending }) => ending).map(({ id }) => id)),
  ])
  const detailed = enrolments.map((enrolment) => ({
    ...enrolment,
    balance: balances.get(enrolment.id),
    refund: refunds.get(enrolment.id),
    answerBy: newDatesDeadlines.get(enrolment.id),
    certificate: certificates.find(({ enrolmentId, ending }) => enrolmentId === enrolment.id && !ending),
  }))
  return { enrolments: detailed, certificates, givenDocuments }
}
export type EnrolmentsOnPage = Awaited<ReturnType<typeof enrolmentsOnPage>>
export type DetailedEnrolment = EnrolmentsOnPage['enrolments'][number]

/**
 * Returns the next session, or the one that is going on, of a person's approved and running enrolments, without those
 * in courses at one's own pace, whose days are no appointments; undefined without one. `date`, `time`: when it begins;
 * today and null for one that began on an earlier day. `isFirst`: `date` is the first day of its course; `isLast`: it
 * is the last day, or a session begins that goes on until then.
 */
export async function nextSessionOf(_staff: Staff, personId: string) {
  const { startDate, startTime, endDate, endTime, courseId } = courseSessions
  const day = today()
  const date = sql<string>`greatest(${startDate}, ${day}::date)`
  const time = sql<string | null>`case when ${startDate} >= ${day}::date then left(${startTime}::text, 5) end`
  const [next] = await db
    .select({
      course: courses.title,
      location: courses.location,
      date: sql<string>`${date}::text`,
      time,
      isFirst: sql<boolean>`${courses.startDate} = ${date}`,
      isLast: sql<boolean>`${courses.endDate} = ${endDate} and (${startDate} = ${date} or ${endDate} = ${date})`,
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(courseSessions, eq(courseId, courses.id))
    .where(
      and(
        eq(userCourses.userId, personId),
        inArray(userCourses.status, ['approved', 'in_progress']),
        isLive,
        isNull(courses.archivedAt),
        sql`${courses.format} is distinct from 'e-learning'`,
        gt(sessionEnd(endDate, endTime), sql`now()`),
      ),
    )
    .orderBy(asc(date), sql`${time} nulls first`, asc(courses.id))
    .limit(1)
  return next
}
