/** What an end gives back of what was paid: before the press, in its e-mails, after it, and in the lists. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../../tests/decisions'
import { emailsTo } from '../../../tests/people'
import { enrolmentOfPerson } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { decisions, outgoingMail, payments, userCourses } from '../../database/schema'
import { cancelEdition, postponeEdition } from '../../editions/commands.server'
import { answerPostponement, recordPhoneAnswer } from '../../editions/postponement-answers.commands.server'
import { registerPayment } from '../../payments/commands.server'
import {
  ALL_PAYMENTS,
  openRefunds,
  openRefundsOfEdition,
  paymentFigures,
  unpaidEnrolments,
} from '../../payments/list.queries.server'
import { payerById } from '../../payments/queries.server'
import { confirmationOf } from '../../payments/rules'
import { deletePerson } from '../../privacy/commands.server'
import { undoDecision } from '../../undo/commands.server'
import { enrolmentStatus } from '../mine/enrolment-status'
import { enrolmentOf } from '../mine/queries.server'
import { refundLink, refundsOf, refundsToday } from '../refund.queries.server'
import { requestEnrolment } from '../request/commands.server'
import { approveRequest } from '../review/commands.server'
import { cancelOwnEnrolment, moveOwnEnrolment } from './commands.server'
import { cancelEnrolment, moveEnrolment } from './office.commands.server'
import { refundIfCancelledInWords } from './queries.server'

beforeEach(emptyDatabase)
beforeEach(withUndo)

const ALL = { ...ALL_PAYMENTS, page: 1 }
const spaces = (text: string | undefined) => (text ?? '').replaceAll('\u00a0', ' ')

/** Approved for 980 euros in two parts, of which `paid` euros have come. */
async function paying({ name = 'ada', startsIn = 9, paid = 490 } = {}) {
  const [admin, member] = [await anAdmin(`admin-${name}`), await aMember(name)]
  const course = await aCourse({ title: `Corso di ${name}`, price: 980, paymentInstallments: [490, 490] }, [
    { startDate: inDays(startsIn) },
  ])
  await requestEnrolment(member, course.id)
  const id = (await enrolmentOfPerson(member, course))?.id ?? ''
  await approveRequest(admin, id)
  if (paid > 0) await pay(id, paid)
  await settleDecisions()
  return { admin, member, course, id }
}
async function pay(enrolmentId: string, amount: number) {
  const facts = { receivedOn: inDays(0), method: 'transfer' } as const
  await db.insert(payments).values({ id: randomUUID(), enrolmentId, amount, ...facts })
}
const groundOf = async (id: string) =>
  (await db.select().from(userCourses).where(eq(userCourses.id, id)))[0]?.refundGround
const emailOf = async (address: string, kind: string) =>
  spaces((await emailsTo(address)).find((email) => email.kind === kind)?.text)
const refund = (cents: number) => ({
  cents: -cents,
  receivedOn: inDays(0),
  method: 'transfer' as const,
  note: null,
})

