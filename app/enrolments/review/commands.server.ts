import { and, eq } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { hasBegun, isYetToBegin } from '../../courses/rules'
import { inTransaction } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { refuse } from '../../runtime/outcome.rules'
import {
  applyStep,
  type DecisionResult,
  enqueueEmailsAbout,
  type OfficeStep,
  openDecision,
  outcomeOfOne,
  renderEmailsAbout,
  separateByRule,
} from '../decision.server'
import { type EnrolmentFacts, requestApproved, requestRejected } from '../emails'
import { isLive } from '../enrolments.sql'
import {
  cleanTypedText,
  ENROLMENTS_AT_ONCE,
  type EnrolmentOutcome,
  isRejectionOpen,
  mayApprove,
  mayReopen,
  maySeat,
  mayStep,
  REASON_LIMIT,
  STEPS,
} from '../rules'
import { lockCourseWithSeats, lockEnrolments } from '../seats.server'
import { type CourseStep, mayTakeRosterStep, type RosterStep } from '../steps.rules'
import { admittedToList } from '../waiting-list.emails'
import { mayAdmit } from '../waiting-list.rules'

/** Most enrolments that the office can choose in a list for one decision. */
export const MOST_CHOSEN = 100

/**
 * Approves a pending request. A full course is refused as 'full', unless `overCapacity`; the audit entry then records
 * that the seat exceeds the limit.
 */
export async function approveRequest(
  staff: Staff,
  enrolmentId: string,
  options?: { overCapacity?: boolean },
) {
  return outcomeOfOne(await approveRequests(staff, [enrolmentId], options))
}

/**
 * As `approveRequest`, for several requests as one decision; each approval counts the seats of those before it.
 * `refused`: the requests that stay as they are.
 */
export async function approveRequests(
  staff: Staff,
  enrolmentIds: readonly string[],
  { overCapacity = false }: { overCapacity?: boolean } = {},
): Promise<DecisionResult> {
  // The rule is asked once for each request, in order: an approval takes a seat from those after it.
  const seatsGiven = new Map<string, number>()
  const rule: StepRule = ({ course, status, isOffered }) => {
    const seats = seatsGiven.get(course.id) ?? 0
    const taken = course.seatsTaken + seats - (isOffered ? 1 : 0)
    const outcome = mayApprove(status, course, taken, overCapacity)
    if (!outcome.ok) return outcome
    seatsGiven.set(course.id, seats + (isOffered ? 0 : 1))
    return { ok: true, overCapacity: !maySeat(course, taken).ok }
  }
  return stepTogether(staff, enrolmentIds, 'approve', rule, { email: requestApproved })
}

/**
 * Admits a pending request to the waiting list, so that freed seats are offered to it. A request that is not on the
 * list yet goes to the end of the list; it is refused as 'seats-free' while the edition has a free seat. Nobody is
 * admitted to a list of an edition that accepts no requests, since its seats are not offered.
 */
export async function admitRequest(staff: Staff, enrolmentId: string) {
  return outcomeOfOne(await admitRequests(staff, [enrolmentId]))
}

/** As `admitRequest`, for several requests as one decision. `refused`: the requests that stay as they are. */
export async function admitRequests(staff: Staff, enrolmentIds: readonly string[]): Promise<DecisionResult> {
  const rule: StepRule = (enrolment) => mayAdmit(enrolment, enrolment.course, today())
  return stepTogether(staff, enrolmentIds, 'admit', rule, { email: admittedToList })
}

/** Rejects a pending request; the person reads the reason, if there is one, in an e-mail and on their dashboard. */
export async function rejectRequest(staff: Staff, enrolmentId: string, typedReason?: string) {
  return outcomeOfOne(await rejectRequests(staff, [enrolmentId], typedReason))
}

/** Rejects pending requests as one decision, all for the same reason. `refused`: the requests that stay as they are. */
export async function rejectRequests(
  staff: Staff,
  enrolmentIds: readonly string[],
  typedReason = '',
): Promise<DecisionResult> {
  const reason = cleanTypedText(typedReason)
  if (reason.length > REASON_LIMIT)
    return { refused: enrolmentIds.map((id) => ({ id, ...refuse('long-reason') })) }
  const email = (facts: EnrolmentFacts) => requestRejected(facts, reason)
  return stepTogether(staff, enrolmentIds, 'reject', ({ status }) => mayStep('reject', status), {
    email,
    reason,
  })
}

