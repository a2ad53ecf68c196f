import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { userCourses } from '../database/schema'
import { nextSessionOf } from './enrolments.queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  await aMember('ada')
})

const seatIn = async (...course: Parameters<typeof aCourse>) => {
  const { id } = await aCourse(...course)
  await db.insert(userCourses).values({ userId: 'ada', courseId: id, ...decided('in_progress') })
}

test('lessons that people take when they like do not hide those of tomorrow', async () => {
  await seatIn({ title: 'Excel', modalita: 'E-learning', location: '' }, [
    { startDate: inDays(-20), endDate: inDays(20) },
  ])
  expect(await nextSessionOf(admin, 'ada')).toBeUndefined()
  await seatIn({ title: 'Paghe' }, [
    { startDate: inDays(1), startTime: '09:00', endTime: '18:00' },
    { startDate: inDays(8), startTime: '09:00', endTime: '18:00' },
  ])
  const tomorrow = { course: 'Paghe', date: inDays(1), time: '09:00', isFirst: true, isLast: false }
  expect(await nextSessionOf(admin, 'ada')).toMatchObject(tomorrow)
})

test('a session of several days that began before goes on today, until its last day', async () => {
  const lasting = { startDate: inDays(-3), startTime: '09:00', endDate: inDays(3), endTime: '18:00' }
  await seatIn({ title: 'Vendite' }, [lasting])
  const goesOn = { course: 'Vendite', date: inDays(0), time: null, isFirst: false, isLast: false }
  expect(await nextSessionOf(admin, 'ada')).toMatchObject(goesOn)
})

test('a session of several days that begins is the last of its course, if it is the only one', async () => {
  await seatIn({ title: 'Vendite' }, [{ startDate: inDays(2), endDate: inDays(4) }])
  expect(await nextSessionOf(admin, 'ada')).toMatchObject({ date: inDays(2), isFirst: true, isLast: true })
})
