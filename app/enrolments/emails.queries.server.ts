import { and, eq, inArray, sql } from 'drizzle-orm'
import { minimumCondition } from '../courses/minimum.rules'
import { nextSessions } from '../courses/next-session.queries.server'
import { instalmentsOf, priceOn } from '../courses/price.rules'
import { isSeated } from '../courses/seats.rules'
import { seatsTaken } from '../courses/seats.sql'
import { type Database, db } from '../database/client.server'
import { courseDocuments, courses, profiles, userCourses } from '../database/schema'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { dueColumns, duesFrom } from './dues/dues.server'
import { duesOf } from './dues/queries.server'
import { isLive } from './enrolments.sql'

/** How many files of a course its participants may read. */
const documentCount = sql<number>`(select count(*)::int from ${courseDocuments} as files
  where files.course_id = ${courses}.id and files.deleted_at is null and files.visibility <> 'ufficio')`

const emailCourse = {
  seriesId: courses.seriesId,
  title: courses.title,
  startDate: courses.startDate,
  location: courses.location,
  modalita: courses.modalita,
  place: courses.place,
  format: courses.format,
  theme: courses.theme,
  afterApproval: courses.afterApproval,
  lessonsUrl: courses.lessonsUrl,
  maxPartecipanti: courses.maxPartecipanti,
  seatsTaken,
  documentCount,
}

/** Columns that decide the price of a course, its dues, and the condition on which it takes place. */
const pricingColumns = {
  ...dueColumns,
  priceEarlyBird: courses.priceEarlyBird,
  earlyBirdUntil: courses.earlyBirdUntil,
}

/**
 * Reads what e-mails say of courses, before locks are taken. `price`: what a request made at
 * `requestedAt` costs; `dues`: of a seat given today; `condition`: on which the edition takes place, in words, null if
 * nothing is awaited; `documentCount`: how many files of the course participants may read; `nextSession`: the
 * first that is not over, null without one.
 */
export async function courseFacts(ids: readonly string[], requestedAt = new Date()) {
  const rows = await db
    .select({ id: courses.id, course: emailCourse, pricing: pricingColumns })
    .from(courses)
    .where(inArray(courses.id, [...ids]))
  const sessions = await nextSessions(
    rows.map(({ id }) => id),
    today(),
  )
  return rows.map(({ id, course, pricing }) => ({
    id,
    ...withPrice(course, pricing, priceOn(pricing, today(requestedAt))),
    nextSession: sessions.get(id) ?? null,
  }))
}

/** Adds what a person pays, in which instalments, by which days, and on which condition the edition takes place. */
const withPrice = <Course>(
  course: Course,
  pricing: Parameters<typeof duesFrom>[2] & Parameters<typeof minimumCondition>[0],
  price: number | null,
  dues = duesFrom(today(), price, pricing),
) => ({
  ...course,
  price,
  instalments: instalmentsOf(price, pricing),
  dues,
  condition: minimumCondition(pricing, today()),
})

/**
 * What an e-mail about an enrolment says of a course: of that of the enrolment, or of another one, to which it moves,
 * with the price that this had on the day of the request. Undefined for an unknown course.
 */
export async function emailCourseFor(
  enrolment: { courseId: string; requestedAt: Date; course: EmailCourse },
  courseId: string,
): Promise<EmailCourse | undefined> {
  if (enrolment.courseId === courseId) return enrolment.course
  const [course] = await courseFacts([courseId], enrolment.requestedAt)
  return course
}
export type EmailCourse = Omit<Awaited<ReturnType<typeof courseFacts>>[number], 'id'>

/**
 * Reads the facts for e-mails about live enrolments. `price`: the agreed one, else that of the
 * course; `dues`: those of the enrolment, for a request those of a seat given today. `withEnded`: about ended
 * enrolments too.
 */
export async function enrolmentFacts(
  ids: readonly string[],
  { withEnded = false } = {},
  from: Database = db,
) {
  const { firstName, lastName, email, phone, company } = profiles
  const rows = await from
    .select({
      id: userCourses.id,
      courseId: userCourses.courseId,
      status: userCourses.status,
      requestedAt: userCourses.requestedAt,
      reference: userCourses.reference,
      agreedPrice: userCourses.agreedPrice,
      person: { firstName, lastName, email, phone, company },
      course: emailCourse,
      pricing: pricingColumns,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(inArray(userCourses.id, ids.filter(isId)), withEnded ? undefined : isLive))
  const sessions = await nextSessions([...new Set(rows.map(({ courseId }) => courseId))], today(), from)
  const duesByEnrolment = await duesOf(
    rows.map(({ id }) => id),
    from,
  )
  return rows.map(({ course, pricing, agreedPrice, status, ...facts }) => ({
    ...facts,
    course: {
      ...withPrice(
        course,
        pricing,
        agreedPrice ?? pricing.price,
        duesByEnrolment.get(facts.id) ?? (isSeated(status) ? [] : undefined),
      ),
      nextSession: sessions.get(facts.courseId) ?? null,
    },
    origin: env.publicOrigin,
  }))
}
