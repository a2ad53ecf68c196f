import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../tests/decisions'
import { aFullCourse } from '../../tests/waiting'
import { aCourse, aMember, anAdmin, anInterest, decided, emptyDatabase, inDays } from '../../tests/world'
import { SYSTEM } from '../accounts/rules'
import { db } from '../database/client.server'
import {
  auditLogs,
  courses,
  dues,
  interests,
  outgoingMail,
  seatOffers,
  userCourses,
} from '../database/schema'
import { cancelEnrolment } from '../enrolments/leave/office.commands.server'
import type { EnrolmentState } from '../enrolments/rules'
import { registerPayment } from '../payments/commands.server'
import { registerInterest } from './commands.server'
import { notifyInterested } from './notify.commands.server'

beforeEach(emptyDatabase)

const NOON = new Date('2026-11-23T11:00:00Z')
const notifyAtNoon = () => notifyInterested(SYSTEM, NOON)
const mailed = async () => (await db.select().from(outgoingMail)).map(({ toAddress }) => toAddress).sort()

async function enrol(course: { id: string }, state: EnrolmentState, facts = {}) {
  const { id } = await aMember(`persona${await db.$count(userCourses)}`)
  const link = { userId: id, courseId: course.id, ...decided(state), ...facts }
  const [row] = await db.insert(userCourses).values(link).returning()
  return row?.id ?? ''
}

test('a confirmed address is notified once, by day, when requests open', async () => {
  const course = await aCourse({ comingSoon: true, title: 'Export', slug: 'export', startDate: '2099-03-01' })
  await anInterest(course, { email: 'ada@example.it' })
  await anInterest(course, { email: 'bea@example.it' })
  await anInterest(course, { email: 'eva@example.it', confirmedAt: null })
  await anInterest(course, { email: 'zoe@example.it', notifiedAt: new Date() })
  expect(await notifyAtNoon()).toBe(0)
  await db.update(courses).set({ comingSoon: false })
  for (const time of ['2026-11-23T06:59:00Z', '2026-11-23T19:00:00Z', '2026-07-23T18:00:00Z'])
    expect(await notifyInterested(SYSTEM, new Date(time)), time).toBe(0)
  expect(await notifyAtNoon()).toBe(2)
  expect(await notifyAtNoon()).toBe(0)

  expect(await mailed()).toEqual(['ada@example.it', 'bea@example.it'])
  const [email] = await db.select().from(outgoingMail)
  expect(email).toMatchObject({
    kind: 'requests-open',
    toName: '',
    subject: 'Adesso puoi chiedere l’iscrizione: Export, Ascoli Piceno, 1 marzo 2099',
  })
  expect(email?.text).toContain('http://localhost:3000/corsi/export')
  expect(await db.$count(interests, sql`notified_at is null`)).toBe(1)
  const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(entries).toMatchObject([
    { userId: null, action: 'update', entityType: 'courses', entityId: course.id },
  ])
  expect(entries[0]?.details).toEqual({
    reminder: 'requests_open',
    course: 'Export',
    count: 2,
  })
})

describe('of a full course', () => {
  test('a free seat is notified, one that is offered to the waiting list is not', async () => {
    const course = await aCourse({ maxPartecipanti: 1 })
    await enrol(course, 'approved')
    await anInterest(course)
    expect(await notifyAtNoon()).toBe(0)
    const cancelled = { endedAt: new Date(), ending: 'cancelled_by_person' } as const
    await db.update(userCourses).set(cancelled)
    const enrolmentId = await enrol(course, 'pending', { waitingSince: new Date(), admittedAt: new Date() })
    await db
      .insert(seatOffers)
      .values({ courseId: course.id, enrolmentId, tokenHash: 'x', expiresAt: new Date() })
    expect(await notifyAtNoon()).toBe(0)
    await db.update(seatOffers).set({ answeredAt: new Date(), answer: 'declined' })
    await db.update(userCourses).set(cancelled).where(eq(userCourses.id, enrolmentId))
    expect(await notifyAtNoon()).toBe(1)
  })

  test('nobody is notified while as many people wait on its list as seats are free', async () => {
    const course = await aCourse({ maxPartecipanti: 1 })
    await enrol(course, 'pending', { waitingSince: new Date() })
    await anInterest(course)
    expect(await notifyAtNoon()).toBe(0)
    await db.update(courses).set({ maxPartecipanti: 2 })
    expect(await notifyAtNoon()).toBe(1)
  })

  test('nobody is notified of a course that they have asked for or take part in', async () => {
    const [course, ada] = [await aCourse(), await aMember('ada')]
    await db.insert(userCourses).values({ userId: ada.id, courseId: course.id })
    await anInterest(course, { email: ada.email })
    expect(await notifyAtNoon()).toBe(0)
    await db.delete(userCourses)
    expect(await notifyAtNoon()).toBe(1)
  })

  test('a request without a place on the list keeps nobody from being notified', async () => {
    const course = await aCourse({ maxPartecipanti: 2 })
    await enrol(course, 'pending')
    await anInterest(course)
    expect(await notifyAtNoon()).toBe(1)
  })
})

