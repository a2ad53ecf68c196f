import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { withdrawCertificates } from '../certificates/withdraw.server'
import { isSeated } from '../courses/seats.rules'
import { inTransaction, type Transaction } from '../database/client.server'
import {
  attendance,
  courses,
  decisionRows,
  decisions,
  outgoingMail,
  paymentReminders,
  payments,
  personalDocuments,
  personMessages,
  profiles,
  seatOffers,
  userCourses,
} from '../database/schema'
import { restoreEnrolments } from '../enrolments/decision.server'
import { holdsSeat } from '../enrolments/enrolments.sql'
import { replacePaymentEmails } from '../enrolments/payment-emails.server'
import { type EnrolmentState, maySeat } from '../enrolments/rules'
import { type LockedCourse, lockCoursesWithSeats } from '../enrolments/seats.server'
import { withdrawReminders } from '../enrolments/unsent-emails.server'
import { formatMomentInBrief } from '../italian/times'
import { isId } from '../parsing/text.rules'
import { withdrawPayments } from '../payments/undo.server'
import { OK, refuse } from '../runtime/outcome.rules'
import { restoreEdition } from './edition.server'
import { enrolmentsOfDecision, hasLaterDecision } from './later-decisions.queries.server'
import { allowsLaterChanges, mayUndo, type UndoOutcome } from './rules'

/**
 * Undoes a decision: restores its enrolments and its edition, takes back its document, attestati, payments or
 * reminders, and deletes its e-mails. Waiting e-mails about payments then say what holds. Nothing is undone if the time
 * of the decision is over, one of its e-mails has left, a later change would be overwritten, a later decision may rest
 * on it (`hasLaterDecision`), or somebody else has got a seat that an enrolment would get back.
 */
export async function undoDecision(staff: Staff, decisionId: string): Promise<UndoOutcome> {
  if (!isId(decisionId)) return refuse('unknown')
  return inTransaction(async (tx) => {
    const lockedCourses = await lockCoursesWithSeats(tx, await courseIdsOf(tx, decisionId))
    const [decision] = await tx.select().from(decisions).where(eq(decisions.id, decisionId)).for('update')
    if (!decision) return refuse('unknown')
    const emails = await tx
      .select({
        attempts: outgoingMail.attempts,
        sentAt: outgoingMail.sentAt,
        subject: outgoingMail.subject,
      })
      .from(outgoingMail)
      .where(eq(outgoingMail.decisionId, decisionId))
      .for('update')
    const allowed = mayUndo(decision, emails, new Date())
    if (!allowed.ok) {
      const [sentAt] = emails.flatMap(({ sentAt }) => sentAt ?? [])
      return refuse(allowed.refusal, sentAt ? { at: formatMomentInBrief(sentAt, new Date()) } : {})
    }

    const rows = await lockRows(tx, decisionId)
    const changedRow = rows.find((row) => hasChangedSince(row, decision))
    if (changedRow) return refuse('changed', { name: nameOf(changedRow) })
    if (await hasLaterDecision(tx, decision)) return refuse('changed')
    const decidedRows = rows.filter(({ enrolment }) => enrolment?.decisionId === decisionId)
    const rowWithoutSeat = await findRowWithoutSeat(tx, decision, decidedRows, lockedCourses)
    if (rowWithoutSeat) return refuse('seat-given', { name: nameOf(rowWithoutSeat) })
    const enrolments = await enrolmentsOfDecision(tx, decisionId)
    if (!(await restoreEdition(tx, staff, decision))) return refuse('changed')
    if (decision.kind === 'certificate' && !(await withdrawCertificates(tx, staff, decisionId)))
      return refuse('changed')
    if (decision.kind === 'document') await withdrawDocument(tx, staff, decisionId, rows)
    if (decision.kind === 'payment') await withdrawPayments(tx, staff, decisionId)
    if (decision.kind === 'reminder')
      await withdrawReminders(tx, staff, eq(paymentReminders.decisionId, decisionId))

    await restoreEnrolments(tx, decisionId)
    await tx.delete(outgoingMail).where(eq(outgoingMail.decisionId, decisionId))
    await replacePaymentEmails(
      tx,
      enrolments.flatMap(({ enrolmentId }) => enrolmentId ?? []),
    )
    await tx
      .update(decisions)
      .set({ undoneAt: sql`now()`, undoneBy: staff.id })
      .where(eq(decisions.id, decisionId))
    await recordUndone(tx, staff, decidedRows)
    if (decision.kind === 'message')
      await recordWithdrawnMessage(tx, staff, decision, rows, emails[0]?.subject)
    return OK
  })
}

