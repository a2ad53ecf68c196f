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
  const { courses, hasMore } = await courseChoices(admin, '')
  expect(courses.map(({ title }) => title)).toEqual(['École', 'economia', 'Etica', 'Zootecnia'])
  expect(hasMore).toBe(false)
})

test('words of the title filter the list, without accents and case', async () => {
  await aCourse({ title: 'Perché la qualità' })
  await aCourse({ title: 'Altro', description: 'Parla di qualità' })
  const titles = async (text: string) => (await courseChoices(admin, text)).courses.map(({ title }) => title)
  expect(await titles('QUALITA')).toEqual(['Perché la qualità'])
  expect(await titles('%')).toEqual([])
  expect(await titles("'; drop table courses")).toEqual([])
})

test('beyond the limit the first ones are shown with a note', async () => {
  await Promise.all(Array.from({ length: 301 }, () => aCourse()))
  const { courses, hasMore } = await courseChoices(admin, '')
  expect([courses.length, hasMore]).toEqual([300, true])
})
