import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { type Around, keysetPage } from '../../database/keyset.server'
import {
  courseSeats,
  courses,
  isFull,
  isLive,
  profiles,
  seatsTaken,
  userCourses,
} from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import type { AGES, QueueView, SEATS } from './queue.rules'
import { LATE_DAYS } from './rules'

/** Requests of a page. */
export const QUEUE_PAGE = 50
/** Courses offered as a filter. */
const COURSES_OFFERED = 200

const { id, requestedAt, status, courseId } = userCourses
const pending = and(eq(status, 'pending'), isLive)
const late = sql`${requestedAt} <= now() - make_interval(days => ${LATE_DAYS}::int)`
/** As `isFull` names it. */
const seats = alias(courseSeats, 'seats')

const ofCourse = (course: string) => (course ? eq(courseId, course) : sql`true`)
const OF_AGE: Record<QueueView['eta'], SQL> = { '': sql`true`, 'in-ritardo': late }
const OF_SEATS: Record<QueueView['posti'], SQL> = { '': sql`true`, liberi: sql`not ${isFull}`, pieni: isFull }

/** One page of pending requests, oldest first unless the view says so, by keyset. */
export async function queuePage(_admin: Admin, view: QueueView) {
  const where = and(ofCourse(view.corso), OF_AGE[view.eta], OF_SEATS[view.posti])
  const around = { after: await placeOf(view.dopo), before: await placeOf(view.prima) }
  const { rows, ...beside } = await keysetPage(QUEUE_PAGE, around, (from, limit) =>
    read(where, { ...from, newest: view.ordine === 'recenti' }, limit),
  )
  return { requests: rows, ...beside }
}

/** The oldest pending requests, and how many there are and are late. */
export async function oldestRequests(_admin: Admin, limit: number) {
  const [counts] = await db
    .select({ total: count(), late: sql<number>`(count(*) filter (where ${late}))::int` })
    .from(userCourses)
    .where(pending)
  return { total: 0, late: 0, ...counts, requests: await read(undefined, { newest: false }, limit) }
}

/** Undefined for an unknown id: then the first page. */
async function placeOf(request: string): Promise<SQL | undefined> {
  if (!isId(request)) return undefined
  const [row] = await db
    .select({ moment: sql<string>`${requestedAt}::text` }) // to the microsecond
    .from(userCourses)
    .where(eq(id, request))
  return row && sql`(${row.moment}::timestamptz, ${request}::uuid)`
}

async function read(
  where: SQL | undefined,
  { after, before, newest }: Around<SQL> & { newest: boolean },
  limit: number,
) {
  const here = sql`(${requestedAt}, ${id})`
  const mark = before ?? after
  const descends = newest !== (before !== undefined)
  const beyond = mark && (descends ? sql`${here} < ${mark}` : sql`${here} > ${mark}`)
  const by = descends ? desc : asc
  const rows = await requests()
    .where(and(pending, where, beyond))
    .orderBy(by(requestedAt), by(id))
    .limit(limit)
  return before ? rows.reverse() : rows
}

/** A request in any state. */
export async function requestById(_admin: Admin, request: string) {
  if (!isId(request)) return undefined
  const [found] = await requests().where(eq(id, request))
  return found
}

/** Requests in any state, in no order. */
export async function requestsByIds(_admin: Admin, ids: readonly string[]) {
  return ids.length === 0 ? [] : requests().where(inArray(id, [...ids]))
}

function requests() {
  return db
    .select({
      id,
      status,
      requestedAt,
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
      },
      seatsTaken,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, courseId))
    .leftJoin(seats, eq(seats.courseId, courses.id))
    .$dynamic()
}
export type PendingRequest = Awaited<ReturnType<typeof requests>>[number]

/** The requests of each choice of a filter, with the other choices of the view; `total`: of the view. */
export async function queueCounts(_admin: Admin, view: QueueView) {
  const [course, age, room] = [ofCourse(view.corso), OF_AGE[view.eta], OF_SEATS[view.posti]]
  const counted = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`
  const [[found], offered] = await Promise.all([
    db
      .select({
        total: counted(and(course, age, room)),
        everyCourse: counted(and(age, room)),
        everyAge: counted(and(course, room)),
        late: counted(and(course, room, late)),
        everySeat: counted(and(course, age)),
        full: counted(and(course, age, isFull)),
      })
      .from(userCourses)
      .innerJoin(courses, eq(courses.id, courseId))
      .leftJoin(seats, eq(seats.courseId, courses.id))
      .where(pending),
    coursesOfQueue(view.corso, and(age, room)),
  ])
  const { total = 0, everyCourse = 0, everyAge = 0, late: old = 0, everySeat = 0, full = 0 } = found ?? {}
  return {
    total,
    everyCourse,
    courses: offered,
    ages: { '': everyAge, 'in-ritardo': old } satisfies Record<keyof typeof AGES, number>,
    seats: { '': everySeat, liberi: everySeat - full, pieni: full } satisfies Record<
      keyof typeof SEATS,
      number
    >,
  }
}
export type QueueCounts = Awaited<ReturnType<typeof queueCounts>>

/** By title and date; the chosen course is always among them. */
async function coursesOfQueue(chosen: string, where: SQL | undefined) {
  const { title, startDate, place } = courses
  const read = (course: SQL) =>
    db
      .select({ id: courses.id, title, startDate, place, requests: count(id) })
      .from(courses)
      .leftJoin(seats, eq(seats.courseId, courses.id))
      .leftJoin(userCourses, and(eq(courseId, courses.id), pending, where))
      .where(course)
      .groupBy(courses.id)
      .orderBy(sql`${title} collate "und-x-icu"`, asc(startDate), asc(courses.id))
      .limit(COURSES_OFFERED)
  const waiting = db.select({ id: courseId }).from(userCourses).where(pending)
  const offered = (await read(sql`${courses.id} in ${waiting}`)).filter(({ requests }) => requests > 0)
  if (!chosen || offered.some((course) => course.id === chosen)) return offered
  return [...offered, ...(await read(eq(courses.id, chosen)))]
}
