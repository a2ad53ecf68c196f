import { and, eq, exists, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Admin } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction, type Transaction } from '../database/client.server'
import {
  courses,
  decisionRows,
  decisions,
  outgoingMail,
  personalDocuments,
  profiles,
  userCourses,
} from '../database/schema'
import { kindLabel } from '../documents/personal.rules'
import type { DecisionKind } from '../enrolments/decision.rules'
import { endingLabel } from '../enrolments/end.rules'
import { type EnrolmentState, maySeat, SEATED } from '../enrolments/rules'
import { lockCourses } from '../enrolments/seats.server'
import { reopenOffers, withdrawBesideSeats } from '../enrolments/waiting/offer.server'
import { isId } from '../parsing/text.rules'
import { formatDate } from '../ui/format'
import { giveBackEdition } from './edition.server'
import { isTold, mayUndo, type UndoRefused } from './rules'

export type Undone = { ok: true; kind: DecisionKind } | UndoRefused
const refuse = (
  refusal: UndoRefused['refusal'],
  why: Pick<UndoRefused, 'at' | 'name' | 'kind'> = {},
): UndoRefused => ({
  ok: false,
  refusal,
  ...why,
})

/**
 * Takes a decision back: every enrolment is again what it was, and the e-mails never leave. Refused as a whole when
 * they have left, or when an enrolment has changed since.
 */
export async function undoDecision(admin: Admin, decisionId: string): Promise<Undone> {
  if (!isId(decisionId)) return refuse('unknown')
  return inTransaction(async (tx) => {
    const held = await lockCourses(tx, await coursesOf(tx, decisionId))
    const [decision] = await tx.select().from(decisions).where(eq(decisions.id, decisionId)).for('update')
    if (!decision) return refuse('unknown')
    const waiting = await tx
      .select({ attempts: outgoingMail.attempts, sentAt: outgoingMail.sentAt })
      .from(outgoingMail)
      .where(eq(outgoingMail.decisionId, decisionId))
      .for('update')
    const verdict = mayUndo(decision, waiting, new Date())
    const sent = waiting.flatMap(({ sentAt }) => sentAt ?? [])[0]
    if (verdict !== 'ok')
      return refuse(verdict, { kind: decision.kind, ...(sent && { at: formatDate(sent, 'HH:mm') }) })

    const rows = await lockRows(tx, decisionId)
    const mine = rows.filter(({ enrolment }) => enrolment?.decisionId === decisionId)
    const changed = isTold(decision.kind)
      ? undefined
      : rows.find((row) => row.again || !mine.includes(row) || (row.given && !isSeated(row.before)))
    if (changed) return refuse('changed', { name: `${changed.firstName} ${changed.lastName}` })
    if (await isBuiltUpon(tx, decisionId)) return refuse('changed')
    // Nobody comes back into an edition that was cancelled since.
    const cancelled = held.filter(({ cancelledAt }) => cancelledAt).map(({ id }) => id)
    const lost = mine.find((row) => row.before && cancelled.includes(row.courseId))
    if (lost && decision.kind !== 'cancel-edition')
      return refuse('changed', { name: `${lost.firstName} ${lost.lastName}` })
    const { courseId, courseVersion } = decision
    if (courseId && !(await giveBackEdition(tx, admin, { ...decision, courseId, courseVersion })))
      return refuse('changed')
    if (decision.kind === 'document' && !(await takeBackDocument(tx, admin, decisionId, rows)))
      return refuse('changed')

    await giveBack(tx, decisionId)
    const reopened = await reopenOffers(tx, decisionId)
    await withdrawBesideSeats(tx, admin, decisionId)
    await tx.delete(outgoingMail).where(eq(outgoingMail.decisionId, decisionId))
    await tx
      .update(decisions)
      .set({ undoneAt: sql`now()`, undoneBy: admin.id })
      .where(eq(decisions.id, decisionId))
    await recordUndone(tx, admin, mine, reopened)
    if (decision.kind === 'message') await recordUnsent(tx, admin, decisionId, rows)
    return { ok: true, kind: decision.kind }
  })
}

const isSeated = (state: EnrolmentState | null) => state !== null && SEATED.includes(state)

/** A later decision has overwritten what this one wrote, and would give it back. */
async function isBuiltUpon(tx: Transaction, decisionId: string): Promise<boolean> {
  const { decisionId: later, decisionBefore } = decisionRows
  const [row] = await tx
    .select({ later })
    .from(decisionRows)
    .innerJoin(decisions, and(eq(decisions.id, later), isNull(decisions.undoneAt)))
    .where(eq(decisionBefore, decisionId))
    .limit(1)
  return row !== undefined
}

