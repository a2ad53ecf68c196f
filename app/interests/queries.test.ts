import { beforeEach, expect, test } from 'vitest'
import { aCourse, anAdmin, anInterest, emptyDatabase } from '../../tests/world'
import { interestsByCourse } from './queries.server'

beforeEach(emptyDatabase)

test('the office sees how many wait for each course, most first', async () => {
  const admin = await anAdmin()
  expect(await interestsByCourse(admin)).toEqual([])
  const [few, many] = [
    await aCourse({ title: 'Bilancio', location: null, comingSoon: true }),
    await aCourse({ title: 'Export', location: 'Fermo, sede', startDate: '2027-03-12' }),
  ]
  await anInterest(few)
  for (const name of ['ada', 'bea', 'zoe']) await anInterest(many, { email: `${name}@example.it` })
  expect(await interestsByCourse(admin)).toEqual([
    { id: many.id, title: 'Export', place: 'Fermo', startDate: '2027-03-12', people: 3 },
    { id: few.id, title: 'Bilancio', place: null, startDate: null, people: 1 },
  ])
})

test('who did not confirm, was notified, or waits for a deleted course is not counted', async () => {
  const admin = await anAdmin()
  await anInterest(await aCourse(), { confirmedAt: null })
  await anInterest(await aCourse(), { notifiedAt: new Date() })
  await anInterest(await aCourse({ archivedAt: new Date() }))
  expect(await interestsByCourse(admin)).toEqual([])
})

test('the office sees the twenty courses that most people wait for', async () => {
  for (let i = 0; i < 21; i++) await anInterest(await aCourse())
  expect(await interestsByCourse(await anAdmin())).toHaveLength(20)
})
