import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { peopleWaiting, seatsTaken, withSeatsLeft } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { keysetPage, type PageBounds, positionByMoment, readBeyond } from '../../database/keyset.server'
import { courses, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { isHeld } from '../decisions.sql'
import { enrolmentPrice, isLive, isUndecided } from '../enrolments.sql'
import type { QueueView } from './queue.rules'
import { LATE_DAYS } from './queue.rules'

/** Requests on a page of the queue. */
export const QUEUE_PAGE = 50

/** Most courses that the filter offers. */
const COURSES_OFFERED = 200

const { id, requestedAt, status, courseId } = userCourses

/** Whether a request waits for the office; an admitted one waits for a seat. */
const pending = isUndecided
const late = sql`${requestedAt} <= now() - make_interval(days => ${LATE_DAYS}::int)`
const isFull = withSeatsLeft(0)

const ofCourse = (course: string) => (course ? eq(courseId, course) : sql`true`)
const OF_AGE: Record<QueueView['eta'], SQL> = { '': sql`true`, 'in-ritardo': late }
const OF_SEATS: Record<QueueView['posti'], SQL> = {
  '': sql`true`,
  liberi: sql`not (${isFull})`,
  pieni: isFull,
}

/**
 * One page of the requests that wait for the office, oldest first unless the view asks for the newest. `decided`:
 * requests that were decided on this page, which stay in their place.
 * @returns `back` and `onward`: the requests before and after which another page begins, undefined if there is none
 */
export async function queuePage(_staff: Staff, view: QueueView, decided: readonly string[] = []) {
  const where = and(pending, ofCourse(view.corso), OF_AGE[view.eta], OF_SEATS[view.posti])
  const newest = view.ordine === 'recenti'
  const position = (row: string) => positionByMoment(requestedAt, id, row)
  const bounds = { after: await position(view.dopo), before: await position(view.prima) }
  const decidedHere = await decidedRequests(decided)
  // Decided requests take up places: a page that is read backwards would otherwise begin with other requests.
  const size = Math.max(1, QUEUE_PAGE - decidedHere.length)
  const { rows, ...beside } = await keysetPage(size, bounds, (from, limit) =>
    read(where, { ...from, newest }, limit),
  )
  return { requests: inPlace(rows, decidedHere, newest), ...beside }
}

/** Most requests that the overview lists; longer lists are worked off in the queue. */
const OVERVIEW_MOST = 500

/**
 * The pending requests, newest first, also those on a waiting list. `decided`: requests that were decided on this
 * page, which stay in their place.
 * @returns `total` and `late`: how many wait for the office, and for `LATE_DAYS`; `all`: how many are pending
 */
export async function pendingRequests(_staff: Staff, decided: readonly string[] = [], most = OVERVIEW_MOST) {
  const isPending = and(eq(status, 'pending'), isLive)
  const [counts] = await db
    .select({
      total: sql<number>`(count(*) filter (where ${pending}))::int`,
      late: sql<number>`(count(*) filter (where ${pending} and ${late}))::int`,
      all: count(),
    })
    .from(userCourses)
    .where(isPending)
  const decidedHere = await decidedRequests(decided)
  const listed = await read(isPending, { newest: true }, most)
  const ids = new Set(decidedHere.map((request) => request.id))
  const otherRequests = listed.filter((request) => !ids.has(request.id))
  return { total: 0, late: 0, all: 0, ...counts, requests: inPlace(otherRequests, decidedHere, true) }
}

/** Puts waiting and decided requests in the order of the list. */
function inPlace(waiting: PendingRequest[], decided: PendingRequest[], newest: boolean): PendingRequest[] {
  if (decided.length === 0) return waiting
  const sign = newest ? -1 : 1
  return [...waiting, ...decided].sort((a, b) => sign * (a.requestedAt.getTime() - b.requestedAt.getTime()))
}

/** The live requests of these ids that do not wait for the office: a decision that was taken back no longer counts. */
async function decidedRequests(ids: readonly string[]): Promise<PendingRequest[]> {
  if (ids.length === 0) return []
  const rows = await requests().where(and(inArray(id, [...ids]), isLive, sql`not ${pending}`))
  return rows.map((row) => ({ ...row, decided: true }))
}

/** Reads requests by keyset, before or after a position, in the order of the list. */
async function read(
  where: SQL | undefined,
  { newest, ...bounds }: PageBounds<SQL> & { newest: boolean },
  limit: number,
) {
  const { beyond, by } = readBeyond(sql`(${requestedAt}, ${id})`, bounds, { descending: newest })
  const rows = await requests().where(and(where, beyond)).orderBy(by(requestedAt), by(id)).limit(limit)
  return bounds.before ? rows.reverse() : rows
}

/** An enrolment in any state, ended ones too, as a row of the queue; undefined for an unknown id. */
export async function requestById(_staff: Staff, request: string) {
  if (!isId(request)) return undefined
  const [found] = await requests().where(eq(id, request))
  return found
}

/** Enrolments in any state, ended ones too, as rows of the queue, in no order. */
export async function requestsByIds(_staff: Staff, ids: readonly string[]) {
  return ids.length === 0 ? [] : requests().where(inArray(id, [...ids]))
}

function requests() {
  return db
    .select({
      id,
      status,
      requestedAt,
      price: enrolmentPrice,
      priceReason: userCourses.priceReason,
      waitingSince: userCourses.waitingSince,
      admittedAt: userCourses.admittedAt,
      /** The last decision about the request while it can be taken back, else null. */
      openDecision: sql<string | null>`case when ${isHeld} then ${userCourses.decisionId} end`,
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

/** A request of a list. `decided`: it was decided on this page, where it stays in its place. */
export type PendingRequest = Awaited<ReturnType<typeof requests>>[number] & { decided?: boolean }

/** All live enrolments of the people of these requests, pending ones first, then those with a seat, newest first. */
export async function otherEnrolments(_staff: Staff, shown: readonly PendingRequest[]) {
  const people = [...new Set(shown.map(({ person }) => person.id))]
  if (people.length === 0) return []
  return db
    .select({
      id,
      person: userCourses.userId,
      status,
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
export type OtherEnrolment = Awaited<ReturnType<typeof otherEnrolments>>[number]

/**
 * How many requests each filter of the queue would show. `total`: the present view; `all`, `late`, `free`, `full`:
 * each choice with the chosen course; `courses` and `everyCourse`: each course, and all, with the chosen age and
 * seats.
 */
export async function queueCounts(_staff: Staff, view: QueueView) {
  const waiting = await coursesWaiting(view.corso)
  const sum = (wanted: Partial<QueueView>, among = waiting) => {
    const { corso, eta, posti } = { ...view, ...wanted }
    const counted = among.filter(
      (course) => (!corso || course.id === corso) && (!posti || course.full === (posti === 'pieni')),
    )
    return counted.reduce((total, { requests, late }) => total + (eta ? late : requests), 0)
  }
  const courses = waiting
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
function coursesWaiting(chosen: string) {
  const { id, title, startDate, place } = courses
  const waiting = db.select({ courseId }).from(userCourses).where(pending)
  const counted = (more: SQL) => sql<number>`(select count(*)::int from ${userCourses}
    where ${courseId} = ${courses}.id and ${pending} and ${more})`
  return db
    .select({ id, title, startDate, place, full: isFull, requests: counted(sql`true`), late: counted(late) })
    .from(courses)
    .where(or(sql`${id} = any(array(${waiting}))`, chosen ? eq(id, chosen) : undefined))
    .orderBy(sql`${title} collate "und-x-icu"`, asc(startDate), asc(id))
}