async function coursesOf(tx: Transaction, decisionId: string): Promise<string[]> {
  const ofRows = await tx
    .selectDistinct({ courseId: decisionRows.courseId })
    .from(decisionRows)
    .where(eq(decisionRows.decisionId, decisionId))
  const ofEdition = await tx
    .select({ courseId: decisions.courseId })
    .from(decisions)
    .where(eq(decisions.id, decisionId))
  return [...new Set([...ofRows, ...ofEdition].flatMap(({ courseId }) => courseId ?? []))]
}

type Kept = Awaited<ReturnType<typeof lockRows>>[number]

/** What the decision found, and the enrolments as they are now. */
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
  const again = tx
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
  const given = tx
    .select({ id: personalDocuments.id })
    .from(personalDocuments)
    .where(and(eq(personalDocuments.enrolmentId, id), isNull(personalDocuments.deletedAt)))
  return tx
    .select({
      enrolment: { id, decisionId: userCourses.decisionId, status: userCourses.status, ending },
      again: exists(again).mapWith(Boolean),
      /** Has a document, which needs a seat. */
      given: exists(given).mapWith(Boolean),
      before: decisionRows.status,
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

/** Enrolments become what they were; those that the decision created go. */
async function giveBack(tx: Transaction, decisionId: string) {
  const { status, approvedAt, approvedBy, rejectedAt, rejectedBy, rejectReason, decisionBefore } =
    decisionRows
  const { waitingSince, admittedAt, admittedBy } = decisionRows
  const overwritten = { status, approvedAt, approvedBy, rejectedAt, rejectedBy, rejectReason }
  const kept = and(
    eq(decisionRows.decisionId, decisionId),
    eq(decisionRows.enrolmentId, userCourses.id),
    eq(userCourses.decisionId, decisionId),
  )
  await tx
    .update(userCourses)
    .set({
      ...Object.fromEntries(
        Object.entries({ ...overwritten, waitingSince, admittedAt, admittedBy }).map(([name, column]) => [
          name,
          sql`${column}`,
        ]),
      ),
      decisionId: sql`${decisionBefore}`,
      endedAt: null,
      ending: null,
      endReason: null,
      endedBy: null,
      transferredTo: null,
    })
    .from(decisionRows)
    .where(and(kept, isNotNull(status)))
  const created = tx
    .select({ id: decisionRows.enrolmentId })
    .from(decisionRows)
    .where(and(eq(decisionRows.decisionId, decisionId), isNull(status)))
  await tx.delete(userCourses).where(inArray(userCourses.id, created))
}

/** `reopened`: the courses of offers by enrolment. */
async function recordUndone(tx: Transaction, admin: Admin, rows: Kept[], reopened: Map<string, string>) {
  const ids = [...rows.map(({ courseId }) => courseId), ...reopened.values()]
  const held = await lockCourses(tx, [...new Set(ids)])
  const isOver = (id: string) => held.some((each) => each.id === id && !maySeat(each, each.seatsTaken - 1).ok)
  const takes = (enrolment: Kept['enrolment'], before: Kept['before'], courseId: string) => [
    ...(isSeated(before) ? [courseId] : []),
    ...[reopened.get(enrolment?.id ?? '') ?? []].flat(),
  ]
  const entries = rows.map(({ enrolment, before, courseId, course, email }) => ({
    action: before ? ('update' as const) : ('delete' as const),
    entity: 'user_courses' as const,
    id: enrolment?.id ?? '',
    details: {
      old: enrolment?.ending ? { ending: endingLabel(enrolment.ending) } : { status: enrolment?.status },
      ...(before && { new: { status: before } }),
      undone: true,
      course,
      email,
      ...(takes(enrolment, before, courseId).some(isOver) && { overCapacity: true }),
    },
  }))
  await record(tx, admin, entries)
}

async function recordUnsent(tx: Transaction, admin: Admin, id: string, rows: Kept[]) {
  const [first] = rows
  const details = { undone: true, count: rows.length, ...(first && { course: first.course }) }
  await record(tx, admin, { action: 'update', entity: 'edition_messages', id, details })
}

/** False once the office has deleted the document. */
async function takeBackDocument(tx: Transaction, admin: Admin, decisionId: string, [row]: Kept[]) {
  const [taken] = await tx
    .update(personalDocuments)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(personalDocuments.decisionId, decisionId), isNull(personalDocuments.deletedAt)))
    .returning({ id: personalDocuments.id, kind: personalDocuments.kind })
  if (!taken || !row) return false
  const details = { undone: true, document: kindLabel(taken.kind), course: row.course, email: row.email }
  await record(tx, admin, { action: 'delete', entity: 'personal_documents', id: taken.id, details })
  return true
}
