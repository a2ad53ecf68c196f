import { eq, type SQL, sql } from 'drizzle-orm'
import type { Member } from '../../accounts/rules'
import { isOnWaitingList, isOnWaitingListOf } from '../../courses/seats.sql'
import { firstSessionStart } from '../../courses/sessions.sql'
import { db } from '../../database/client.server'
import { courses, profiles, seatOffers, userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { hashOf, isToken } from '../../runtime/token.server'
import { isSchoolClosed } from '../../site/closures'
import { KINDS_UPDATING_EDITION } from '../decision.rules'
import { canBeUndone, hasOpenDecision } from '../decisions.sql'
import { isLive } from '../enrolments.sql'
import type { EnrolmentState } from '../rules'
import { offerEnd } from '../waiting-list.rules'
import { waitingListOrder } from './order.queries.server'

/**
 * The rule `acceptsRequests` in SQL: the course is published, neither only announced nor cancelled, deleted or over.
 * `course`: its alias in the query.
 */
export const acceptsRequestsSql = (
  course: SQL,
) => sql`(${course}.archived_at is null and not ${course}.draft and ${course}.cancelled_at is null
  and not ${course}.coming_soon and coalesce(${course}.end_date >= ${today()}::date, true))`

/**
 * SQL: whether a person can ask for an edition before it begins: it takes requests, and they have no live enrolment in
 * it. `edition`: its alias in the query.
 */
export const isRequestableBy = (edition: SQL, person: { id: string }) =>
  sql`(${acceptsRequestsSql(edition)} and coalesce(${edition}.start_date > ${today()}::date, true)
    and not exists (select from user_courses requested where requested.user_id = ${person.id}
      and requested.course_id = ${edition}.id and requested.ended_at is null))`

/** When the first session of a course begins, in seconds since 1970; null without one. `course`: its id. */
export const firstStartSeconds = (course: SQL) =>
  sql`(extract(epoch from ${firstSessionStart(course)})::float8)`

/** A moment that a query gives in seconds since 1970. */
export const instantOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))

/**
 * The places of a member on waiting lists, one for each request that is on a list or admitted. `ahead`: who is before
 * them, null if an expired offer has cost them their place; `offer`: the open one while it can be accepted, else null;
 * `offer.course`: the title; `acceptsRequests`: the edition does; `hasOtherEditions`: the member can ask for another
 * one; `call`: a seat is offered by telephone, null while seats are offered by e-mail; `call.phone`: of the member,
 * null if it is not known.
 */
export async function waitingPlacesOf(member: Member) {
  const courseId = sql`own.course_id`
  const ahead = sql`from user_courses w where ${isOnWaitingListOf(courseId)} and ${waitingListOrder('w')} < ${waitingListOrder('own')}`
  const { rows } = await db.execute<{
    id: string
    courseId: string
    isAdmitted: boolean
    acceptsRequests: boolean
    ahead: number | null
    reasons: string[] | null
    hasOtherEditions: boolean
    start: number | null
    offer: {
      course: string
      startDate: string | null
      place: string | null
      expiresAt: string
    } | null
  }>(sql`select own.id, own.course_id as "courseId", own.admitted_at is not null as "isAdmitted",
      ${acceptsRequestsSql(sql`course`)} as "acceptsRequests",
      case when own.waiting_since is not null then (select count(*)::int ${ahead}) end as ahead,
      (select array_agg(w.move_reason) ${ahead} and w.priority > 0) as reasons,
      exists (select from courses edition join courses same on same.series_id = edition.series_id
        where same.id = ${courseId} and edition.id <> ${courseId}
          and ${isRequestableBy(sql`edition`, member)}) as "hasOtherEditions",
      ${firstStartSeconds(courseId)} as start,
      (select json_build_object('course', course.title, 'startDate', course.start_date, 'place', course.place, 'expiresAt', offer.expires_at)
        from seat_offers offer where offer.enrolment_id = own.id and offer.answered_at is null
          and offer.expires_at > now() and ${acceptsRequestsSql(sql`course`)}) as offer
    from user_courses own join courses course on course.id = own.course_id
    where own.user_id = ${member.id} and own.status = 'pending' and own.ended_at is null
      and (own.waiting_since is not null or own.admitted_at is not null)`)
  return rows.map(({ reasons, offer, ahead, start, ...row }) => ({
    ...row,
    call: offerEnd(new Date(), instantOf(start), isSchoolClosed) ? null : { phone: member.phone },
    ahead: ahead === null ? null : { people: ahead, reasons: reasons ?? [] },
    offer: offer && { ...offer, expiresAt: new Date(offer.expiresAt) },
  }))
}

export type OwnPlace = Awaited<ReturnType<typeof waitingPlacesOf>>[number]

/** The place of a member on the waiting list of a course; undefined without one. */
export async function waitingPlaceIn(member: Member, courseId: string): Promise<OwnPlace | undefined> {
  return (await waitingPlacesOf(member)).find((place) => place.courseId === courseId)
}

/**
 * Reads an offer for its page, by the token of the link in its e-mail; undefined for an unknown token. `isOver`: its
 * time has passed; `isBackOnList`: it has expired, and the person has gone back on the list since;
 * `isLastDecisionOpen`: the office can still undo its last decision about the enrolment.
 */
export async function offerByToken(token: string) {
  if (!isToken(token)) return undefined
  const { slug, title, startDate, endDate, location, archivedAt, cancelledAt, draft, comingSoon } = courses
  const [offer] = await db
    .select({
      expiresAt: seatOffers.expiresAt,
      answer: seatOffers.answer,
      isOver: sql<boolean>`${seatOffers.expiresAt} <= now()`,
      isBackOnList: sql<boolean>`coalesce(${seatOffers.answer} = 'expired' and ${isOnWaitingList(userCourses)}, false)`,
      isLastDecisionOpen: canBeUndone(userCourses.decisionId),
      isEditionUpdating: hasOpenDecision(seatOffers.courseId, KINDS_UPDATING_EDITION),
      enrolmentId: seatOffers.enrolmentId,
      /** The state of the enrolment; null once it has ended. */
      status: sql<EnrolmentState | null>`case when ${isLive} then ${userCourses.status} end`,
      /** 'Bruno P.', without the whole surname, since the page opens without a sign-in. */
      name: sql<string | null>`${profiles.firstName} || ' ' || left(${profiles.lastName}, 1) || '.'`,
      course: { slug, title, startDate, endDate, location, archivedAt, cancelledAt, draft, comingSoon },
    })
    .from(seatOffers)
    .innerJoin(courses, eq(courses.id, seatOffers.courseId))
    .leftJoin(userCourses, eq(userCourses.id, seatOffers.enrolmentId))
    .leftJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(eq(seatOffers.tokenHash, hashOf(token)))
  return offer
}
