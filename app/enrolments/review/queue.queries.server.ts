import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { hasSeatsLeftAtMost, peopleWaiting, seatsTaken } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { keysetPage, type PageBounds, positionByMoment, readBeyond } from '../../database/keyset.server'
import { courses, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { isLastDecisionOpen } from '../decisions.sql'
import { enrolmentPrice, isLive, isUndecided } from '../enrolments.sql'
import type { QueueView } from './queue.rules'
import { LATE_DAYS } from './queue.rules'

/** Requests on a page of the queue. */
export const QUEUE_PAGE = 50

/** Most courses that the filter offers. */
const COURSES_OFFERED = 200

const { id, requestedAt, status, courseId } = userCourses

/** Whether a request has waited for `LATE_DAYS` days. */
const isLate = sql`${requestedAt} <= now() - make_interval(days => ${LATE_DAYS}::int)`
/** Whether the course of a request has no seat left. */
const isFull = hasSeatsLeftAtMost(0)

const isOfCourse = (course: string) => (course ? eq(courseId, course) : sql`true`)
const AGE_CONDITIONS: Record<QueueView['eta'], SQL> = { '': sql`true`, 'in-ritardo': isLate }
const SEAT_CONDITIONS: Record<QueueView['posti'], SQL> = {
  '': sql`true`,
  liberi: sql`not (${isFull})`,
  pieni: isFull,
}

/**
 * One page of the requests that wait for the office, oldest first unless the view asks for the newest. `decided`: ids
 * of requests that were decided on this page, which stay in their place.
 * @returns `back` and `onward`: the requests before and after which another page begins, undefined if there is none
 */
export async function queuePage(_staff: Staff, view: QueueView, decided: readonly string[] = []) {
  const where = and(
    isUndecided,
    isOfCourse(view.corso),
    AGE_CONDITIONS[view.eta],
    SEAT_CONDITIONS[view.posti],
  )
  const newestFirst = view.ordine === 'recenti'
  const position = (row: string) => positionByMoment(requestedAt, id, row)
  const bounds = { after: await position(view.dopo), before: await position(view.prima) }
  const decidedHere = await decidedRequests(decided)
  // Decided requests take up places: a page that is read backwards would otherwise begin with other requests.
  const size = Math.max(1, QUEUE_PAGE - decidedHere.length)
  const { rows, ...neighbours } = await keysetPage(size, bounds, (from, limit) =>
    readRequests(where, { ...from, newestFirst }, limit),
  )
  return { requests: mergeInOrder(rows, decidedHere, { newestFirst }), ...neighbours }
}

/** Most requests that the overview lists; longer lists are worked off in the queue. */
const OVERVIEW_MOST = 500

/**
 * The pending requests, newest first, also those on a waiting list. `decided`: ids of requests that were decided on
 * this page, which stay in their place.
 * @returns `total` and `late`: how many wait for the office, and for `LATE_DAYS`; `allPending`: how many are pending,
 * those on a waiting list included; `requests`: at most `most` pending ones, and the decided ones
 */
export async function pendingRequests(_staff: Staff, decided: readonly string[] = [], most = OVERVIEW_MOST) {
  const isPending = and(eq(status, 'pending'), isLive)
  const [counts] = await db
    .select({
      total: sql<number>`(count(*) filter (where ${isUndecided}))::int`,
      late: sql<number>`(count(*) filter (where ${isUndecided} and ${isLate}))::int`,
      allPending: count(),
    })
    .from(userCourses)
    .where(isPending)
  const decidedHere = await decidedRequests(decided)
  const listed = await readRequests(isPending, { newestFirst: true }, most)
  const ids = new Set(decidedHere.map((request) => request.id))
  const otherRequests = listed.filter((request) => !ids.has(request.id))
  return {
    total: 0,
    late: 0,
    allPending: 0,
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

/** The live requests of these ids that do not wait for the office: a decision that was taken back no longer counts. */
async function decidedRequests(ids: readonly string[]): Promise<QueueRequest[]> {
  if (ids.length === 0) return []
  const rows = await selectRequests().where(and(inArray(id, [...ids]), isLive, sql`not ${isUndecided}`))
  return rows.map((row) => ({ ...row, decided: true }))
}

/** Reads requests by keyset, before or after a position, in the order of the list. */
async function readRequests(
  where: SQL | undefined,
  { newestFirst, ...bounds }: PageBounds<SQL> & { newestFirst: boolean },
  limit: number,
) {
  const { beyond, by } = readBeyond(sql`(${requestedAt}, ${id})`, bounds, { descending: newestFirst })
  const rows = await selectRequests().where(and(where, beyond)).orderBy(by(requestedAt), by(id)).limit(limit)
  return bounds.before ? rows.reverse() : rows
}

/** An enrolment in any state, ended ones too, as a row of the queue; undefined for an unknown id. */
export async function requestById(_staff: Staff, request: string) {
  if (!isId(request)) return undefined
  const [found] = await selectRequests().where(eq(id, request))
  return found
}

/** Enrolments in any state, ended ones too, as rows of the queue, in no order. */
export async function requestsByIds(_staff: Staff, ids: readonly string[]) {
  return ids.length === 0 ? [] : selectRequests().where(inArray(id, [...ids]))
}

/** Selects enrolments in any state with what a row of the queue shows. */
function selectRequests() {
  return db
    .select({
      id,
      status,
      requestedAt,
      price: enrolmentPrice,
      priceReason: userCourses.priceReason,
      waitingSince: userCourses.waitingSince,
      admittedAt: userCourses.admittedAt,
      /** The id of the last decision about the request while it can be taken back, else null. */
      openDecision: sql<string | null>`case when ${isLastDecisionOpen} then ${userCourses.decisionId} end`,
      person: {
        id: profiles.id,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        email: profiles.email,
        phone: profiles.phone,
        company: profiles.company,
      },
      course: {
        id: courses.id,
        title: courses.title,
        startDate: courses.startDate,
        place: courses.place,
        maxPartecipanti: courses.maxPartecipanti,
        archivedAt: courses.archivedAt,
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
    .$dynamic()
}

/**
 * A request or another enrolment as a row of the queue, in any state. `decided`: it was decided on this page, where it
 * stays in its place.
 */
export type QueueRequest = Awaited<ReturnType<typeof selectRequests>>[number] & { decided?: boolean }

/**
 * All live enrolments of the people of these requests, the requests included, without those of archived courses:
 * pending ones first, then approved and started ones, then the others; the newest first in each group.
 */
export async function enrolmentsOfPeople(_staff: Staff, shown: readonly QueueRequest[]) {
  const people = [...new Set(shown.map(({ person }) => person.id))]
  if (people.length === 0) return []
  return db
    .select({
      id,
      person: userCourses.userId,
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
/** An enrolment of the person of a request, beside that request. */
export type OtherEnrolment = Awaited<ReturnType<typeof enrolmentsOfPeople>>[number]

/**
 * How many requests each filter of the queue would show. `total`: the present view; `all`, `late`, `free`, `full`:
 * each choice with the chosen course; `courses` and `everyCourse`: each course, and all, with the chosen age and
 * seats.
 */
export async function queueCounts(_staff: Staff, view: QueueView) {
  const courseCounts = await coursesWithUndecided(view.corso)
  /** The requests that the present view would show with other choices. */
  const sum = (choices: Partial<QueueView>, among = courseCounts) => {
    const { corso, eta, posti } = { ...view, ...choices }
    const counted = among.filter(
      (course) => (!corso || course.id === corso) && (!posti || course.full === (posti === 'pieni')),
    )
    return counted.reduce((total, { requests, late }) => total + (eta ? late : requests), 0)
  }
  const courses = courseCounts
    .map((course) => ({ ...course, requests: sum({ corso: '' }, [course]) }))
    .filter(({ id, requests }) => requests > 0 || id === view.corso)
    .filter(({ id }, i) => i < COURSES_OFFERED || id === view.corso)
  return {
    total: sum({}),
    everyCourse: sum({ corso: '' }),
    courses,
    all: sum({ eta: '', posti: '' }),
    late: sum({ eta: 'in-ritardo', posti: '' }),
    free: sum({ eta: '', posti: 'liberi' }),
    full: sum({ eta: '', posti: 'pieni' }),
  }
}
export type QueueCounts = Awaited<ReturnType<typeof queueCounts>>

/**
 * Courses with requests that wait for the office, by title and date, and how many are late. The chosen one is always
 * in.
 */
function coursesWithUndecided(chosen: string) {
  const { id, title, startDate, place } = courses
  const undecidedCourses = db.select({ courseId }).from(userCourses).where(isUndecided)
  const countUndecided = (more: SQL) => sql<number>`(select count(*)::int from ${userCourses}
    where ${courseId} = ${courses}.id and ${isUndecided} and ${more})`
  return db
    .select({
      id,
      title,
      startDate,
      place,
      full: isFull,
      requests: countUndecided(sql`true`),
      late: countUndecided(isLate),
    })
    .from(courses)
    .where(or(sql`${id} = any(array(${undecidedCourses}))`, chosen ? eq(id, chosen) : undefined))
    .orderBy(sql`${title} collate "und-x-icu"`, asc(startDate), asc(id))
}
