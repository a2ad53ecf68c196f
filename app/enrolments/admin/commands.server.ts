import { eq } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { courses, profiles, userCourses } from '../../database/schema'
import { enqueueEmail, type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { requestApproved, requestRejected } from '../emails'
import { emailCourse } from '../emails.queries.server'
import {
  type Decision,
  mayApprove,
  maySeat,
  mayStep,
  OK,
  REASON_LIMIT,
  reasonFrom,
  refuse,
  STEPS,
} from '../rules'
import { approvedBy, lockCourse, rejectedBy, UNDECIDED } from '../seats.server'
import { hasBegun, mayMark, type RosterStep } from './rules'

type OfficeStep = Exclude<keyof typeof STEPS, 'withdraw'>
type Enrolment = NonNullable<Awaited<ReturnType<typeof lockEnrolment>>>

/** A full course is 'full', unless `overCapacity`, which the audit entry records. */
export async function approveRequest(
  admin: Admin,
  enrolmentId: string,
  { overCapacity = false }: { overCapacity?: boolean } = {},
): Promise<Decision> {
  const facts = await factsOf(enrolmentId)
  if (!facts) return refuse('unknown-request')
  const email = await renderEmail(requestApproved(facts))
  return inTransaction(async (tx) => {
    const enrolment = await lockEnrolment(tx, enrolmentId)
    if (!enrolment) return refuse('unknown-request')
    const { course, status } = enrolment
    const decision = mayApprove(status, course, course.seatsTaken, overCapacity)
    if (!decision.ok) return decision

    await move(
      tx,
      admin,
      enrolment,
      'approve',
      maySeat(course, course.seatsTaken).ok ? {} : { overCapacity: true },
    )
    await enqueueEmail(tx, email)
    return OK
  })
}

/** Rejects a pending request. The reason is stored and mailed to the person. */
export async function rejectRequest(admin: Admin, enrolmentId: string, reason = ''): Promise<Decision> {
  const because = reasonFrom(reason)
  if (because.length > REASON_LIMIT) return refuse('long-reason')
  const facts = await factsOf(enrolmentId)
  if (!facts) return refuse('unknown-request')
  const email = await renderEmail(requestRejected(facts, because))
  return advance(admin, enrolmentId, 'reject', { email, ...(because && { reason: because }) })
}

/** Sets a rejected request back to pending. */
export async function reopenRequest(admin: Admin, enrolmentId: string): Promise<Decision> {
  return advance(admin, enrolmentId, 'reopen')
}

/** Starts or completes an enrolment, or undoes that. Before the first session both are refused as 'early', unless `early`. */
export async function markEnrolment(
  admin: Admin,
  enrolmentId: string,
  step: RosterStep,
  { early = false }: { early?: boolean } = {},
): Promise<Decision> {
  return inTransaction(async (tx) => {
    const enrolment = await lockEnrolment(tx, enrolmentId)
    if (!enrolment) return refuse('unknown-request')
    const { course, status } = enrolment
    const decision = mayMark(step, status, hasBegun(course, today()), early)
    if (decision.ok) await move(tx, admin, enrolment, step)
    return decision
  })
}

async function advance(
  admin: Admin,
  enrolmentId: string,
  step: 'reject' | 'reopen',
  { email, ...details }: { email?: RenderedEmail; reason?: string } = {},
): Promise<Decision> {
  return inTransaction(async (tx) => {
    const enrolment = await lockEnrolment(tx, enrolmentId)
    if (!enrolment) return refuse('unknown-request')
    const decision = mayStep(step, enrolment.status)
    if (!decision.ok) return decision

    await move(tx, admin, enrolment, step, details)
    if (email) await enqueueEmail(tx, email)
    return OK
  })
}

/** The facts of the e-mails about a request. */
async function factsOf(id: string) {
  if (!isId(id)) return undefined
  const { firstName, lastName, email } = profiles
  const [facts] = await db
    .select({ person: { firstName, lastName, email }, course: emailCourse })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.id, id))
  return facts && { ...facts, origin: env.publicOrigin }
}

/** Locks the course, then the enrolment: the lock order of every command. */
async function lockEnrolment(tx: Transaction, id: string) {
  if (!isId(id)) return undefined
  const [link] = await tx
    .select({ courseId: userCourses.courseId })
    .from(userCourses)
    .where(eq(userCourses.id, id))
  const course = link && (await lockCourse(tx, link.courseId))
  const [enrolment] = await tx
    .select({
      id: userCourses.id,
      status: userCourses.status,
      email: profiles.email,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(eq(userCourses.id, id))
    .for('update', { of: userCourses })
  return course && enrolment && { ...enrolment, course }
}

async function move(
  tx: Transaction,
  admin: Admin,
  { id, status, email, course }: Enrolment,
  step: OfficeStep,
  details: { overCapacity?: boolean; reason?: string } = {},
) {
  const to = STEPS[step].to
  const decision = {
    approve: approvedBy(admin),
    reject: rejectedBy(admin, details.reason),
    reopen: UNDECIDED,
  }
  await tx
    .update(userCourses)
    .set({ status: to, ...(step in decision && decision[step as keyof typeof decision]) })
    .where(eq(userCourses.id, id))

  const change = { old: { status }, new: { status: to }, course: course.title, email }
  const entry = { entity: 'user_courses', id, details: { ...change, ...details } } as const
  await record(tx, admin, { action: 'update', ...entry })
}
