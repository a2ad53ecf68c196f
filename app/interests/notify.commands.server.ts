import { and, asc, eq, inArray, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { href } from 'react-router'
import type { System } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inOrderOfStart, isListed } from '../courses/queries.server'
import { hasFreeSeat } from '../courses/seats.sql'
import { db, inTransaction } from '../database/client.server'
import { courses, interests, profiles, userCourses } from '../database/schema'
import { hasOpenDecision } from '../enrolments/decisions.sql'
import { enqueueEmail, type RenderedEmail, renderEmail } from '../mail/outbox.server'
import { isDaytime } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { sumOverItems } from '../runtime/sum-over-items'
import { requestsOpened } from './emails'
import { isWaitingForNotice } from './queries.server'
import { INTERESTS_AT_ONCE } from './rules'

/**
 * Enqueues an e-mail to each confirmed address that waits for a course which is open now (`isOpen`), or of which
 * another edition has opened since the address was registered, unless the owner of the address has asked for that
 * edition. Each interest is notified once. Run by the schedule. `moment`: outside the daytime nothing is sent.
 * @returns how many interests were notified
 */
export async function notifyInterested(system: System, moment = new Date()): Promise<number> {
  if (!isDaytime(moment)) return 0
  return sumOverItems('courses to notify about', await coursesToNotifyAbout(), (course) =>
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

/** The condition that a course takes requests, has a free seat, and no decision about it can still be undone. */
function isOpen() {
  return and(isListed(), not(courses.comingSoon), hasFreeSeat, not(hasOpenDecision(courses.id)))
}

/**
 * The condition that the address is the confirmed one of a person who has a live enrolment in the course that is not
 * rejected.
 */
const hasLiveEnrolment = sql`exists (select from ${profiles} person join ${userCourses} enrolment on enrolment.user_id = person.id
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
    .where(and(isWaitingForNotice, isOpen(), not(hasLiveEnrolment)))
    .orderBy(...inOrderOfStart)
}

async function notifyAboutCourse(system: System, course: Course): Promise<number> {
  const email = await renderEmail(
    requestsOpened(course, `${env.publicOrigin}${href('/corsi/:slug', { slug: course.slug })}`),
  )
  const addresses = new Set<string>()
  let total = 0
  let batch: string[]
  do {
    // An address that waits for two editions gets one e-mail.
    batch = await notifyBatch(system, course, { email, exceptTo: addresses })
    for (const address of batch) addresses.add(address)
    total += batch.length
  } while (batch.length === INTERESTS_AT_ONCE)
  return total
}

/**
 * Notifies up to `INTERESTS_AT_ONCE` of the interests that wait for a course, and returns their addresses. Rows locked
 * by another process are skipped, since that process notifies them. `exceptTo`: addresses that have the e-mail already.
 */
function notifyBatch(
  system: System,
  { id, title }: Course,
  { email, exceptTo }: { email: RenderedEmail; exceptTo: ReadonlySet<string> },
): Promise<string[]> {
  return inTransaction(async (tx) => {
    const dueInterests = await tx
      .select({ id: interests.id, address: interests.email })
      .from(interests)
      .innerJoin(awaitedCourse, eq(awaitedCourse.id, interests.courseId))
      .innerJoin(courses, isAwaitedEdition)
      .where(and(eq(courses.id, id), isWaitingForNotice, isOpen(), not(hasLiveEnrolment)))
      .orderBy(asc(interests.email))
      .limit(INTERESTS_AT_ONCE)
      .for('update', { of: interests, skipLocked: true })
    if (dueInterests.length === 0) return []
    const isDue = inArray(
      interests.id,
      dueInterests.map((interest) => interest.id),
    )
    await tx.update(interests).set({ notifiedAt: sql`now()` }).where(isDue)
    const addresses = dueInterests.map(({ address }) => address)
    for (const address of new Set(addresses.filter((address) => !exceptTo.has(address))))
      await enqueueEmail(tx, { ...email, to: { name: '', address } })
    const details = { reminder: 'requests_open', course: title, count: dueInterests.length } as const
    await record(tx, system, { action: 'update', entity: 'courses', id, details })
    return addresses
  })
}
