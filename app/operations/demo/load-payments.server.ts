import { and, eq, sql } from 'drizzle-orm'
import type { Admin, Member } from '../../accounts/rules'
import { db, inTransaction } from '../../database/client.server'
import { bankLines, decisions, payments, userCourses } from '../../database/schema'
import { writeDues } from '../../enrolments/dues/dues.server'
import { duesOf } from '../../enrolments/dues/queries.server'
import { causaleOf } from '../../enrolments/dues/reference.rules'
import { toCents } from '../../enrolments/dues/rules'
import { holdsSeat } from '../../enrolments/enrolments.sql'
import { registerPayment } from '../../payments/commands.server'
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
 * @returns the transfers of the last `STATEMENT_DAYS`, to be registered by a bank statement instead
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
  let known = 0
  const pay = async (cents: number, day: string) => {
    if (day > today()) return
    const isOfStatement = method === 'transfer' && day > plusDays(today(), -STATEMENT_DAYS)
    if (isOfStatement) {
      const text = `BONIFICO ${causaleOf(reference, member)}`.toUpperCase()
      transfers.push({ reference, day, cents, text })
    } else {
      await registerDated(admin, id, { cents, receivedOn: day, method, note }, known)
      known += cents
    }
  }

  const owed = dues.reduce((sum, { cents }) => sum + cents, 0)
  const [first] = dues
  if (!first || habit === 'nothing') return []
  if (habit === 'part') await pay(toCents(DEMO_PART), first.dueOn)
  else if (habit === 'all') await pay(owed, plusDays(approvedOn, 1))
  else if (habit === 'more') await pay(owed + toCents(DEMO_EXTRA), first.dueOn)
  else for (const { cents, dueOn } of dues) await pay(cents, plusDays(dueOn, -1))
  return transfers
}

/** Registers a payment as if on its own day, so that it can no longer be taken back. `known`: cents paid before. */
async function registerDated(admin: Admin, enrolmentId: string, payment: TypedPayment, seenPaid: number) {
  const registered = await registerPayment(admin, enrolmentId, payment, {
    key: crypto.randomUUID(),
    seenPaid,
  })
  if (!registered.ok) throw new Error(`A demo payment was refused: ${registered.refusal}`)
  await backdateDecision(registered.decision, payment.receivedOn)
}

/** Registers the transfers of all people as one bank statement. */
export async function readDemoStatement(admin: Admin, iban: string, transfers: readonly DemoTransfer[]) {
  const lines = addOrdinals(
    transfers
      .toSorted((a, b) => a.day.localeCompare(b.day))
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

/** Makes a decision about payments, and the payments, as old as a day (YYYY-MM-DD). */
async function backdateDecision(decision: string, day: string) {
  const at = sql`least(now() - interval '2 hours', ${day}::date + interval '10 hours')`
  await db.update(payments).set({ registeredAt: at }).where(eq(payments.decisionId, decision))
  await db.update(decisions).set({ madeAt: at, heldUntil: at }).where(eq(decisions.id, decision))
}
