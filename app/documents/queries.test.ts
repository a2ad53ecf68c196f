import { beforeEach, expect, test } from 'vitest'
import { aCourse, anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { courseChoices } from './queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
})

test('courses to choose from stand by title as Italians sort it, deleted ones left out', async () => {
  for (const title of ['Zootecnia', 'École', 'Etica', 'economia']) await aCourse({ title })
  await aCourse({ title: 'Abaco', archivedAt: new Date() })
  const { courses, more } = await courseChoices(admin, '')
  expect(courses.map(({ title }) => title)).toEqual(['École', 'economia', 'Etica', 'Zootecnia'])
  expect(more).toBe(false)
})

test('words of the title shorten the list, accents and case aside; what stands elsewhere does not count', async () => {
  await aCourse({ title: 'Perché la qualità' })
  await aCourse({ title: 'Altro', description: 'Parla di qualità' })
  const titles = async (text: string) => (await courseChoices(admin, text)).courses.map(({ title }) => title)
  expect(await titles('QUALITA')).toEqual(['Perché la qualità'])
  expect(await titles('%')).toEqual([])
  expect(await titles("'; drop table courses")).toEqual([])
})

test('where there are too many, the first ones are there and it is told', async () => {
  await Promise.all(Array.from({ length: 301 }, () => aCourse()))
  const { courses, more } = await courseChoices(admin, '')
  expect([courses.length, more]).toEqual([300, true])
})
