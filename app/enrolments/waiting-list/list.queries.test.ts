import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aFullCourse, freeSeat, kindsTo, offers, waitFor } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { type Member, SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courses, userCourses } from '../../database/schema'
import { timeOfDay, today } from '../../runtime/clock'
import { enrolPerson } from '../direct/enrol.commands.server'
import { enrolOutcomesOf } from '../direct/enrol.queries.server'
import { requestEnrolment } from '../request/commands.server'
import { admitRequests, approveRequest, rejectRequest, reopenRequest } from '../review/commands.server'
import { queuePage } from '../review/queue.queries.server'
import { queueView } from '../review/queue.rules'
import { MOST_LISTED } from '../waiting-list.rules'
import { peopleToCall, waitingListOf } from './list.queries.server'
import { endDueOffers, offerSeats } from './offers.commands.server'
import { moveBack, moveUp, offerSeatTo } from './office.commands.server'
import { waitingPlaceIn, waitingPlacesOf } from './queries.server'

beforeEach(emptyDatabase)

const position = async (member: Member, course: { id: string }) =>
  ((await waitingPlaceIn(member, course.id))?.ahead?.people ?? -1) + 1

/** A full course, and people who wait in this order. */
async function aList(...names: string[]) {
  const [admin, course] = [await anAdmin(), await aFullCourse()]
  const people: Member[] = []
  const ids: string[] = []
  for (const name of names) {
    const member = await aMember(name)
    people.push(member)
    ids.push(await waitFor(member, course))
  }
  return { admin, course, people: people as [Member, Member, Member], ids: ids as [string, string, string] }
}

test('a request for a full edition goes to the end of its list, one for a free edition goes on none', async () => {
  const { course, people } = await aList('ada', 'bea', 'cleo')
  expect(await Promise.all(people.map((member) => position(member, course)))).toEqual([1, 2, 3])
  const free = await aCourse()
  await requestEnrolment(people[0], free.id)
  expect(await waitingPlaceIn(people[0], free.id)).toBeUndefined()
})

test('a person sees own places only', async () => {
  const { course } = await aList('ada')
  expect(await waitingPlacesOf(await aMember('zoe'))).toEqual([])
  expect(await waitingPlaceIn(await aMember('yuri'), course.id)).toBeUndefined()
})

test('an approved or rejected person leaves the list, and has their place again when reopened', async () => {
  const { admin, course, people, ids } = await aList('ada', 'bea')
  await rejectRequest(admin, ids[0])
  expect(await position(people[1], course)).toBe(1)
  await reopenRequest(admin, ids[0])
  expect(await position(people[0], course)).toBe(1)
  await approveRequest(admin, ids[0], { overCapacity: true })
  expect(await position(people[1], course)).toBe(1)
})

test('an admitted request waits for a seat: it leaves the queue of the office', async () => {
  const { admin, course, people, ids } = await aList('ada', 'bea')
  expect(await admitRequests(admin, ids.slice(0, 1))).toMatchObject({ refused: [] })
  const { requests } = await queuePage(admin, queueView(new URLSearchParams()))
  expect(requests.map(({ id }) => id)).toEqual([ids[1]])
  expect((await waitingListOf(admin, course.id)).list).toMatchObject([
    { id: ids[0], name: 'Ada Prova', isAdmitted: true },
    { id: ids[1], isAdmitted: false },
  ])
  expect(await kindsTo(people[0])).toEqual(['request-received', 'admitted-to-list'])
})

test('a request from before the edition was full goes to the end of the list, where nobody is overtaken', async () => {
  const { admin, course, people } = await aList('ada')
  const early = await aMember('bruno')
  const before = { userId: early.id, courseId: course.id, requestedAt: new Date('2026-01-01') }
  const [request] = await db.insert(userCourses).values(before).returning()
  await admitRequests(admin, [request?.id ?? ''])
  expect(await position(early, course)).toBe(2)
  expect(await position(people[0], course)).toBe(1)
})

test('requests are admitted each by its own rule', async () => {
  const { admin, ids } = await aList('ada')
  const free = await aCourse()
  const other = await waitFor(await aMember('bea'), free)
  const gone = '00000000-0000-4000-8000-000000000000'
  expect(await admitRequests(admin, [ids[0], other, gone])).toMatchObject({
    decision: expect.any(String),
    refused: [
      { id: other, refusal: 'seats-free' },
      { id: gone, refusal: 'unknown-request' },
    ],
  })
})

test('the office moves somebody up with a reason, which those behind read, and back', async () => {
  const { admin, course, people, ids } = await aList('ada', 'bea', 'cleo')
  expect(await moveUp(admin, ids[2], ' ')).toMatchObject({ refusal: 'no-move-up-reason' })
  expect(await moveUp(admin, ids[2], 'x'.repeat(501))).toMatchObject({ refusal: 'long-reason' })
  expect(await moveUp(admin, ids[2], 'azienda finanziatrice')).toEqual({ ok: true })
  expect(await moveUp(admin, ids[2], 'azienda finanziatrice')).toEqual({ ok: true })
  expect(await Promise.all(people.map((member) => position(member, course)))).toEqual([2, 3, 1])
  expect((await waitingPlaceIn(people[1], course.id))?.ahead).toEqual({
    people: 2,
    reasons: ['azienda finanziatrice'],
  })
  expect((await waitingPlaceIn(people[2], course.id))?.ahead).toEqual({ people: 0, reasons: [] })
  await moveUp(admin, ids[1], 'ospite')
  expect(await Promise.all(people.map((member) => position(member, course)))).toEqual([3, 1, 2])
  await moveBack(admin, ids[1])
  await moveBack(admin, ids[2])
  expect(await moveBack(admin, ids[2])).toEqual({ ok: true })
  expect(await Promise.all(people.map((member) => position(member, course)))).toEqual([1, 2, 3])
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, ids[2]))
  expect(entries.map(({ details }) => details.reason).filter(Boolean)).toEqual(['azienda finanziatrice'])
  expect(entries.filter(({ details }) => details.movedUp === false)).toHaveLength(1)
})

