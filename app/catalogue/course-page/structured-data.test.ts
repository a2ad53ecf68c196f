import { expect, test } from 'vitest'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { attendanceModeOf, courseMode } from '../../courses/modes.rules'
import { courseByAnySlug } from '../../courses/queries.server'
import type { CourseState } from '../../courses/rules'
import { structuredCourse } from './structured-data'

const ORIGIN = 'https://scuola.example'

test.each([
  ['In presenza', 'onsite'],
  ['Aula', 'onsite'],
  ['Online', 'online'],
  ['E-learning', 'online'],
  ['In diretta a distanza', 'online'],
  ['FAD sincrona', 'online'],
  ['Aula virtuale', 'online'],
  ['Mista', 'blended'],
  ['Blended', 'blended'],
  ['In presenza e online', 'blended'],
  ['Come preferisci', undefined],
  [null, undefined],
])('the delivery mode %j is %s to search engines', (typed, mode) => {
  expect(courseMode(typed)).toBe(mode)
})

async function structuredDataOf(facts: Parameters<typeof aCourse>[0], state: CourseState = 'available') {
  await emptyDatabase()
  await aCourse({ slug: 'uno', ...facts }, [{ startDate: '2099-03-10' }])
  const course = await courseByAnySlug('uno')
  if (!course) throw new Error('no course')
  return structuredCourse(course, attendanceModeOf(course), state, ORIGIN) as {
    hasCourseInstance: Record<string, unknown>
    offers: Record<string, unknown>
  }
}

test('a place is shown, but not the name of a delivery mode', async () => {
  const onsite = await structuredDataOf({ modalita: 'In presenza', location: 'Fermo' })
  expect(onsite.hasCourseInstance).toMatchObject({ courseMode: 'onsite', location: 'Fermo' })
  const online = await structuredDataOf({ modalita: 'E-learning', location: 'E-learning' })
  expect(online.hasCourseInstance).toMatchObject({ courseMode: 'online' })
  expect(online.hasCourseInstance).not.toHaveProperty('location')
  const blended = await structuredDataOf({
    modalita: 'Online e in presenza',
    location: 'Online e in aula a Fermo',
  })
  expect(blended.hasCourseInstance).toMatchObject({
    courseMode: 'blended',
    location: 'Online e in aula a Fermo',
  })
})

test('the offer says whether the course can be taken', async () => {
  const availability = async (...facts: Parameters<typeof structuredDataOf>) =>
    (await structuredDataOf(...facts)).offers.availability
  expect(await availability({})).toBe('https://schema.org/InStock')
  expect(await availability({ maxPartecipanti: null })).toBe('https://schema.org/InStock')
  expect(await availability({ comingSoon: true }, 'coming')).toBe('https://schema.org/OutOfStock')
  expect(await availability({}, 'concluded')).toBe('https://schema.org/OutOfStock')
})

test('a cancelled edition does not take place, and has no seats to sell', async () => {
  const { hasCourseInstance, offers } = await structuredDataOf({}, 'cancelled')
  expect(hasCourseInstance).toBeUndefined()
  expect(offers.availability).toBe('https://schema.org/OutOfStock')
})

test('a full course is sold out', async () => {
  await emptyDatabase()
  await aCourse({ slug: 'uno', maxPartecipanti: 1 })
  const course = await courseByAnySlug('uno')
  if (!course) throw new Error('no course')
  const { offers } = structuredCourse(
    { ...course, seatsTaken: 1 },
    attendanceModeOf(course),
    'available',
    ORIGIN,
  ) as {
    offers: Record<string, unknown>
  }
  expect(offers.availability).toBe('https://schema.org/SoldOut')
})
