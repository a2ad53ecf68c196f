import { addDays } from 'date-fns'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { userCourses } from '../database/schema'
import { enrolSelf, requestEnrolment } from './commands.server'
import { enrolmentState, enrolmentsOf } from './queries.server'

beforeEach(emptyDatabase)

test('a person sees only their own enrolments', async () => {
  const [ada, bruno, course] = [await aMember('ada'), await aMember('bruno'), await aCourse()]
  await requestEnrolment(ada, course.id)
  expect(await enrolmentsOf(bruno)).toEqual([])
  expect(await enrolmentState(bruno, course.id)).toBeNull()
  expect(await enrolmentState(ada, course.id)).toBe('pending')
})

test('enrolments come newest first, with their course', async () => {
  const ada = await aMember('ada')
  const [older, newer] = [await aCourse({ title: 'Prima' }), await aCourse({ title: 'Dopo' })]
  await db.insert(userCourses).values([
    { userId: 'ada', courseId: older.id, requestedAt: addDays(new Date(), -2) },
    { userId: 'ada', courseId: newer.id, requestedAt: addDays(new Date(), -1) },
  ])
  expect(await enrolmentsOf(ada)).toMatchObject([
    { status: 'pending', course: { id: newer.id, slug: newer.slug, title: 'Dopo', price: 100 } },
    { status: 'pending', course: { title: 'Prima' } },
  ])
})

test('a deleted course stays with those enrolled, a past one is concluded', async () => {
  const ada = await aMember('ada')
  const past = await aCourse({ archivedAt: new Date() }, [{ startDate: inDays(-3) }])
  await db.insert(userCourses).values({ userId: 'ada', courseId: past.id })
  expect(await enrolmentsOf(ada)).toMatchObject([
    { course: { archivedAt: expect.any(Date), concluded: true }, nextSession: null },
  ])
})

test('a participant sees the next session', async () => {
  const admin = await anAdmin()
  const course = await aCourse({}, [
    { startDate: inDays(9) },
    { startDate: inDays(2), startTime: '09:00', endTime: '18:00' },
    { startDate: inDays(-5) },
  ])
  await enrolSelf(admin, course.id)
  expect(await enrolmentsOf(admin)).toMatchObject([
    {
      course: { concluded: false },
      nextSession: { date: inDays(2), startTime: '09:00', endTime: '18:00', number: 2, of: 3 },
    },
  ])
})

test('a pending request and a concluded course have no next session', async () => {
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  const course = await aCourse({}, [{ startDate: inDays(2) }])
  await requestEnrolment(ada, course.id)
  expect(await enrolmentsOf(ada)).toMatchObject([{ nextSession: null }])
  const over = await aCourse({}, [{ startDate: inDays(-2) }])
  await db
    .insert(userCourses)
    .values({ userId: admin.id, courseId: over.id, status: 'approved', approvedAt: new Date() })
  expect(await enrolmentsOf(admin)).toMatchObject([{ nextSession: null }])
})

test('a session of today without times lasts all day', async () => {
  const admin = await anAdmin()
  const today = inDays(0)
  const course = await aCourse({}, [{ startDate: today }])
  await enrolSelf(admin, course.id)
  expect(await enrolmentsOf(admin)).toMatchObject([
    { nextSession: { date: today, startTime: null, endTime: null, number: 1, of: 1 } },
  ])
})
