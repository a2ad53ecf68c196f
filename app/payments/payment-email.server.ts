import { eq, type SQL } from 'drizzle-orm'
import { db } from '../database/client.server'
import { userCourses } from '../database/schema'
import { balancesOf } from '../enrolments/dues/queries.server'
import { type Balance, balanceOf, EMPTY_BALANCE } from '../enrolments/dues/rules'
import { enrolmentFacts } from '../enrolments/emails.queries.server'
import { refundsOf } from '../enrolments/refund.queries.server'
import { refundOf } from '../enrolments/refund.rules'
import { renderEmail } from '../mail/outbox.server'
import { today } from '../runtime/clock'
import { type EndWithRefund, paymentRegistered } from './emails'
import type { TypedPayment } from './rules'

/**
 * Renders the e-mail about a payment, before any lock is taken; undefined for an unknown enrolment.
 * @param earlierPayments condition on `payments`: those that count beside this one; undefined: all that are stored
 */
export async function renderPaymentEmail(enrolmentId: string, payment: TypedPayment, earlierPayments?: SQL) {
  const [facts] = await enrolmentFacts([enrolmentId], { withEnded: true })
  if (!facts) return undefined
  const balanceBefore = (await balancesOf([enrolmentId], earlierPayments)).get(enrolmentId) ?? EMPTY_BALANCE
  const balance = balanceOf(balanceBefore.dues, [{ cents: balanceBefore.paid }, payment], today())
  const end = await endWithRefund(enrolmentId, payment, balanceBefore, earlierPayments)
  return renderEmail(paymentRegistered(facts, enrolmentId, payment, { balance, end }))
}

/**
 * Returns the end of an enrolment with its refund before and after a payment; undefined if the enrolment has not ended
 * or was moved. `owed`, `paid`: cents before the payment; `earlierPayments`: as for `renderPaymentEmail`.
 */
async function endWithRefund(
  id: string,
  { cents }: TypedPayment,
  { owed, paid }: Balance,
  earlierPayments: SQL | undefined,
): Promise<EndWithRefund | undefined> {
  const { ending, endedAt, refundGround } = userCourses
  const [end] = await db
    .select({ ending, endedAt, refundGround })
    .from(userCourses)
    .where(eq(userCourses.id, id))
  if (!end?.endedAt || !end.refundGround || !end.ending || end.ending === 'transferred') return undefined
  const before =
    (await refundsOf([id], earlierPayments)).get(id) ?? refundOf(end.refundGround, { owed, paid })
  const after = refundOf(end.refundGround, {
    owed,
    paid: before.paid + Math.max(0, cents),
    returned: before.returned + Math.max(0, -cents),
  })
  return { ending: end.ending, endedOn: today(end.endedAt), before, after }
}
