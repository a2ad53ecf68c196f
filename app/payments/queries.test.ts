import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anOwing, dueFell, turnRemindersOn } from '../../tests/payments'
import { aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import {
  billingDetails,
  courses,
  dues,
  paymentReminders,
  payments,
  profiles,
  userCourses,
} from '../database/schema'
import { balanceOf } from '../enrolments/dues/rules'
import { cancelEnrolment } from '../enrolments/leave/office.commands.server'
import { registerPayment } from './commands.server'
import {
  lateCount,
  lateSum,
  openRefunds,
  paymentChoices,
  paymentFigures,
  receivedPayments,
  unpaidEnrolments,
} from './list.queries.server'
import { readPaymentQuery } from './list.rules'
import { paymentsOfPerson } from './queries.server'
import { nextDuesOf } from './rules'

beforeEach(emptyDatabase)

const monthIn = (day: string) => day.slice(0, 7)
const viewOf = (query: string) => readPaymentQuery(new URLSearchParams(query))

test('the list and its figures follow the edition, the office, the month and the name', async () => {
  const [ada, bea] = [await anOwing('ada'), await anOwing('bea')]
  await db.update(courses).set({ location: 'Fermo' }).where(eq(courses.id, bea.course.id))
  await dueFell(ada.id, -40)
  await dueFell(bea.id, -3)
  const month = inDays(-40).slice(0, 7)
  const found = async (query: string) => {
    const filter = viewOf(query)
    const rows = await unpaidEnrolments(ada.admin, 'scaduti', filter)
    const { late } = await paymentFigures(ada.admin, filter)
    expect(late.euros).toBe(rows.reduce((sum, { open }) => sum + open, 0))
    return rows.map(({ person }) => person.firstName)
  }
  expect(await found('')).toEqual(['Ada', 'Bea'])
  expect(await lateCount(ada.admin)).toBe(2)
  expect(await lateSum(ada.admin)).toMatchObject({ count: 2 })
  expect(await found(`corso=${bea.course.id}`)).toEqual(['Bea'])
  expect(await found('sede=Fermo')).toEqual(['Bea'])
  expect(await found(`mese=${month}`)).toEqual(['Ada'])
  expect(await found('q=ada')).toEqual(['Ada'])
  for (const nonsense of ['corso=x', 'mese=2027-13', 'mese=x', 'raggruppa=constructor'])
    expect(await found(nonsense)).toHaveLength(2)

  const choices = await paymentChoices(ada.admin, 'scaduti')
  expect(choices.editions.map(({ id }) => id).toSorted()).toEqual([ada.course.id, bea.course.id].toSorted())
  expect(choices.offices).toContain('Fermo')
  expect(choices.months).toEqual([inDays(-3).slice(0, 7), month])

  const payment = { cents: 5_000, receivedOn: inDays(-40), method: 'cash' as const, note: null }
  await registerPayment(ada.admin, ada.id, payment, { key: randomUUID(), seenPaid: 0 })
  const received = async (query: string) => [
    (await receivedPayments(ada.admin, viewOf(query))).length,
    (await paymentFigures(ada.admin, viewOf(query))).received.euros,
  ]
  expect(await received(`mese=${month}`)).toEqual([1, 50])
  expect(await received(`mese=${month}&corso=${bea.course.id}`)).toEqual([0, 0])
  const { editions, months } = await paymentChoices(ada.admin, 'incassati')
  expect(months).toEqual([month])
  expect(editions.map(({ id }) => id)).toEqual([ada.course.id])

  // Long ago: no choice any more, but the one that is chosen.
  await db.update(payments).set({ receivedOn: inDays(-91) })
  expect((await paymentChoices(ada.admin, 'incassati')).editions).toEqual([])
  const { editions: chosen } = await paymentChoices(ada.admin, 'incassati', ada.course.id)
  expect(chosen.map(({ id }) => id)).toEqual([ada.course.id])
  const { editions: unpaid } = await paymentChoices(ada.admin, 'incassati', bea.course.id)
  expect(unpaid.map(({ id }) => id)).toEqual([bea.course.id])

  // Months without a payment between the first and the last one are choices too.
  await registerPayment(
    ada.admin,
    ada.id,
    { ...payment, receivedOn: inDays(0) },
    { key: randomUUID(), seenPaid: 5_000 },
  )
  const { months: allMonths } = await paymentChoices(ada.admin, 'incassati')
  expect(allMonths).toEqual(expect.arrayContaining([inDays(0), inDays(-45), inDays(-91)].map(monthIn)))
})

test('the company of the billing details is found by its words, in the list, the figures and among payments', async () => {
  const [ada, bea] = [await anOwing('ada'), await anOwing('bea')]
  for (const { id } of [ada, bea]) await dueFell(id, -3)
  const invoices = {
    userId: bea.member.id,
    kind: 'company' as const,
    name: 'Società Officine & Figli S.r.l.',
  }
  await db.insert(billingDetails).values(invoices)
  const payment = { cents: 5_000, receivedOn: inDays(-1), method: 'cash' as const, note: null }
  await registerPayment(ada.admin, bea.id, payment, { key: randomUUID(), seenPaid: 0 })
  const found = async (text: string) => {
    const filter = viewOf(`q=${encodeURIComponent(text)}`)
    const rows = await unpaidEnrolments(ada.admin, 'scaduti', filter)
    const { late } = await paymentFigures(ada.admin, filter)
    const received = await receivedPayments(ada.admin, filter)
    return [rows.map(({ person }) => person.firstName), late.count, received.length]
  }
  for (const text of ['officine', 'OFFICINE figli', 'societa', 'S.r.l.', 'bea officine'])
    expect(await found(text), text).toEqual([['Bea'], 1, 1])
  for (const text of ['ada officine', 'officina', '%']) expect(await found(text), text).toEqual([[], 0, 0])
})

test('the month of a refund is that of its end in Rome', async () => {
  const { admin, id } = await anOwing('ada')
  const payment = { cents: 5_000, receivedOn: inDays(-40), method: 'cash' as const, note: null }
  await registerPayment(admin, id, payment, { key: randomUUID(), seenPaid: 0 })
  await cancelEnrolment(admin, id, 'Chiuso')
  await db
    .update(userCourses)
    .set({ endedAt: new Date('2026-10-31T23:30:00Z') })
    .where(eq(userCourses.id, id))
  const found = async (month: string) =>
    (await openRefunds(admin, viewOf(`stato=da-rimborsare&mese=${month}`))).length
  expect([await found('2026-10'), await found('2026-11')]).toEqual([0, 1])
  expect((await paymentChoices(admin, 'da-rimborsare')).months).toEqual(['2026-11'])
})

test('by company those of one stand together with their sum, and a row says when the last reminder went', async () => {
  const owing = [await anOwing('ada'), await anOwing('bea'), await anOwing('caio')]
  const [ada, bea, caio] = owing as [(typeof owing)[0], (typeof owing)[0], (typeof owing)[0]]
  await dueFell(ada.id, -20)
  await dueFell(bea.id, -10)
  await dueFell(caio.id, -30)
  await db.update(profiles).set({ company: 'Officine Esempio S.r.l.' }).where(eq(profiles.id, ada.member.id))
  const invoices = { userId: bea.member.id, kind: 'company' as const, name: 'Officine esempio srl' }
  await db.insert(billingDetails).values(invoices)
  await db.update(dues).set({ amount: 90 }).where(eq(dues.enrolmentId, bea.id))
  await db.insert(paymentReminders).values({ enrolmentId: ada.id, number: 1, kind: 'first' })

  const rows = await unpaidEnrolments(ada.admin, 'scaduti', viewOf(''), true)
  expect(rows.map(({ person, group }) => [person.firstName, group.count, group.euros])).toEqual([
    ['Ada', 2, 580],
    ['Bea', 2, 580],
    ['Caio', 1, 490],
  ])
  expect(rows.map(({ payingCompany }) => payingCompany)).toEqual([
    'Officine Esempio S.r.l.',
    'Officine esempio srl',
    null,
  ])
  expect(rows.map(({ reminders }) => reminders)).toEqual([
    { count: 1, lastSentOn: inDays(0), isFirstSent: true },
    { count: 0, lastSentOn: null, isFirstSent: false },
    { count: 0, lastSentOn: null, isFirstSent: false },
  ])
  await db.update(billingDetails).set({ kind: 'person' })
  await db.update(profiles).set({ company: 'Officine Esempio' }).where(eq(profiles.id, bea.member.id))
  const [, paysAlone] = await unpaidEnrolments(ada.admin, 'scaduti', viewOf(''), true)
  expect(paysAlone).toMatchObject({ person: { firstName: 'Caio' }, payingCompany: null })
  const byAge = await unpaidEnrolments(ada.admin, 'scaduti', viewOf(''))
  expect(byAge.map(({ person }) => person.firstName)).toEqual(['Caio', 'Ada', 'Bea'])
})

test('a late row says when the schedule reminds, and the list of all dues has those of any day', async () => {
  const [ada, bea] = [await anOwing('ada'), await anOwing('bea')]
  await dueFell(ada.id, -3)
  await dueFell(bea.id, 200)
  const nextReminders = async () =>
    (await unpaidEnrolments(ada.admin, 'scaduti', viewOf(''))).map(({ nextReminderOn }) => nextReminderOn)
  expect(await nextReminders()).toEqual([null])
  await turnRemindersOn()
  expect(await nextReminders()).toEqual([inDays(4)])
  const all = await unpaidEnrolments(ada.admin, 'da-versare', viewOf(''))
  expect(all.map(({ person, open, nextReminderOn }) => [person.firstName, open, nextReminderOn])).toEqual([
    ['Ada', 980, inDays(4)],
    ['Bea', 980, null],
  ])
  const waits = { minParticipants: 9, confirmBy: inDays(5) }
  await db.update(courses).set(waits).where(eq(courses.id, ada.course.id))
  expect(await nextReminders()).toEqual([null])
  // Deleted before it was held.
  const deleted = { minParticipants: null, archivedAt: new Date() }
  await db.update(courses).set(deleted).where(eq(courses.id, ada.course.id))
  expect(await nextReminders()).toEqual([null])
  await db.update(courses).set({ archivedAt: null }).where(eq(courses.id, ada.course.id))
  await db.insert(paymentReminders).values({ enrolmentId: ada.id, number: 1, kind: 'before' })
  expect(await nextReminders()).toEqual([inDays(4)])
  await db.insert(paymentReminders).values({ enrolmentId: ada.id, number: 1, kind: 'first' })
  expect(await nextReminders()).toEqual([null])
})

test('the payments of a person are listed alone, the most recent day first', async () => {
  const [ada, bea] = [await anOwing('ada'), await anOwing('bea')]
  const register = (owing: typeof ada, cents: number, receivedOn: string, seenPaid: number) =>
    registerPayment(
      ada.admin,
      owing.id,
      { cents, receivedOn, method: 'cash', note: null },
      { key: randomUUID(), seenPaid },
    )
  await register(ada, 10_000, inDays(-2), 0)
  await register(ada, -2_500, inDays(-1), 10_000)
  await register(ada, 5_000, inDays(-3), 7_500)
  await register(bea, 9_900, inDays(0), 0)
  const amounts = async (limit: number) =>
    (await paymentsOfPerson(ada.admin, ada.member.id, limit)).map(({ amount }) => amount)
  expect(await amounts(9)).toEqual([-25, 100, 50])
  expect(await amounts(1)).toEqual([-25])
})

test('who has two dues on the next day is one person', () => {
  const dueOn = (number: number, day: string) => ({ number, cents: 10_000, dueOn: day })
  const payer = (id: string, ...days: string[]) => ({
    id,
    balance: balanceOf(days.map((day, index) => dueOn(index + 1, day)) as never, [], '2027-01-01'),
  })
  const ada = payer('ada', '2027-02-01', '2027-02-01', '2027-03-01')
  expect(nextDuesOf([ada, payer('bea', '2027-03-01')])).toEqual({
    dueOn: '2027-02-01',
    cents: 20_000,
    peopleCount: 1,
  })
  expect(nextDuesOf([payer('bea', '2027-02-01'), ada])).toMatchObject({ cents: 30_000, peopleCount: 2 })
  expect(nextDuesOf([])).toBeNull()
})

test('an edition in which all is given back leads to its payments; a cancelled one promises no dues', async () => {
  const { admin, course, id } = await anOwing()
  const site = await wholeSite(await import('../entry.server'))
  const page = async () =>
    (await site(aRequest(`/admin/courses/${course.id}/pagamenti`, await cookieOf(admin.email)))).text()
  const facts = { receivedOn: inDays(0), method: 'transfer' as const, note: null }
  const pay = (cents: number, seenPaid: number, seenEnded = false) =>
    registerPayment(admin, id, { ...facts, cents }, { key: randomUUID(), seenPaid, seenEnded })
  expect(await pay(49_000, 0)).toMatchObject({ ok: true })
  expect(await cancelEnrolment(admin, id, 'Malattia')).toMatchObject({ ok: true })
  expect(await pay(-49_000, 49_000, true)).toMatchObject({ ok: true })
  const empty = await page()
  expect(empty).toContain('Nulla da versare né da restituire')
  expect(empty).toContain(`stato=incassati&amp;corso=${course.id}`)
  expect(empty).not.toContain('Le rate si scrivono da sole')

  await db.delete(payments)
  const withoutPayments = await page()
  expect(withoutPayments).toContain('Le rate si scrivono da sole')
  expect(withoutPayments).not.toContain('Vedi incassi e rimborsi')
  await db.update(courses).set({ cancelledAt: new Date() }).where(eq(courses.id, course.id))
  expect(await page()).toContain('L’edizione è annullata: nessuno deve versare nulla.')
})
