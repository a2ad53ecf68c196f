/** What a person pays is agreed when the request is made. */
import { readdirSync, readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../tests/decisions'
import { aVisitor, emailsTo } from '../../tests/people'
import { aFullCourse, enrolmentOfPerson, freeSeat, tokenFor, waitFor } from '../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import { type Member, SYSTEM } from '../accounts/rules'
import { instalmentsOf, priceOn } from '../courses/price.rules'
import { db } from '../database/client.server'
import { courses, userCourses } from '../database/schema'
import { dataOf } from '../privacy/queries.server'
import { undoDecision } from '../undo/commands.server'
import { enrolPerson } from './direct/enrol.commands.server'
import { instalmentsInWords } from './instalments.rules'
import { moveOwnEnrolment } from './leave/commands.server'
import { cancelEnrolment, moveEnrolment } from './leave/office.commands.server'
import { editionsToMoveTo } from './leave/office.queries.server'
import { editionsForOwnMove } from './leave/queries.server'
import { enrolmentOf, enrolmentsOf } from './mine/queries.server'
import { enrolSelf, requestEnrolment } from './request/commands.server'
import { approveRequest, rejectRequest, reopenRequest } from './review/commands.server'
import { enrolmentById, queueRowById } from './review/queue.queries.server'
import { answerByLink } from './waiting-list/answer.commands.server'
import { offerSeats } from './waiting-list/offers.commands.server'

beforeEach(emptyDatabase)

const EARLY = { price: 1250, priceEarlyBird: 1050, earlyBirdUntil: inDays(3) }
const LATE = { ...EARLY, earlyBirdUntil: inDays(-1) }
const INSTALMENTS = [450, 400, 400]

const priceOf = async (member: Member, course: { id: string }) =>
  (await enrolmentOfPerson(member, course))?.agreedPrice
const idOf = async (member: Member, course: { id: string }) =>
  (await enrolmentOfPerson(member, course))?.id ?? ''
const textTo = async ({ email }: Member) =>
  (await emailsTo(email))[0]?.text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')
const edition = (facts: object, days = 30) => aCourse({ ...facts }, [{ startDate: inDays(days) }])
const change = (course: { id: string }, facts: object) =>
  db.update(courses).set(facts).where(eq(courses.id, course.id))
/** The request was made so many days ago. */
const askedAgo = (member: Member, days: number) =>
  db
    .update(userCourses)
    .set({ requestedAt: sql`now() - ${days} * interval '1 day'` })
    .where(eq(userCourses.userId, member.id))

test.each([
  [EARLY, 1050],
  [{ ...EARLY, earlyBirdUntil: inDays(0) }, 1050],
  [{ ...EARLY, earlyBirdUntil: null }, 1050],
  [LATE, 1250],
  [{ price: 1250, priceEarlyBird: 0, earlyBirdUntil: null }, 1250],
  [{ price: 0, priceEarlyBird: null, earlyBirdUntil: null }, 0],
  [{ price: null, priceEarlyBird: null, earlyBirdUntil: null }, null],
])('a request has the price of its day: %j', async (prices, price) => {
  expect(priceOn(prices, inDays(0))).toBe(price)
  const [ada, course] = [await aMember('ada'), await edition(prices)]
  await requestEnrolment(ada, course.id)
  expect(await priceOf(ada, course)).toBe(price)
  expect((await enrolmentsOf(ada))[0]?.price).toBe(price)
})

test('a later change of the course moves the price of nobody who has asked', async () => {
  const [ada, bea, office] = [await aMember('ada'), await aMember('bea'), await anAdmin()]
  const course = await edition({ ...EARLY, paymentInstallments: INSTALMENTS })
  await requestEnrolment(ada, course.id)
  await change(course, { ...LATE, price: 1400 })
  await requestEnrolment(bea, course.id)
  expect([await priceOf(ada, course), await priceOf(bea, course)]).toEqual([1050, 1400])
  const id = await idOf(ada, course)
  expect(await queueRowById(office, id)).toMatchObject({ price: 1050 })
  expect(await enrolmentOf(ada, id)).toMatchObject({ price: 1050 })
  expect(await dataOf(ada)).toMatchObject({ iscrizioni: [{ prezzo: 1050 }] })
  await approveRequest(office, id)
  expect(await textTo(ada)).toContain('Prezzo: 1.050,00 €')
})

test('the e-mails tell the price, the instalments and how it is paid', async () => {
  const [ada, office] = [await aMember('ada'), await anAdmin()]
  const course = await edition({
    price: 1250,
    paymentInstallments: INSTALMENTS,
    afterApproval: 'Con bonifico.',
  })
  await requestEnrolment(ada, course.id)
  expect(await textTo(ada)).toContain('Prezzo: 1.250,00 €')
  await approveRequest(office, await idOf(ada, course))
  const text = await textTo(ada)
  expect(text).toContain('Prezzo: 1.250,00 €')
  expect(text).toMatch(/Da pagare: 450,00 € entro .*, 400,00 € entro .* e 400,00 € entro/)
  expect(text).toContain('Pagamento: Con bonifico.')
})

test('amounts of instalments are told only if they are those of the price', () => {
  const course = { price: 1250, paymentInstallments: INSTALMENTS }
  expect(instalmentsOf(1250, course)).toEqual({ count: 3, amounts: INSTALMENTS })
  expect(instalmentsOf(1050, course)).toEqual({ count: 3, amounts: null })
  // The course asks more for who pays in parts, or has a new price since the request.
  expect(instalmentsOf(1250, { price: 1250, paymentInstallments: [700, 700] })?.amounts).toEqual([700, 700])
  const rounded = { price: 1250, paymentInstallments: [326.67, 326.67, 326.67] }
  expect(instalmentsOf(980, rounded)?.amounts).toHaveLength(3)
  for (const price of [null, 0]) expect(instalmentsOf(price, course)).toBeNull()
  expect(instalmentsOf(1250, { ...course, paymentInstallments: [] })).toBeNull()
  expect(instalmentsInWords({ count: 3, amounts: null })).toBe('gli importi te li comunica la segreteria')
})

test('a direct enrolment has the price of the day, or of the request that it answers', async () => {
  const [ada, bea, cia, office] = await Promise.all([
    aMember('ada'),
    aMember('bea'),
    aMember('cia'),
    anAdmin(),
  ])
  const course = await edition(EARLY)
  await requestEnrolment(ada, course.id)
  await requestEnrolment(bea, course.id)
  await rejectRequest(office, await idOf(bea, course))
  await change(course, LATE)
  for (const { email } of [ada, bea, cia]) await enrolPerson(office, email, [course.id])
  for (const [member, price] of [
    [ada, 1050],
    [bea, 1050],
    [cia, 1250],
  ] as const) {
    expect(await priceOf(member, course)).toBe(price)
    expect(await textTo(member)).toContain(`Prezzo: ${price === 1050 ? '1.050,00' : '1.250,00'} €`)
  }
  await enrolSelf(office, course.id)
  expect(await priceOf(office, course)).toBe(1250)
})

test('a request that is reopened, waits or is offered a seat keeps its price', async () => {
  const [ada, bea, office] = [await aMember('ada'), await aMember('bea'), await anAdmin()]
  const course = await aFullCourse(1, EARLY)
  await waitFor(ada, course)
  const here = await edition(EARLY)
  await requestEnrolment(bea, here.id)
  await rejectRequest(office, await idOf(bea, here))
  for (const edition of [course, here]) await change(edition, LATE)
  await reopenRequest(office, await idOf(bea, here))
  expect(await priceOf(bea, here)).toBe(1050)

  await db.update(userCourses).set({ admittedAt: new Date() }).where(eq(userCourses.userId, ada.id))
  await freeSeat(course)
  await offerSeats(SYSTEM)
  expect(await textTo(ada)).toContain('Prezzo: 1.050,00 €')
  await answerByLink(aVisitor(), await tokenFor(ada), 'accept')
  expect(await priceOf(ada, course)).toBe(1050)
  expect(await textTo(ada)).toContain('Prezzo: 1.050,00 €')
})

test('who moves to another edition pays its price on the day of the request, and is told before', async () => {
  const [ada, office] = [await aMember('ada'), await anAdmin()]
  const here = await edition({ price: 500 })
  const there = await edition({ ...LATE, seriesId: here.seriesId }, 40)
  await requestEnrolment(ada, here.id)
  await askedAgo(ada, 5)
  const id = await idOf(ada, here)
  await approveRequest(office, id)
  const enrolment = await enrolmentOf(ada, id)
  if (!enrolment) throw new Error('no enrolment')
  expect(await editionsForOwnMove(ada, enrolment)).toMatchObject([{ id: there.id, price: 1050 }])
  const about = await enrolmentById(office, id)
  if (!about) throw new Error('no enrolment')
  expect(await editionsToMoveTo(office, about)).toMatchObject([{ id: there.id, price: 1050 }])
  expect(await moveOwnEnrolment(ada, id, there.id)).toEqual({ ok: true })
  expect([await priceOf(ada, here), await priceOf(ada, there)]).toEqual([500, 1050])
  expect(await textTo(ada)).toContain('Prezzo: 1.050,00 €')
})

test('a decision that is taken back leaves the price of the request', async () => {
  withUndo()
  const [ada, bea, office] = [await aMember('ada'), await aMember('bea'), await anAdmin()]
  const [here, there] = [await edition(EARLY), await edition({ price: 80 }, 40)]
  await requestEnrolment(ada, here.id)
  await change(here, { ...LATE, price: 1400 })
  const id = await idOf(ada, here)
  for (const decide of [
    () => approveRequest(office, id),
    () => rejectRequest(office, id),
    async () => {
      const enrolled = await enrolPerson(office, ada.email, [here.id])
      return enrolled.ok ? { ok: true as const, decision: enrolled.decision ?? '' } : { ok: false as const }
    },
  ]) {
    expect(await undoDecision(office, decisionOf(await decide()))).toMatchObject({ ok: true })
    expect(await enrolmentOfPerson(ada, here)).toMatchObject({ status: 'pending', agreedPrice: 1050 })
  }
  await enrolPerson(office, bea.email, [here.id])
  const seat = await idOf(bea, here)
  for (const decide of [
    () => moveEnrolment(office, seat, there.id),
    () => cancelEnrolment(office, seat, 'Chiuso'),
  ]) {
    expect(await undoDecision(office, decisionOf(await decide()))).toMatchObject({ ok: true })
    expect(await enrolmentOfPerson(bea, here)).toMatchObject({ endedAt: null, agreedPrice: 1400 })
  }
})

test('the migration gives requests from before the price of their day', async () => {
  const [ada, bea, cia] = [await aMember('ada'), await aMember('bea'), await aMember('cia')]
  const [course, open] = [await edition(LATE), await edition({ ...EARLY, earlyBirdUntil: null })]
  await db.insert(userCourses).values([
    { userId: ada.id, courseId: course.id, requestedAt: new Date(`${inDays(-1)}T23:30:00Z`) },
    { userId: bea.id, courseId: course.id, requestedAt: new Date(`${inDays(-1)}T20:00:00Z`) },
    { userId: cia.id, courseId: open.id },
  ])
  const name = readdirSync('migrations').find((file) => file.endsWith('_agreed_price.sql'))
  const file = readFileSync(`migrations/${name}`, 'utf8')
  await db.execute(sql.raw(file.split('--> statement-breakpoint').at(-1) ?? ''))
  // Half past midnight in Italy, and the evening before.
  expect(await priceOf(ada, course)).toBe(1250)
  expect(await priceOf(bea, course)).toBe(1050)
  expect(await priceOf(cia, open)).toBe(1050)
})
