import type { Admin } from '../../accounts/rules'
import { inTransaction } from '../../database/client.server'
import { renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { refuse } from '../../runtime/outcome.rules'
import { enqueueAbout, openDecision } from '../decision.server'
import { courseFor, enrolmentFacts } from '../emails.queries.server'
import { enrolmentCancelled, enrolmentMoved } from '../end.emails'
import { mayCancel, mayTransfer } from '../end.rules'
import { endEnrolments, moveEnrolment } from '../end.server'
import { type EnrolmentOutcome, maySeat, REASON_LIMIT, reasonFrom } from '../rules'
import { lockEnrolments, lockMove, stateOf } from '../seats.server'

/** Ends an approved or started enrolment; the reason is mailed to the person. */
export async function cancelEnrolment(
  admin: Admin,
  enrolmentId: string,
  reason: string,
): Promise<EnrolmentOutcome<{ decision: string }>> {
  const because = reasonFrom(reason)
  if (!because) return refuse('no-reason')
  if (because.length > REASON_LIMIT) return refuse('long-reason')
  const [facts] = await enrolmentFacts([enrolmentId])
  if (!facts) return refuse('unknown-request')
  const email = await renderEmail(enrolmentCancelled(facts, because))
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (!enrolment) return refuse('unknown-request')
    const allowed = mayCancel(enrolment.status)
    if (!allowed.ok) return allowed

    const decision = await openDecision(tx, admin, 'cancel')
    await endEnrolments(tx, admin, [enrolment], { ending: 'cancelled_by_office', reason: because, decision })
    await enqueueAbout(tx, new Map([[enrolment.id, email]]), [enrolment], decision)
    return { ok: true, decision: decision.id }
  })
}

/** Moves a person to another edition, where they are approved. A full one is 'full', unless `overCapacity`. */
export async function transferEnrolment(
  admin: Admin,
  enrolmentId: string,
  courseId: string,
  { overCapacity = false }: { overCapacity?: boolean } = {},
): Promise<EnrolmentOutcome<{ decision: string }>> {
  if (!isId(courseId)) return refuse('unknown-course')
  const [facts] = await enrolmentFacts([enrolmentId])
  if (!facts) return refuse('unknown-request')
  const course = await courseFor(facts, courseId)
  if (!course) return refuse('unknown-course')
  const email = await renderEmail(enrolmentMoved({ ...facts, course }, facts.course))
  return inTransaction(async (tx) => {
    const { enrolment, to } = await lockMove(tx, enrolmentId, courseId)
    if (!enrolment) return refuse('unknown-request')
    if (!to) return refuse('unknown-course')
    const existing = await stateOf(tx, { id: enrolment.userId }, to.id)
    const allowed = mayTransfer(enrolment.status, enrolment.course, to, existing, {
      today: today(),
      overCapacity,
    })
    if (!allowed.ok) return allowed

    const decision = await openDecision(tx, admin, 'transfer')
    const isBeyond = !maySeat(to, to.seatsTaken).ok
    await moveEnrolment(tx, admin, enrolment, to, { decision, overCapacity: isBeyond })
    await enqueueAbout(tx, new Map([[enrolment.id, email]]), [enrolment], decision)
    return { ok: true, decision: decision.id }
  })
}
