import { and, eq, sql } from 'drizzle-orm'
import type { Admin, Member } from '../../accounts/rules'
import { db, inTransaction } from '../../database/client.server'
import { bankLines, decisions, paymentReminders, payments, userCourses } from '../../database/schema'
import { writeDues } from '../../enrolments/dues/dues.server'
import { duesOf } from '../../enrolments/dues/queries.server'
import { causaleOf } from '../../enrolments/dues/reference.rules'
import { type Due, toCents } from '../../enrolments/dues/rules'
import { holdsSeat } from '../../enrolments/enrolments.sql'
import { registerPayment } from '../../payments/commands.server'
import { REMINDER_DAYS_AFTER } from '../../payments/reminders/rules'
import type { TypedPayment } from '../../payments/rules'
import { registerStatement } from '../../payments/statements/commands.server'
import { addOrdinals } from '../../payments/statements/rules'
import { today } from '../../runtime/clock'
import { plusDays } from './calendar'
import { DEMO_EXTRA, DEMO_PART, demoPaying } from './payments'

/** Days of the demo's bank statement, which contains the transfers since then. */
const STATEMENT_DAYS = 21

/** A transfer in the demo's bank statement. `reference`: the number of the causale. */
export type DemoTransfer = { reference: number; day: string; cents: number; text: string }

/**
 * Writes the dues of a demo enrolment, counted from its approval, and registers what its person has paid since.
 * @returns the transfers of the last `STATEMENT_DAYS`, to be registered by a bank statement instead; none if the
 * enrolment holds no seat
 */
export async function payDues(
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
  await inTransaction((tx) => writeDues(tx, [id], approvedOn))
  const dues = (await duesOf([id])).get(id) ?? []
  const { habit, by: method = 'transfer', note = null } = demoPaying(member.email, course.slug)
  const transfers: DemoTransfer[] = []
  /** Cents registered so far, without the transfers. */
  let registeredCents = 0
  const pay = async (cents: number, day: string) => {
    if (day > today()) return
    const isOfStatement = method === 'transfer' && day > plusDays(today(), -STATEMENT_DAYS)
    if (isOfStatement) {
      const text = `BONIFICO ${causaleOf(reference, member)}`.toUpperCase()
      transfers.push({ reference, day, cents, text })
    } else {
      await registerDated(admin, id, { cents, receivedOn: day, method, note }, registeredCents)
      registeredCents += cents
    }
  }

  const owed = dues.reduce((sum, { cents }) => sum + cents, 0)
  const [first] = dues
  if (!first) return []
  if (habit === 'nothing' || habit === 'part') await remindOfLateDue(id, first)
  if (habit === 'nothing') return []
  if (habit === 'part') await pay(toCents(DEMO_PART), first.dueOn)
  else if (habit === 'all') await pay(owed, plusDays(approvedOn, 1))
  else if (habit === 'more') await pay(owed + toCents(DEMO_EXTRA), first.dueOn)
  else for (const { cents, dueOn } of dues) await pay(cents, plusDays(dueOn, -1))
  return transfers
}

/**
 * Records the reminder that the schedule would have sent of a due that is late; nothing if it is not time for it yet.
 */
async function remindOfLateDue(enrolmentId: string, { number, dueOn }: Due) {
  const remindedOn = plusDays(dueOn, REMINDER_DAYS_AFTER)
  if (remindedOn >= today()) return
  const sentAt = sql`${remindedOn}::date + interval '8 hours'`
  await db.insert(paymentReminders).values({ enrolmentId, number, kind: 'first', sentAt })
}

/** Registers a payment as if on its own day, so that it can no longer be taken back. `seenPaid`: cents paid before. */
async function registerDated(admin: Admin, enrolmentId: string, payment: TypedPayment, seenPaid: number) {
  const registered = await registerPayment(admin, enrolmentId, payment, {
    key: crypto.randomUUID(),
    seenPaid,
  })
  if (!registered.ok) throw new Error(`A demo payment was refused: ${registered.refusal}`)
  await backdateDecision(registered.decision, payment.receivedOn)
}

/** Registers the transfers of all people as one bank statement, read two hours ago. */
export async function readDemoStatement(admin: Admin, iban: string, transfers: readonly DemoTransfer[]) {
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
  const registered = await registerStatement(admin, iban, bookings)
  if (!registered.ok || !registered.decision) throw new Error('The demo statement was refused')
  await backdateDecision(registered.decision, today())
  await db.update(bankLines).set({ readAt: sql`now() - interval '2 hours'` })
}

/**
 * Dates a decision about payments, and its payments, to the morning of a day (YYYY-MM-DD), two hours ago at the latest.
 */
async function backdateDecision(decision: string, day: string) {
  const at = sql`least(now() - interval '2 hours', ${day}::date + interval '10 hours')`
  await db.update(payments).set({ registeredAt: at }).where(eq(payments.decisionId, decision))
  await db.update(decisions).set({ madeAt: at, heldUntil: at }).where(eq(decisions.id, decision))
}
