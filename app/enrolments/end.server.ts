import { eq, inArray, sql } from 'drizzle-orm'
import type { Member, Staff } from '../accounts/rules'
import type { Code } from '../audit/codes.rules'
import { record } from '../audit/record.server'
import { priceOn } from '../courses/price.rules'
import type { Transaction } from '../database/client.server'
import { seatOffers, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import {
  approvalColumns,
  type OpenDecision,
  prepareForDecision,
  saveCreatedEnrolment,
} from './decision.server'
import { movePayments, replaceDues } from './dues/dues.server'
import { dropAdmissionEmail, endOffers } from './offer.server'
import { replacePaymentEmails } from './payment-emails.server'
import { groundsToday } from './refund.queries.server'
import type { RefundGround } from './refund.rules'
import type { Ending, EnrolmentState } from './rules'
import type { LockedCourse, LockedEnrolment } from './seats.server'
import { dropEmailsAboutEdition, dropUnsentReminders } from './unsent-emails.server'

/**
 * Ends locked enrolments, with their audit entries; their seats are free at once. Reminders of what their people owe
 * that have not left are dropped. `decision`: of the office, which can take the end back; without one the end is final,
 * and the other e-mails about the edition that wait, such as its confirmation, are dropped too.
 * `channel`: how the person asked the office to cancel. `ground`: decides the refund of all; without one, each
 * enrolment has the ground of this day.
 */
export async function endEnrolments(
  tx: Transaction,
  actor: Member | Staff,
  enrolments: readonly LockedEnrolment[],
  {
    ending,
    reason,
    decision,
    channel,
    ground,
  }: {
    ending: Ending
    reason?: string
    decision?: OpenDecision
    channel?: Code<'channel'>
    ground?: RefundGround
  },
) {
  const ids = enrolments.map(({ id }) => id)
  if (decision) await prepareForDecision(tx, decision, ids)
  await dropUnsentReminders(tx, actor, ids)
  // An undone end could not bring these back; where it can be undone, its own e-mail follows them.
  if (!decision) await dropEmailsAboutEdition(tx, ids)
  const grounds = await groundsToday(ids, ending, tx)
  for (const [refundGround, idsWithGround] of Map.groupBy(ids, (id) => ground ?? grounds.get(id) ?? null))
    await tx
      .update(userCourses)
      .set({
        endedAt: sql`now()`,
        ending,
        endReason: reason ?? null,
        endedBy: actor.id,
        refundGround,
        decisionId: decision?.id ?? null,
      })
      .where(inArray(userCourses.id, idsWithGround))
  const entries = enrolments.map(({ id, status, email, course }) => ({
    action: 'update' as const,
    entity: 'user_courses' as const,
    id,
    details: {
      old: { status },
      new: { ending },
      course: course.title,
      email,
      ...(reason && { reason }),
      ...(channel && { channel }),
    },
  }))
  await record(tx, actor, entries)
  // The e-mail about a payment stays: nothing else tells its person that the money came. After a move, the caller
  // replaces it.
  if (ending !== 'transferred') await replacePaymentEmails(tx, ids)
}

/**
 * Moves a person to another course: ends their enrolment and creates an approved one there; both courses are locked.
 * The new enrolment keeps the payments, the reference and the day of the request, which decides its price. Without a
 * `decision` the person has moved by themselves. `overCapacity`: the seat exceeds the limit, for the audit entry.
 * @returns the id of the new enrolment
 */
export async function moveLockedEnrolment(
  tx: Transaction,
  actor: Member | Staff,
  enrolment: LockedEnrolment,
  to: LockedCourse,
  { decision, overCapacity }: { decision?: OpenDecision; overCapacity?: boolean } = {},
) {
  await endEnrolments(tx, actor, [enrolment], { ending: 'transferred', ...(decision && { decision }) })
  const { userId, requestedAt, email } = enrolment
  const [newEnrolment] = await tx
    .insert(userCourses)
    .values({
      userId,
      courseId: to.id,
      requestedAt,
      status: 'approved',
      agreedPrice: priceOn(to, today(requestedAt)),
      ...approvalColumns(actor),
      ...(!decision && { approvedBy: null }),
    })
    .returning({ id: userCourses.id })
  if (!newEnrolment) throw new Error('The new enrolment has no id')
  await replaceDues(tx, [newEnrolment.id])
  await movePayments(tx, enrolment, newEnrolment)
  await tx
    .update(userCourses)
    .set({ transferredTo: newEnrolment.id })
    .where(inArray(userCourses.id, [enrolment.id]))
  if (decision) await saveCreatedEnrolment(tx, decision, newEnrolment.id)
  await replacePaymentEmails(tx, [enrolment.id, newEnrolment.id])
  const details = {
    new: { status: 'approved' },
    course: to.title,
    from: enrolment.course.title,
    email,
    ...(overCapacity && { overCapacity }),
  } as const
  await record(tx, actor, { action: 'create', entity: 'user_courses', id: newEnrolment.id, details })
  return newEnrolment.id
}

/**
 * Deletes the locked, pending request of a member, with the audit entry. An open offer to the member becomes declined,
 * and the e-mails about the edition that wait are dropped. `course`: its title.
 */
export async function deleteRequest(
  tx: Transaction,
  member: { id: string; email: string },
  { id, status, course }: { id: string; status: EnrolmentState; course: string },
) {
  await endOffers(tx, eq(seatOffers.enrolmentId, id), 'declined')
  // The reason of an offer may name the person. Once the request is deleted, the deletion of their account does not
  // find the offer.
  await tx.update(seatOffers).set({ reason: null }).where(eq(seatOffers.enrolmentId, id))
  await dropAdmissionEmail(tx, id)
  await dropEmailsAboutEdition(tx, [id])
  await tx.delete(userCourses).where(eq(userCourses.id, id))
  const details = { old: { status }, course, email: member.email }
  await record(tx, member, { action: 'delete', entity: 'user_courses', id, details })
}
