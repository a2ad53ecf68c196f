import { and, eq, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { record } from '../audit/record.server'
import { isId } from '../courses/rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses, holdsSeat, profiles, userCourses } from '../database/schema'
import { requestApproved, requestRejected } from '../enrolments/emails'
import {
  type Decision,
  mayApprove,
  maySeat,
  mayStep,
  OK,
  REASON_LIMIT,
  reasonFrom,
  refuse,
  SEATED,
  STEPS,
} from '../enrolments/rules'
import { env } from '../platform/env.server'
import { type Mail, post } from '../platform/mail.server'

const LINKS = { dashboard: `${env.publicOrigin}/dashboard`, admin: `${env.publicOrigin}/admin` }

type OfficeStep = Exclude<keyof typeof STEPS, 'withdraw'>
type Enrolment = NonNullable<Awaited<ReturnType<typeof lockEnrolment>>>

/**
 * The office approves a waiting request, if a seat is free. At the limit it is refused as 'full', unless the
 * office goes over it knowingly: then the audit entry says so.
 */
export async function approveRequest(
  admin: Admin,
  enrolmentId: string,
  { overCapacity = false }: { overCapacity?: boolean } = {},
): Promise<Decision> {
  return inTransaction(async (tx) => {
    const enrolment = await lockEnrolment(tx, enrolmentId)
    if (!enrolment) return refuse('unknown-request')
    const { course, status } = enrolment
    const seated = and(eq(userCourses.courseId, course.id), holdsSeat)
    const taken = await tx.$count(userCourses, seated)
    const decision = mayApprove(status, course, taken, overCapacity)
    if (!decision.ok) return decision

    await move(tx, admin, enrolment, 'approve', maySeat(course, taken).ok ? {} : { overCapacity: true })
    await post(tx, requestApproved({ ...enrolment, links: LINKS }))
    return OK
  })
}

/** The office rejects a waiting request. The reason, if any, goes to the person and into the audit log. */
export async function rejectRequest(admin: Admin, enrolmentId: string, reason = ''): Promise<Decision> {
  const because = reasonFrom(reason)
  if (because.length > REASON_LIMIT) return refuse('long-reason')
  const details = because ? { reason: because } : {}
  return advance(admin, enrolmentId, 'reject', details, (enrolment) =>
    requestRejected({ ...enrolment, links: LINKS }, because),
  )
}

/** The office takes a rejection back: the request waits again. */
export async function reopenRequest(admin: Admin, enrolmentId: string): Promise<Decision> {
  return advance(admin, enrolmentId, 'reopen')
}

/** The office marks an approved person as attending. */
export async function startEnrolment(admin: Admin, enrolmentId: string): Promise<Decision> {
  return advance(admin, enrolmentId, 'start')
}

/** The office marks an attending person as having completed the course. */
export async function completeEnrolment(admin: Admin, enrolmentId: string): Promise<Decision> {
  return advance(admin, enrolmentId, 'complete')
}

/** A step that depends on nothing but where the enrolment stands. */
async function advance(
  admin: Admin,
  enrolmentId: string,
  step: OfficeStep,
  details: Record<string, unknown> = {},
  letter?: (enrolment: Enrolment) => Mail,
): Promise<Decision> {
  return inTransaction(async (tx) => {
    const enrolment = await lockEnrolment(tx, enrolmentId)
    if (!enrolment) return refuse('unknown-request')
    const decision = mayStep(step, enrolment.status)
    if (!decision.ok) return decision

    await move(tx, admin, enrolment, step, details)
    if (letter) await post(tx, letter(enrolment))
    return OK
  })
}

/**
 * Holds the course, then the enrolment, until the transaction ends. Everybody locks in this order, so nobody
 * can wait in a circle. Seats must be counted in a later statement: one that waits for a lock still sees the
 * seats as they were before it waited.
 */
async function lockEnrolment(tx: Transaction, id: string) {
  if (!isId(id)) return undefined
  const [course] = await tx
    .select({
      id: courses.id,
      title: courses.title,
      modalita: courses.modalita,
      location: courses.location,
      startDate: courses.startDate,
      archivedAt: courses.archivedAt,
      maxPartecipanti: courses.maxPartecipanti,
    })
    .from(courses)
    .innerJoin(userCourses, eq(userCourses.courseId, courses.id))
    .where(eq(userCourses.id, id))
    .for('update', { of: courses })
  const [enrolment] = await tx
    .select({
      id: userCourses.id,
      status: userCourses.status,
      person: {
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        email: profiles.email,
        phone: profiles.phone,
        company: profiles.company,
      },
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(eq(userCourses.id, id))
    .for('update', { of: userCourses })
  return course && enrolment && { ...enrolment, course }
}

/** Writes the step and its audit entry. Who waits or is rejected has no approval. */
async function move(
  tx: Transaction,
  admin: Admin,
  { id, status, person, course }: Enrolment,
  step: OfficeStep,
  details: Record<string, unknown> = {},
) {
  const to = STEPS[step].to
  const approval =
    step === 'approve'
      ? { approvedAt: sql`now()`, approvedBy: admin.id }
      : SEATED.includes(to)
        ? {}
        : { approvedAt: null, approvedBy: null }
  await tx
    .update(userCourses)
    .set({ status: to, ...approval })
    .where(eq(userCourses.id, id))

  const change = { old: { status }, new: { status: to }, course: course.title, email: person.email }
  const entry = { entity: 'user_courses', id, details: { ...change, ...details } } as const
  await record(tx, admin, { action: 'update', ...entry })
}
