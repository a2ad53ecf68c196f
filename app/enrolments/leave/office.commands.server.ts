import type { Staff } from '../../accounts/rules'
import { inTransaction } from '../../database/client.server'
import { type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { refuse } from '../../runtime/outcome.rules'
import {
  type DecisionResult,
  enqueueEmailsAbout,
  openDecision,
  outcomeOfOne,
  renderEmailsAbout,
  separateByRule,
} from '../decision.server'
import { balancesOf } from '../dues/queries.server'
import { emailCourseFor, enrolmentFacts } from '../emails.queries.server'
import { enrolmentCancelled, enrolmentMoved } from '../end.emails'
import { mayCancel, mayMove } from '../end.rules'
import { endEnrolments, moveLockedEnrolment } from '../end.server'
import { refundsToday } from '../refund.queries.server'
import { cleanTypedText, type EnrolmentOutcome, type EnrolmentRefused, maySeat, REASON_LIMIT } from '../rules'
import { lockEnrolments, lockMoves, statesIn } from '../seats.server'

/**
 * Ends an enrolment that is approved or in progress, as a decision; the person reads the reason in an e-mail.
 * `typedReason`: must not be empty.
 */
export async function cancelEnrolment(
  staff: Staff,
  enrolmentId: string,
  typedReason: string,
): Promise<EnrolmentOutcome<{ decision: string }>> {
  const reason = cleanTypedText(typedReason)
  if (!reason) return refuse('no-reason')
  if (reason.length > REASON_LIMIT) return refuse('long-reason')
  const refunds = await refundsToday([enrolmentId].filter(isId), 'cancelled_by_office')
  const emails = await renderEmailsAbout([enrolmentId], (facts, id) =>
    enrolmentCancelled(facts, { reason, refund: refunds.get(id) }),
  )
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (!enrolment) return refuse('unknown-request')
    const allowed = mayCancel(enrolment.status)
    if (!allowed.ok) return allowed

    const decision = await openDecision(tx, staff, 'cancel')
    await endEnrolments(tx, staff, [enrolment], { ending: 'cancelled_by_office', reason, decision })
    await enqueueEmailsAbout(tx, emails, [enrolment], decision)
    return { ok: true, decision: decision.id }
  })
}

/**
 * Moves a person to another course, where they get a seat. A full course is refused as 'full', unless `overCapacity`;
 * the audit entry then records that the seat exceeds the limit.
 */
export async function moveEnrolment(
  staff: Staff,
  enrolmentId: string,
  courseId: string,
  options: { overCapacity?: boolean } = {},
): Promise<EnrolmentOutcome<{ decision: string }>> {
  return outcomeOfOne(await moveEnrolments(staff, [enrolmentId], courseId, options))
}

/**
 * As `moveEnrolment`, for several enrolments as one decision; each move counts the seats of those before it. `refused`:
 * enrolments that `mayMove` does not let move, that do not exist, or that have ended.
 */
export async function moveEnrolments(
  staff: Staff,
  enrolmentIds: readonly string[],
  courseId: string,
  { overCapacity = false }: { overCapacity?: boolean } = {},
): Promise<DecisionResult> {
  const refuseAll = (outcome: EnrolmentRefused) => ({
    refused: enrolmentIds.map((id) => ({ id, ...outcome })),
  })
  if (!isId(courseId)) return refuseAll(refuse('unknown-course'))
  const emails = new Map<string, RenderedEmail>()
  const balances = await balancesOf(enrolmentIds.filter(isId))
  for (const facts of await enrolmentFacts(enrolmentIds)) {
    const course = await emailCourseFor(facts, courseId)
    if (!course) return refuseAll(refuse('unknown-course'))
    emails.set(
      facts.id,
      await renderEmail(enrolmentMoved({ ...facts, course }, facts.course, balances.get(facts.id)?.paid)),
    )
  }
  return inTransaction(async (tx) => {
    const { enrolments, to } = await lockMoves(tx, enrolmentIds, courseId)
    const existingStates = to ? await statesIn(tx, to.id, enrolments) : new Map()
    let seatsTaken = to?.seatsTaken ?? 0
    const { allowed, refused } = separateByRule(enrolmentIds, enrolments, ({ status, course, userId }) => {
      if (!to) return refuse('unknown-course')
      const edition = { ...to, seatsTaken }
      const outcome = mayMove(status, course, edition, existingStates.get(userId), {
        today: today(),
        overCapacity,
      })
      if (!outcome.ok) return outcome
      seatsTaken += 1
      return { ok: true, overCapacity: !maySeat(to, seatsTaken - 1).ok }
    })
    if (!to || allowed.length === 0) return { refused }
    const decision = await openDecision(tx, staff, 'transfer')
    for (const { overCapacity = false, ...enrolment } of allowed)
      await moveLockedEnrolment(tx, staff, enrolment, to, { decision, overCapacity })
    await enqueueEmailsAbout(tx, emails, allowed, decision)
    return { decision: decision.id, refused }
  })
}
