import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { editionFacts } from '../catalogue/course-page/editions'
import { db } from '../database/client.server'
import { userCourses } from '../database/schema'
import { editionsOf, editionToPropose, otherCourses } from './series.queries.server'

beforeEach(emptyDatabase)

const on = (days: number) => [{ startDate: inDays(days) }]

test('the other editions are those that one can ask for, six at most, the next first', async () => {
  const course = await aCourse({ theme: 'leadership' }, on(10))
  const { seriesId } = course
  for (const hidden of [
    { draft: true },
    { comingSoon: true },
    { archivedAt: new Date() },
    { cancelledAt: new Date() },
  ])
    await aCourse({ seriesId, ...hidden }, on(11))
  await aCourse({ seriesId }, on(-3))
  expect((await otherCourses(course)).editions).toEqual([])

  const undated = await aCourse({ seriesId })
  const later = []
  for (const days of [40, 30, 50, 20, 60]) later.push(await aCourse({ seriesId }, on(days)))
  const slugs = [later[3], later[1], later[0], later[2], later[4], undated].map((course) => course?.slug)
  expect((await otherCourses(course)).editions.map(({ slug }) => slug)).toEqual(slugs)
  await aCourse({ seriesId }, on(15))
  expect((await otherCourses(course)).editions).toHaveLength(6)
})

test('an edition is no related course, and beside editions there are fewer of these', async () => {
  const course = await aCourse({ theme: 'leadership' }, on(10))
  for (const days of [20, 30, 40]) await aCourse({ theme: 'leadership' }, on(days))
  expect((await otherCourses(course)).related).toHaveLength(3)
  const edition = await aCourse({ theme: 'leadership', seriesId: course.seriesId }, on(15))
  const { editions, related } = await otherCourses(course)
  expect(editions.map(({ slug }) => slug)).toEqual([edition.slug])
  expect(related).toHaveLength(2)
  expect(related.map(({ slug }) => slug)).not.toContain(edition.slug)
})

test('an edition is told by date, place and seats in words', async () => {
  const { id, seriesId } = await aCourse({ location: 'Fermo, aula 2', maxPartecipanti: 1 }, [
    { startDate: '2999-03-12' },
  ])
  await aCourse({ location: null, maxPartecipanti: null, seriesId })
  await aMember('ada')
  await db.insert(userCourses).values({ userId: 'ada', courseId: id, ...decided('approved') })
  const { editions } = await otherCourses({ id: (await aCourse()).id, seriesId, theme: null, place: null })
  expect(editions.map(editionFacts)).toEqual([
    { slug: expect.any(String), date: '12 mar 2999', facts: 'Fermo, Al completo' },
    { slug: expect.any(String), date: 'Data da definire', facts: '' },
  ])
})

test('a cancelled edition leads to the first free one that has not begun, however many are full or under way', async () => {
  const admin = await anAdmin()
  const { id, seriesId } = await aCourse({}, on(10))
  const edition = (days: number, facts: object = {}) => aCourse({ seriesId, ...facts }, on(days))
  for (const days of [-9, -8, -7, -6]) await edition(days, { endDate: inDays(30) })
  const full = []
  for (const days of [20, 21, 22]) full.push(await edition(days, { maxPartecipanti: 1 }))
  await aMember('ada')
  await db
    .insert(userCourses)
    .values(full.map((course) => ({ userId: 'ada', courseId: course.id, ...decided('approved') })))
  expect(await editionToPropose(admin, id)).toMatchObject({ slug: full[0]?.slug })
  const free = await edition(40)
  await edition(50)
  await edition(30, { comingSoon: true })
  expect(await editionToPropose(admin, id)).toMatchObject({ slug: free.slug })
  const [first] = (await otherCourses({ id, seriesId, theme: null, place: null })).editions
  expect(first).toMatchObject({ slug: full[0]?.slug })
})

test('an old edition is listed among those of its series, however many came after it', async () => {
  const admin = await anAdmin()
  const old = await aCourse({}, on(-99))
  for (let days = 1; days <= 51; days++) await aCourse({ seriesId: old.seriesId }, on(days))
  const editions = await editionsOf(admin, old)
  expect(editions).toHaveLength(50)
  expect(editions[0]).toMatchObject({ startDate: inDays(51) })
  expect(editions.at(-1)).toMatchObject({ id: old.id })
})
