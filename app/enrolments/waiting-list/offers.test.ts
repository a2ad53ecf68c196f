import { addDays } from 'date-fns'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { aVisitor } from '../../../tests/people'
import {
  aFullCourse,
  aList,
  enrolmentOfPerson,
  freeSeat,
  kindsTo,
  offers,
  openOffers,
  seatsOffered,
  tokenFor,
  waitFor,
} from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { FIRST_SETTINGS } from '../../content/first-settings'
import { db } from '../../database/client.server'
import { auditLogs, courses, seatOffers } from '../../database/schema'
import { formatDate } from '../../italian/dates'
import { plusDays } from '../../italian/days'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { replaceSettings } from '../../site/settings'
import { cancelOwnEnrolment } from '../leave/commands.server'
import { withdrawRequest } from '../request/commands.server'
import { admitRequests } from '../review/commands.server'
import { answerByLink, answerOwn } from './answer.commands.server'
import { rejoinList } from './commands.server'
import { endDueOffers, offerSeats } from './offers.commands.server'
import { waitingPlaceIn } from './queries.server'

beforeEach(emptyDatabase)

const inDaysIso = (days: number) => formatDate(addDays(new Date(), days), 'yyyy-MM-dd')

const pass = () =>
  db.update(seatOffers).set({ expiresAt: sql`now() - interval '1 second'` }).where(sql`answered_at is null`)

test('nobody is offered anything while the edition is full', async () => {
  await aList(['ada'])
  expect(await offerSeats(SYSTEM)).toBe(0)
  expect(await offers()).toEqual([])
})

test('a freed seat is offered once to the first who is admitted, and counts as taken', async () => {
  const { course, members } = await aList(['ada', 'bea'])
  await freeSeat(course)
  expect(await offerSeats(SYSTEM)).toBe(1)
  expect(await offerSeats(SYSTEM)).toBe(0)
  expect(await offers()).toMatchObject([{ courseId: course.id, enrolmentId: members[0]?.id, madeBy: null }])
  expect(await seatsOffered(course.id)).toBe(1)
  expect(await kindsTo(members[0]?.member as never)).toEqual([
    'request-received',
    'admitted-to-list',
    'seat-offered',
  ])
  expect(await kindsTo(members[1]?.member as never)).not.toContain('seat-offered')
  expect(await brokenInvariants()).toEqual([])
})

test('an offer that would end during a closure ends on the morning after it', async () => {
  const until = inDaysIso(20)
  const closure = { id: 'pausa', name: 'Pausa', from: inDaysIso(0), to: until, yearly: false, office: null }
  const settings = { ...FIRST_SETTINGS, hours: { ...FIRST_SETTINGS.hours, closures: [closure] } }
  replaceSettings({ settings, version: 'test' })
  onTestFinished(() => replaceSettings({ settings: FIRST_SETTINGS, version: 'test' }))
  const { course } = await aList(['ada'])
  await freeSeat(course)
  await offerSeats(SYSTEM)
  const [offer] = await offers()
  expect(formatDate(offer?.expiresAt ?? null, 'yyyy-MM-dd HH:mm')).toBe(`${plusDays(until, 1)} 10:00`)
})

test('a person whom the office has not admitted is passed over', async () => {
  const admin = await anAdmin()
  const course = await aFullCourse()
  await waitFor(await aMember('ada'), course)
  const second = await waitFor(await aMember('bea'), course)
  await admitRequests(admin, [second])
  await freeSeat(course)
  await offerSeats(SYSTEM)
  expect(await offers()).toMatchObject([{ enrolmentId: second }])
})

test('accepting by the link gives the seat, once', async () => {
  const { course, members } = await aList(['ada'])
  const ada = members[0]?.member as never
  await freeSeat(course)
  await offerSeats(SYSTEM)
  const token = await tokenFor(ada)
  expect(await answerByLink(aVisitor(), token, 'accept')).toEqual({ ok: true })
  expect(await enrolmentOfPerson(ada, course)).toMatchObject({ status: 'approved', approvedBy: null })
  expect(await kindsTo(ada)).toContain('request-approved')
  expect(await seatsOffered(course.id)).toBe(0)
  expect(await answerByLink(aVisitor(), token, 'accept')).toMatchObject({ refusal: 'accepted' })
  expect(await answerByLink(aVisitor(), token, 'decline')).toMatchObject({ refusal: 'accepted' })
  const entries = await db.select().from(auditLogs).where(sql`details ->> 'offer' = 'accepted'`)
  expect(entries).toMatchObject([
    { userId: 'ada', details: { course: course.title, email: 'ada@example.it' } },
  ])
  await cancelOwnEnrolment(ada, (await enrolmentOfPerson(ada, course))?.id ?? '')
  expect(await answerByLink(aVisitor(), token, 'accept')).toMatchObject({ refusal: 'closed' })
})

test('an unknown link changes nothing', async () => {
  const { course } = await aList(['ada'])
  await freeSeat(course)
  await offerSeats(SYSTEM)
  for (const token of ['', 'x', 'A'.repeat(32), '\0'.repeat(32)])
    expect(await answerByLink(aVisitor(), token, 'accept')).toEqual({ ok: false, refusal: 'unknown' })
  expect(await openOffers()).toHaveLength(1)
})