describe('the same cents before the press and after it', () => {
  test('for the person who cancels late', async () => {
    const { admin, member, id } = await paying()
    const enrolment = await enrolmentOf(member, id)
    const before = enrolment && (await refundIfCancelledInWords(member, enrolment))
    expect(spaces(before)).toContain('tratteniamo il 30% (147 €) e ti restituiamo 343 €')
    expect(await cancelOwnEnrolment(member, id)).toEqual({ ok: true })
    expect(await groundOf(id)).toBe('late')
    expect(await emailOf(member.email, 'enrolment-cancelled')).toContain(
      'Hai pagato 490 €: come previsto tratteniamo il 30% (147 €) e ti restituiamo 343 €.',
    )
    expect(await emailOf('segreteria@example.org', 'cancelled-for-office')).toContain('343 €')
    const after = await enrolmentOf(member, id)
    expect(after?.refund).toMatchObject({ total: 34_300, open: 34_300 })
    expect(spaces(after && enrolmentStatus(after).sentence)).toContain('ti restituiamo 343 €')
    expect(await openRefunds(admin, ALL)).toMatchObject([{ id, open: 343, paid: 490 }])
    expect(await paymentFigures(admin)).toMatchObject({ toRefund: { count: 1, euros: 343 } })
    expect((await payerById(admin, id))?.refund).toMatchObject({ open: 34_300 })
  })

  test('the list of refunds names what was paid, also after a part was given back', async () => {
    const { admin, member, id } = await paying()
    await cancelOwnEnrolment(member, id)
    await registerPayment(admin, id, refund(20_000), { key: randomUUID(), seenPaid: 49_000, seenEnded: true })
    expect(await openRefunds(admin, ALL)).toMatchObject([{ id, open: 143, paid: 490 }])
  })

  test('for the office that cancels early', async () => {
    const { admin, member, id } = await paying({ startsIn: 60 })
    expect((await refundsToday([id], 'cancelled_by_office')).get(id)).toMatchObject({ total: 49_000 })
    expect(await refundLink(admin, id, '/admin')).toEqual({})
    await cancelEnrolment(admin, id, 'Lo hai chiesto tu')
    expect(await groundOf(id)).toBe('early')
    expect(await emailOf(member.email, 'enrolment-cancelled')).toContain(
      'Hai pagato 490 €: ti restituiamo per intero 490 €.',
    )
    expect(await refundLink(admin, id, '/admin')).toEqual({
      link: { label: 'Registra il rimborso', to: `/admin/iscrizioni/${id}/incasso?torna=%2Fadmin` },
    })
  })

  test('for everybody of an edition that is cancelled', async () => {
    const { admin, member, course, id } = await paying({ startsIn: 2 })
    await cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' })
    expect(await groundOf(id)).toBe('free')
    expect(await emailOf(member.email, 'edition-cancelled')).toContain('ti restituiamo per intero 490 €')
    expect(await openRefunds(admin, { ...ALL, course: course.id })).toMatchObject([{ id, open: 490 }])
    expect(await openRefunds(admin, { ...ALL, course: randomUUID() })).toEqual([])
  })

  test('for more people than a page of the list holds', async () => {
    const { admin, member, course } = await paying({ startsIn: 2 })
    const ended = {
      courseId: course.id,
      userId: member.id,
      ending: 'cancelled_by_office',
      endedAt: new Date(),
    } as const
    const enrolments = await db
      .insert(userCourses)
      .values(Array.from({ length: 60 }, () => ({ ...ended, refundGround: 'free' as const })))
      .returning()
    for (const { id } of enrolments) await pay(id, 100)
    expect(await openRefunds(admin, { ...ALL, course: course.id })).toHaveLength(51)
    expect(await openRefundsOfEdition(admin, course.id)).toHaveLength(60)
    expect(await openRefundsOfEdition(admin, randomUUID())).toEqual([])
  })

  test('for who has not paid nothing is said', async () => {
    const { admin, member, id } = await paying({ paid: 0 })
    expect((await refundsToday([id], 'cancelled_by_person')).size).toBe(0)
    await cancelOwnEnrolment(member, id)
    expect(await emailOf(member.email, 'enrolment-cancelled')).not.toContain('restitu')
    expect((await enrolmentOf(member, id))?.refund).toBeNull()
    expect(await openRefunds(admin, ALL)).toEqual([])
  })

  test('new dates that somebody has not accepted cost nothing, also by telephone after the last day', async () => {
    const { admin, member, course, id } = await paying()
    await postponeEdition(admin, course.id, { sessions: inDays(10), answerBy: inDays(4) })
    await settleDecisions()
    expect((await refundsToday([id], 'cancelled_by_office')).get(id)).toMatchObject({ ground: 'free' })
    const enrolment = await enrolmentOf(member, id)
    expect(spaces(enrolment && (await refundIfCancelledInWords(member, enrolment)))).toBe(
      'Le date sono cambiate: disdici senza costi. Hai pagato 490 €: ti restituiamo per intero 490 €.',
    )
    await answerPostponement(member, id, true)
    expect((await refundsToday([id], 'cancelled_by_office')).get(id)).toMatchObject({ ground: 'late' })
    await db.execute(sql`update postponements set answer_by = answer_by - 9`)
    await recordPhoneAnswer(admin, id, false)
    expect(await groundOf(id)).toBe('free')
  })

  test('who has accepted new dates, and then does not, pays nothing either, in the e-mail and in the list', async () => {
    const { admin, member, course, id } = await paying()
    await postponeEdition(admin, course.id, { sessions: inDays(10), answerBy: inDays(4) })
    await settleDecisions()
    await answerPostponement(member, id, true)
    await answerPostponement(member, id, false)
    expect(await groundOf(id)).toBe('free')
    expect(await emailOf(member.email, 'enrolment-cancelled')).toContain('490 €')
    expect(await emailOf(member.email, 'enrolment-cancelled')).not.toContain('343 €')
    expect(await openRefunds(admin, ALL)).toMatchObject([{ id, open: 490 }])
  })

  test('while new dates can be taken back, nobody can cancel by themselves', async () => {
    const { admin, member, course, id } = await paying()
    const postponed = await postponeEdition(admin, course.id, { sessions: inDays(60), answerBy: inDays(4) })
    expect(await cancelOwnEnrolment(member, id)).toEqual({ ok: false, refusal: 'updating' })
    expect(await enrolmentOf(member, id)).toMatchObject({ ending: null })
    await undoDecision(admin, decisionOf(postponed))
    expect(await cancelOwnEnrolment(member, id)).toEqual({ ok: true })
    expect(await groundOf(id)).toBe('late')
  })

  test('who tells the office at once that new dates do not suit pays nothing', async () => {
    const { admin, course, id } = await paying()
    await postponeEdition(admin, course.id, { sessions: inDays(10), answerBy: inDays(4) })
    expect((await refundsToday([id], 'cancelled_by_office')).get(id)).toMatchObject({ ground: 'free' })
    expect(await cancelEnrolment(admin, id, 'Le nuove date non vanno bene')).toMatchObject({ ok: true })
    expect(await groundOf(id)).toBe('free')
  })

  test('the start that counts is that of the day of the end', async () => {
    const { admin, member, id, course } = await paying()
    await cancelOwnEnrolment(member, id)
    await db.execute(
      sql`update courses set start_date = start_date + 90, end_date = end_date + 90 where id = ${course.id}`,
    )
    expect(await openRefunds(admin, ALL)).toMatchObject([{ open: 343 }])
  })

  test('a deleted account leaves its refund to the nameless enrolment', async () => {
    const { admin, member, id } = await paying()
    expect(await deletePerson(admin, member.id, member.email)).toMatchObject({ ok: true })
    expect(await groundOf(id)).toBe('late')
    expect(await openRefunds(admin, ALL)).toMatchObject([{ id, open: 343 }])
  })
})

