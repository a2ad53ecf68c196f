import { beforeEach, expect, test } from 'vitest'
import { aCourse, anAdmin, emptyDatabase } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { courseChoices } from './queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
})

test('courses are ordered by title in Italian collation, without archived ones', async () => {
  for (const title of ['Zootecnia', 'École', 'Etica', 'economia']) await aCourse({ title })
  await aCourse({ title: 'Abaco', archivedAt: new Date() })
  const courses = await courseChoices(admin)
  expect(courses.map(({ title }) => title)).toEqual(['École', 'economia', 'Etica', 'Zootecnia'])
})

test('beyond the limit the newest ones are shown', async () => {
  const oldest = await aCourse({ startDate: '2020-01-01' })
  for (let i = 0; i < 300; i++) await aCourse({ startDate: '2026-01-01' })
  const courses = await courseChoices(admin)
  expect(courses).toHaveLength(300)
  expect(courses.map(({ id }) => id)).not.toContain(oldest.id)
})
