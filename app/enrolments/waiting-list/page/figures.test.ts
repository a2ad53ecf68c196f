import { eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aFullCourse, freeSeat, waitFor } from '../../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../../tests/world'
import { type Admin, SYSTEM } from '../../../accounts/rules'
import { courseById } from '../../../courses/queries.server'
import { db } from '../../../database/client.server'
import { courses, seatOffers, userCourses } from '../../../database/schema'
import { enrolPerson } from '../../direct/enrol.commands.server'
import { cancelEnrolment, moveEnrolment } from '../../leave/office.commands.server'
import { requestEnrolment } from '../../request/commands.server'
import { admitRequests, approveRequest } from '../../review/commands.server'
import { endDueOffers, offerSeats } from '../offers.commands.server'
import { editionFigures } from './figures.queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
})

async function figuresOf({ id }: { id: string }) {
  const course = await courseById(id)
  if (!course) throw new Error('The course is there')
  return editionFigures(admin, course)
}

const NONE = {
  asked: 0,
  enrolled: 0,
  approved: 0,
  ended: 0,
  attending: 0,
  completed: 0,
  expired: 0,
  furtherSeats: null,
}

test('an edition that nobody asked for has zeros', async () => {
  await aFullCourse(3)
  expect(await figuresOf(await aCourse())).toEqual(NONE)
})

test('requests are counted to their end, and who was enrolled without one apart', async () => {
  const course = await aCourse({}, [{ startDate: inDays(20) }])
  const ids: string[] = []
  for (const name of ['ada', 'bea', 'cleo', 'dina', 'eva']) {
    const member = await aMember(name)
    await requestEnrolment(member, course.id)
    const [row] = await db.select().from(userCourses).where(eq(userCourses.userId, member.id))
    ids.push(row?.id ?? '')
  }
  const [ada = '', bea = '', cleo = '', dina = ''] = ids
  for (const id of [ada, bea, cleo, dina]) await approveRequest(admin, id)
  await cancelEnrolment(admin, dina, 'Ha cambiato idea')
  await db.update(userCourses).set({ status: 'in_progress' }).where(eq(userCourses.id, bea))
  await db.update(userCourses).set({ status: 'completed' }).where(eq(userCourses.id, cleo))
  await aMember('fede')
  await enrolPerson(admin, 'fede@example.it', [course.id])
  const counted = { asked: 5, enrolled: 1, approved: 5, ended: 1, attending: 2, completed: 1 }
  expect(await figuresOf(course)).toEqual({ ...NONE, ...counted })
})

/** A full edition with one seat, at 1050 euros, and people who wait for it. */
async function aList(people: string[], facts: Parameters<typeof aFullCourse>[1] = {}) {
  const course = await aFullCourse(1, { price: 1050, priceEarlyBird: 900, ...facts })
  const ids = []
  for (const name of people) ids.push(await waitFor(await aMember(name), course))
  await admitRequests(admin, ids)
  return course
}

test('a full edition tells what the people on its list would pay, without the early bird price', async () => {
  const course = await aList(['ada', 'bea', 'cleo', 'dina'])
  expect((await figuresOf(course)).furtherSeats).toEqual({ count: 4, euros: 4200 })
})

test('who has an offer does not count', async () => {
  const course = await aList(['ada', 'bea'])
  await freeSeat(course)
  await offerSeats(SYSTEM)
  expect((await figuresOf(course)).furtherSeats).toEqual({ count: 1, euros: 1050 })
})

test('nothing is promised without a list, a price or a limit, nor while seats are free', async () => {
  expect((await figuresOf(await aList([]))).furtherSeats).toBeNull()
  for (const price of [null, 0])
    expect((await figuresOf(await aList([`ada-${price}`], { price }))).furtherSeats).toBeNull()
  const course = await aList(['bea'])
  await freeSeat(course)
  expect((await figuresOf(course)).furtherSeats).toBeNull()
  await db.update(courses).set({ maxPartecipanti: null }).where(eq(courses.id, course.id))
  expect((await figuresOf(course)).furtherSeats).toBeNull()
})

test('an offer that expired is counted, an open or answered one is not', async () => {
  const course = await aList(['ada', 'bea'])
  await freeSeat(course)
  await offerSeats(SYSTEM)
  expect((await figuresOf(course)).expired).toBe(0)
  await db.update(seatOffers).set({ expiresAt: sql`now() - interval '1 second'` })
  await endDueOffers(SYSTEM)
  expect((await figuresOf(course)).expired).toBe(1)
  const [{ id: enrolmentId } = { id: '' }] = await db.select().from(userCourses)
  const answered = { expiresAt: new Date(), answeredAt: new Date(), answer: 'declined' } as const
  await db.insert(seatOffers).values({ courseId: course.id, enrolmentId, tokenHash: 'x', ...answered })
  expect((await figuresOf(course)).expired).toBe(1)
})

test('who was enrolled without a request, and then moved, has made no request', async () => {
  const [first, second, last] = [await aCourse(), await aCourse(), await aCourse()]
  await aMember('fede')
  await enrolPerson(admin, 'fede@example.it', [first.id])
  for (const course of [second, last]) {
    const [row] = await db.select().from(userCourses).where(isNull(userCourses.endedAt))
    expect(await moveEnrolment(admin, row?.id ?? '', course.id)).toMatchObject({ ok: true })
  }
  expect(await figuresOf(last)).toEqual({ ...NONE, enrolled: 1, approved: 1 })
  expect(await figuresOf(second)).toEqual({ ...NONE, enrolled: 1, approved: 1, ended: 1 })
})
