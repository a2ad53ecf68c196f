import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { isDeletedAccount, type Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { changes } from '../../audit/rules'
import { isSeated } from '../../courses/seats.rules'
import { inTransaction, type Transaction } from '../../database/client.server'
import { dues, outgoingMail, paymentReminders, userCourses } from '../../database/schema'
import { isJustNow } from '../../database/sent-twice.server'
import { enqueueEmailsAbout, openDecision, saveNotifiedEnrolments } from '../../enrolments/decision.server'
import { balanceOf, type Due, toEuros } from '../../enrolments/dues/rules'
import { enrolmentFacts } from '../../enrolments/emails.queries.server'
import { replacePaymentEmails } from '../../enrolments/payment-emails.server'
import { lockEnrolments } from '../../enrolments/seats.server'
import { dropUnsentReminders } from '../../enrolments/unsent-emails.server'
import { type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { refuse } from '../../runtime/outcome.rules'
import { planChanged } from './emails'
import { storedPlanOf } from './queries.server'
import {
  mayChangePlan,
  type PaymentPlan,
  type PlanOutcome,
  paidDuesOf,
  planVersion,
  type StoredPlan,
} from './rules'

/**
 * Changes the price of an enrolment that has not ended, for a reason, and its dues; a request has no dues yet. Waiting
 * reminders of the former dues are dropped, and waiting e-mails about payments name the new dues. Saving the stored
 * plan changes nothing; the person still gets the e-mail, if the form asks for it, unless the same one is still waiting
 * or the form was sent twice.
 * @param form `seenVersion`: the `planVersion` when the form was opened; `notify`: whether the person gets an e-mail,
 * which waits like that of a decision
 */
export async function changePlan(
  staff: Staff,
  enrolmentId: string,
  plan: PaymentPlan,
  form: { seenVersion: string; notify: boolean },
): Promise<PlanOutcome<{ isNotified: boolean }>> {
  if (!isId(enrolmentId)) return refuse('unknown')
  const email = form.notify ? await renderPlanEmail(enrolmentId, plan) : undefined
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    const storedPlan = enrolment && (await storedPlanOf(enrolment.id, tx))
    if (!storedPlan) return refuse('unknown')
    const { id, course, email: address } = enrolment
    const planChanges = changesOf(storedPlan, plan)
    const isChanged = Object.keys(planChanges.new).length > 0
    const isNotified = email !== undefined && isSeated(storedPlan.status) && !isDeletedAccount(address)
    const isAsSeen = planVersion(storedPlan) === form.seenVersion
    // A form that has changed the plan was opened with another version: it is now sent twice.
    if (!isChanged && !(isNotified && isAsSeen)) return { ok: true, isNotified: false }
    if (!isAsSeen) return refuse('meanwhile')
    const allowed = mayChangePlan(plan, storedPlan, paidDuesOf(storedPlan))
    if (!allowed.ok) return allowed
    if (!isChanged && email && (await isQueued(tx, email))) return { ok: true, isNotified }

    if ('price' in planChanges.new || 'priceReason' in planChanges.new)
      // Unlinked from its decision: taking the decision back would restore the row with the former price.
      await tx
        .update(userCourses)
        .set({ agreedPrice: plan.price, priceReason: plan.reason, decisionId: null })
        .where(eq(userCourses.id, id))
    if ('dues' in planChanges.new) {
      await dropUnsentReminders(tx, staff, [id])
      await replaceDues(tx, id, storedPlan.dues, plan.dues)
      await replacePaymentEmails(tx, [id])
    }
    if (isNotified) {
      const decision = await openDecision(tx, staff, 'message')
      await saveNotifiedEnrolments(tx, decision, [id])
      await enqueueEmailsAbout(tx, new Map([[id, email]]), [{ id, email: address }], decision)
    }
    const facts = isChanged ? planChanges : { subject: email?.subject }
    const details = { ...facts, course: course.title, email: address }
    await record(tx, staff, { action: 'update', entity: 'user_courses', id, details })
    return { ok: true, isNotified }
  })
}

/** What a plan changes in the stored one, for the log. A request has no dues. */
const changesOf = (storedPlan: StoredPlan, plan: PaymentPlan) =>
  changes(planInLog(storedPlan), planInLog(isSeated(storedPlan.status) ? plan : { ...plan, dues: [] }))

/** Whether the same e-mail waits to be sent, or was queued a moment ago. */
async function isQueued(tx: Transaction, { to, html }: RenderedEmail): Promise<boolean> {
  const { toAddress, html: queuedHtml, sentAt, createdAt } = outgoingMail
  const isSame = and(eq(toAddress, to.address), eq(queuedHtml, html))
  return (await tx.$count(outgoingMail, and(isSame, or(isNull(sentAt), isJustNow(createdAt))))) > 0
}

/** A plan as the log records it, in euros. */
const planInLog = ({ price, reason, dues }: PaymentPlan | StoredPlan) => ({
  price,
  priceReason: reason,
  dues: dues.map(({ cents, dueOn }) => ({ amount: toEuros(cents), dueOn })),
})

/**
 * Replaces the dues. Deletes the reminders of dues that have another day or are gone, so that they can be sent again.
 */
async function replaceDues(
  tx: Transaction,
  enrolmentId: string,
  before: readonly Due[],
  after: readonly Due[],
) {
  await tx.delete(dues).where(eq(dues.enrolmentId, enrolmentId))
  const rows = after.map(({ number, dueOn, cents }) => ({
    enrolmentId,
    number,
    dueOn,
    amount: toEuros(cents),
  }))
  if (rows.length > 0) await tx.insert(dues).values(rows)
  const duesWithNewDay = before.filter(
    ({ number, dueOn }) => after.find((due) => due.number === number)?.dueOn !== dueOn,
  )
  const numbers = duesWithNewDay.map(({ number }) => number)
  await tx
    .delete(paymentReminders)
    .where(and(eq(paymentReminders.enrolmentId, enrolmentId), inArray(paymentReminders.number, numbers)))
}

/** Renders the e-mail about a plan, before any lock is taken; undefined for an unknown or ended enrolment. */
async function renderPlanEmail(enrolmentId: string, plan: PaymentPlan) {
  const [facts] = await enrolmentFacts([enrolmentId])
  const storedPlan = await storedPlanOf(enrolmentId)
  if (!facts || !storedPlan) return undefined
  const balance = balanceOf(plan.dues, [{ cents: storedPlan.paid }], today())
  const { price, dues } = changesOf(storedPlan, plan).new
  const replacesDues = storedPlan.dues.length > 0 && (price !== undefined || dues !== undefined)
  return renderEmail(planChanged(facts, enrolmentId, { price: plan.price, balance, replacesDues }))
}