/**
 * Makes a rejected request pending again, without an e-mail. While the rejection can be undone, that is the way back:
 * reopening would not stop its e-mail, and is refused as 'rejection-open'.
 */
export async function reopenRequest(
  staff: Staff,
  enrolmentId: string,
): Promise<EnrolmentOutcome<{ decision: string }>> {
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (!enrolment) return refuse('unknown-request')
    const outcome = mayReopen(enrolment.status, enrolment.course)
    if (!outcome.ok) return outcome
    if (isRejectionOpen(enrolment)) return refuse('rejection-open')
    const decision = await openDecision(tx, staff, 'reopen')
    await applyStep(tx, staff, decision, 'reopen', [enrolment])
    return { ok: true, decision: decision.id }
  })
}

/**
 * Starts or completes an enrolment, or takes one of these steps back. While the course is yet to begin, starting and
 * completing are refused as 'early' unless `isEarlyConfirmed`.
 */
export async function markEnrolment(
  staff: Staff,
  enrolmentId: string,
  step: RosterStep,
  options?: { isEarlyConfirmed?: boolean },
) {
  return outcomeOfOne(await markEnrolments(staff, [enrolmentId], step, options))
}

/** As `markEnrolment`, for several enrolments as one decision. `refused`: the enrolments that stay as they are. */
export async function markEnrolments(
  staff: Staff,
  enrolmentIds: readonly string[],
  step: RosterStep,
  { isEarlyConfirmed = false }: { isEarlyConfirmed?: boolean } = {},
): Promise<DecisionResult> {
  const rule: StepRule = ({ course, status, isCertified }) => {
    if (course.cancelledAt) return refuse('cancelled')
    const phase = { hasBegun: hasBegun(course, today()), isYetToBegin: isYetToBegin(course, today()) }
    return mayTakeRosterStep(step, status, phase, { isEarlyConfirmed, isCertified })
  }
  return stepTogether(staff, enrolmentIds, step, rule)
}

type StepRule = Parameters<typeof separateByRule>[2]

/**
 * Takes a step for the enrolments that `rule` allows, as one decision; none is made if it allows none. `email`: what
 * their people get, none without it; `reason`: of a rejection.
 */
async function stepTogether(
  staff: Staff,
  enrolmentIds: readonly string[],
  step: OfficeStep,
  rule: StepRule,
  { email, reason }: { email?: Parameters<typeof renderEmailsAbout>[1]; reason?: string } = {},
): Promise<DecisionResult> {
  const emails = email && (await renderEmailsAbout(enrolmentIds, email))
  return inTransaction(async (tx) => {
    const lockedEnrolments = await lockEnrolments(tx, enrolmentIds)
    const { allowed, refused } = separateByRule(enrolmentIds, lockedEnrolments, rule)
    if (allowed.length === 0) return { refused }
    const decision = await openDecision(tx, staff, step)
    await applyStep(tx, staff, decision, step, allowed, reason)
    if (emails) await enqueueEmailsAbout(tx, emails, allowed, decision)
    return { decision: decision.id, refused }
  })
}

/**
 * Takes a step for all participants of a course whose state allows it, as one decision, at most `ENROLMENTS_AT_ONCE` at
 * a time; also before the first session, since the page has asked for a confirmation. An archived course is refused as
 * 'unknown-course'.
 * @returns `decision`: its id, absent if nobody took the step; `stepped`: how many took it; `remaining`: how many still
 * can
 */
export async function stepEverybody(
  staff: Staff,
  courseId: string,
  step: CourseStep,
): Promise<EnrolmentOutcome<{ decision?: string; stepped: number; remaining: number }>> {
  if (!isId(courseId)) return refuse('unknown-course')
  return inTransaction(async (tx) => {
    const course = await lockCourseWithSeats(tx, courseId)
    if (!course || course.archivedAt) return refuse('unknown-course')
    const { courseId: ofCourse, id, status } = userCourses
    const canStep = and(eq(ofCourse, courseId), eq(status, STEPS[step].from), isLive)
    const people = await tx
      .select({ id })
      .from(userCourses)
      .where(canStep)
      .orderBy(id)
      .limit(ENROLMENTS_AT_ONCE)
    if (people.length === 0) return { ok: true, stepped: 0, remaining: 0 }
    const ids = people.map((person) => person.id)
    const decision = await openDecision(tx, staff, step)
    await applyStep(tx, staff, decision, step, await lockEnrolments(tx, ids))
    const remaining = await tx.$count(userCourses, canStep)
    return { ok: true, decision: decision.id, stepped: people.length, remaining }
  })
}