describe('a refund that is registered', () => {
  test('says why, waits, is read once it is settled, and leaves the list', async () => {
    const { admin, member, id } = await paying()
    await cancelOwnEnrolment(member, id)
    const form = { key: randomUUID(), seenPaid: 49_000 }
    const registered = await registerPayment(admin, id, refund(34_300), form)
    const email = await emailOf(member.email, 'payment-returned')
    expect(email).toContain('hai disdetto l’iscrizione')
    expect(email).toContain(
      'meno di 14 giorni prima dell’inizio: come previsto tratteniamo il 30% (147 €) e ti restituiamo 343 €. Il bonifico è partito',
    )
    expect(await openRefunds(admin, ALL)).toEqual([])
    expect((await enrolmentOf(member, id))?.refund).toMatchObject({ returned: 0, open: 34_300 })

    await undoDecision(admin, decisionOf(registered))
    expect(await emailOf(member.email, 'payment-returned')).toBe('')
    expect(await openRefunds(admin, ALL)).toMatchObject([{ open: 343 }])

    await registerPayment(admin, id, refund(34_300), { ...form, key: randomUUID() })
    await settleDecisions()
    const after = await enrolmentOf(member, id)
    expect(after?.refund).toMatchObject({ returned: 34_300, open: 0 })
    expect(spaces(after && enrolmentStatus(after).sentence)).toContain('Ti abbiamo restituito 343 €.')
  })

  test('of another sum leaves the rest open', async () => {
    const { admin, member, id } = await paying()
    await cancelOwnEnrolment(member, id)
    await registerPayment(admin, id, refund(30_000), { key: randomUUID(), seenPaid: 49_000 })
    expect(await emailOf(member.email, 'payment-returned')).toContain(
      'ti abbiamo restituito 300,00 €: il bonifico',
    )
    expect(await openRefunds(admin, ALL)).toMatchObject([{ open: 43 }])
  })

  test('of more than was paid is asked about', async () => {
    const { admin, member, id } = await paying()
    await cancelOwnEnrolment(member, id)
    const form = { key: randomUUID(), seenPaid: 49_000 }
    expect(await registerPayment(admin, id, refund(49_001), form)).toMatchObject({
      refusal: 'more-than-paid',
    })
    const confirmation = confirmationOf('more-than-paid', refund(49_001))
    expect(await registerPayment(admin, id, refund(49_001), { ...form, confirmation })).toMatchObject({
      ok: true,
    })
    expect((await refundsOf([id])).get(id)).toMatchObject({ open: 0 })
  })

  test('is taken back before the end, and the dues are open again', async () => {
    const { admin, id } = await paying()
    const ended = decisionOf(await cancelEnrolment(admin, id, 'Chiuso'))
    const form = { key: randomUUID(), seenPaid: 49_000 }
    const returned = decisionOf(await registerPayment(admin, id, refund(34_300), form))
    expect(await undoDecision(admin, ended)).toMatchObject({ refusal: 'changed' })
    for (const decision of [returned, ended])
      expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
    expect(await groundOf(id)).toBeNull()
    expect(await openRefunds(admin, ALL)).toEqual([])
    expect((await payerById(admin, id))?.balance).toMatchObject({ owed: 98_000, paid: 49_000, open: 49_000 })
  })
})

