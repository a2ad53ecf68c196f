import { and, eq, sql } from 'drizzle-orm'
import type { Admin, Member } from '../../accounts/rules'
import { db, inTransaction } from '../../database/client.server'
import { decisions, paymentReminders, payments, userCourses } from '../../database/schema'
import { replaceDues } from '../../enrolments/dues/dues.server'
import { duesOf } from '../../enrolments/dues/queries.server'
import { causaleOf } from '../../enrolments/dues/reference.rules'
import { type Due, toCents } from '../../enrolments/dues/rules'
import { holdsSeat } from '../../enrolments/enrolments.sql'
import { plusDays } from '../../italian/days'
import { registerPayment } from '../../payments/commands.server'
import { REMINDER_DAYS_AFTER } from '../../payments/reminders/rules'
import type { TypedPayment } from '../../payments/rules'
import { registerStatement } from '../../payments/statements/commands.server'
import { addOrdinals } from '../../payments/statements/rules'
import { today } from '../../runtime/clock'
import { EXTRA_EUROS, PARTIAL_EUROS, wayToPay } from './payments'

/** The demo's bank statement contains the transfers of so many last days. */
const STATEMENT_DAYS = 21

/** A transfer in the demo's bank statement. `reference`: the number of the causale. */
export type DemoTransfer = { reference: number; day: string; cents: number; text: string }

/**
 * Writes the dues of a demo enrolment, counted from its approval, registers what its person has paid since, and records
 * the reminder of a late due. Returns the transfers of the last `STATEMENT_DAYS`, which are not registered: the bank
 * statement brings them. Does nothing for an enrolment without a seat.
 */
export async function loadDuesAndPayments(
  admin: Admin,
  member: Member,
  course: { id: string; slug: string },
): Promise<DemoTransfer[]> {
  const [enrolment] = await db
    .select({ id: userCourses.id, reference: userCourses.reference, approvedAt: userCourses.approvedAt })
    .from(userCourses)
    .where(and(eq(userCourses.userId, member.id), eq(userCourses.courseId, course.id), holdsSeat))
  if (!enrolment?.approvedAt) return []
  const { id, reference } = enrolment
  const approvedOn = today(enrolment.approvedAt)
  await inTransaction((tx) => replaceDues(tx, [id], approvedOn))
  const dues = (await duesOf([id])).get(id) ?? []
  const { habit, method = 'transfer', note = null } = wayToPay(member.email, course.slug)
  const transfers: DemoTransfer[] = []
  /** Cents registered so far, without the transfers. */
  let registeredCents = 0
  const pay = async (cents: number, day: string) => {
    if (day > today()) return
    const isInStatement = method === 'transfer' && day > plusDays(today(), -STATEMENT_DAYS)
    if (isInStatement) {
      const text = `BONIFICO ${causaleOf(reference, member)}`.toUpperCase()
      transfers.push({ reference, day, cents, text })
    } else {
      await registerPaymentOfDay(admin, id, { cents, receivedOn: day, method, note }, registeredCents)
      registeredCents += cents
    }
  }

  const owedCents = dues.reduce((sum, { cents }) => sum + cents, 0)
  const [firstDue] = dues
  if (!firstDue) return []
  if (habit === 'nothing' || habit === 'part') await recordReminder(id, firstDue)
  if (habit === 'nothing') return []
  if (habit === 'part') await pay(toCents(PARTIAL_EUROS), firstDue.dueOn)
  else if (habit === 'all') await pay(owedCents, plusDays(approvedOn, 1))
  else if (habit === 'more') await pay(owedCents + toCents(EXTRA_EUROS), firstDue.dueOn)
  else for (const { cents, dueOn } of dues) await pay(cents, plusDays(dueOn, -1))
  return transfers
}

/**
 * Records the reminder that the schedule would have sent of a late due, so that it sends none now. Does nothing until
 * the day of that reminder has passed.
 */
async function recordReminder(enrolmentId: string, { number, dueOn }: Due) {
  const remindedOn = plusDays(dueOn, REMINDER_DAYS_AFTER)
  if (remindedOn >= today()) return
  const sentAt = sql`${remindedOn}::date + interval '8 hours'`
  await db.insert(paymentReminders).values({ enrolmentId, number, kind: 'first', sentAt })
}

/** Registers a payment as if on its own day, so that it can no longer be taken back. `seenPaid`: cents paid before. */
async function registerPaymentOfDay(
  admin: Admin,
  enrolmentId: string,
  payment: TypedPayment,
  seenPaid: number,
) {
  const outcome = await registerPayment(admin, enrolmentId, payment, {
    key: crypto.randomUUID(),
    seenPaid,
  })
  if (!outcome.ok) throw new Error(`A demo payment was refused: ${outcome.refusal}`)
  await backdateDecision(outcome.decision, payment.receivedOn)
}

/** Registers the transfers of all people as one bank statement, as if the office had read it two hours ago. */
export async function registerDemoStatement(admin: Admin, iban: string, transfers: readonly DemoTransfer[]) {
  const lines = addOrdinals(
    transfers
      .toSorted((a, b) => a.day.localeCompare(b.day))
      // The first line of a statement has the names of the columns.
      .map(({ day, cents, text }, index) => ({ line: index + 2, day, cents, text, bankReference: null })),
  )
  const bookings = lines.map((line) => ({
    line,
    reference: transfers.find(({ text }) => text === line.text)?.reference ?? 0,
  }))
  const outcome = await registerStatement(admin, iban, bookings)
  if (!outcome.ok || !outcome.decision) throw new Error('The demo statement was refused')
  await backdateDecision(outcome.decision, today())
}

/**
 * Dates a decision about payments, and its payments, to the morning of a day (YYYY-MM-DD), two hours ago at the latest:
 * by then no decision can be undone.
 */
async function backdateDecision(decisionId: string, day: string) {
  const at = sql`least(now() - interval '2 hours', ${day}::date + interval '10 hours')`
  await db.update(payments).set({ registeredAt: at }).where(eq(payments.decisionId, decisionId))
  await db.update(decisions).set({ madeAt: at, heldUntil: at }).where(eq(decisions.id, decisionId))
}
