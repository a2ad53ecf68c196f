import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { userCourses } from '../database/schema'
import { openMatters } from './edition.queries.server'

beforeEach(emptyDatabase)

test('what waits in an edition is counted in that edition alone', async () => {
  const admin = await anAdmin()
  const [here, elsewhere] = [await aCourse(), await aCourse()]
  const people = await Promise.all(['uno', 'due', 'tre'].map((name) => aMember(name)))
  const request = (courseId: string, i: number) => ({ courseId, userId: people[i]?.id ?? '' })
  await db
    .insert(userCourses)
    .values([request(here.id, 0), request(elsewhere.id, 1), request(elsewhere.id, 2)])
  expect(await openMatters(admin, here.id)).toMatchObject({ pending: 1, offered: 0, firstEnd: null })
  expect(await openMatters(admin, elsewhere.id)).toMatchObject({ pending: 2 })
})
