import type { Member } from '../../accounts/rules'
import { seatsLeft } from '../../courses/rules'
import { inTransaction } from '../../database/client.server'
import { enqueueEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { OK, refuse } from '../../runtime/outcome.rules'
import { KINDS_UPDATING_EDITION } from '../decision.rules'
import { balancesOf } from '../dues/queries.server'
import { emailCourseFor, enrolmentFacts } from '../emails.queries.server'
import { cancelledForOffice, enrolmentCancelled, enrolmentMoved, movedForOffice } from '../end.emails'
import { mayCancelOwn, mayMove, mayMoveOwn } from '../end.rules'
import { endEnrolments, moveLockedEnrolment } from '../end.server'
import { ownRefundToday, refundsToday } from '../refund.queries.server'
import { isVisibleToPayer } from '../refund.sql'
import type { EnrolmentOutcome } from '../rules'
import { canEndBeUndone, lockEnrolments, lockMoves, stateOf } from '../seats.server'
import { hasOpenDecisionAbout } from '../waiting-list/offers.queries.server'
import { countPeopleAhead } from '../waiting-list/order.queries.server'
import { mustWait } from '../waiting-list.rules'

/**
 * Ends a member's own approved enrolment before the first session; the member and the office get an e-mail. While new
 * dates can be taken back, it is refused as 'updating': the refund depends on the start.
 */
export async function cancelOwnEnrolment(member: Member, enrolmentId: string): Promise<EnrolmentOutcome> {
  const [facts] = await enrolmentFacts([enrolmentId])
  if (!facts) return refuse('unknown-request')
  const refund = await ownRefundToday(enrolmentId)
  // The office knows of payments that the person cannot read yet.
  const refundForOffice = (await refundsToday([enrolmentId], 'cancelled_by_person')).get(enrolmentId)
  const emails = await Promise.all(
    [enrolmentCancelled(facts, { refund }), cancelledForOffice(facts, env.officeEmail, refundForOffice)].map(
      renderEmail,
    ),
  )
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (enrolment?.userId !== member.id) return refuse('unknown-request')
    const allowed = mayCancelOwn(enrolment.status, enrolment.course, today())
    if (!allowed.ok) return allowed
    if (await hasOpenDecisionAbout(enrolment.course.id, tx, ['postpone'])) return refuse('updating')

    await endEnrolments(tx, member, [enrolment], { ending: 'cancelled_by_person' })
    for (const email of emails) await enqueueEmail(tx, email)
    return OK
  })
}

/**
 * Moves a member from their approved enrolment to another edition of the course, as far as `mayMove` and `mayMoveOwn`
 * allow it. The edition must have a seat that nobody waits for. While its confirmation or new dates can be taken
 * back, or the end of a former enrolment of the member in it, the move is refused as 'updating'. The member and the
 * office get an e-mail.
 */
export async function moveOwnEnrolment(
  member: Member,
  enrolmentId: string,
  courseId: string,
): Promise<EnrolmentOutcome> {
  if (!isId(courseId)) return refuse('unknown-course')
  const [facts] = await enrolmentFacts([enrolmentId])
  if (!facts) return refuse('unknown-request')
  const course = await emailCourseFor(facts, courseId)
  if (!course) return refuse('unknown-course')
  const movedFacts = { ...facts, course }
  const paid = (await balancesOf([enrolmentId], isVisibleToPayer)).get(enrolmentId)?.paid
  const emails = await Promise.all(
    [
      enrolmentMoved(movedFacts, facts.course, paid),
      movedForOffice(movedFacts, facts.course, env.officeEmail),
    ].map(renderEmail),
  )
  return inTransaction(async (tx) => {
    const {
      enrolments: [enrolment],
      to,
    } = await lockMoves(tx, [enrolmentId], courseId)
    if (enrolment?.userId !== member.id) return refuse('unknown-request')
    if (!to) return refuse('unknown-course')
    const existing = await stateOf(tx, member, to.id)
    const allowed = mayMove(enrolment.status, enrolment.course, to, existing, { today: today() })
    if (!allowed.ok) return allowed
    const allowedOwn = mayMoveOwn(enrolment.status, enrolment.course, to, today())
    if (!allowedOwn.ok) return allowedOwn
    if (await hasOpenDecisionAbout(to.id, tx, KINDS_UPDATING_EDITION)) return refuse('updating')
    if (await canEndBeUndone(tx, member, to.id)) return refuse('updating')
    const { peopleAwaitingOffer } = await countPeopleAhead(member, to.id, tx)
    if (mustWait(seatsLeft(to, to.seatsTaken), peopleAwaitingOffer)) return refuse('full')

    await moveLockedEnrolment(tx, member, enrolment, to)
    for (const email of emails) await enqueueEmail(tx, email)
    return OK
  })
}