test('only somebody on the list is moved', async () => {
  const { admin, ids } = await aList('ada')
  await approveRequest(admin, ids[0], { overCapacity: true })
  expect(await moveUp(admin, ids[0], 'prova')).toMatchObject({ refusal: 'not-waiting' })
  expect(await moveUp(admin, 'x', 'prova')).toMatchObject({ refusal: 'unknown-request' })
})

test('the office offers a seat: in turn without a word, out of turn with a reason, beyond the limit knowingly', async () => {
  const { admin, course, people, ids } = await aList('ada', 'bea', 'cleo')
  await admitRequests(admin, [ids[0], ids[1]])
  const offer = (id: string, options = {}) => offerSeatTo(admin, id, options)
  expect(await offer(ids[0])).toMatchObject({ refusal: 'full' })
  expect(await offer(ids[1])).toMatchObject({ refusal: 'no-offer-reason' })
  await freeSeat(course)
  expect(await offer(ids[0])).toEqual({ ok: true })
  expect(await offer(ids[0], { reason: 'di nuovo' })).toMatchObject({ refusal: 'offered' })
  expect(await offer(ids[2], { reason: 'è qui', overCapacity: true })).toEqual({ ok: true })
  expect(await offers()).toMatchObject([
    { enrolmentId: ids[0], madeBy: admin.id, reason: null },
    { enrolmentId: ids[2], madeBy: admin.id, reason: 'è qui' },
  ])
  expect(await kindsTo(people[2])).toContain('seat-offered')
  const entries = await db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.entityId, ids[2]))
    .orderBy(auditLogs.id)
  expect(entries.at(-1)?.details).toMatchObject({ overCapacity: true, reason: 'è qui', offer: 'offered' })
})

test('the office offers nothing within a day of the start, nor to whom is not on the list', async () => {
  const admin = await anAdmin()
  const soon = await aFullCourse(1, {}, inDays(0))
  const id = await waitFor(await aMember('ada'), soon)
  expect(await offerSeatTo(admin, id, { overCapacity: true })).toMatchObject({ refusal: 'too-near' })
  const later = await aFullCourse()
  const bea = await waitFor(await aMember('bea'), later)
  await rejectRequest(admin, bea)
  expect(await offerSeatTo(admin, bea, { reason: 'x' })).toMatchObject({ refusal: 'not-waiting' })
  expect(await offerSeatTo(admin, 'x')).toMatchObject({ refusal: 'unknown-request' })
})

test('within a day of the start the office is told whom to call', async () => {
  const admin = await anAdmin()
  const soon = new Date(Date.now() + 2 * 3_600_000)
  const course = await aFullCourse(1, {}, today(soon), timeOfDay(soon))
  const ids = []
  for (const name of ['ada', 'bea']) ids.push(await waitFor(await aMember(name, { phone: '0736' }), course))
  await admitRequests(admin, ids.slice(1))
  expect(await peopleToCall(admin)).toEqual([])
  await freeSeat(course)
  const bea = { courseId: course.id, title: course.title, name: 'Bea Prova', phone: '0736' }
  expect(await peopleToCall(admin)).toMatchObject([bea])
  await db.update(courses).set({ draft: true })
  expect(await peopleToCall(admin)).toEqual([])
})

test('a person whose offer expired is named apart', async () => {
  const { admin, course, ids } = await aList('ada')
  await admitRequests(admin, [ids[0]])
  await freeSeat(course)
  await offerSeats(SYSTEM)
  await db.execute(`update seat_offers set expires_at = now() - interval '1 second'`)
  await endDueOffers(SYSTEM)
  expect(await waitingListOf(admin, course.id)).toMatchObject({ list: [], missed: [{ name: 'Ada Prova' }] })
})

test('of a list that is cut, the person whose offer expired is still named', async () => {
  const { admin, course, ids } = await aList('ada', 'bea', 'cleo')
  await admitRequests(admin, [ids[0]])
  await db.update(userCourses).set({ waitingSince: null }).where(eq(userCourses.id, ids[0]))
  await db.execute(sql`insert into profiles (id, email, first_name, last_name)
    select 'persona' || n, 'persona' || n || '@example.it', 'Persona', 'Prova' from generate_series(1, ${MOST_LISTED}::int) n`)
  await db.execute(sql`insert into user_courses (user_id, course_id, waiting_since)
    select 'persona' || n, ${course.id}, now() from generate_series(1, ${MOST_LISTED}::int) n`)
  const { list, missed } = await waitingListOf(admin, course.id)
  expect(missed).toMatchObject([{ id: ids[0] }])
  expect(list).toHaveLength(MOST_LISTED - 1)
  expect(list.slice(0, 2)).toMatchObject([{ id: ids[1] }, { id: ids[2] }])
})

test('direct enrolment takes the seat that was offered to the person', async () => {
  const { admin, course, people, ids } = await aList('ada')
  await admitRequests(admin, [ids[0]])
  await freeSeat(course)
  await offerSeats(SYSTEM)
  const before = await enrolOutcomesOf(admin, people[0].id, [course.id])
  expect(before?.outcomes).toMatchObject([{ outcome: 'enrolled', status: 'pending' }])
  const enrolled = await enrolPerson(admin, people[0].email, [course.id])
  expect(enrolled).toMatchObject({ outcomes: [{ outcome: 'enrolled' }] })
  expect(await offers()).toMatchObject([{ answer: 'withdrawn' }])
})
