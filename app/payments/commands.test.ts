import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../tests/decisions'
import { emailsTo } from '../../tests/people'
import { enrolmentOfPerson } from '../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import { db, inTransaction } from '../database/client.server'
import {
  auditLogs,
  courses,
  decisions,
  dues,
  outgoingMail,
  payments,
  profiles,
  userCourses,
} from '../database/schema'
import { cancelEdition, confirmEdition } from '../editions/commands.server'
import { openDecision } from '../enrolments/decision.server'
import { moveOwnEnrolment } from '../enrolments/leave/commands.server'
import { cancelEnrolment, moveEnrolment } from '../enrolments/leave/office.commands.server'
import { enrolmentOf } from '../enrolments/mine/queries.server'
import { renderPaymentEmail } from '../enrolments/payment-emails.server'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import { deletePerson } from '../privacy/commands.server'
import { undoDecision } from '../undo/commands.server'
import { registerPayment } from './commands.server'
import { paymentFigures, receivedPayments, unpaidEnrolments } from './list.queries.server'
import { insertPayments } from './payments.server'
import { changePlan } from './plan/commands.server'
import { storedPlanOf } from './plan/queries.server'
import { planVersion } from './plan/rules'
import { payerById, payersOf } from './queries.server'
import { confirmationOf, explainPaymentRefusal, readPayment, type TypedPayment } from './rules'
import { registerStatement } from './statements/commands.server'

beforeEach(emptyDatabase)
beforeEach(withUndo)

/** Approved, for 980 euros in two parts. */
async function anEnrolment(name = 'ada') {
  const [admin, member] = [await anAdmin(`admin-${name}`), await aMember(name)]
  const course = await aCourse({ price: 980, paymentInstallments: [490, 490] }, [{ startDate: inDays(60) }])
  await requestEnrolment(member, course.id)
  const id = (await enrolmentOfPerson(member, course))?.id ?? ''
  await approveRequest(admin, id)
  return { admin, member, course, id }
}

const payment = (facts: Partial<TypedPayment> = {}): TypedPayment => ({
  cents: 49000,
  receivedOn: inDays(0),
  method: 'transfer',
  note: null,
  ...facts,
})
const form = (
  facts: { seenPaid?: number; seenEnded?: boolean; confirmation?: string; key?: string } = {},
) => ({
  key: randomUUID(),
  seenPaid: 0,
  ...facts,
})
const amounts = async () => (await db.select().from(payments)).map(({ amount }) => amount)
const spaces = (text: string) => text.replaceAll('\u00a0', ' ')

test('the e-mail about a payment goes to the address that its person has after the lock', async () => {
  const { admin, course, id } = await anEnrolment()
  const email = await renderPaymentEmail(id, payment())
  const enrolment = { id, course: course.title, email: 'ada.nuova@example.it' }
  await inTransaction(async (tx) => {
    const decision = await openDecision(tx, admin, 'payment')
    await insertPayments(tx, admin, decision, [{ id: randomUUID(), enrolment, payment: payment(), email }])
  })
  expect(await emailsTo(enrolment.email)).toMatchObject([{ kind: 'payment-received' }])
})

test('a payment is registered with its entry and an e-mail that waits, and taken back with them', async () => {
  const { admin, member, id } = await anEnrolment()
  const registered = await registerPayment(admin, id, payment(), form())
  expect(await amounts()).toEqual([490])
  const [entry] = await db.select().from(auditLogs).where(eq(auditLogs.entityType, 'payments'))
  expect(entry).toMatchObject({ action: 'create', details: { amount: 490, method: 'transfer' } })
  const received = (await emailsTo(member.email)).find(({ kind }) => kind === 'payment-received')
  expect(spaces(received?.text ?? '')).toContain('abbiamo ricevuto 490,00 €')
  expect(spaces(received?.text ?? '')).toContain('Hai pagato 490 € su 980 €')

  expect(await undoDecision(admin, decisionOf(registered))).toMatchObject({ ok: true })
  expect(await amounts()).toEqual([])
  expect((await emailsTo(member.email)).map(({ kind }) => kind)).not.toContain('payment-received')
})

