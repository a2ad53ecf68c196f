import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { peopleWaiting, seatsTaken, withSeatsLeft } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { type Around, keysetPage, positionByMoment, readBeyond } from '../../database/keyset.server'
import { courses, profiles, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { isHeld } from '../decisions.sql'
import { enrolmentPrice, isLive, isUndecided } from '../enrolments.sql'
import type { QueueView } from './queue.rules'
import { LATE_DAYS } from './queue.rules'

/** Requests of a page. */
export const QUEUE_PAGE = 50

/** Courses offered as a filter. */
const COURSES_OFFERED = 200

const { id, requestedAt, status, courseId } = userCourses

/** An admitted request waits for a seat, not for the office. */
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
 * One page of pending requests, oldest first unless the view says so, by keyset. `decided`: requests that were decided
 * on this page, which stay in their place.
 */
export async function queuePage(_staff: Staff, view: QueueView, decided: readonly string[] = []) {
  const where = and(pending, ofCourse(view.corso), OF_AGE[view.eta], OF_SEATS[view.posti])
  const newest = view.ordine === 'recenti'
  const position = (row: string) => positionByMoment(requestedAt, id, row)
  const around = { after: await position(view.dopo), before: await position(view.prima) }
  const still = await decidedRequests(decided)
  // They take the places of as many others, or a page that ends at a mark would begin with other requests.
  const size = Math.max(1, QUEUE_PAGE - still.length)
  const { rows, ...beside } = await keysetPage(size, around, (from, limit) =>
    read(where, { ...from, newest }, limit),
  )
  return { requests: inPlace(rows, still, newest), ...beside }
}

/** Requests of the overview; a list that long is worked off in the queue. */
const OVERVIEW_MOST = 500

/**
 * Every pending request, newest first, also those on a waiting list, with the ones decided on this page in their place.
 * `total` and `late` count those that wait for the office, `all` those of the list.
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
  const still = await decidedRequests(decided)
  const listed = await read(isPending, { newest: true }, most)
  const ids = new Set(still.map((request) => request.id))
  const otherRequests = listed.filter((request) => !ids.has(request.id))
  return { total: 0, late: 0, all: 0, ...counts, requests: inPlace(otherRequests, still, true) }
}

/** Requests in the order of the list. */
function inPlace(waiting: PendingRequest[], decided: PendingRequest[], newest: boolean): PendingRequest[] {
  if (decided.length === 0) return waiting
  const sign = newest ? -1 : 1
  return [...waiting, ...decided].sort((a, b) => sign * (a.requestedAt.getTime() - b.requestedAt.getTime()))
}

/** Those of the requests that somebody has decided and nobody has taken back. */
async function decidedRequests(ids: readonly string[]): Promise<PendingRequest[]> {
  if (ids.length === 0) return []
  const rows = await requests().where(and(inArray(id, [...ids]), isLive, sql`not ${pending}`))
  return rows.map((row) => ({ ...row, decided: true }))
}

async function read(
  where: SQL | undefined,
  { newest, ...around }: Around<SQL> & { newest: boolean },
  limit: number,
) {
  const { beyond, by } = readBeyond(sql`(${requestedAt}, ${id})`, around, newest)
  const rows = await requests().where(and(where, beyond)).orderBy(by(requestedAt), by(id)).limit(limit)
  return around.before ? rows.reverse() : rows
}

/** A request in any state. */
export async function requestById(_staff: Staff, request: string) {
  if (!isId(request)) return undefined
  const [found] = await requests().where(eq(id, request))
  return found
}

/** Requests in any state, in no order. */
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
      /** The decision that can still be taken back. */
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

/** `decided`: on this page, where it stays in its place. */
export type PendingRequest = Awaited<ReturnType<typeof requests>>[number] & { decided?: boolean }

/** What else the people of these requests ask for, take part in or asked for, by person; requests first, then the newest. */
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

/** The requests of each choice, among those of the chosen course; of each course, with the other choice; `total`: of the view. */
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

/** Courses with pending requests, and how many are late, by title and date; the chosen one without any too. */
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
