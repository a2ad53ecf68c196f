import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../../tests/decisions'
import { anOwing, dueFell, turnRemindersOn } from '../../../tests/payments'
import { emailsTo } from '../../../tests/people'
import { enrolmentOfPerson } from '../../../tests/waiting'
import { aCourse, type anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { type Member, SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courses, outgoingMail, paymentReminders, userCourses } from '../../database/schema'
import { cancelOwnEnrolment } from '../../enrolments/leave/commands.server'
import { cancelEnrolment } from '../../enrolments/leave/office.commands.server'
import { requestEnrolment } from '../../enrolments/request/commands.server'
import { approveRequest } from '../../enrolments/review/commands.server'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { undoDecision } from '../../undo/commands.server'
import { registerPayment } from '../commands.server'
import { changePlan } from '../plan/commands.server'
import { storedPlanOf } from '../plan/queries.server'
import { planVersion } from '../plan/rules'
import { registerStatement } from '../statements/commands.server'
import { remindPayers, sendPaymentReminders } from './commands.server'
import { chosenCandidates } from './queries.server'
import { explainReminderRefusal, reminderByHand, writeReminder } from './rules'

beforeEach(emptyDatabase)
beforeEach(withUndo)

type Staff = Parameters<typeof chosenCandidates>[0]
type Admin = Awaited<ReturnType<typeof anAdmin>>

/** What the page shows of an enrolment. */
async function shownOf(admin: Staff, id: string): Promise<string> {
  const [payer] = await chosenCandidates(admin, [id])
  if (!payer) return ''
  const reminder = reminderByHand(payer.facts, inDays(0))
  return reminder.ok ? writeReminder(id, reminder) : explainReminderRefusal(reminder)
}

const remind = (admin: Staff, ...shown: string[]) => remindPayers(admin, shown, randomUUID())
const sent = async () => (await db.select().from(paymentReminders)).map(({ kind, number }) => [kind, number])
const kindsTo = async (email: string) =>
  (await emailsTo(email)).map(({ kind }) => kind).filter((kind) => /^payment-/.test(kind))
/** So that the next reminder is of another day. */
const yesterday = () => db.update(paymentReminders).set({ sentAt: new Date(Date.now() - 86_400_000) })

test('a due that is late is reminded of twice, never a third time', async () => {
  const { admin, member, id } = await anOwing()
  await dueFell(id, -20)
  for (const kind of ['first', 'second']) {
    const shown = await shownOf(admin, id)
    expect(shown).toBe(`${id} ${kind} 1 49000`)
    expect(await remind(admin, shown)).toMatchObject({ ok: true, notified: 1 })
    expect(await shownOf(admin, id)).toBe('Ha avuto un promemoria oggi')
    await yesterday()
  }
  expect(await shownOf(admin, id)).toBe('Ha già avuto il secondo sollecito: meglio una telefonata')
  expect(await kindsTo(member.email)).toEqual(expect.arrayContaining(['payment-late', 'payment-still-late']))
  expect(await sent()).toEqual([
    ['first', 1],
    ['second', 1],
  ])
})

test('of a deleted course nobody is reminded, unless it was held before', async () => {
  const { admin, member, course, id } = await anOwing()
  await dueFell(id, -8)
  await turnRemindersOn()
  const inCourse = eq(courses.id, course.id)
  await db.update(courses).set({ archivedAt: new Date() }).where(inCourse)
  expect(await sendPaymentReminders(SYSTEM, true)).toBe(0)
  expect(await shownOf(admin, id)).toBe('Il corso non è più in programma')
  const ended = { startDate: inDays(-9), endDate: inDays(-2) }
  await db
    .update(courses)
    .set({ ...ended, archivedAt: new Date(inDays(-4)) })
    .where(inCourse)
  expect(await sendPaymentReminders(SYSTEM, true)).toBe(0)
  expect(await shownOf(admin, id)).toBe('Il corso non è più in programma')
  await db
    .update(courses)
    .set({ archivedAt: new Date(inDays(-1)) })
    .where(inCourse)
  expect(await sendPaymentReminders(SYSTEM, true)).toBe(1)
  expect(await kindsTo(member.email)).toEqual(['payment-late'])
})

test('what is not due yet is reminded of once, and the e-mail says when and how much', async () => {
  const { admin, id } = await anOwing()
  await dueFell(id, 2)
  expect(await remind(admin, await shownOf(admin, id))).toMatchObject({ ok: true })
  const [email] = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'payment-due'))
  expect(email?.subject).toMatch(/^La rata scade /)
  expect(email?.text.replaceAll('\u00a0', ' ')).toContain('scade la rata 1 di 2: 490,00 €')
  expect(email?.replyTo).not.toBeNull()
  await yesterday()
  expect(await shownOf(admin, id)).toBe('Ha già avuto il promemoria della prossima rata')
})

test('reminders wait, are recorded, and are taken back with their e-mails', async () => {
  const { admin, member, id } = await anOwing()
  await dueFell(id, -20)
  const shown = await shownOf(admin, id)
  const reminded = await remind(admin, shown)
  const [email] = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'payment-late'))
  expect(email?.decisionId).toBe(decisionOf(reminded))
  expect(email?.dueAt.getTime()).toBeGreaterThan(Date.now())
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, id))
  expect(entries.at(-1)?.details).toMatchObject({ paymentReminder: 'first', amount: 490 })

  expect(await undoDecision(admin, decisionOf(reminded))).toMatchObject({ ok: true })
  expect([await sent(), await kindsTo(member.email)]).toEqual([[], []])
  const after = await db.select().from(auditLogs).where(eq(auditLogs.entityId, id))
  expect(after.at(-1)?.details).toMatchObject({ paymentReminder: 'first', undone: true })
  expect(await shownOf(admin, id)).toBe(shown)
  expect(await brokenInvariants()).toEqual([])
})