test('a payment that comes after the end is to go back too, and its e-mail names no due', async () => {
  const { admin, member, id } = await paying({ startsIn: 60, paid: 0 })
  await cancelOwnEnrolment(member, id)
  const payment = { ...refund(-49_000), cents: 49_000 }
  expect(await registerPayment(admin, id, payment, { key: randomUUID(), seenPaid: 0 })).toMatchObject({
    ok: true,
  })
  const email = await emailOf(member.email, 'payment-received')
  expect(email).toContain('La tua iscrizione è finita. Hai pagato 490 €: ti restituiamo per intero 490 €.')
  expect(email).not.toContain('scade')
  expect(await openRefunds(admin, ALL)).toMatchObject([{ open: 490 }])
})

describe('the waiting e-mail about a payment', () => {
  const received = async (address: string) => {
    const rows = await db.select().from(outgoingMail).where(eq(outgoingMail.toAddress, address))
    const emails = rows.filter(({ kind }) => kind === 'payment-received')
    expect(emails).toHaveLength(1)
    return { text: spaces(emails[0]?.text), html: emails[0]?.html, dueAt: emails[0]?.dueAt.getTime() ?? 0 }
  }
  const heldUntil = async (id: string) =>
    (await db.select().from(decisions).where(eq(decisions.id, id)))[0]?.heldUntil.getTime()

  /** 490 of 980 euros have come, and their e-mail waits; it names the second due. */
  async function withWaitingEmail() {
    const enrolment = await paying({ startsIn: 60, paid: 0 })
    const payment = { ...refund(-49_000), cents: 49_000 }
    await registerPayment(enrolment.admin, enrolment.id, payment, { key: randomUUID(), seenPaid: 0 })
    expect((await received(enrolment.member.email)).text).toContain('la prossima rata di 490 € scade')
    return enrolment
  }

  test('asks for no due once the person has cancelled', async () => {
    const { member, id } = await withWaitingEmail()
    await cancelOwnEnrolment(member, id)
    const { text } = await received(member.email)
    expect(text).toContain('La tua iscrizione è finita. Hai pagato 490 €: ti restituiamo per intero 490 €.')
    expect(text).not.toContain('scade')
  })

  test('tells the same refund as that about another payment', async () => {
    const { admin, member, id } = await paying({ startsIn: 60, paid: 0 })
    for (const seenPaid of [0, 49_000]) {
      const payment = { ...refund(-49_000), cents: 49_000 }
      await registerPayment(admin, id, payment, { key: randomUUID(), seenPaid })
    }
    await cancelOwnEnrolment(member, id)
    const emails = (await emailsTo(member.email)).filter(({ kind }) => kind === 'payment-received')
    expect(emails.map(({ text }) => spaces(text))).toEqual([
      expect.stringContaining('Hai pagato 980 €: ti restituiamo per intero 980 €.'),
      expect.stringContaining('Hai pagato 980 €: ti restituiamo per intero 980 €.'),
    ])
  })

  test('waits until an end by the office is final, and names the dues again when it is taken back', async () => {
    const { admin, member, course, id } = await withWaitingEmail()
    const acts = [
      () => cancelEnrolment(admin, id, 'Chiuso'),
      () => cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' }),
    ]
    for (const act of acts) {
      const ended = decisionOf(await act())
      const email = await received(member.email)
      expect(email.text).toContain('La tua iscrizione è finita.')
      expect(email.dueAt).toBe(await heldUntil(ended))
      // The time of the payment may be over by then.
      await db
        .update(decisions)
        .set({ heldUntil: sql`now() - interval '1 second'` })
        .where(eq(decisions.kind, 'payment'))
      await undoDecision(admin, ended)
      expect((await received(member.email)).text).toContain('la prossima rata di 490 € scade')
    }
  })

  test('names edition and dues of the new place, and those of the former when a move is taken back', async () => {
    const { admin, member, course, id } = await withWaitingEmail()
    const later = await aCourse({ title: 'Più tardi', price: 1200, seriesId: course.seriesId }, [
      { startDate: inDays(90) },
    ])
    const moved = decisionOf(await moveEnrolment(admin, id, later.id))
    const email = await received(member.email)
    expect(email.text).toContain('Più tardi')
    expect(email.text).toContain('710 €')
    expect(email.html).not.toContain(id)
    expect(email.dueAt).toBe(await heldUntil(moved))
    await undoDecision(admin, moved)
    const emailBefore = await received(member.email)
    expect(emailBefore.text).toContain('Corso di ada')
    expect(emailBefore.text).toContain('la prossima rata di 490 € scade')
    expect(emailBefore.html).toContain(id)

    expect(await moveOwnEnrolment(member, id, later.id)).toEqual({ ok: true })
    expect((await received(member.email)).text).toContain('710 €')
  })
})