test.each<[string, object]>([
  ['coming', { comingSoon: true }],
  ['a draft', { draft: true }],
  ['cancelled', { cancelledAt: new Date() }],
  ['deleted', { archivedAt: new Date() }],
  ['concluded', { startDate: '2020-01-01', endDate: '2020-01-01' }],
])('of a course that is %s nobody is notified', async (_state, facts) => {
  await anInterest(await aCourse(facts))
  expect(await notifyAtNoon()).toBe(0)
})

test('of an edition that has begun nobody is notified, except of one at one’s own pace', async () => {
  const [yesterday, today, tomorrow] = [inDays(-1), inDays(0), inDays(1)]
  for (const startDate of [yesterday, today]) {
    await anInterest(await aCourse({ startDate, endDate: tomorrow }))
    await anInterest(await aCourse({ startDate, endDate: tomorrow, modalita: '', location: null }))
  }
  expect(await notifyAtNoon()).toBe(0)
  await anInterest(await aCourse({ startDate: yesterday, endDate: tomorrow, modalita: 'E-learning' }))
  await anInterest(await aCourse({ startDate: tomorrow, endDate: tomorrow }))
  expect(await notifyAtNoon()).toBe(2)
})

test('a seat that is free again in an edition that has begun leaves the notice for the next edition', async () => {
  const course = await aCourse({ startDate: inDays(-1), endDate: inDays(9) })
  await anInterest(course)
  expect(await notifyAtNoon()).toBe(0)
  const next = await aCourse({ seriesId: course.seriesId, slug: 'prossima' }, [{ startDate: inDays(30) }])
  expect(await notifyAtNoon()).toBe(1)
  expect((await db.select().from(outgoingMail))[0]?.text).toContain(`/corsi/${next.slug}`)
})

test.each([null, 0])('a course with the limit %j is never full', async (maxPartecipanti) => {
  const course = await aCourse({ maxPartecipanti })
  await enrol(course, 'approved')
  await anInterest(course)
  expect(await notifyAtNoon()).toBe(1)
})

describe('of another edition', () => {
  const ended = () => aCourse({}, [{ startDate: '2020-01-01' }])
  const editionOf = ({ seriesId }: { seriesId: string }, facts = {}) =>
    aCourse({ seriesId, slug: `edizione-${crypto.randomUUID()}`, ...facts }, [{ startDate: inDays(30) }])

  test('that came later, its addresses are notified, with its address, once for all editions', async () => {
    const course = await ended()
    await anInterest(course)
    const edition = await editionOf(course)
    await editionOf(course, { startDate: inDays(60), endDate: inDays(60) })
    expect(await notifyAtNoon()).toBe(1)
    expect((await db.select().from(outgoingMail))[0]?.text).toContain(`/corsi/${edition.slug}`)
    expect(await notifyAtNoon()).toBe(0)
    expect(await db.$count(outgoingMail)).toBe(1)
  })

  test('that was there before, of another course, or that takes no requests, nobody is notified', async () => {
    const course = await ended()
    const before = await editionOf(course)
    await anInterest(course, { knownEditions: [before.id] })
    await aCourse()
    await editionOf(course, { comingSoon: true })
    await editionOf(course, { draft: true })
    expect(await notifyAtNoon()).toBe(0)
  })

  test('that is published later, whenever it was written, its addresses are notified', async () => {
    const course = await ended()
    const draft = await editionOf(course, { draft: true })
    await registerInterest({ address: '192.0.2.7', device: '' }, course, 'bea@example.it', 'quando')
    await db.update(interests).set({ confirmedAt: new Date() })
    expect(await notifyAtNoon()).toBe(0)
    await db.update(courses).set({ draft: false }).where(eq(courses.id, draft.id))
    expect(await notifyAtNoon()).toBe(1)
  })

  test('that could be asked for already, nobody is notified', async () => {
    const course = await ended()
    await editionOf(course)
    await registerInterest({ address: '192.0.2.7', device: '' }, course, 'bea@example.it', 'quando')
    await db.update(interests).set({ confirmedAt: new Date() })
    expect(await notifyAtNoon()).toBe(0)
  })
})