test('while the edition waits for its minimum, the e-mail about a payment names no other due', async () => {
  const { admin, member, course, id } = await anEnrolment()
  await db.update(courses).set({ minParticipants: 5 }).where(eq(courses.id, course.id))
  await registerPayment(admin, id, payment(), form())
  await registerPayment(admin, id, payment(), form({ seenPaid: 49_000 }))
  const received = (await emailsTo(member.email)).filter(({ kind }) => kind === 'payment-received')
  const texts = received.map(({ text }) => spaces(text ?? ''))
  expect(texts.filter((text) => text.includes('Hai pagato 490 € su 980 €.'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('Hai pagato tutto'))).toHaveLength(1)
  expect(texts.join()).not.toContain('rata')
})

describe('a payment that is taken back after another one', () => {
  const texts = async (email: string) =>
    (await db.select().from(outgoingMail).where(eq(outgoingMail.toAddress, email)).orderBy(outgoingMail.id))
      .filter(({ kind }) => kind === 'payment-received')
      .map(({ text, decisionId }) => ({ text: spaces(text), decisionId }))

  test('no longer counts in the waiting e-mails about the others', async () => {
    const { admin, member, id } = await anEnrolment()
    const [enrolment] = await db.select().from(userCourses).where(eq(userCourses.id, id))
    const byHand = await registerPayment(admin, id, payment(), form())
    const line = { line: 2, day: inDays(0), cents: 49_000, text: 'X', bankReference: null, ordinal: 1 }
    const lines = [line, { ...line, cents: 10_000, ordinal: 2 }]
    const bookings = lines.map((line) => ({ line, reference: enrolment?.reference ?? 0 }))
    const statement = await registerStatement(admin, '', bookings)
    if (!statement.ok || !statement.decision) throw new Error('no statement')
    const [, first, second] = await texts(member.email)
    expect(first?.text).toContain('Hai pagato tutto: non resta')
    expect(second?.text).toContain('100 € in più')

    expect(await undoDecision(admin, decisionOf(byHand))).toMatchObject({ ok: true })
    const remaining = await texts(member.email)
    expect(remaining).toMatchObject(Array(2).fill({ decisionId: statement.decision }))
    expect(remaining.filter(({ text }) => text.includes('Hai pagato 590 € su 980 €'))).toHaveLength(1)
    expect(remaining.filter(({ text }) => text.includes('in più'))).toEqual([])
    expect(await undoDecision(admin, statement.decision)).toMatchObject({ ok: true })
    expect(await texts(member.email)).toEqual([])
  })

  test('no longer counts after the person has moved either, and stays while an end there can be taken back', async () => {
    const { admin, member, course, id } = await anEnrolment()
    await db.update(userCourses).set({ decisionId: null })
    const other = await aCourse({ price: 980, seriesId: course.seriesId }, [{ startDate: inDays(90) }])
    const first = decisionOf(await registerPayment(admin, id, payment(), form()))
    await registerPayment(admin, id, payment(), form({ seenPaid: 49_000 }))
    expect(await moveOwnEnrolment(member, id, other.id)).toEqual({ ok: true })
    const enrolment = await enrolmentOfPerson(member, other)
    const end = decisionOf(await cancelEnrolment(admin, enrolment?.id ?? '', 'Malattia'))
    expect(await undoDecision(admin, first)).toMatchObject({ refusal: 'changed' })
    expect(await undoDecision(admin, end)).toMatchObject({ ok: true })
    expect(await undoDecision(admin, first)).toMatchObject({ ok: true })
    expect(await amounts()).toEqual([490])
    const remaining = await texts(member.email)
    expect(remaining).toHaveLength(1)
    expect(remaining[0]?.text).toContain('Hai pagato 490 € su 980 €')
  })

  test('stays while an end, a confirmation, a plan or a refund that counts it can be taken back first', async () => {
    const { admin, course, id } = await anEnrolment()
    const paid = decisionOf(await registerPayment(admin, id, payment(), form()))
    const refund = payment({ cents: -10_000 })
    const acts: Record<string, () => Promise<{ ok: boolean; decision?: string }>> = {
      end: () => cancelEnrolment(admin, id, 'Malattia'),
      confirmation: () => confirmEdition(admin, course.id),
      refund: () => registerPayment(admin, id, refund, form({ seenPaid: 49_000 })),
    }
    for (const [name, act] of Object.entries(acts)) {
      const decision = (await act()).decision ?? ''
      expect(await undoDecision(admin, paid), name).toMatchObject({ refusal: 'changed' })
      expect(await undoDecision(admin, decision), name).toMatchObject({ ok: true })
    }
    const storedPlan = await storedPlanOf(id)
    if (!storedPlan) throw new Error('no plan')
    const { price, reason, dues } = storedPlan
    const laterDues = dues.map((due) => (due.number === 2 ? { ...due, dueOn: inDays(50) } : due))
    const planForm = { seenVersion: planVersion(storedPlan), notify: true }
    expect(await changePlan(admin, id, { price, reason, dues: laterDues }, planForm)).toMatchObject({
      ok: true,
    })
    expect(await undoDecision(admin, paid)).toMatchObject({ refusal: 'changed' })
    const [message] = await db.select().from(decisions).where(eq(decisions.kind, 'message'))
    await undoDecision(admin, message?.id ?? '')
    expect(await undoDecision(admin, paid)).toMatchObject({ ok: true })
    expect(await amounts()).toEqual([])
  })
})

test('a move or a confirmation is not taken back after a payment, until that is', async () => {
  const { admin, course, id } = await anEnrolment()
  const other = await aCourse({ price: 980, seriesId: course.seriesId }, [{ startDate: inDays(90) }])
  const confirmed = await confirmEdition(admin, course.id)
  const paid = await registerPayment(admin, id, payment(), form())
  expect(await undoDecision(admin, decisionOf(confirmed))).toMatchObject({ refusal: 'changed' })
  const moved = await moveEnrolment(admin, id, other.id)
  const [enrolment] = await db.select().from(userCourses).where(eq(userCourses.courseId, other.id))
  const paidAgain = await registerPayment(admin, enrolment?.id ?? '', payment(), form({ seenPaid: 49_000 }))
  expect(await undoDecision(admin, decisionOf(moved))).toMatchObject({ refusal: 'changed' })
  for (const decision of [paidAgain, moved, paid, confirmed])
    expect(await undoDecision(admin, decisionOf(decision))).toMatchObject({ ok: true })
})

test('an end is not taken back after its refund was registered, until that is', async () => {
  const { admin, course, id } = await anEnrolment()
  await registerPayment(admin, id, payment(), form())
  await db.update(payments).set({ decisionId: null })
  const acts = [
    () => cancelEnrolment(admin, id, 'Malattia'),
    () => cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' }),
  ]
  for (const act of acts) {
    const end = decisionOf(await act())
    const refund = form({ seenPaid: 49_000, seenEnded: true })
    const registered = decisionOf(await registerPayment(admin, id, payment({ cents: -49_000 }), refund))
    expect(await undoDecision(admin, end)).toMatchObject({ refusal: 'changed' })
    for (const decision of [registered, end])
      expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  }
  expect(await amounts()).toEqual([490])
})

test('the person reads a payment once it can no longer be taken back', async () => {
  const { admin, member, id } = await anEnrolment()
  await db.update(userCourses).set({ decisionId: null })
  await registerPayment(admin, id, payment(), form())
  expect((await enrolmentOf(member, id))?.balance).toMatchObject({ paid: 0, open: 98000 })
  await db.update(payments).set({ decisionId: null })
  expect((await enrolmentOf(member, id))?.balance).toMatchObject({ paid: 49000, open: 49000 })
})

test('a seat with a price, but without dues, gets no payment until the dues are written', async () => {
  const { admin, id, course } = await anEnrolment()
  await db.delete(dues)
  expect(await payerById(admin, id)).toMatchObject({ isWithoutDues: true })
  expect(await payersOf(admin, course.id)).toMatchObject([{ id, isWithoutDues: true }])
  const refused = await registerPayment(admin, id, payment({ cents: 20_000 }), form())
  expect(refused).toMatchObject({ refusal: 'without-dues' })
  expect(refused.ok ? '' : explainPaymentRefusal(refused, new Date())).toContain('Scrivi prima le rate')
  expect(await amounts()).toEqual([])

  await db.insert(dues).values({ enrolmentId: id, number: 1, dueOn: inDays(7), amount: 980 })
  expect(await registerPayment(admin, id, payment(), form())).toMatchObject({ ok: true })
  await db.delete(dues)
  await cancelEnrolment(admin, id, 'Chiuso')
  expect(await registerPayment(admin, id, payment(), form({ seenPaid: 49_000 }))).toMatchObject({ ok: true })
})

describe('a form', () => {
  test('that was sent twice is one payment', async () => {
    const { admin, id } = await anEnrolment()
    const twice = form()
    expect(await registerPayment(admin, id, payment(), twice)).toMatchObject({ ok: true })
    expect(await registerPayment(admin, id, payment(), twice)).toMatchObject({ refusal: 'sent-twice' })
    expect(await amounts()).toEqual([490])
  })

  test('of a colleague who did not see the first payment asks', async () => {
    const { admin, id } = await anEnrolment()
    await registerPayment(admin, id, payment(), form())
    const asked = await registerPayment(await anAdmin('bruno'), id, payment(), form())
    expect(asked).toMatchObject({ ok: false, refusal: 'meanwhile' })
    expect(asked.ok ? '' : spaces(explainPaymentRefusal(asked, new Date()))).toBe(
      'Admin-ada Prova ha registrato 490 € un momento fa: registrare anche questo?',
    )
    expect(await registerPayment(admin, id, payment(), form({ seenPaid: 49000 }))).toMatchObject({ ok: true })
  })

  test('opened before a payment was taken back, or before a refund, asks and says which', async () => {
    const { admin, id } = await anEnrolment()
    await registerPayment(admin, id, payment({ cents: 10_000 }), form())
    const second = await registerPayment(admin, id, payment(), form({ seenPaid: 10_000 }))
    expect(await undoDecision(admin, decisionOf(second))).toMatchObject({ ok: true })
    const afterUndo = await registerPayment(admin, id, payment(), form({ seenPaid: 59_000 }))
    expect(afterUndo.ok ? '' : spaces(explainPaymentRefusal(afterUndo, new Date()))).toBe(
      'Nel frattempo un pagamento è stato tolto: registrare comunque?',
    )
    await registerPayment(admin, id, payment({ cents: -2_500 }), form({ seenPaid: 10_000 }))
    const afterRefund = await registerPayment(admin, id, payment(), form({ seenPaid: 10_000 }))
    expect(afterRefund.ok ? '' : spaces(explainPaymentRefusal(afterRefund, new Date()))).toBe(
      'Admin-ada Prova ha registrato un rimborso di 25 € un momento fa: registrare anche questo?',
    )
  })

  test('confirms its own amount, and no other', async () => {
    const { admin, id } = await anEnrolment()
    const [much, more] = [payment({ cents: 500_000 }), payment({ cents: 5_000_000 })]
    const confirmation = confirmationOf('unusual', much)
    expect(await registerPayment(admin, id, more, form({ confirmation }))).toMatchObject({
      refusal: 'unusual',
    })
    expect(await amounts()).toEqual([])
  })

  test('opened before the enrolment was cancelled asks, and of one that was moved is refused', async () => {
    const { admin, id } = await anEnrolment()
    const stale = form({ seenEnded: false })
    await cancelEnrolment(admin, id, 'Chiuso')
    const asked = await registerPayment(admin, id, payment(), stale)
    expect(asked).toMatchObject({ refusal: 'ended' })
    expect(await registerPayment(admin, id, payment(), form({ seenEnded: true }))).toMatchObject({
      ok: true,
    })
    const other = await anEnrolment('bea')
    await db
      .update(userCourses)
      .set({ endedAt: new Date(), ending: 'transferred' })
      .where(eq(userCourses.id, other.id))
    expect(await registerPayment(admin, other.id, payment(), form())).toMatchObject({ refusal: 'moved' })
    expect(await amounts()).toEqual([490])
  })

  test('of two colleagues at the same moment: one is asked', async () => {
    const { admin, id } = await anEnrolment()
    const outcomes = await Promise.all([
      registerPayment(admin, id, payment(), form()),
      registerPayment(admin, id, payment(), form()),
    ])
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await amounts()).toEqual([490])
  })

  test('of more than twice the price, or of a refund of more than was paid, asks', async () => {
    const { admin, id } = await anEnrolment()
    const much = payment({ cents: 196_001 })
    expect(await registerPayment(admin, id, much, form())).toMatchObject({ refusal: 'unusual' })
    expect(await registerPayment(admin, id, payment({ cents: -1 }), form())).toMatchObject({
      refusal: 'more-than-paid',
    })
    expect(
      await registerPayment(admin, id, much, form({ confirmation: confirmationOf('unusual', much) })),
    ).toMatchObject({ ok: true })
    expect(await amounts()).toEqual([1960.01])
  })

  test('is refused for what nobody pays for', async () => {
    const { admin, member, id } = await anEnrolment()
    const other = await aCourse({ price: 100 })
    await requestEnrolment(member, other.id)
    const pending = (await enrolmentOfPerson(member, other))?.id ?? ''
    expect(await registerPayment(admin, pending, payment(), form())).toMatchObject({ refusal: 'no-seat' })
    expect(await registerPayment(admin, randomUUID(), payment(), form())).toMatchObject({
      refusal: 'unknown',
    })
    expect(await registerPayment(admin, 'x', payment(), form())).toMatchObject({ refusal: 'unknown' })
    expect(await registerPayment(admin, id, payment(), { key: 'x', seenPaid: 0 })).toMatchObject({
      refusal: 'unknown',
    })
  })

  test.each([
    [{ amount: '490,00' }, {}, 49000],
    [{ amount: '1.250,50', direction: 'out' }, {}, -125050],
    [{ amount: '0' }, { amount: 'Scrivi l’importo: non può essere di 0 €' }, 0],
    [{ amount: '' }, { amount: 'Scrivi l’importo: non può essere di 0 €' }, 0],
    [{ amount: '0', direction: 'out' }, { amount: 'Scrivi l’importo: non può essere di 0 €' }, -0],
    [{ receivedOn: '' }, { receivedOn: 'Scrivi il giorno' }, 49000],
    [{ receivedOn: '', direction: 'out' }, { receivedOn: 'Scrivi il giorno' }, -49000],
    [{ receivedOn: '17/02/2027' }, { receivedOn: 'Questo giorno deve ancora venire' }, 49000],
    [{ note: 'x'.repeat(201) }, { note: 'La nota può avere al massimo 200 caratteri' }, 49000],
  ])('of %j is read: %j', (typed, errors, cents) => {
    const text = { direction: 'in', amount: '490', receivedOn: '16/02/2027', method: 'cash', note: '' }
    const read = readPayment({ ...text, ...typed }, '2027-02-16')
    expect(read.errors).toEqual(errors)
    expect(read.payment).toMatchObject({ cents, method: 'cash' })
  })
})