test('an end leaves the waiting e-mail about a payment, also one by the office that is taken back', async () => {
  const [ada, bea, carlo] = [
    await paying({ startsIn: 60, paid: 0 }),
    await paying({ name: 'bea', startsIn: 60, paid: 0 }),
    await paying({ name: 'carlo', startsIn: 60, paid: 0 }),
  ]
  const payment = { ...refund(-49_000), cents: 49_000 }
  for (const { admin, id } of [ada, bea, carlo])
    await registerPayment(admin, id, payment, { key: randomUUID(), seenPaid: 0 })
  const cancelled = await cancelEnrolment(ada.admin, ada.id, 'Chiuso')
  expect(await emailOf(ada.member.email, 'enrolment-cancelled')).toContain('490 €')
  expect(await undoDecision(ada.admin, decisionOf(cancelled))).toMatchObject({ ok: true })
  expect(await emailOf(ada.member.email, 'payment-received')).toContain('490,00 €')

  expect(await cancelOwnEnrolment(carlo.member, carlo.id)).toEqual({ ok: true })
  expect(await emailOf(carlo.member.email, 'payment-received')).toContain('490,00 €')

  const { seriesId } = bea.course
  const later = await aCourse({ price: 980, seriesId }, [{ startDate: inDays(90) }])
  expect(await moveOwnEnrolment(bea.member, bea.id, later.id)).toEqual({ ok: true })
  expect(await emailOf(bea.member.email, 'payment-received')).toContain('490,00 €')
})

