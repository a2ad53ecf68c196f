import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { payingCompany, personColumns } from '../../accounts/people.sql'
import type { Staff } from '../../accounts/rules'
import { hasSeatsLeftAtMost, peopleWaiting, seatsTaken } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { keysetConditions, keysetPage, type PageBounds, positionByMoment } from '../../database/keyset.server'
import { billingDetails, courses, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { enrolmentsInDecision, isLastDecisionOpen } from '../decisions.sql'
import { awaitsAnswerSince, enrolmentPrice, isLive, isUndecided } from '../enrolments.sql'
import type { QueueView } from './queue.rules'
import { LATE_DAYS } from './queue.rules'

/** Requests on a page of the queue. */
export const QUEUE_PAGE_SIZE = 50

/** Most courses that the filter lists. */
const MOST_COURSES_LISTED = 200

const { id, requestedAt, status, courseId } = userCourses

/** Whether a request has waited for `LATE_DAYS` days. */
const isLate = sql`${awaitsAnswerSince} <= now() - make_interval(days => ${LATE_DAYS}::int)`
/** Whether the course of a request has no seat left. */
const isFull = hasSeatsLeftAtMost(0)

/**
 * One page of the requests that wait for the office, oldest first unless the view asks for the newest. `decidedIds`: of
 * requests that were decided on this page, which stay in their place.
 * @returns `back` and `onward`: the ids to ask for the page before and after, undefined if there is none
 */
export async function queuePage(_staff: Staff, view: QueueView, decidedIds: readonly string[] = []) {
  const where = and(
    isUndecided,
    view.corso ? eq(courseId, view.corso) : undefined,
    view.eta ? isLate : undefined,
    view.posti === 'pieni' ? isFull : undefined,
    view.posti === 'liberi' ? sql`not (${isFull})` : undefined,
  )
  const newestFirst = view.ordine === 'recenti'
  const position = (row: string) => positionByMoment(requestedAt, id, row)
  const bounds = { after: await position(view.dopo), before: await position(view.prima) }
  const decidedHere = await decidedRequests(decidedIds)
  // Decided requests take up places: a page that is read backwards would otherwise begin with other requests.
  const size = Math.max(1, QUEUE_PAGE_SIZE - decidedHere.length)
  const { rows, ...neighbours } = await keysetPage(size, bounds, (from, limit) =>
    readRequests(where, { ...from, newestFirst }, limit),
  )
  // All of the last page were decided here: they stay in their place, instead of the first page.
  if (bounds.after && !neighbours.back && decidedHere.length > 0)
    return { requests: mergeInOrder([], decidedHere, { newestFirst }) }
  return { requests: mergeInOrder(rows, decidedHere, { newestFirst }), ...neighbours }
}

/** Most requests that the overview lists; longer lists are worked off in the queue. */
const OVERVIEW_MOST = 500

/**
 * The pending requests, newest first, also those on a waiting list. `decidedIds`: of requests that were decided on this
 * page, which stay in their place.
 * @returns `undecidedCount`: how many wait for a decision of the office; `lateCount`: how many of them have waited for
 * `LATE_DAYS`; `pendingCount`: how many are pending, admitted ones included; `requests`: at most `most` pending ones,
 * and those of `decidedIds`
 */
export async function pendingRequests(
  _staff: Staff,
  decidedIds: readonly string[] = [],
  most = OVERVIEW_MOST,
) {
  const isPending = and(eq(status, 'pending'), isLive)
  const [counts] = await db
    .select({
      undecidedCount: sql<number>`(count(*) filter (where ${isUndecided}))::int`,
      lateCount: sql<number>`(count(*) filter (where ${isUndecided} and ${isLate}))::int`,
      pendingCount: count(),
    })
    .from(userCourses)
    .where(isPending)
  const decidedHere = await decidedRequests(decidedIds)
  const listed = await readRequests(isPending, { newestFirst: true }, most)
  const ids = new Set(decidedHere.map((request) => request.id))
  const otherRequests = listed.filter((request) => !ids.has(request.id))
  return {
    undecidedCount: 0,
    lateCount: 0,
    pendingCount: 0,
    ...counts,
    requests: mergeInOrder(otherRequests, decidedHere, { newestFirst: true }),
  }
}

/** Puts the listed requests, which are in order, and those that were decided on the page in the order of the list. */
function mergeInOrder(
  listed: QueueRequest[],
  decided: QueueRequest[],
  { newestFirst }: { newestFirst: boolean },
): QueueRequest[] {
  if (decided.length === 0) return listed
  const sign = newestFirst ? -1 : 1
  return [...listed, ...decided].sort((a, b) => sign * (a.requestedAt.getTime() - b.requestedAt.getTime()))
}

/**
 * The live requests of these ids that do not wait for the office, because they were decided or admitted to the list. If
 * that was taken back, the request waits again and is left out.
 */
async function decidedRequests(ids: readonly string[]): Promise<QueueRequest[]> {
  if (ids.length === 0) return []
  const rows = await selectQueueRows().where(and(inArray(id, [...ids]), isLive, sql`not ${isUndecided}`))
  return rows.map((row) => ({ ...row, isDecided: true }))
}

/** Reads requests by keyset, before or after a position, in the order of the list. */
async function readRequests(
  where: SQL | undefined,
  { newestFirst, ...bounds }: PageBounds<SQL> & { newestFirst: boolean },
  limit: number,
) {
  const { beyond, by } = keysetConditions(sql`(${requestedAt}, ${id})`, bounds, { descending: newestFirst })
  const rows = await selectQueueRows().where(and(where, beyond)).orderBy(by(requestedAt), by(id)).limit(limit)
  return bounds.before ? rows.reverse() : rows
}

/** An enrolment in any state, ended ones too, as a row of the queue; undefined for an unknown id. */
export async function queueRowById(_staff: Staff, enrolment: string) {
  if (!isId(enrolment)) return undefined
  const [row] = await selectQueueRows().where(eq(id, enrolment))
  return row
}

/** A live enrolment as a row of the queue; undefined if it does not exist or has ended. */
export async function enrolmentById(staff: Staff, enrolment: string) {
  const row = await queueRowById(staff, enrolment)
  return row?.ending ? undefined : row
}

const REJECTED_SHOWN = 10

/** The latest rejections, newest first. */
export async function recentlyRejected(_staff: Staff) {
  return selectQueueRows()
    .where(eq(status, 'rejected'))
    .orderBy(desc(userCourses.rejectedAt), desc(id))
    .limit(REJECTED_SHOWN)
}

/** Enrolments in any state, ended ones too, as rows of the queue, in no order. */
export async function queueRowsByIds(_staff: Staff, ids: readonly string[]) {
  return ids.length === 0 ? [] : selectQueueRows().where(inArray(id, [...ids]))
}

/** Selects enrolments in any state with what a row of the queue shows. */
function selectQueueRows() {
  return db
    .select({
      id,
      status,
      ending: userCourses.ending,
      requestedAt,
      awaitsAnswerSince,
      price: enrolmentPrice,
      priceReason: userCourses.priceReason,
      payingCompany,
      waitingSince: userCourses.waitingSince,
      admittedAt: userCourses.admittedAt,
      rejectedAt: userCourses.rejectedAt,
      rejectReason: userCourses.rejectReason,
      /** The id of the last decision about the request while it can be taken back, else null. */
      openDecision: sql<string | null>`case when ${isLastDecisionOpen} then ${userCourses.decisionId} end`,
      /** How many enrolments the last decision about the request concerns, this one included. */
      decidedTogether: enrolmentsInDecision(sql`${userCourses}.decision_id`),
      person: personColumns,
      course: {
        id: courses.id,
        seriesId: courses.seriesId,
        title: courses.title,
        startDate: courses.startDate,
        endDate: courses.endDate,
        place: courses.place,
        maxPartecipanti: courses.maxPartecipanti,
        archivedAt: courses.archivedAt,
        cancelledAt: courses.cancelledAt,
        draft: courses.draft,
        comingSoon: courses.comingSoon,
        price: courses.price,
        priceEarlyBird: courses.priceEarlyBird,
        earlyBirdUntil: courses.earlyBirdUntil,
        paymentInstallments: courses.paymentInstallments,
      },
      seatsTaken,
      peopleWaiting,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, courseId))
    .leftJoin(billingDetails, eq(billingDetails.userId, profiles.id))
    .$dynamic()
}

/**
 * A request or another enrolment as a row of the queue, in any state. `isDecided`: it was decided, or admitted to the
 * list, on this page, where it stays in its place.
 */
export type QueueRequest = Awaited<ReturnType<typeof selectQueueRows>>[number] & { isDecided?: boolean }

/**
 * All live enrolments of the people of these requests, the requests included, without those of archived courses:
 * pending ones first, then approved and started ones, then the others; the newest first in each group.
 */
export async function enrolmentsOfPeople(_staff: Staff, requests: readonly QueueRequest[]) {
  const people = [...new Set(requests.map(({ person }) => person.id))]
  if (people.length === 0) return []
  return db
    .select({
      id,
      personId: userCourses.userId,
      status,
      admittedAt: userCourses.admittedAt,
      rejectedAt: userCourses.rejectedAt,
      rejectReason: userCourses.rejectReason,
      course: { id: courses.id, title: courses.title },
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(and(inArray(userCourses.userId, people), isLive, isNull(courses.archivedAt)))
    .orderBy(
      sql`case ${status} when 'pending' then 0 when 'in_progress' then 1 when 'approved' then 1 else 2 end`,
      desc(requestedAt),
      id,
    )
}
/** An enrolment of the person of a request; it may be that request. */
export type OtherEnrolment = Awaited<ReturnType<typeof enrolmentsOfPeople>>[number]

/**
 * How many requests each filter of the queue would show. `total`: the present view; `all`, `late`, `free`, `full`:
 * each choice with the chosen course; `courses`: each course with the chosen age and seats.
 */
export async function queueCounts(_staff: Staff, view: QueueView) {
  const courseCounts = await coursesWithUndecided(view.corso)
  /** How many requests the present view would show with other choices. */
  const countWith = (choices: Partial<QueueView>, among = courseCounts) => {
    const { corso, eta, posti } = { ...view, ...choices }
    const counted = among.filter(
      (course) => (!corso || course.id === corso) && (!posti || course.isFull === (posti === 'pieni')),
    )
    return counted.reduce((total, { requests, late }) => total + (eta ? late : requests), 0)
  }
  const courses = courseCounts
    .map((course) => ({ ...course, requests: countWith({ corso: '' }, [course]) }))
    .filter(({ id, requests }) => requests > 0 || id === view.corso)
    .filter(({ id }, i) => i < MOST_COURSES_LISTED || id === view.corso)
  return {
    total: countWith({}),
    courses,
    all: countWith({ eta: '', posti: '' }),
    late: countWith({ eta: 'in-ritardo', posti: '' }),
    free: countWith({ eta: '', posti: 'liberi' }),
    full: countWith({ eta: '', posti: 'pieni' }),
  }
}
export type QueueCounts = Awaited<ReturnType<typeof queueCounts>>

/**
 * The courses with requests that wait for the office, by title and date. `requests`: how many wait; `late`: how many of
 * them are late. The course `chosen` (an id) is always among them.
 */
function coursesWithUndecided(chosen: string) {
  const { id, title, startDate, place } = courses
  const undecidedCourses = db.select({ courseId }).from(userCourses).where(isUndecided)
  const countUndecided = (condition: SQL) => sql<number>`(select count(*)::int from ${userCourses}
    where ${courseId} = ${courses}.id and ${isUndecided} and ${condition})`
  return db
    .select({
      id,
      title,
      startDate,
      place,
      isFull,
      requests: countUndecided(sql`true`),
      late: countUndecided(isLate),
    })
    .from(courses)
    .where(or(sql`${id} = any(array(${undecidedCourses}))`, chosen ? eq(id, chosen) : undefined))
    .orderBy(sql`${title} collate "und-x-icu"`, asc(startDate), asc(id))
}