test.each<
  [string, (admin: Admin, owing: { id: string; member: Member; reference: number }) => Promise<unknown>]
>([
  [
    'a payment',
    (admin, { id }) =>
      registerPayment(
        admin,
        id,
        { cents: 49_000, receivedOn: inDays(-1), method: 'transfer', note: null },
        { key: randomUUID(), seenPaid: 0 },
      ),
  ],
  [
    'a line of a statement',
    (admin, { reference }) => {
      const line = { line: 2, day: inDays(-1), cents: 49_000, text: 'X', bankReference: null, ordinal: 1 }
      return registerStatement(admin, '', [{ line, reference }])
    },
  ],
  [
    'a plan with other dues',
    async (admin, { id }) => {
      const storedPlan = await storedPlanOf(id)
      if (!storedPlan) throw new Error('no plan')
      const { price, reason, dues } = storedPlan
      const form = { seenVersion: planVersion(storedPlan), notify: false }
      const [first, second] = dues.map((due) => ({ ...due, dueOn: inDays(30 * due.number) }))
      if (!first || !second) throw new Error('no dues')
      return changePlan(admin, id, { price, reason, dues: [first, second] }, form)
    },
  ],
  ['a cancellation by the office', (admin, { id }) => cancelEnrolment(admin, id, 'Malattia')],
  ['a cancellation by the person', (_admin, { id, member }) => cancelOwnEnrolment(member, id)],
])('%s drops the reminder that has not left yet, and no other', async (_what, act) => {
  const { admin, member, id } = await anOwing()
  // The same person, in the same decision.
  const course = await aCourse({ price: 980 }, [{ startDate: inDays(60) }])
  await requestEnrolment(member, course.id)
  const other = await enrolmentOfPerson(member, course)
  await approveRequest(admin, other?.id ?? '')
  await db.update(userCourses).set({ decisionId: null })
  for (const enrolment of [id, other?.id ?? '']) await dueFell(enrolment, -20)
  const shown = [await shownOf(admin, id), await shownOf(admin, other?.id ?? '')]
  const reminded = await remind(admin, ...shown)
  expect(reminded).toMatchObject({ notified: 2 })

  const [enrolment] = await db.select().from(userCourses).where(eq(userCourses.id, id))
  await act(admin, { id, member, reference: enrolment?.reference ?? 0 })
  const reminders = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'payment-late'))
  expect(reminders.map(({ text }) => text.includes(other?.id ?? ''))).toEqual([true])
  expect((await db.select().from(paymentReminders)).map(({ enrolmentId }) => enrolmentId)).toEqual([
    other?.id,
  ])
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, id))
  expect(entries.map(({ details }) => details)).toContainEqual(
    expect.objectContaining({ paymentReminder: 'first', undone: true }),
  )
  expect(await brokenInvariants()).toEqual([])
  expect(await undoDecision(admin, decisionOf(reminded))).toMatchObject({ ok: true })
  expect(await sent()).toEqual([])
})

test('a reminder that has left stays when money comes', async () => {
  const { admin, member, id } = await anOwing()
  await dueFell(id, -20)
  await remind(admin, await shownOf(admin, id))
  await settleDecisions()
  await cancelEnrolment(admin, id, 'Malattia')
  expect([await sent(), await kindsTo(member.email)]).toEqual([[['first', 1]], ['payment-late']])
})

test('a form that is sent twice, and a colleague who has seen the same, remind once', async () => {
  const { admin, member, id } = await anOwing()
  await dueFell(id, -20)
  const [shown, key] = [await shownOf(admin, id), randomUUID()]
  expect(await remindPayers(admin, [shown], key)).toMatchObject({ ok: true })
  expect(await remindPayers(admin, [shown], key)).toEqual({ ok: false, refusal: 'sent-twice' })
  expect(await remind(admin, shown)).toEqual({ ok: false, refusal: 'none' })
  expect(await kindsTo(member.email)).toEqual(['payment-late'])
})

test('who has paid in part today, owes nothing, has left or has just been approved is left out, with the reason', async () => {
  const { admin, id } = await anOwing()
  await dueFell(id, -20)
  const shown = await shownOf(admin, id)
  const pay = async (cents: number, seenPaid: number) =>
    registerPayment(
      admin,
      id,
      { cents, receivedOn: inDays(-5), method: 'transfer', note: null },
      { key: randomUUID(), seenPaid },
    )
  expect(await pay(1_000, 0)).toMatchObject({ ok: true })
  expect(await shownOf(admin, id)).toBe('Ha pagato una parte oggi')
  expect(await remind(admin, shown)).toEqual({ ok: false, refusal: 'none' })
  await pay(97_000, 1_000)
  expect(await shownOf(admin, id)).toBe('Non ha rate da pagare')

  const other = await anOwing('bea')
  await dueFell(other.id, -20)
  await cancelEnrolment(admin, other.id, 'Malattia')
  expect(await shownOf(admin, other.id)).toBe('Non ha un posto nel corso')

  const fresh = await anOwing('caio', false)
  expect(await shownOf(admin, fresh.id)).toBe('L’ultima decisione si può ancora ripristinare')
  await settleDecisions()
  await db.update(userCourses).set({ decisionId: null })
  expect(await shownOf(admin, fresh.id)).toMatch(/ before 1 /)
  expect(await remind(admin)).toEqual({ ok: false, refusal: 'unknown' })
  expect(await remindPayers(admin, ['x first 1 1'], randomUUID())).toEqual({ ok: false, refusal: 'unknown' })
})
