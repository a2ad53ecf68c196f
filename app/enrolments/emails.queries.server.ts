import { and, eq, inArray, sql } from 'drizzle-orm'
import { minimumCondition } from '../courses/minimum.rules'
import { nextSessions } from '../courses/next-session.queries.server'
import { instalmentsOf, priceOn } from '../courses/price.rules'
import { seatsTaken } from '../courses/seats.sql'
import { db } from '../database/client.server'
import { courseDocuments, courses, profiles, userCourses } from '../database/schema'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { dueColumns, duesFrom } from './dues/dues.server'
import { duesOf } from './dues/queries.server'
import type { Due } from './dues/rules'
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

const { priceEarlyBird, earlyBirdUntil } = courses
const paymentTerms = { ...dueColumns, priceEarlyBird, earlyBirdUntil }

/**
 * Reads the facts about courses that e-mails tell, before locks are taken. `price`: what a request made at
 * `requestedAt` costs; `dues`: of a seat given today; `condition`: on which the edition takes place, in words, null if
 * nothing is awaited; `documentCount`: how many files of the course participants may read; `nextSession`: the
 * first that is not over, null without one.
 */
export async function courseFacts(ids: readonly string[], requestedAt = new Date()) {
  const rows = await db
    .select({ id: courses.id, course: emailCourse, terms: paymentTerms })
    .from(courses)
    .where(inArray(courses.id, [...ids]))
  const sessions = await nextSessions(
    rows.map(({ id }) => id),
    today(),
  )
  return rows.map(({ id, course, terms }) => ({
    id,
    ...course,
    ...priceFacts(priceOn(terms, today(requestedAt)), terms),
    condition: minimumCondition(terms, today()),
    nextSession: sessions.get(id) ?? null,
  }))
}

/** What a person pays, in which instalments, and by which days if they get a seat today. */
function priceFacts(price: number | null, course: Parameters<typeof duesFrom>[2]) {
  return { price, instalments: instalmentsOf(price, course), dues: duesFrom(today(), price, course) }
}

/** Replaces the dues that an enrolment would get today by those that were written for it, if there are any. */
const withDues = (facts: ReturnType<typeof priceFacts>, written: Due[] | undefined) =>
  written ? { ...facts, dues: written } : facts

/**
 * The facts about a course for an e-mail about an enrolment. Another course than its own has the price of the day of
 * the request; undefined for an unknown course.
 */
export async function emailCourseFor(
  enrolment: { courseId: string; requestedAt: Date; course: EmailCourse },
  courseId: string,
): Promise<EmailCourse | undefined> {
  if (enrolment.courseId === courseId) return enrolment.course
  const [course] = await courseFacts([courseId], enrolment.requestedAt)
  return course
}
type EmailCourse = Omit<Awaited<ReturnType<typeof courseFacts>>[number], 'id'>

/**
 * Reads the facts for e-mails about live enrolments, before locks are taken. `price`: the agreed one, else that of the
 * course; `dues`: those that were written, else those of a seat given today. `withEnded`: about ended enrolments too.
 */
export async function enrolmentFacts(ids: readonly string[], { withEnded = false } = {}) {
  const { firstName, lastName, email, phone, company } = profiles
  const rows = await db
    .select({
      id: userCourses.id,
      courseId: userCourses.courseId,
      requestedAt: userCourses.requestedAt,
      reference: userCourses.reference,
      agreedPrice: userCourses.agreedPrice,
      person: { firstName, lastName, email, phone, company },
      course: emailCourse,
      terms: paymentTerms,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(inArray(userCourses.id, ids.filter(isId)), withEnded ? undefined : isLive))
  const sessions = await nextSessions([...new Set(rows.map(({ courseId }) => courseId))], today())
  const written = await duesOf(rows.map(({ id }) => id))
  return rows.map(({ course, terms, agreedPrice, ...facts }) => ({
    ...facts,
    course: {
      ...course,
      ...withDues(priceFacts(agreedPrice ?? terms.price, terms), written.get(facts.id)),
      condition: minimumCondition(terms, today()),
      nextSession: sessions.get(facts.courseId) ?? null,
    },
    origin: env.publicOrigin,
  }))
}
