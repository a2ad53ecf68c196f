import { and, eq, inArray, sql } from 'drizzle-orm'
import { selectByEmail } from '../../accounts/queries.server'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { priceOn } from '../../courses/price.rules'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { enqueueEmail, type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import {
  approvalColumns,
  type OpenDecision,
  openDecision,
  prepareForDecision,
  saveCreatedEnrolment,
} from '../decision.server'
import { replaceDues, reserveReference } from '../dues/dues.server'
import { enrolledByOffice, requestApproved } from '../emails'
import { courseFacts, enrolmentFacts } from '../emails.queries.server'
import { isLive } from '../enrolments.sql'
import { maySeat } from '../rules'
import {
  type LockedCourse,
  type LockedEnrolment,
  lockCoursesWithSeats,
  lockEnrolmentsWhere,
} from '../seats.server'
import { type EnrolOutcome, enrolOutcomeOf } from './rules'

/** What a direct enrolment did. `decision`: its id, undefined if the person was enrolled in none of the courses. */
export type DirectEnrolmentOutcome =
  | { ok: true; personId: string; decision?: string; outcomes: { courseId: string; outcome: EnrolOutcome }[] }
  | { ok: false; refusal: 'unknown-person' }

type Person = Awaited<ReturnType<typeof selectByEmail>>[number]

/**
 * Gives a person seats in courses, as one decision. A pending or rejected request is approved, otherwise an enrolment
 * is created; who has a seat keeps it. Full courses are left out, unless `overCapacity`, and so are the other courses
 * that `enrolOutcomeOf` excludes. A repetition changes nothing.
 * @param email of the person
 * @returns `outcomes`: what happened in each course
 */
export async function enrolPerson(
  staff: Staff,
  email: string,
  courseIds: readonly string[],
  { overCapacity = false }: { overCapacity?: boolean } = {},
): Promise<DirectEnrolmentOutcome> {
  const ids = [...new Set(courseIds)].filter(isId).map((id) => id.toLowerCase())
  const emails = await renderEmails(email, ids)
  return inTransaction(async (tx) => {
    const [personBeforeLock] = await selectByEmail(tx, email)
    const lockedCourses = await lockCoursesWithSeats(tx, ids)
    const isOfPerson = eq(userCourses.userId, personBeforeLock?.id ?? '')
    const liveEnrolments = await lockEnrolmentsWhere(tx, and(isOfPerson, inArray(userCourses.courseId, ids)))
    // Read again with a lock, which keeps the account until the commit.
    const [person] = await selectByEmail(tx, email).for('key share')
    if (!person || person.id !== personBeforeLock?.id) return { ok: false, refusal: 'unknown-person' }

    const outcomes: { courseId: string; outcome: EnrolOutcome }[] = []
    let decision: OpenDecision | undefined
    for (const id of ids) {
      const course = lockedCourses.find((candidate) => candidate.id === id)
      const existing = liveEnrolments.find(({ courseId }) => courseId === id)
      // An open offer to this person counts as a taken seat, but is their own.
      const taken = course ? course.seatsTaken - (existing?.isOffered ? 1 : 0) : 0
      const outcome = enrolOutcomeOf(course, existing, taken, overCapacity)
      if (course && outcome === 'enrolled') {
        const capacityDetail = maySeat(course, taken).ok ? {} : { overCapacity: true }
        decision ??= await openDecision(tx, staff, 'enrol')
        const { email, reference } = emails.get(id) ?? {}
        const enrolmentId = await giveSeat(
          tx,
          staff,
          person,
          course,
          existing,
          decision,
          capacityDetail,
          reference,
        )
        if (email) await enqueueEmail(tx, email, decision, enrolmentId)
      }
      outcomes.push({ courseId: id, outcome })
    }
    return { ok: true, personId: person.id, outcomes, ...(decision && { decision: decision.id }) }
  })
}

/**
 * Renders the e-mails of a direct enrolment before the courses are locked, by course id; none for an unknown person. A
 * pending request gets the e-mail of an approval. `reference`: the one that the e-mail names for the payment, of the
 * live enrolment or newly reserved.
 */
async function renderEmails(
  email: string,
  ids: string[],
): Promise<Map<string, { email: RenderedEmail; reference: number }>> {
  const [person] = await selectByEmail(db, email)
  if (!person) return new Map()
  const { userId, courseId, status } = userCourses
  const enrolments = await db
    .select({ id: userCourses.id, courseId, status })
    .from(userCourses)
    .where(and(eq(userId, person.id), inArray(courseId, ids), isLive))
  const factsOfEnrolments = await enrolmentFacts(enrolments.map(({ id }) => id))
  const emails = (await courseFacts(ids)).map(async (course) => {
    const isPending = enrolments.some(
      ({ courseId, status }) => courseId === course.id && status === 'pending',
    )
    const facts = factsOfEnrolments.find(({ courseId }) => courseId === course.id)
    const reference = facts?.reference ?? (await reserveReference())
    const emailFacts = { person, course: facts?.course ?? course, reference, origin: env.publicOrigin }
    const email = isPending ? requestApproved(emailFacts) : enrolledByOffice(emailFacts)
    return [course.id, { email: await renderEmail(email), reference }] as const
  })
  return new Map(await Promise.all(emails))
}

/**
 * Gives a person a seat: approves the enrolment `existing`, or creates an approved one, with dues and audit entry.
 * `capacityDetail`: for the audit entry, whether the seat is beyond the limit; `reference`: the one that the e-mail
 * names; undefined without an e-mail: `existing` keeps its reference, a created enrolment gets a new one.
 * @returns the id of the enrolment
 */
async function giveSeat(
  tx: Transaction,
  staff: Staff,
  person: Person,
  course: LockedCourse,
  existing: LockedEnrolment | undefined,
  decision: OpenDecision,
  capacityDetail: { overCapacity?: boolean },
  reference: number | undefined,
) {
  if (existing) await prepareForDecision(tx, decision, [existing.id])
  const withReference = reference === undefined ? {} : { reference }
  const approvedColumns = { status: 'approved', ...approvalColumns(staff), ...withReference } as const
  const [row] = await tx
    .insert(userCourses)
    .values({
      userId: person.id,
      courseId: course.id,
      agreedPrice: priceOn(course, today()),
      ...approvedColumns,
    })
    .onConflictDoUpdate({
      target: [userCourses.userId, userCourses.courseId],
      targetWhere: sql`ended_at is null`,
      set: approvedColumns,
    })
    .returning({ id: userCourses.id })
  if (!row) throw new Error('The enrolment has no id')
  if (!existing) await saveCreatedEnrolment(tx, decision, row.id)
  await replaceDues(tx, [row.id])
  const details = {
    ...(existing && { old: { status: existing.status } }),
    new: { status: approvedColumns.status },
    course: course.title,
    email: person.email,
    ...capacityDetail,
  }
  const entry = { entity: 'user_courses', id: row.id, details } as const
  await record(tx, staff, { action: existing ? 'update' : 'create', ...entry })
  return row.id
}
