import { beforeEach, expect, test } from 'vitest'
import { anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, courseSessions, courseSlugs, courses } from '../database/schema'
import { archiveCourse, createCourse } from './commands.server'
import { COMING_DESCRIPTION } from './rules'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const stored = () => db.select().from(courses)
const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)

test('what does not exist cannot be deleted', async () => {
  for (const id of ['', 'corso', '00000000-0000-4000-8000-000000000000']) {
    expect(await archiveCourse(admin, id)).toEqual({ ok: false, refusal: 'unknown' })
  }
  expect(await entries()).toEqual([])
})

test('a new course has its address, its sessions and what follows from them', async () => {
  const sessions = [
    { startDate: '2027-01-16', startTime: '09:00', endDate: '2027-01-16', endTime: '18:00', hours: 8 },
    { startDate: '2027-01-23', endDate: '2027-01-23', hours: 4 },
  ]
  const { id, slug } = await createCourse(admin, { title: 'Leadership & Team', price: 980, sessions })

  expect(slug).toBe('leadership-team')
  expect(await stored()).toMatchObject([
    { id, slug, price: 980, startDate: '2027-01-16', endDate: '2027-01-23', totalHours: 12, version: 1 },
  ])
  expect(await db.select().from(courseSessions).orderBy(courseSessions.position)).toMatchObject([
    { courseId: id, position: 0, startDate: '2027-01-16', startTime: '09:00:00', hours: 8 },
    { courseId: id, position: 1, startDate: '2027-01-23', startTime: null, hours: 4 },
  ])
  expect(await entries()).toMatchObject([
    { userId: 'carla', action: 'create', entityType: 'courses', entityId: id, details: { slug } },
  ])
})

test('a coming course needs nothing but its title', async () => {
  await createCourse(admin, { title: 'Bilancio Sociale', comingSoon: true })
  expect(await stored()).toMatchObject([
    { description: COMING_DESCRIPTION, startDate: null, totalHours: null },
  ])
})

test('an address that another course has, or once had, is not given again', async () => {
  const first = await createCourse(admin, { title: 'Marketing' })
  await db.insert(courseSlugs).values({ slug: 'marketing-2', courseId: first.id })
  const slugs = await Promise.all(['Marketing', 'Marketing!'].map((title) => createCourse(admin, { title })))
  expect(slugs.map(({ slug }) => slug).sort()).toEqual(['marketing-3', 'marketing-4'])
})

test('a deleted course is kept, marked and remembered; the second time is told', async () => {
  const { id } = await createCourse(admin, { title: 'Marketing' })
  expect(await archiveCourse(admin, id)).toEqual({ ok: true })
  expect(await stored()).toMatchObject([{ id, archivedAt: expect.any(Date), version: 2 }])
  expect((await entries()).at(-1)).toMatchObject({
    userId: 'carla',
    action: 'delete',
    entityType: 'courses',
    entityId: id,
    details: { title: 'Marketing' },
  })
  expect(await archiveCourse(admin, id)).toEqual({ ok: false, refusal: 'already-archived' })
})
