import { and, asc, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { type Around, keysetPage } from '../../database/keyset.server'
import {
  courses,
  isUndecided,
  peopleWaiting,
  profiles,
  seatsTaken,
  userCourses,
  withSeatsLeft,
} from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import type { QueueView } from './queue.rules'
import { LATE_DAYS } from './rules'

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
      price: sql<number | null>`coalesce(${userCourses.agreedPrice}, ${courses.price})`.mapWith(
        courses.price,
      ),
      waitingSince: userCourses.waitingSince,
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
      peopleWaiting,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, courseId))
    .$dynamic()
}
export type PendingRequest = Awaited<ReturnType<typeof requests>>[number]

/** The requests of each choice of a filter, with the other choices of the view; `total`: of the view. */
export async function queueCounts(_admin: Admin, view: QueueView) {
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
    ages: { '': sum({ eta: '' }), 'in-ritardo': sum({ eta: 'in-ritardo' }) },
    seats: { '': sum({ posti: '' }), liberi: sum({ posti: 'liberi' }), pieni: sum({ posti: 'pieni' }) },
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
