import { and, eq, inArray, sql } from 'drizzle-orm'
import { conditionOf } from '../courses/minimum.rules'
import { nextSessions } from '../courses/next-session.queries.server'
import { instalmentsOf, priceOn } from '../courses/price.rules'
import { seatsTaken } from '../courses/seats.sql'
import { db } from '../database/client.server'
import { courseDocuments, courses, profiles, userCourses } from '../database/schema'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { isLive } from './enrolments.sql'

const documents = sql<number>`(select count(*)::int from ${courseDocuments} as files
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
  documents,
}

const { startDate, endDate, archivedAt, cancelledAt, confirmedAt, draft, comingSoon } = courses
const { minParticipants, confirmBy } = courses
const standing = { startDate, endDate, archivedAt, cancelledAt, confirmedAt, draft, comingSoon }
const edition = { ...standing, minParticipants, confirmBy }

const { price, priceEarlyBird, earlyBirdUntil, paymentInstallments } = courses
const prices = { price, priceEarlyBird, earlyBirdUntil, paymentInstallments }

/**
 * Facts for e-mails, read before the lock. `price` is that of a request made at `requestedAt`, `condition` that on which
 * the edition takes place, in words.
 */
export async function emailFacts(ids: readonly string[], requestedAt = new Date()) {
  const rows = await db
    .select({ id: courses.id, course: emailCourse, edition, prices })
    .from(courses)
    .where(inArray(courses.id, [...ids]))
  const sessions = await nextSessions(
    rows.map(({ id }) => id),
    today(),
  )
  return rows.map(({ id, course, edition, prices }) => ({
    id,
    ...course,
    ...priceFacts(priceOn(prices, today(requestedAt)), prices),
    condition: conditionOf(edition, today()),
    nextSession: sessions.get(id) ?? null,
  }))
}

/** What the person pays, and how in instalments. */
function priceFacts(price: number | null, course: Parameters<typeof instalmentsOf>[1]) {
  return { price, instalments: instalmentsOf(price, course) }
}

/**
 * The course of an enrolment, or another edition at the price of the day of its request; undefined if there is none.
 */
export async function courseFor(
  enrolment: { courseId: string; requestedAt: Date; course: EmailCourse },
  courseId: string,
): Promise<EmailCourse | undefined> {
  if (enrolment.courseId === courseId) return enrolment.course
  const [course] = await emailFacts([courseId], enrolment.requestedAt)
  return course
}
type EmailCourse = Omit<Awaited<ReturnType<typeof emailFacts>>[number], 'id'>

/** Facts for the e-mails about live enrolments: `price` is the one that was agreed. */
export async function enrolmentFacts(ids: readonly string[]) {
  const { firstName, lastName, email, phone, company } = profiles
  const rows = await db
    .select({
      id: userCourses.id,
      courseId: userCourses.courseId,
      requestedAt: userCourses.requestedAt,
      agreedPrice: userCourses.agreedPrice,
      person: { firstName, lastName, email, phone, company },
      course: emailCourse,
      edition,
      prices,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(inArray(userCourses.id, ids.filter(isId)), isLive))
  const sessions = await nextSessions([...new Set(rows.map(({ courseId }) => courseId))], today())
  return rows.map(({ course, edition, prices, agreedPrice, ...facts }) => ({
    ...facts,
    course: {
      ...course,
      ...priceFacts(agreedPrice ?? prices.price, prices),
      condition: conditionOf(edition, today()),
      nextSession: sessions.get(facts.courseId) ?? null,
    },
    origin: env.publicOrigin,
  }))
}