test('what is not paid is no longer due after an end, and due again when it is taken back', async () => {
  const { admin, id } = await paying({ startsIn: 60 })
  expect(await unpaidEnrolments(admin, 'in-arrivo', ALL)).toEqual([])
  await db.execute(sql`update dues set due_on = due_on - 60`)
  expect(await unpaidEnrolments(admin, 'scaduti', ALL)).toMatchObject([{ id, open: 490 }])
  const ended = decisionOf(await cancelEnrolment(admin, id, 'Chiuso'))
  expect(await unpaidEnrolments(admin, 'scaduti', ALL)).toEqual([])
  await undoDecision(admin, ended)
  expect(await unpaidEnrolments(admin, 'scaduti', ALL)).toMatchObject([{ id, open: 490 }])
})

test('a move gives nothing back: payments follow it, and what is too much is a credit there', async () => {
  const { admin, id } = await paying({ startsIn: 60, paid: 980 })
  const cheaper = await aCourse({ title: 'Altro', price: 500 }, [{ startDate: inDays(90) }])
  await moveEnrolment(admin, id, cheaper.id)
  expect(await groundOf(id)).toBeNull()
  expect(await openRefunds(admin, ALL)).toEqual([])
  const [there] = await db.select().from(userCourses).where(eq(userCourses.courseId, cheaper.id))
  expect((await payerById(admin, there?.id ?? ''))?.balance).toMatchObject({ owed: 50_000, credit: 48_000 })
})

test('the list has the cents of the rule, whatever was paid and returned', async () => {
  const admin = await anAdmin()
  const sums = [1, 333.33, 490, 979.99, 980, 1000.01]
  for (const [index, paid] of sums.entries()) {
    const { member, id } = await paying({ name: `p${index}`, paid })
    await pay(id, -0.5)
    await cancelOwnEnrolment(member, id)
    if (index % 2 === 1) await pay(id, -paid / 3)
  }
  const listed = await openRefunds(admin, ALL)
  const ruled = await refundsOf(listed.map(({ id }) => id))
  expect(listed.length).toBeGreaterThanOrEqual(5)
  for (const { id, open } of listed) expect(Math.round(open * 100)).toBe(ruled.get(id)?.open)
})

test('cancelling a free course costs nothing, and its cancellation promises no refund', async () => {
  const [admin, member] = [await anAdmin(), await aMember('ada')]
  const course = await aCourse({ price: 0 }, [{ startDate: inDays(9) }])
  await requestEnrolment(member, course.id)
  const id = (await enrolmentOfPerson(member, course))?.id ?? ''
  await approveRequest(admin, id)
  await settleDecisions()
  const enrolment = await enrolmentOf(member, id)
  expect(enrolment && (await refundIfCancelledInWords(member, enrolment))).toBe('Disdire non costa nulla.')
  await cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' })
  const text = await emailOf(member.email, 'edition-cancelled')
  expect(text).toContain('Per le prossime date')
  expect(text).not.toMatch(/pagato|rimborso/)
})

test('the office reads what goes back of a payment that the person who cancels cannot read yet', async () => {
  const { admin, member, id } = await paying({ startsIn: 60, paid: 0 })
  const payment = { ...refund(-49_000), cents: 49_000 }
  await registerPayment(admin, id, payment, { key: randomUUID(), seenPaid: 0 })
  expect(await cancelOwnEnrolment(member, id)).toEqual({ ok: true })
  expect(await emailOf(member.email, 'enrolment-cancelled')).not.toContain('490')
  expect(await emailOf('segreteria@example.org', 'cancelled-for-office')).toContain('490 €')
})

test('the office reads the same of a payment that the person who declines new dates cannot read yet', async () => {
  const { admin, member, course, id } = await paying({ paid: 0 })
  await postponeEdition(admin, course.id, { sessions: inDays(10), answerBy: inDays(4) })
  await settleDecisions()
  const payment = { ...refund(-49_000), cents: 49_000 }
  await registerPayment(admin, id, payment, { key: randomUUID(), seenPaid: 0 })
  expect(await answerPostponement(member, id, false)).toEqual({ ok: true })
  expect(await emailOf(member.email, 'enrolment-cancelled')).not.toContain('490')
  expect(await emailOf('segreteria@example.org', 'cancelled-for-office')).toContain('Da restituire: 490 €')
})