test('an offer belongs to its person', async () => {
  const { course, members } = await aList(['ada'])
  const somebody = await aMember('zoe')
  await freeSeat(course)
  await offerSeats(SYSTEM)
  const id = members[0]?.id ?? ''
  expect(await answerOwn(somebody, id, 'accept')).toMatchObject({ ok: false })
  expect(await rejoinList(somebody, id)).toMatchObject({ refusal: 'unknown-request' })
  expect(await openOffers()).toHaveLength(1)
  expect(await answerOwn(members[0]?.member as never, id, 'accept')).toEqual({ ok: true })
})

test('declining withdraws the request, and the seat goes to the next', async () => {
  const { course, members } = await aList(['ada', 'bea'])
  const ada = members[0]?.member as never
  await freeSeat(course)
  await offerSeats(SYSTEM)
  expect(await answerByLink(aVisitor(), await tokenFor(ada), 'decline')).toEqual({ ok: true })
  expect(await enrolmentOfPerson(ada, course)).toBeUndefined()
  expect(await offerSeats(SYSTEM)).toBe(1)
  expect(await offers()).toMatchObject([
    { answer: 'declined', enrolmentId: null },
    { answer: null, enrolmentId: members[1]?.id },
  ])
  expect(await brokenInvariants()).toEqual([])
})

test('an expired offer passes on; its person may go to the end of the list', async () => {
  const { course, members } = await aList(['ada', 'bea'])
  const [ada, bea] = members.map(({ member }) => member) as [never, never]
  await freeSeat(course)
  await offerSeats(SYSTEM)
  const token = await tokenFor(ada)
  await pass()
  expect(await answerByLink(aVisitor(), token, 'accept')).toMatchObject({ refusal: 'expired' })
  expect(await endDueOffers(SYSTEM)).toBe(1)
  expect(await endDueOffers(SYSTEM)).toBe(0)
  expect(await kindsTo(ada)).toContain('offer-expired')
  expect(await enrolmentOfPerson(ada, course)).toMatchObject({ status: 'pending', waitingSince: null })
  await offerSeats(SYSTEM)
  expect(await openOffers()).toMatchObject([{ enrolmentId: members[1]?.id }])

  expect(await rejoinList(ada, members[0]?.id ?? '')).toEqual({ ok: true })
  const [{ waitingSince }] = [(await enrolmentOfPerson(ada, course)) ?? { waitingSince: null }]
  expect(await rejoinList(ada, members[0]?.id ?? '')).toEqual({ ok: true })
  expect(await enrolmentOfPerson(ada, course)).toMatchObject({ waitingSince })
  expect(await db.$count(auditLogs, sql`details -> 'new' ? 'rejoined'`)).toBe(1)
  await pass()
  await endDueOffers(SYSTEM)
  await offerSeats(SYSTEM)
  expect(await openOffers()).toMatchObject([{ enrolmentId: members[0]?.id }])
  expect(await kindsTo(bea)).toContain('offer-expired')
  await endDueOffers(SYSTEM)
  await db.update(courses).set({ archivedAt: new Date() })
  expect(await rejoinList(bea, members[1]?.id ?? '')).toMatchObject({ refusal: 'unknown-course' })
})

test('a person who asks while people wait goes behind them, also where a seat is free', async () => {
  const { course } = await aList(['ada'])
  await freeSeat(course)
  const bea = await aMember('bea')
  await waitFor(bea, course)
  expect((await waitingPlaceIn(bea, course.id))?.ahead?.people).toBe(1)
})

test('withdrawing the request does not give up the seat that is offered: declining does', async () => {
  const { course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  await freeSeat(course)
  await offerSeats(SYSTEM)
  expect(await withdrawRequest(member, id)).toEqual({ ok: false, refusal: 'seat-offered' })
  expect(await openOffers()).toMatchObject([{ enrolmentId: id }])
  expect(await answerOwn(member, id, 'decline')).toEqual({ ok: true })
  expect(await offers()).toMatchObject([{ answer: 'declined' }])
  expect(await seatsOffered(course.id)).toBe(0)
})

test('within a day of the start the office telephones', async () => {
  const admin = await anAdmin()
  const course = await aFullCourse(1, {}, inDays(0))
  const id = await waitFor(await aMember('ada'), course)
  await admitRequests(admin, [id])
  await freeSeat(course)
  expect(await offerSeats(SYSTEM)).toBe(0)
})

test('editions that take no requests offer nothing', async () => {
  const { course } = await aList(['ada'])
  await freeSeat(course)
  for (const facts of [
    { archivedAt: new Date() },
    { draft: true },
    { cancelledAt: new Date() },
    { comingSoon: true },
  ]) {
    await db.update(courses).set(facts)
    expect(await offerSeats(SYSTEM)).toBe(0)
    await db.update(courses).set({ archivedAt: null, draft: false, cancelledAt: null, comingSoon: false })
  }
  expect(await offerSeats(SYSTEM)).toBe(1)
})

test('a course without a limit has no list', async () => {
  const course = await aCourse({ maxPartecipanti: 0 })
  const ada = await aMember('ada')
  await waitFor(ada, course)
  expect(await enrolmentOfPerson(ada, course)).toMatchObject({ waitingSince: null })
})
