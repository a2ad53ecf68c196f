import { and, asc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { isDeletedAccount } from '../accounts/rules'
import { type Database, db, type Transaction } from '../database/client.server'
import { decisions, outgoingMail, payments, profiles, userCourses } from '../database/schema'
import { enqueueEmail, renderEmail } from '../mail/outbox.server'
import { today } from '../runtime/clock'
import { balancesOf } from './dues/queries.server'
import { balanceOf, EMPTY_BALANCE, toCents } from './dues/rules'
import { enrolmentFacts } from './emails.queries.server'
import { type EndWithRefund, type PaymentFacts, paymentRegistered } from './payment.emails'
import { refundsOf } from './refund.queries.server'
import { refundOf } from './refund.rules'

/**
 * Renders the e-mail about a payment; undefined for an unknown enrolment.
 * @param stored conditions on `payments`, of a payment that is stored: `earlier` ones count for the dues, all `others`
 *   for the refund of an ended enrolment; without it all stored payments count beside this one
 */
export async function renderPaymentEmail(
  enrolmentId: string,
  payment: PaymentFacts,
  stored?: { earlier: SQL; others: SQL },
  from: Database = db,
) {
  const [facts] = await enrolmentFacts([enrolmentId], { withEnded: true }, from)
  if (!facts) return undefined
  const balances = await balancesOf([enrolmentId], stored?.earlier, from)
  const balanceBefore = balances.get(enrolmentId) ?? EMPTY_BALANCE
  const balance = balanceOf(balanceBefore.dues, [{ cents: balanceBefore.paid }, payment], today())
  const end = await endWithRefund(from, enrolmentId, payment, balanceBefore.owed, stored?.others)
  return renderEmail(paymentRegistered(facts, enrolmentId, payment, { balance, end }))
}

/**
 * Returns the end of an enrolment with its refund before and after a payment; undefined if the enrolment has not ended
 * or was moved. `owed`: in cents; `otherPayments`: condition on `payments`, those that count beside this one.
 */
async function endWithRefund(
  from: Database,
  id: string,
  { cents }: PaymentFacts,
  owed: number,
  otherPayments: SQL | undefined,
): Promise<EndWithRefund | undefined> {
  const { ending, endedAt, refundGround } = userCourses
  const [end] = await from
    .select({ ending, endedAt, refundGround })
    .from(userCourses)
    .where(eq(userCourses.id, id))
  if (!end?.endedAt || !end.refundGround || !end.ending || end.ending === 'transferred') return undefined
  const before =
    (await refundsOf([id], otherPayments, from)).get(id) ?? refundOf(end.refundGround, { owed, paid: 0 })
  const after = refundOf(end.refundGround, {
    owed,
    paid: before.paid + Math.max(0, cents),
    returned: before.returned + Math.max(0, -cents),
  })
  return { ending: end.ending, endedOn: today(end.endedAt), before, after }
}

/**
 * Replaces the e-mails that thank for payments and have not left by ones that say what holds now: the dues have
 * changed, a payment was taken back, or the enrolment has ended, moved, or come back. Each counts the payments up to
 * its own, for the refund of an ended enrolment all of them. It waits until the last decision about the enrolment can
 * no longer be taken back either.
 *
 * Called after the change, with its locks: only then the database says what holds. Rendering takes time, but few
 * payments are younger than the time to take them back.
 * @param enrolments those of locked courses; after a move, or its undoing, the former one and the new one
 */
export async function replacePaymentEmails(tx: Transaction, enrolments: readonly string[]) {
  const { id, enrolmentId, amount, receivedOn, method } = payments
  const isPaymentOfEnrolments = inArray(enrolmentId, [...enrolments])
  const emails = await tx
    .delete(outgoingMail)
    .where(
      and(
        inArray(outgoingMail.enrolmentId, [...enrolments]),
        eq(outgoingMail.kind, 'payment-received'),
        eq(outgoingMail.attempts, 0),
        isNull(outgoingMail.sentAt),
      ),
    )
    .returning({ decisionId: outgoingMail.decisionId })
  if (emails.length === 0) return
  const lastDecisionHeldUntil = sql`(select last.held_until from ${decisions} as last
    where last.id = ${userCourses.decisionId} and last.undone_at is null)`
  const rows = await tx
    .select({
      id,
      enrolmentId,
      amount,
      receivedOn,
      method,
      decision: {
        id: decisions.id,
        heldUntil: sql`greatest(${decisions.heldUntil}, ${lastDecisionHeldUntil})`.mapWith(
          decisions.heldUntil,
        ),
      },
      address: profiles.email,
    })
    .from(payments)
    .innerJoin(decisions, eq(decisions.id, payments.decisionId))
    .innerJoin(userCourses, eq(userCourses.id, enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(
      and(
        isPaymentOfEnrolments,
        gt(amount, 0),
        inArray(
          payments.decisionId,
          emails.flatMap(({ decisionId }) => decisionId ?? []),
        ),
      ),
    )
    .orderBy(asc(payments.registeredAt), asc(id))
  for (const { id, enrolmentId, amount, decision, address, ...payment } of rows) {
    const earlier = sql`(${payments.registeredAt}, ${payments.id}) < (select payment.registered_at, payment.id
      from ${payments} as payment where payment.id = ${id})`
    const others = ne(payments.id, id)
    const facts = { ...payment, cents: toCents(amount) }
    const email = await renderPaymentEmail(enrolmentId, facts, { earlier, others }, tx)
    if (email && !isDeletedAccount(address)) await enqueueEmail(tx, email, decision, enrolmentId)
  }
}