type Decision = typeof decisions.$inferSelect

const nameOf = ({ firstName, lastName }: LockedRow) => `${firstName} ${lastName}`

/**
 * Whether an enrolment forbids undoing the decision: it has changed since, its person has another enrolment in the
 * course, or it has a mark in a register, a document or a payment, which need the seat that undoing takes away. Their
 * decisions may have begun before this one and waited for its locks, so `hasLaterDecision` does not see them all.
 */
const hasChangedSince = (
  { enrolment, stateBefore, hasOtherEnrolment, isMarked, hasDocument, isPaid }: LockedRow,
  { id, kind }: Decision,
) => {
  if (allowsLaterChanges(kind)) return false
  // A transfer took the payments along, and undoing it returns them (`restoreEnrolments`).
  const needsSeat = isMarked || hasDocument || (isPaid && kind !== 'transfer')
  return enrolment?.decisionId !== id || hasOtherEnrolment || (needsSeat && !isSeated(stateBefore))
}

/** Whether undoing the decision takes the seat of an enrolment away, or deletes the enrolment. */
const losesSeat = ({ stateBefore, enrolment }: LockedRow) =>
  !isSeated(stateBefore) && enrolment?.holdsSeat === true

/** The first enrolment that would get a seat beyond the limit, because somebody else has got its seat since. */
async function findRowWithoutSeat(
  tx: Transaction,
  decision: Decision,
  rows: LockedRow[],
  lockedCourses: LockedCourse[],
): Promise<LockedRow | undefined> {
  for (const course of lockedCourses) {
    const rowsHere = rows.filter(({ courseId }) => courseId === course.id)
    const regainingRows = rowsHere.filter(
      ({ stateBefore, enrolment }) => isSeated(stateBefore) && !enrolment?.holdsSeat,
    )
    const releasingRows = rowsHere.filter(losesSeat)
    const [first] = regainingRows
    // Minus one: `maySeat` says whether one more person fits.
    const isBeyondLimit = !maySeat(
      course,
      course.seatsTaken + regainingRows.length - releasingRows.length - 1,
    ).ok
    if (
      first &&
      regainingRows.length > releasingRows.length &&
      isBeyondLimit &&
      (await hasNewSeats(tx, decision, course.id))
    )
      return first
  }
  return undefined
}

/**
 * Whether somebody got a seat of the course after the decision, other than by the decision itself, or an offer that is
 * still open.
 */
async function hasNewSeats(tx: Transaction, { id, madeAt }: Decision, courseId: string): Promise<boolean> {
  const seats = and(
    eq(userCourses.courseId, courseId),
    holdsSeat,
    gt(userCourses.approvedAt, madeAt),
    sql`${userCourses.decisionId} is distinct from ${id}`,
  )
  const offers = and(
    eq(seatOffers.courseId, courseId),
    isNull(seatOffers.answeredAt),
    gt(seatOffers.madeAt, madeAt),
  )
  return (await tx.$count(userCourses, seats)) > 0 || (await tx.$count(seatOffers, offers)) > 0
}

/** The ids of the courses that a decision concerns: those of its enrolments, or the one that it is about as a whole. */
async function courseIdsOf(tx: Transaction, decisionId: string): Promise<string[]> {
  const [decision] = await tx
    .select({ courseId: decisions.courseId })
    .from(decisions)
    .where(eq(decisions.id, decisionId))
  const enrolments = await enrolmentsOfDecision(tx, decisionId)
  return [...new Set([decision, ...enrolments].flatMap((row) => row?.courseId ?? []))]
}

type LockedRow = Awaited<ReturnType<typeof lockRows>>[number]

/**
 * Locks the enrolments whose last decision this is, and returns all enrolments of the decision as they are now, each
 * with its state before the decision. `enrolment`: null if it was deleted.
 */
