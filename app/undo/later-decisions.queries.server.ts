import { and, eq, exists, gt, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { decisionRows, decisions, outgoingMail, payments } from '../database/schema'
import type { DecisionKind } from '../enrolments/decision.rules'

type Decision = Pick<typeof decisions.$inferSelect, 'id' | 'kind' | 'courseId' | 'madeAt'>

/**
 * Whether a later decision, not undone, rests on what undoing this one would take away, so that its e-mails or dues
 * would no longer be true: on the money of a payment, or on the confirmation or the new dates of an edition.
 */
export async function hasDependentDecision(tx: Transaction, decision: Decision): Promise<boolean> {
  const isDependent = dependentDecisions(tx, decision)
  if (!isDependent) return false
  const [row] = await tx
    .select({ id: decisions.id })
    .from(decisions)
    .innerJoin(decisionRows, eq(decisionRows.decisionId, decisions.id))
    .where(and(isNull(decisions.undoneAt), gt(decisions.madeAt, decision.madeAt), isDependent))
    .limit(1)
  return row !== undefined
}

/** Kinds of decisions whose e-mails name what a person has paid or gets back. */
const KINDS_WITH_PAID_SUM: readonly DecisionKind[] = [
  'cancel',
  'transfer',
  'cancel-edition',
  'confirm-edition',
]

/** A condition on `decisions` and `decision_rows`; undefined if no decision can rest on this one. */
function dependentDecisions(tx: Transaction, { id, kind, courseId }: Decision): SQL | undefined {
  if (kind === 'payment') {
    const paidEnrolments = tx
      .select({ id: decisionRows.enrolmentId })
      .from(decisionRows)
      .where(eq(decisionRows.decisionId, id))
    const emailsAboutPlan = tx
      .select({ id: outgoingMail.id })
      .from(outgoingMail)
      .where(and(eq(outgoingMail.decisionId, decisions.id), eq(outgoingMail.kind, 'dues-changed')))
    const refunds = tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.decisionId, decisions.id), lt(payments.amount, 0)))
    return and(
      inArray(decisionRows.enrolmentId, paidEnrolments),
      or(inArray(decisions.kind, [...KINDS_WITH_PAID_SUM]), exists(emailsAboutPlan), exists(refunds)),
    )
  }
  if ((kind === 'confirm-edition' || kind === 'postpone') && courseId) {
    const isMoveIntoEdition = and(eq(decisions.kind, 'transfer'), isNull(decisionRows.rowBefore))
    return and(
      eq(decisionRows.courseId, courseId),
      or(inArray(decisions.kind, ['approve', 'enrol']), isMoveIntoEdition),
    )
  }
  return undefined
}
