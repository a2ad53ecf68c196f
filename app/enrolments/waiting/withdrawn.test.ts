/** Offers that can no longer be accepted: their people keep their places. */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../../tests/decisions'
import { aVisitor } from '../../../tests/people'
import {
  aFullCourse,
  aList,
  enrolmentOfPerson,
  freeSeat,
  kindsTo,
  offeredElsewhere,
  offers,
  openOffers,
  tokenFor,
  waitFor,
} from '../../../tests/waiting'
import { emptyDatabase, inDays } from '../../../tests/world'
import { archiveCourse, restoreCourse } from '../../courses/editor/commands.server'
import { joinSeries, leaveSeries } from '../../courses/editor/edition.commands.server'
import { db } from '../../database/client.server'
import { courses, outgoingMail, seatOffers } from '../../database/schema'
import { undoDecision } from '../../decisions/commands.server'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { admitRequests, approveRequest } from '../admin/commands.server'
import { cancelEdition, postponeEdition } from '../admin/edition.commands.server'
import { answerByLink, answerOwn } from './answer.commands.server'
import { expireOffers, offerSeats } from './offers.commands.server'
import { offerSeatTo } from './office.commands.server'
import { placeIn } from './queries.server'

beforeEach(emptyDatabase)

test.each([{ comingSoon: true }, { draft: true }, { archivedAt: new Date() }])(
  'the offer of an edition that takes no requests any more is withdrawn at once: %j',
  async (facts) => {
    const { course, members } = await aList(['ada'])
    const [{ member, id }] = members as [(typeof members)[0]]
    await freeSeat(course)
    await offerSeats(null)
    const { waitingSince } = (await enrolmentOfPerson(member, course)) ?? {}
    await db.update(courses).set(facts).where(eq(courses.id, course.id))
    expect(await expireOffers(null)).toBe(1)
    expect(await offers()).toMatchObject([{ answer: 'withdrawn' }])
    expect(await enrolmentOfPerson(member, course)).toMatchObject({ id, waitingSince })
    expect(await kindsTo(member)).toContain('offer-withdrawn')
    expect(await kindsTo(member)).not.toContain('offer-expired')
    expect(await expireOffers(null)).toBe(0)
    await db.update(courses).set({ comingSoon: false, draft: false, archivedAt: null })
    expect(await offerSeats(null)).toBe(1)
  },
)

test('a person with an offer in a deleted edition is next in their own', async () => {
  const { admin, here, there, id } = await offeredElsewhere(['bea'])
  await archiveCourse(admin, there.id)
  await expireOffers(null)
  await freeSeat(here)
  await offerSeats(null)
  expect(await openOffers()).toMatchObject([{ courseId: here.id, enrolmentId: id }])
  expect(await restoreCourse(admin, there.id)).toEqual({ ok: true })
})

test('an offer that crosses editions which were separated keeps nobody from their seats', async () => {
  const {
    admin,
    here,
    id,
    behind: [behind],
  } = await offeredElsewhere(['bea'])
  expect(await leaveSeries(admin, here.id)).toEqual({ ok: true })
  await freeSeat(here)
  expect(await offerSeatTo(admin, id, here.id)).toMatchObject({ refusal: 'offered' })
  expect(await offerSeats(null)).toBe(1)
  expect(await openOffers()).toContainEqual(
    expect.objectContaining({ courseId: here.id, enrolmentId: behind }),
  )
  expect(await expireOffers(null)).toBe(1)
  expect(await openOffers()).toMatchObject([{ courseId: here.id, enrolmentId: behind }])
  expect(await brokenInvariants()).toEqual([])
})

test('the cancellation of an edition is taken back beside an offer of the separated one', async () => {
  const { admin, here, there, id } = await offeredElsewhere(['bea'])
  withUndo()
  const cancelled = decisionOf(await cancelEdition(admin, there.id, { title: there.title, reason: 'prova' }))
  await leaveSeries(admin, here.id)
  await freeSeat(here)
  await offerSeats(null)
  expect(await openOffers()).toMatchObject([{ courseId: here.id, enrolmentId: id }])
  expect(await undoDecision(admin, cancelled)).toMatchObject({ ok: true })
  expect(await openOffers()).toHaveLength(1)
})