async function lockRows(tx: Transaction, decisionId: string) {
  const { id, ending } = userCourses
  const { firstName, lastName, email } = profiles
  await tx
    .select({ id })
    .from(userCourses)
    .where(eq(userCourses.decisionId, decisionId))
    .orderBy(id)
    .for('update')
  return tx
    .select({
      enrolment: {
        id,
        decisionId: userCourses.decisionId,
        status: userCourses.status,
        ending,
        holdsSeat: sql<boolean>`${holdsSeat}`,
      },
      /** Whether the person has another enrolment in the course that has not ended. */
      hasOtherEnrolment: sql<boolean>`exists (select from ${userCourses} as other
        where other.user_id = ${decisionRows.userId} and other.course_id = ${decisionRows.courseId}
        and other.ended_at is null and other.id <> ${decisionRows.enrolmentId})`,
      isMarked: sql<boolean>`exists (select from ${attendance} as mark where mark.enrolment_id = ${id})`,
      hasDocument: sql<boolean>`exists (select from ${personalDocuments} as document
        where document.enrolment_id = ${id} and document.deleted_at is null)`,
      isPaid: sql<boolean>`exists (select from ${payments} as payment where payment.enrolment_id = ${id})`,
      /** The state of the enrolment before the decision; null if the decision created the enrolment. */
      stateBefore: sql<EnrolmentState | null>`${decisionRows.rowBefore} ->> 'status'`,
      enrolmentId: decisionRows.enrolmentId,
      courseId: decisionRows.courseId,
      course: courses.title,
      firstName,
      lastName,
      email,
    })
    .from(decisionRows)
    .innerJoin(courses, eq(courses.id, decisionRows.courseId))
    .innerJoin(profiles, eq(profiles.id, decisionRows.userId))
    .leftJoin(userCourses, eq(id, decisionRows.enrolmentId))
    .where(eq(decisionRows.decisionId, decisionId))
    .orderBy(id)
}

/** Records what undoing a decision did to its enrolments. Called after it, since it counts the taken seats again. */
async function recordUndone(tx: Transaction, staff: Staff, rows: LockedRow[]) {
  const lockedCourses = await lockCoursesWithSeats(tx, [...new Set(rows.map(({ courseId }) => courseId))])
  /** Whether the course now has more people than its limit. */
  const isBeyondLimit = (id: string) =>
    lockedCourses.some((course) => course.id === id && !maySeat(course, course.seatsTaken - 1).ok)
  const entries = rows.map(({ enrolment, stateBefore, courseId, course, email }) => ({
    action: stateBefore ? ('update' as const) : ('delete' as const),
    entity: 'user_courses' as const,
    id: enrolment?.id ?? '',
    details: {
      old: enrolment?.ending ? { ending: enrolment.ending } : { status: enrolment?.status },
      ...(stateBefore && { new: { status: stateBefore } }),
      undone: true,
      course,
      email,
      ...(isSeated(stateBefore) && isBeyondLimit(courseId) && { overCapacity: true }),
    },
  }))
  await record(tx, staff, entries)
}

/**
 * Records that a message to people of an edition, the e-mail about a plan, or a message to one person was taken back.
 * `subject`: of the e-mail.
 */
async function recordWithdrawnMessage(
  tx: Transaction,
  staff: Staff,
  { id, courseId }: Decision,
  rows: LockedRow[],
  subject: string | undefined,
) {
  const [first] = rows
  const facts = { undone: true, ...(first && { course: first.course }) }
  if (courseId) {
    const details = { ...facts, count: rows.length }
    return record(tx, staff, { action: 'update', entity: 'edition_messages', id, details })
  }
  if (first?.enrolment) {
    const details = { ...facts, subject, email: first.email }
    return record(tx, staff, { action: 'update', entity: 'user_courses', id: first.enrolment.id, details })
  }
  const [addressee] = await tx
    .select({ email: profiles.email })
    .from(personMessages)
    .innerJoin(profiles, eq(profiles.id, personMessages.userId))
    .where(eq(personMessages.decisionId, id))
  const details = { ...facts, ...addressee }
  await record(tx, staff, { action: 'update', entity: 'person_messages', id, details })
}

/** Takes back the document of a decision. Does nothing if the office has deleted it since. */
async function withdrawDocument(tx: Transaction, staff: Staff, decisionId: string, [row]: LockedRow[]) {
  const [document] = await tx
    .update(personalDocuments)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(personalDocuments.decisionId, decisionId), isNull(personalDocuments.deletedAt)))
    .returning({ id: personalDocuments.id, kind: personalDocuments.kind })
  if (!document || !row) return
  const details = { undone: true, document: document.kind, course: row.course, email: row.email }
  await record(tx, staff, { action: 'delete', entity: 'personal_documents', id: document.id, details })
}
