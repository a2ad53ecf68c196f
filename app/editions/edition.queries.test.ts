import { beforeEach, expect, test } from 'vitest'
import { anOwing, dueFell } from '../../tests/payments'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import { deletedAccountProfile } from '../accounts/rules'
import { courseByKey } from '../courses/office.queries.server'
import { db } from '../database/client.server'
import { payments, userCourses } from '../database/schema'
import { editionInFrame, openMatters } from './edition.queries.server'

beforeEach(emptyDatabase)

test('what waits in an edition is counted in that edition alone', async () => {
  const admin = await anAdmin()
  const [here, elsewhere] = [await aCourse(), await aCourse()]
  const people = await Promise.all(['uno', 'due', 'tre'].map((name) => aMember(name)))
  const request = (courseId: string, i: number) => ({ courseId, userId: people[i]?.id ?? '' })
  await db
    .insert(userCourses)
    .values([request(here.id, 0), request(elsewhere.id, 1), request(elsewhere.id, 2)])
  expect(await openMatters(admin, here.id)).toMatchObject({ pending: 1, offered: 0, firstOfferEnd: null })
  expect(await openMatters(admin, elsewhere.id)).toMatchObject({ pending: 2 })
})

test('an edition counts who takes part, and with those who wait whom a cancellation concerns, without deleted accounts', async () => {
  const [admin, { id: courseId }] = [await anAdmin(), await aCourse()]
  const approvedAt = new Date()
  const enrolments = [
    { status: 'pending' },
    { status: 'pending' },
    { status: 'pending', admittedAt: new Date() },
    { status: 'approved', approvedAt },
    { status: 'in_progress', approvedAt },
    { status: 'completed', approvedAt },
  ] as const
  for (const [i, enrolment] of enrolments.entries()) {
    const { id: userId } = await aMember(`persona-${i}`)
    await db.insert(userCourses).values({ courseId, userId, ...enrolment })
  }
  const { id: userId } = await aMember('eliminato', deletedAccountProfile('eliminato'))
  await db.insert(userCourses).values({ courseId, userId, status: 'in_progress', approvedAt })
  expect(await openMatters(admin, courseId)).toMatchObject({ pending: 2, participants: 2, involved: 5 })
})

test('an edition sums what its participants owe, have paid, and are late with', async () => {
  const [{ admin, course, id }, other, empty] = [await anOwing(), await anOwing('bea'), await aCourse()]
  await dueFell(id, -3)
  const payment = { amount: 100, receivedOn: '2026-01-10', method: 'cash' } as const
  await db.insert(payments).values({ id: crypto.randomUUID(), enrolmentId: id, ...payment })
  const moneyOf = async (courseId: string) => (await openMatters(admin, courseId))?.money
  expect(await moneyOf(course.id)).toEqual({ owed: 980, paid: 100, late: 390, latePeople: 1 })
  expect(await moneyOf(other.course.id)).toEqual({ owed: 980, paid: 0, late: 0, latePeople: 0 })
  expect(await moneyOf(empty.id)).toEqual({ owed: 0, paid: 0, late: 0, latePeople: 0 })
})

test('a cancelled edition counts no participants, since its list names those who had a seat', async () => {
  const admin = await anAdmin()
  const [open, cancelled] = [await aCourse(), await aCourse({ cancelledAt: new Date() })]
  const peopleIn = async (id: string) => {
    const course = await courseByKey(admin, id)
    return course && (await editionInFrame(admin, course)).counts.people
  }
  expect(await peopleIn(open.id)).toBe(0)
  expect(await peopleIn(cancelled.id)).toBeNull()
})

test('an edition at one’s own pace has no register to close', async () => {
  const admin = await anAdmin()
  const openRegistersOf = async (modalita: string) => {
    const { id } = await aCourse({ modalita }, [{ startDate: inDays(-2), hours: 4 }])
    const course = await courseByKey(admin, id)
    if (!course) throw new Error('The course is there')
    const { edition } = await editionInFrame(admin, course)
    return [course.format, edition.openRegister, (await openMatters(admin, id))?.openRegisters]
  }
  expect(await openRegistersOf('In presenza')).toEqual(['in-aula', 1, 1])
  expect(await openRegistersOf('E-learning')).toEqual(['e-learning', null, 0])
})

test('a cancelled edition is not said to begin', async () => {
  const admin = await anAdmin()
  for (const [cancelledAt, progress] of [
    [null, 'comincia fra 20 giorni'],
    [new Date(), ''],
  ] as const) {
    const { id } = await aCourse({ cancelledAt, slug: `corso-${progress.length}` }, [
      { startDate: inDays(20) },
    ])
    const course = await courseByKey(admin, id)
    if (!course) throw new Error('no course')
    expect((await editionInFrame(admin, course)).edition.progress).toBe(progress)
  }
})

test('the head of an edition carries no texts of the course', async () => {
  const [admin, { id }] = [await anAdmin(), await aCourse()]
  const course = await courseByKey(admin, id)
  if (!course) throw new Error('no course')
  const { edition } = await editionInFrame(admin, course)
  expect(edition).toMatchObject({ id, title: course.title })
  for (const field of ['description', 'sessions', 'teachers']) expect(edition).not.toHaveProperty(field)
})
