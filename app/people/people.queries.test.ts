import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, aSecretary, decided, emptyDatabase } from '../../tests/world'
import { type Admin, DELETED_ACCOUNT_DOMAIN } from '../accounts/rules'
import { db } from '../database/client.server'
import { profiles, userCourses } from '../database/schema'
import { PEOPLE_PAGE_SIZE, peopleCounts, peoplePage } from './people.queries.server'

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
})

test('people are chosen by their enrolments and their role, and counted', async () => {
  const { id: courseId } = await aCourse()
  for (const [name, status] of [
    ['ada', 'approved'],
    ['bea', 'pending'],
    ['ivo', 'rejected'],
    ['zoe', null],
  ] as const) {
    const { id: userId } = await aMember(name)
    if (status) await db.insert(userCourses).values({ userId, courseId, ...decided(status) })
  }
  for (const [choice, ids] of [
    ['iscritte', ['ada']],
    ['in-attesa', ['bea']],
    ['mai-iscritte', ['zoe']],
    ['da-attivare', []],
    ['amministratori', ['carla']],
  ] as const) {
    expect(idsOf(await peoplePage(admin, { text: '', choice })), choice).toEqual(ids)
  }
  expect(await peopleCounts(admin, '')).toMatchObject({
    all: 5,
    'in-attesa': 1,
    'da-attivare': 0,
    amministratori: 1,
  })
})

test('each person has the most urgent enrolment and the number of the others', async () => {
  const ada = await aMember('ada')
  await aMember('bea')
  const day = (number: number) => new Date(Date.UTC(2026, 0, number))
  const enrolled = async (
    title: string,
    values: Partial<typeof userCourses.$inferInsert>,
    deleted = false,
  ) => {
    const { id } = await aCourse({ title, ...(deleted && { archivedAt: day(9) }) })
    await db.insert(userCourses).values({ userId: ada.id, courseId: id, ...values })
  }
  const urgent = async () => {
    const { people } = await peoplePage(admin, { text: 'ada@' })
    const { course, others } = people[0]?.enrolment ?? {}
    return [course, others]
  }
  // From the least urgent: each is before those that were there.
  await enrolled('Chiesto, poi eliminato', { requestedAt: day(1) }, true)
  await enrolled('Rifiutato', decided('rejected'))
  expect(await urgent()).toEqual(['Rifiutato', 1])
  await enrolled('In lista', { requestedAt: day(1), admittedAt: day(2), waitingSince: day(1) })
  expect(await urgent()).toEqual(['In lista', 2])
  await enrolled('Approvato', decided('approved'))
  expect(await urgent()).toEqual(['Approvato', 3])
  await enrolled('Chiesto ieri', { requestedAt: day(4) })
  expect(await urgent()).toEqual(['Chiesto ieri', 4])
  await enrolled('Chiesto prima', { requestedAt: day(3) })
  expect(await urgent()).toEqual(['Chiesto prima', 5])
  // What has ended is never the most urgent.
  await enrolled('Disdetto', { requestedAt: day(2), endedAt: day(3), ending: 'cancelled_by_person' })
  expect(await urgent()).toEqual(['Chiesto prima', 6])
  expect((await peoplePage(admin, { text: 'bea@' })).people[0]?.enrolment).toBeUndefined()
})

test('people are counted among those with the words, without the deleted', async () => {
  await aMember('ada', { company: 'Meletti' })
  await aMember('bea', { company: 'Meletti', emailVerified: false, invitedAt: new Date() })
  await db
    .insert(profiles)
    .values({ id: 'via', email: `via${DELETED_ACCOUNT_DOMAIN}`, firstName: 'Via', lastName: 'Via' })
  await aSecretary('sara')
  expect(await peopleCounts(admin, '')).toMatchObject({
    all: 4,
    'da-attivare': 1,
    segreteria: 1,
    amministratori: 1,
  })
  expect(await peopleCounts(admin, 'meletti')).toMatchObject({
    all: 2,
    'da-attivare': 1,
    segreteria: 0,
    amministratori: 0,
  })
})

test('pages lead through everybody, there and back, also where names are equal', async () => {
  const many = Array.from({ length: 2 * PEOPLE_PAGE_SIZE + 7 }, (_, i) => ({
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
