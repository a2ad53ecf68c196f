import { and, eq, exists, gt, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { withdrawCertificates } from '../certificates/withdraw.server'
import { isSeated } from '../courses/seats.rules'
import { isOnWaitingList } from '../courses/seats.sql'
import { inTransaction, type Transaction } from '../database/client.server'
import {
  attendance,
  courses,
  decisionRows,
  decisions,
  editionMessages,
  outgoingMail,
  paymentReminders,
  payments,
  personalDocuments,
  personMessages,
  profiles,
  seatOffers,
  userCourses,
} from '../database/schema'
import type { DecisionKind } from '../enrolments/decision.rules'
import { restoreEnrolments } from '../enrolments/decision.server'
import { hasIssuedCertificate, holdsSeat } from '../enrolments/enrolments.sql'
import { replacePaymentEmails } from '../enrolments/payment-emails.server'
import { type EnrolmentState, maySeat } from '../enrolments/rules'
import { type LockedCourse, lockCoursesWithSeats } from '../enrolments/seats.server'
import { dropEmailsOfDecisions, withdrawReminders } from '../enrolments/unsent-emails.server'
import { formatMomentInBrief } from '../italian/times'
import { isId } from '../parsing/text.rules'
import { withdrawPayments } from '../payments/undo.server'
import { refuse } from '../runtime/outcome.rules'
import { restoreEdition } from './edition.server'
import {
  hasDependentDecision,
  hasLaterDecision,
  isLaterThan,
  missesLaterNews,
} from './later-decisions.queries.server'
import { allowsLaterChanges, mayUndo, type UndoOutcome } from './rules'

/**
 * Undoes a decision: restores its enrolments and its edition, takes back its document, attestati, payments or
 * reminders, and deletes its e-mails, with those of later decisions to people who lose their seat, and of later
 * messages to people who are no longer rejected or on the waiting list. Waiting e-mails about payments then say what
 * holds. Nothing is undone if the time of the decision is over, one of its e-mails has left, a later change would be
 * overwritten, somebody else has got a seat that an enrolment would get back, or its person would miss what the edition
 * was told since.
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
      return refuse(allowed.refusal, {
        kind: decision.kind,
        ...(sentAt && { at: formatMomentInBrief(sentAt, new Date()) }),
      })
    }

    const rows = await lockRows(tx, decisionId)
    const changedRow = findChangedRow(decision, rows, lockedCourses)
    if (changedRow) return refuse('changed', { name: nameOf(changedRow) })
    if (await hasLaterDecision(tx, decisionId)) return refuse('changed')
    if (await hasDependentDecision(tx, decision)) return refuse('changed')
    const decidedRows = rows.filter(({ enrolment }) => enrolment?.decisionId === decisionId)
    if (await missesLaterNews(tx, decision, decidedRows)) return refuse('changed')
    const rowWithoutSeat = await findRowWithoutSeat(tx, decision, decidedRows, lockedCourses)
    if (rowWithoutSeat) return refuse('seat-given', { name: nameOf(rowWithoutSeat) })
    const { courseId, courseVersion } = decision
    if (courseId && !(await restoreEdition(tx, staff, { ...decision, courseId, courseVersion })))
      return refuse('changed')
    if (decision.kind === 'document' && !(await withdrawDocument(tx, staff, decisionId, rows)))
      return refuse('changed')
    if (decision.kind === 'certificate' && !(await withdrawCertificates(tx, staff, decisionId)))
      return refuse('changed')
    if (decision.kind === 'payment') await withdrawPayments(tx, staff, decisionId)
    if (decision.kind === 'reminder')
      await withdrawReminders(tx, staff, eq(paymentReminders.decisionId, decisionId))

    const enrolmentsWithoutPlace = decidedRows
      .filter(losesPlace)
      .flatMap(({ enrolment }) => enrolment?.id ?? [])
    const isLater = isLaterThan(decision)
    await dropEmailsOfDecisions(tx, enrolmentsWithoutPlace, isLater)
    // People who wait for an answer as before are still told of new dates.
    const unansweredRequests = decidedRows
      .filter(waitsAsBefore)
      .flatMap(({ enrolment }) => enrolment?.id ?? [])
    await dropEmailsOfDecisions(tx, unansweredRequests, and(isLater, eq(decisions.kind, 'message')))
    await restoreEnrolments(tx, decisionId)
    await tx.delete(outgoingMail).where(eq(outgoingMail.decisionId, decisionId))
    await replacePaymentEmails(
      tx,
      rows.flatMap(({ enrolmentId }) => enrolmentId ?? []),
    )
    await tx
      .update(decisions)
      .set({ undoneAt: sql`now()`, undoneBy: staff.id })
      .where(eq(decisions.id, decisionId))
    await recordUndone(tx, staff, decidedRows)
    if (decision.kind === 'message')
      await recordWithdrawnMessage(tx, staff, { id: decisionId, subject: emails[0]?.subject }, rows)
    return { ok: true, kind: decision.kind }
  })
}

type Decision = typeof decisions.$inferSelect

const nameOf = ({ firstName, lastName }: LockedRow) => `${firstName} ${lastName}`

/**
 * The first enrolment that forbids undoing the decision: it has changed since, its edition was cancelled since, its
 * person has another enrolment in the course, or it has got a document, a mark, a payment or an attestato, which need
 * the seat or the completion that undoing takes away; or it has ended, and a refund or a payment was registered since.
 */
function findChangedRow(
  decision: Decision,
  rows: LockedRow[],
  lockedCourses: LockedCourse[],
): LockedRow | undefined {
  const isCancelled = (id: string) => lockedCourses.some((course) => course.id === id && course.cancelledAt)
  return rows.find((row) => {
    const isLatestDecision = row.enrolment?.decisionId === decision.id
    // A cancelled edition must not get a live enrolment back; one that the decision created is only deleted.
    if (
      isLatestDecision &&
      row.stateBefore &&
      decision.kind !== 'cancel-edition' &&
      isCancelled(row.courseId)
    )
      return true
    if (endsWithRefund(decision.kind) && row.isPaidSinceEnd) return true
    if (allowsLaterChanges(decision.kind)) return false
    if (row.hasIssuedCertificate && row.stateBefore !== 'completed') return true
    // A transfer took the payments along, and undoing it returns them (`restoreEnrolments`).
    const dependsOnSeat = row.hasDocument || row.isMarked || (row.isPaid && decision.kind !== 'transfer')
    return !isLatestDecision || row.hasOtherEnrolment || (dependsOnSeat && !isSeated(row.stateBefore))
  })
}

/** Whether decisions of this kind end enrolments in a way that gives money back. */
const endsWithRefund = (kind: DecisionKind) => kind === 'cancel' || kind === 'cancel-edition'

/** Whether undoing the decision takes the seat of an enrolment away, or deletes the enrolment. */
const losesSeat = ({ stateBefore, enrolment }: LockedRow) =>
  !isSeated(stateBefore) && enrolment?.holdsSeat === true

/** Whether undoing the decision takes the seat of an enrolment away, or its person no longer waits for one. */
const losesPlace = (row: LockedRow) =>
  losesSeat(row) || row.stateBefore === null || row.stateBefore === 'rejected'

/**
 * Whether undoing the decision takes a request from the rejected ones or from the waiting list, and it waits for an
 * answer as before: a message to those people then no longer concerns it.
 */
const waitsAsBefore = ({ stateBefore, wasOnWaitingList, enrolment }: LockedRow) =>
  stateBefore === 'pending' &&
  (enrolment?.status === 'rejected' || (enrolment?.isOnWaitingList === true && !wasOnWaitingList))

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

/**
 * The ids of the courses that a decision concerns: those of its enrolments, and the one that it is about as a whole.
 */
async function courseIdsOf(tx: Transaction, decisionId: string): Promise<string[]> {
  const coursesOfRows = await tx
    .selectDistinct({ courseId: decisionRows.courseId })
    .from(decisionRows)
    .where(eq(decisionRows.decisionId, decisionId))
  const courseOfDecision = await tx
    .select({ courseId: decisions.courseId })
    .from(decisions)
    .where(eq(decisions.id, decisionId))
  return [...new Set([...coursesOfRows, ...courseOfDecision].flatMap(({ courseId }) => courseId ?? []))]
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
  const other = alias(userCourses, 'other')
  const otherEnrolments = tx
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.userId, decisionRows.userId),
        eq(other.courseId, decisionRows.courseId),
        isNull(other.endedAt),
        ne(other.id, decisionRows.enrolmentId),
      ),
    )
  const documents = tx
    .select({ id: personalDocuments.id })
    .from(personalDocuments)
    .where(and(eq(personalDocuments.enrolmentId, id), isNull(personalDocuments.deletedAt)))
  const marks = tx
    .select({ id: attendance.enrolmentId })
    .from(attendance)
    .where(eq(attendance.enrolmentId, id))
  const paidSinceEnd = tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.enrolmentId, id), gt(payments.registeredAt, userCourses.endedAt)))
  const paid = tx.select({ id: payments.id }).from(payments).where(eq(payments.enrolmentId, id))
  return tx
    .select({
      enrolment: {
        id,
        decisionId: userCourses.decisionId,
        status: userCourses.status,
        ending,
        holdsSeat: sql<boolean>`${holdsSeat}`,
        isOnWaitingList: sql<boolean>`${isOnWaitingList(userCourses)}`,
      },
      /** Whether the person has another enrolment in the course that has not ended. */
      hasOtherEnrolment: exists(otherEnrolments).mapWith(Boolean),
      /** A document, a mark in a register and a payment need a seat, so undoing must not take the seat away. */
      hasDocument: exists(documents).mapWith(Boolean),
      isMarked: exists(marks).mapWith(Boolean),
      isPaid: exists(paid).mapWith(Boolean),
      /** Whether a payment or a refund was registered after the enrolment had ended. */
      isPaidSinceEnd: exists(paidSinceEnd).mapWith(Boolean),
      hasIssuedCertificate: hasIssuedCertificate(id),
      /** The state of the enrolment before the decision; null if the decision created the enrolment. */
      stateBefore: sql<EnrolmentState | null>`${decisionRows.rowBefore} ->> 'status'`,
      /** Whether a request was on the waiting list before the decision. */
      wasOnWaitingList: sql<boolean>`${decisionRows.rowBefore} ->> 'waiting_since' is not null`,
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
 * Records that a message to one person or to people of an edition, or the e-mail about a plan, was taken back. `id`: of
 * the decision; `subject`: of its e-mail.
 */
async function recordWithdrawnMessage(
  tx: Transaction,
  staff: Staff,
  { id, subject }: { id: string; subject: string | undefined },
  rows: LockedRow[],
) {
  const [addressee] = await tx
    .select({ email: profiles.email })
    .from(personMessages)
    .innerJoin(profiles, eq(profiles.id, personMessages.userId))
    .where(eq(personMessages.decisionId, id))
  if (addressee) {
    const details = { undone: true, ...addressee }
    return record(tx, staff, { action: 'update', entity: 'person_messages', id, details })
  }
  const [first] = rows
  if ((await tx.$count(editionMessages, eq(editionMessages.decisionId, id))) === 0 && first?.enrolment) {
    const details = { undone: true, subject, course: first.course, email: first.email }
    return record(tx, staff, {
      action: 'update',
      entity: 'user_courses',
      id: first.enrolment.id,
      details,
    })
  }
  const details = { undone: true, count: rows.length, ...(first && { course: first.course }) }
  await record(tx, staff, { action: 'update', entity: 'edition_messages', id, details })
}

/** Takes back the document of a decision; false if the office has deleted it since. */
async function withdrawDocument(tx: Transaction, staff: Staff, decisionId: string, [row]: LockedRow[]) {
  const [document] = await tx
    .update(personalDocuments)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(personalDocuments.decisionId, decisionId), isNull(personalDocuments.deletedAt)))
    .returning({ id: personalDocuments.id, kind: personalDocuments.kind })
  if (!document || !row) return false
  const details = { undone: true, document: document.kind, course: row.course, email: row.email }
  await record(tx, staff, { action: 'delete', entity: 'personal_documents', id: document.id, details })
  return true
}