test('money goes back for an enrolment that has ended', async () => {
  const { admin, member, id } = await anEnrolment()
  await registerPayment(admin, id, payment(), form())
  await cancelEnrolment(admin, id, 'Chiuso')
  const refund = payment({ cents: -34300 })
  expect(await registerPayment(admin, id, refund, form({ seenPaid: 49000 }))).toMatchObject({ ok: true })
  const email = (await emailsTo(member.email)).find(({ kind }) => kind === 'payment-returned')
  expect(spaces(email?.text ?? '')).toContain('ti abbiamo restituito 343,00 €')
})

test('the lists tell who is late, what comes and what has come', async () => {
  const { admin, course, id } = await anEnrolment()
  const filter = { text: '', course: '', office: '', month: '', page: 1 }
  expect(await unpaidEnrolments(admin, 'scaduti', filter)).toEqual([])
  expect(await unpaidEnrolments(admin, 'in-arrivo', filter)).toMatchObject([
    { id, dueOn: inDays(7), open: 490 },
  ])
  await db.execute('update dues set due_on = due_on - 20 where number = 1')
  expect(await unpaidEnrolments(admin, 'scaduti', filter)).toMatchObject([
    { id, dueOn: inDays(-13), open: 490 },
  ])
  expect(await unpaidEnrolments(admin, 'scaduti', { ...filter, text: 'nessuno' })).toEqual([])
  expect(await payersOf(admin, course.id)).toMatchObject([{ id, balance: { late: 49000, owed: 98000 } }])
  expect(await paymentFigures(admin)).toMatchObject({ late: { count: 1, euros: 490 } })
  await registerPayment(admin, id, payment({ cents: 10000 }), form())
  expect(await unpaidEnrolments(admin, 'scaduti', filter)).toMatchObject([{ open: 390 }])
  expect(await receivedPayments(admin, filter)).toMatchObject([{ amount: 100, course: { id: course.id } }])
  await cancelEnrolment(admin, id, 'Chiuso')
  expect(await unpaidEnrolments(admin, 'scaduti', filter)).toEqual([])
})

test('a deleted account leaves its payments to a nameless enrolment that has ended', async () => {
  const { admin, member, id } = await anEnrolment()
  await registerPayment(admin, id, payment(), form())
  expect(await deletePerson(admin, member.id, member.email)).toMatchObject({ ok: true })
  const [left] = await db
    .select({ amount: payments.amount, ending: userCourses.ending, name: profiles.lastName })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
  expect(left).toEqual({ amount: 490, ending: 'cancelled_by_person', name: 'eliminato' })
})
