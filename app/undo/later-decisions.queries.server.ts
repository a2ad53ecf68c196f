import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { decisionRows, decisions, payments, userCourses } from '../database/schema'
import type { DecisionKind } from '../enrolments/decision.rules'

/** Kinds of decisions on which no later one rests: each gives its people an e-mail or a document, and no more. */
const KINDS_WITHOUT_SUCCESSORS: readonly DecisionKind[] = ['message', 'document', 'certificate', 'reminder']

/**
 * Whether a later decision, not undone, may rest on this one: it is about one of the same enrolments, or one of the two
 * is about an edition as a whole and the other concerns that edition. Undoing this one first would make the e-mails of
 * the later one untrue, or bring people back to an edition whose news they have missed. On a payment rests what is about
 * its enrolments, a refund too, but no later payment.
 */
export async function hasLaterDecision(
  tx: Transaction,
  { id, kind, courseId }: Pick<typeof decisions.$inferSelect, 'id' | 'kind' | 'courseId'>,
): Promise<boolean> {
  if (KINDS_WITHOUT_SUCCESSORS.includes(kind)) return false
  const rows = await enrolmentsOfDecision(tx, id)
  const enrolmentIds = rows.flatMap(({ enrolmentId }) => enrolmentId ?? [])
  const editionIds = kind === 'payment' ? [] : rows.map(({ courseId }) => courseId)
  // The database compares the moments, since a Date drops their microseconds.
  const isLater = sql`${decisions.madeAt} > (select this.made_at from ${decisions} as this where this.id = ${id})`
  const isPayment = sql`${decisions.kind} = 'payment' and not exists (select from ${payments}
    where ${payments.decisionId} = ${decisions.id} and ${payments.amount} < 0)`
  const mayRestOnThis = or(
    and(
      inArray(decisionRows.enrolmentId, enrolmentIds),
      kind === 'payment' ? sql`not (${isPayment})` : undefined,
    ),
    inArray(decisions.courseId, editionIds),
    courseId ? eq(decisionRows.courseId, courseId) : undefined,
  )
  const [later] = await tx
    .select({ id: decisions.id })
    .from(decisions)
    .leftJoin(decisionRows, eq(decisionRows.decisionId, decisions.id))
    .where(and(isLater, isNull(decisions.undoneAt), mayRestOnThis))
    .limit(1)
  return later !== undefined
}

/**
 * Returns the enrolments that a decision concerns, with their courses: those that it names, and those that have its
 * payments now, since a move takes payments along. `enrolmentId`: null for a deleted enrolment.
 */
export function enrolmentsOfDecision(tx: Transaction, decisionId: string) {
  const named = tx
    .select({
      enrolmentId: sql<string | null>`${decisionRows.enrolmentId}`,
      courseId: sql<string>`${decisionRows.courseId}`,
    })
    .from(decisionRows)
    .where(eq(decisionRows.decisionId, decisionId))
  const paid = tx
    .select({
      enrolmentId: sql<string | null>`${userCourses.id}`,
      courseId: sql<string>`${userCourses.courseId}`,
    })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .where(eq(payments.decisionId, decisionId))
  return named.union(paid)
}
