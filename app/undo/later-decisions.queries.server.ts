import { and, eq, exists, inArray, isNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Transaction } from '../database/client.server'
import { decisionRows, decisions, outgoingMail, payments } from '../database/schema'
import type { DecisionKind } from '../enrolments/decision.rules'
import type { Ending, EnrolmentState } from '../enrolments/rules'

type Decision = Pick<typeof decisions.$inferSelect, 'id' | 'kind' | 'courseId'>

/** SQL: whether a decision was made after this one. The database compares, since a Date drops its microseconds. */
export const isLaterThan = ({ id }: Pick<Decision, 'id'>) =>
  sql`${decisions.madeAt} > (select this.made_at from ${decisions} as this where this.id = ${id})`

/** An enrolment of a decision. `stateBefore`: null if the decision created it; `enrolment`: null if it was deleted. */
type DecidedRow = {
  courseId: string
  stateBefore: EnrolmentState | null
  enrolment: { id: string; status: EnrolmentState; ending: Ending | null } | null
}

/**
 * Whether a later decision, not undone, has changed an enrolment whose last decision was this one. Decisions that only
 * notify do not count (`saveNotifiedEnrolments`).
 */
export async function hasLaterDecision(tx: Transaction, decisionId: string): Promise<boolean> {
  const later = alias(decisionRows, 'later')
  const [row] = await tx
    .select({ id: later.decisionId })
    .from(decisionRows)
    .innerJoin(later, eq(later.enrolmentId, decisionRows.enrolmentId))
    .innerJoin(decisions, and(eq(decisions.id, later.decisionId), isNull(decisions.undoneAt)))
    .where(
      and(eq(decisionRows.decisionId, decisionId), sql`later.row_before ->> 'decision_id' = ${decisionId}`),
    )
    .limit(1)
  return row !== undefined
}

/**
 * Whether a person would come back without what a later decision, not undone, told the people of the edition. Who
 * regains a place that had ended, or takes part again after 'Completato', has missed the confirmation, the question
 * about new dates and the messages that did not go to them. Who waits for an answer again is told of new dates, but was
 * rejected then, or loses the question (`dropEmailsOfDecisions`).
 */
export async function missesLaterNews(
  tx: Transaction,
  decision: Decision,
  rows: readonly DecidedRow[],
): Promise<boolean> {
  const { id, courseId, kind, undoneAt } = decisions
  const regainedIds = rows.filter(regainsPlace).flatMap(({ enrolment }) => enrolment?.id ?? [])
  const regained = alias(decisionRows, 'regained')
  const notified = tx
    .select({ id: decisionRows.enrolmentId })
    .from(decisionRows)
    .where(and(eq(decisionRows.decisionId, id), eq(decisionRows.enrolmentId, regained.enrolmentId)))
  const regainedWithoutNews = tx
    .select({ id: regained.enrolmentId })
    .from(regained)
    .where(
      and(
        eq(regained.decisionId, decision.id),
        inArray(regained.enrolmentId, regainedIds),
        eq(regained.courseId, courseId),
        notExists(notified),
      ),
    )
  const waitingIn = rows
    .filter(({ stateBefore, enrolment }) => stateBefore === 'pending' && enrolment?.status !== 'pending')
    .map(({ courseId }) => courseId)
  const isNews = or(
    and(exists(regainedWithoutNews), inArray(kind, ['confirm-edition', 'postpone', 'message'])),
    and(inArray(courseId, waitingIn), eq(kind, 'postpone')),
  )
  return (await tx.$count(decisions, and(isNews, isLaterThan(decision), isNull(undoneAt)))) > 0
}

/** Whether an enrolment that has ended, or is completed, would take part or wait again. */
const regainsPlace = ({ stateBefore, enrolment }: DecidedRow): boolean =>
  stateBefore !== null &&
  (Boolean(enrolment?.ending) || (enrolment?.status === 'completed' && stateBefore !== 'completed'))

/**
 * Whether a later decision, not undone, rests on what undoing this one would take away, so that its e-mails or dues
 * would no longer be true: on the money of a payment, on the place after a move, or on the confirmation or the new
 * dates of an edition, which every e-mail about it names.
 */
export async function hasDependentDecision(tx: Transaction, decision: Decision): Promise<boolean> {
  const isDependent = isDependentOn(tx, decision)
  if (!isDependent) return false
  const [row] = await tx
    .select({ id: decisions.id })
    .from(decisions)
    .innerJoin(decisionRows, eq(decisionRows.decisionId, decisions.id))
    .where(and(isNull(decisions.undoneAt), isLaterThan(decision), isDependent))
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
function isDependentOn(tx: Transaction, { id, kind, courseId }: Decision): SQL | undefined {
  const enrolments = tx
    .select({ id: decisionRows.enrolmentId })
    .from(decisionRows)
    .where(eq(decisionRows.decisionId, id))
  const emailsOfDecision = (condition?: SQL) =>
    tx
      .select({ id: outgoingMail.id })
      .from(outgoingMail)
      .where(and(eq(outgoingMail.decisionId, decisions.id), condition))
  const emailsAboutPlan = emailsOfDecision(eq(outgoingMail.kind, 'dues-changed'))
  if (kind === 'payment') {
    const refunds = tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.decisionId, decisions.id), lt(payments.amount, 0)))
    return and(
      inArray(decisionRows.enrolmentId, enrolments),
      or(inArray(decisions.kind, [...KINDS_WITH_PAID_SUM]), exists(emailsAboutPlan), exists(refunds)),
    )
  }
  if (kind === 'transfer')
    return and(inArray(decisionRows.enrolmentId, enrolments), eq(decisions.kind, 'payment'))
  if ((kind === 'confirm-edition' || kind === 'postpone') && courseId) {
    const isMoveIntoEdition = and(eq(decisions.kind, 'transfer'), isNull(decisionRows.rowBefore))
    // E-mails name the edition by its first day, and that about a cancellation a refund that depends on it; the subject
    // of the one about a move names the edition to which the person has moved.
    const namesFirstDay =
      kind === 'postpone' ? and(ne(decisions.kind, 'transfer'), exists(emailsOfDecision())) : undefined
    return and(
      eq(decisionRows.courseId, courseId),
      or(
        inArray(decisions.kind, ['approve', 'admit', 'enrol', 'payment']),
        isMoveIntoEdition,
        namesFirstDay,
        exists(emailsAboutPlan),
      ),
    )
  }
  return undefined
}