test('a seat of an edition that was separated is not accepted', async () => {
  const { admin, ada, here, there } = await offeredElsewhere()
  expect(await leaveSeries(admin, there.id)).toEqual({ ok: true })
  expect((await placeIn(ada, here.id))?.offer).toBeNull()
  const token = await tokenFor(ada)
  expect(await answerByLink(aVisitor(), token, 'accept')).toMatchObject({ refusal: 'closed' })
})

test('of two offers to one person in courses that are joined the later one is withdrawn', async () => {
  const { admin, course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  const other = await aFullCourse()
  await admitRequests(admin, [await waitFor(member, other)])
  for (const each of [course, other]) {
    await freeSeat(each)
    await offerSeats(null)
  }
  expect(await openOffers()).toHaveLength(2)
  expect(await joinSeries(admin, other.id, course.id)).toMatchObject({ ok: true })
  expect(await expireOffers(null)).toBe(1)
  expect(await openOffers()).toMatchObject([{ enrolmentId: id }])
  expect(await brokenInvariants()).toEqual([])
})

const settle = () => db.execute(sql`update decisions set held_until = now()`)

/** An open offer; later decisions can be taken back. */
async function anOfferWithUndo() {
  withUndo()
  const { admin, course, members } = await aList(['ada'])
  await settle()
  const [ada] = members as [(typeof members)[0]]
  await freeSeat(course)
  await offerSeats(null)
  return { admin, course, ...ada }
}

test('an offer that would end after the new start is withdrawn, once the new dates are settled', async () => {
  const { admin, course, member, id } = await anOfferWithUndo()
  const dates = { sessions: inDays(2), answerBy: inDays(1) }
  expect(await postponeEdition(admin, course.id, dates)).toMatchObject({ ok: true })
  expect(await answerOwn(member, id, 'accept')).toMatchObject({ refusal: 'moving' })
  expect(await expireOffers(null)).toBe(0)
  await settle()
  expect(await expireOffers(null)).toBe(1)
  expect(await kindsTo(member)).toContain('offer-withdrawn')
})

test('who could not accept because the dates were moving keeps their place', async () => {
  const { admin, course, member, id } = await anOfferWithUndo()
  await postponeEdition(admin, course.id, { sessions: inDays(90), answerBy: inDays(20) })
  await db.update(seatOffers).set({ expiresAt: sql`now()` })
  expect(await expireOffers(null)).toBe(1)
  expect(await offers()).toMatchObject([{ answer: 'withdrawn' }])
  expect((await enrolmentOfPerson(member, course))?.waitingSince).not.toBeNull()
  await settle()
  await offerSeats(null)
  expect(await openOffers()).toMatchObject([{ enrolmentId: id }])
})

test('a cancelled edition tells who has an offer in another one that it ends too', async () => {
  const { admin, here } = await offeredElsewhere(['bea'])
  await cancelEdition(admin, here.id, { title: here.title, reason: 'prova' })
  const emails = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'edition-cancelled'))
  const told = emails.filter(({ text }) => text.includes('non è più riservato a te'))
  expect(told.map(({ toAddress }) => toAddress)).toEqual(['ada@example.it'])
})

test('new dates are told to whom a seat is offered from another edition', async () => {
  const { admin, ada, there } = await offeredElsewhere(['bea'])
  const dates = { sessions: inDays(90), answerBy: inDays(20) }
  expect(await postponeEdition(admin, there.id, dates)).toMatchObject({ ok: true, told: 1 })
  const [email] = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'edition-changed'))
  expect(email).toMatchObject({ toAddress: ada.email, subject: expect.stringContaining(there.title) })
})

test('the link of a person whom the office has approved meanwhile says that the seat is theirs', async () => {
  const { admin, course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  await freeSeat(course)
  await offerSeats(null)
  await approveRequest(admin, id)
  expect(await answerByLink(aVisitor(), await tokenFor(member), 'accept')).toMatchObject({
    refusal: 'seated',
  })
})

test('the reason of an offer out of turn goes with the request', async () => {
  const { admin, course, members } = await aList(['ada', 'bea'])
  const [, bea] = members as [unknown, (typeof members)[0]]
  await freeSeat(course)
  expect(await offerSeatTo(admin, bea.id, course.id, { reason: 'Bea lavora qui' })).toEqual({ ok: true })
  expect(await answerByLink(aVisitor(), await tokenFor(bea.member), 'decline')).toEqual({ ok: true })
  expect(await offers()).toMatchObject([{ answer: 'declined', enrolmentId: null, reason: null }])
})
