import { and, asc, eq, inArray, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { href } from 'react-router'
import type { System } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inOrderOfStart } from '../courses/queries.server'
import { db, inTransaction } from '../database/client.server'
import { courses, interests, profiles, userCourses } from '../database/schema'
import { enqueueEmail, renderEmail } from '../mail/outbox.server'
import { isDaytime } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { runForEach } from '../runtime/run-for-each'
import { requestsOpened } from './emails'
import { isAnnounceable } from './interests.sql'
import { isWaitingForNotice } from './queries.server'

/**
 * Enqueues an e-mail to each confirmed address that waits for a course that can be announced (`isAnnounceable`), or of
 * which another edition has opened since the address was registered, unless the owner of the address takes part in that
 * edition or waits for an answer. Each interest is notified once. Run by the schedule. `moment`: outside the daytime
 * nothing is sent.
 * @returns how many interests were notified
 */
export async function notifyInterested(system: System, moment = new Date()): Promise<number> {
  if (!isDaytime(moment)) return 0
  return runForEach('courses to notify about', await coursesToNotifyAbout(), (course) =>
    notifyAboutCourse(system, course),
  )
}

/** The course in which an interest was registered; `courses` is one of its editions, or itself. */
const awaitedCourse = alias(courses, 'awaited_course')

/** The condition that `courses` is the awaited course, or an edition of it that was not open at the registration. */
const isAwaitedEdition = and(
  eq(courses.seriesId, awaitedCourse.seriesId),
  or(eq(courses.id, interests.courseId), sql`not ${courses.id} = any(${interests.knownEditions})`),
)

/**
 * The condition that the address is the confirmed one of a person with a pending request for the course, a place on its
 * waiting list or a seat.
 */
const isEnrolledOrAwaitsAnswer = sql`exists (select from ${profiles} person join ${userCourses} enrolment on enrolment.user_id = person.id
  where person.email = ${interests.email} and person.email_verified and enrolment.course_id = ${courses.id}
    and enrolment.ended_at is null and enrolment.status <> 'rejected')`

type Course = Awaited<ReturnType<typeof coursesToNotifyAbout>>[number]

function coursesToNotifyAbout() {
  const { id, slug, title, startDate, location, modalita, place, format } = courses
  return db
    .selectDistinct({ id, slug, title, startDate, location, modalita, place, format })
    .from(interests)
    .innerJoin(awaitedCourse, eq(awaitedCourse.id, interests.courseId))
    .innerJoin(courses, isAwaitedEdition)
    .where(and(isWaitingForNotice, isAnnounceable(), not(isEnrolledOrAwaitsAnswer)))
    .orderBy(...inOrderOfStart)
}

/**
 * Notifies the interests that wait for a course, and returns how many they are; an address with several of them gets
 * one e-mail. Rows locked by another process are skipped, since that process notifies them.
 */
async function notifyAboutCourse(system: System, course: Course): Promise<number> {
  const email = await renderEmail(
    requestsOpened(course, `${env.publicOrigin}${href('/corsi/:slug', { slug: course.slug })}`),
  )
  return inTransaction(async (tx) => {
    const dueInterests = await tx
      .select({ id: interests.id, address: interests.email })
      .from(interests)
      .innerJoin(awaitedCourse, eq(awaitedCourse.id, interests.courseId))
      .innerJoin(courses, isAwaitedEdition)
      .where(
        and(eq(courses.id, course.id), isWaitingForNotice, isAnnounceable(), not(isEnrolledOrAwaitsAnswer)),
      )
      .orderBy(asc(interests.email))
      .for('update', { of: interests, skipLocked: true })
    if (dueInterests.length === 0) return 0
    const ids = dueInterests.map(({ id }) => id)
    await tx.update(interests).set({ notifiedAt: sql`now()` }).where(inArray(interests.id, ids))
    for (const address of new Set(dueInterests.map(({ address }) => address)))
      await enqueueEmail(tx, { ...email, to: { name: '', address } })
    const details = { reminder: 'requests_open', course: course.title, count: ids.length } as const
    await record(tx, system, { action: 'update', entity: 'courses', id: course.id, details })
    return ids.length
  })
}
