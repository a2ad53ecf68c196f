import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { profiles, userCourses } from '../database/schema'
import { enrolmentsOfPerson, PEOPLE_PAGE, peoplePage } from './people.queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla', { lastName: 'Zeta' })
})

const idsOf = ({ people }: Awaited<ReturnType<typeof peoplePage>>) => people.map(({ id }) => id)

test('people are ordered by last and first name in Italian collation', async () => {
  await aMember('a', { lastName: 'Òrsini' })
  await aMember('b', { lastName: 'orlando' })
  await aMember('c', { lastName: 'Orsini', firstName: 'Bea' })
  await aMember('d', { lastName: 'Abate' })
  expect(idsOf(await peoplePage(admin, { text: '' }))).toEqual(['d', 'b', 'c', 'a', 'carla'])
})

test('the search blinds out accents and case, and looks at name, e-mail and company', async () => {
  await aMember('ada', { lastName: 'D’Alò', company: 'Caffè Meletti' })
  await aMember('bruno', { lastName: 'Dalonzo', emailVerified: false })
  for (const text of ['CAFFE', 'd’alò ada', 'ada@example', 'meletti ada'])
    expect(idsOf(await peoplePage(admin, { text }))).toEqual(['ada'])
  // An apostrophe may be missing in what is written, or in what is typed.
  for (const text of ['d’alo', 'dalo'])
    expect(idsOf(await peoplePage(admin, { text })).toSorted()).toEqual(['ada', 'bruno'])
  expect(idsOf(await peoplePage(admin, { text: 'dalon' }))).toEqual(['bruno'])
  expect(idsOf(await peoplePage(admin, { text: 'nessuno%' }))).toEqual([])
  expect(idsOf(await peoplePage(admin, { text: '', role: 'admin' }))).toEqual(['carla'])
})

test('each person has their enrolments by state', async () => {
  const ada = await aMember('ada')
  for (const status of ['pending', 'pending', 'rejected'] as const)
    await db
      .insert(userCourses)
      .values({ userId: ada.id, courseId: (await aCourse()).id, ...decided(status) })
  const { people } = await peoplePage(admin, { text: 'ada@' })
  expect(people[0]?.enrolments.toSorted((a, b) => a.courses - b.courses)).toEqual([
    { userId: 'ada', status: 'rejected', courses: 1 },
    { userId: 'ada', status: 'pending', courses: 2 },
  ])
  expect(await enrolmentsOfPerson(admin, ada.id)).toHaveLength(3)
})

test('pages lead through everybody, there and back, also where names are equal', async () => {
  const many = Array.from({ length: 2 * PEOPLE_PAGE + 7 }, (_, i) => ({
    id: `p${String(i).padStart(3, '0')}`,
    email: `p${i}@example.it`,
    firstName: 'Ada',
    lastName: i % 3 === 0 ? 'Rossi' : 'Bianchi',
  }))
  await db.insert(profiles).values(many)
  const first = await peoplePage(admin, { text: '' })
  const second = await peoplePage(admin, { text: '' }, { after: first.onward ?? '' })
  const third = await peoplePage(admin, { text: '' }, { after: second.onward ?? '' })
  expect(first.back).toBeUndefined()
  expect(third.onward).toBeUndefined()
  const all = [...idsOf(first), ...idsOf(second), ...idsOf(third)]
  expect(new Set(all).size).toBe(many.length + 1)
  expect(all).toHaveLength(many.length + 1)

  const back = await peoplePage(admin, { text: '' }, { before: third.back ?? '' })
  expect(idsOf(back)).toEqual(idsOf(second))
  expect(idsOf(await peoplePage(admin, { text: '' }, { before: back.back ?? '' }))).toEqual(idsOf(first))
  for (const nowhere of [{ after: 'nessuno' }, { before: 'nessuno' }, { after: '', before: '' }]) {
    const start = await peoplePage(admin, { text: '' }, nowhere)
    expect([idsOf(start), start.back]).toEqual([idsOf(first), undefined])
  }
})