test('while the release of a seat can be taken back nobody is notified', async () => {
  withUndo()
  const [admin, course] = [await anAdmin(), await aFullCourse()]
  await anInterest(course)
  const [seated] = await db.select().from(userCourses)
  const decision = decisionOf(await cancelEnrolment(admin, seated?.id ?? '', 'Lo ha chiesto'))
  expect(await notifyAtNoon()).toBe(0)
  await settleDecisions()
  expect(decision).not.toBe('')
  expect(await notifyAtNoon()).toBe(1)
})

test('an edition whose free seat could still be taken back at the registration is announced later', async () => {
  withUndo()
  const [admin, full, course] = [
    await anAdmin(),
    await aFullCourse(),
    await aCourse({}, [{ startDate: '2020-01-01' }]),
  ]
  await db.update(courses).set({ seriesId: full.seriesId }).where(eq(courses.id, course.id))
  const [seated] = await db.select().from(userCourses)
  await cancelEnrolment(admin, seated?.id ?? '', 'Lo ha chiesto')
  await registerInterest({ address: '192.0.2.7', device: '' }, course, 'bea@example.it', 'quando')
  await db.update(interests).set({ confirmedAt: new Date() })
  expect(await notifyAtNoon()).toBe(0)
  await settleDecisions()
  expect(await notifyAtNoon()).toBe(1)
})

test('an edition that was open all along is not announced after a payment in it', async () => {
  withUndo()
  const course = await aCourse({ price: 100 }, [{ startDate: inDays(60) }])
  const concluded = await aCourse({ seriesId: course.seriesId }, [{ startDate: '2020-01-01' }])
  const id = await enrol(course, 'approved')
  await db.insert(dues).values({ enrolmentId: id, number: 1, amount: 100, dueOn: inDays(9) })
  const payment = { cents: 100_00, receivedOn: inDays(0), method: 'cash', note: null } as const
  const paid = await registerPayment(await anAdmin(), id, payment, { key: randomUUID(), seenPaid: 0 })
  expect(paid).toMatchObject({ ok: true })
  await registerInterest({ address: '192.0.2.7', device: '' }, concluded, 'bea@example.it', 'quando')
  await db.update(interests).set({ confirmedAt: new Date() })
  await settleDecisions()
  expect(await notifyAtNoon()).toBe(0)
})

test('an address that waits for two editions gets one e-mail of a third', async () => {
  const [first, second] = [await aFullCourse(), await aFullCourse()]
  await db.update(courses).set({ seriesId: first.seriesId }).where(eq(courses.id, second.id))
  for (const course of [first, second]) await anInterest(course, { email: 'ada@example.it' })
  await aCourse({ seriesId: first.seriesId, slug: 'terza' }, [{ startDate: inDays(30) }])
  expect(await notifyAtNoon()).toBe(2)
  expect(await mailed()).toEqual(['ada@example.it'])
})

test('an address that waits for two editions gets one e-mail, also where many wait', async () => {
  const [first, second] = [await aFullCourse(), await aFullCourse()]
  await db.update(courses).set({ seriesId: first.seriesId }).where(eq(courses.id, second.id))
  for (const { id } of [first, second])
    await db.execute(sql`insert into interests (course_id, email, token_hash, confirmed_at)
      select ${id}, 'p' || n || '@example.it', ${id} || n, now() from generate_series(1, 251) n`)
  await aCourse({ seriesId: first.seriesId, slug: 'terza' }, [{ startDate: inDays(30) }])
  expect(await notifyAtNoon()).toBe(502)
  expect(await mailed()).toHaveLength(251)
})

test('however many wait, each is notified', async () => {
  const course = await aCourse()
  await db.execute(sql`insert into interests (course_id, email, token_hash, confirmed_at)
    select ${course.id}, 'p' || n || '@example.it', 'h' || n, now() from generate_series(1, 501) n`)
  expect(await notifyAtNoon()).toBe(501)
  expect(new Set(await mailed()).size).toBe(501)
  expect((await db.select().from(auditLogs)).map(({ details }) => details.count)).toEqual([501])
})

test('a course that fails keeps nobody else from being notified', async () => {
  const [failing, other] = [await aCourse({ startDate: inDays(1) }), await aCourse({ startDate: inDays(2) })]
  await anInterest(failing, { email: 'ada@example.it' })
  await anInterest(other)
  await db.execute(
    sql`alter table outgoing_mail add constraint broken check (to_address <> 'ada@example.it')`,
  )
  onTestFinished(async () => void (await db.execute(sql`alter table outgoing_mail drop constraint broken`)))
  await expect(notifyAtNoon()).rejects.toThrow('1 failed: courses')
  expect(await mailed()).toEqual(['bea@example.it'])
  expect(await db.$count(interests, sql`notified_at is null`)).toBe(1)
})
