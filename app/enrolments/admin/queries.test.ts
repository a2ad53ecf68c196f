import { addDays, addWeeks, formatISO, parseISO, startOfWeek } from 'date-fns'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, emptyDatabase } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { db, inTransaction } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { enrolSelf, requestEnrolment } from '../commands.server'
import { approveRequest, rejectRequest, reopenRequest } from './commands.server'
import { enrolPerson } from './enrol.commands.server'
import { pendingRequests, recentlyRejected, requestById, requestsPerWeek } from './queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('only waiting requests are shown, the newest first, with person, course and seats', async () => {
  const course = await aCourse({ title: 'Ceramica', maxPartecipanti: 5 })
  const ada = await aMember('ada', { phone: '0736 1', company: 'Ada srl' })
  await db.insert(userCourses).values({
    userId: (await aMember('bruno')).id,
    courseId: course.id,
    requestedAt: addDays(new Date(), -1),
  })
  await requestEnrolment(ada, course.id)
  await enrolSelf(admin, course.id)

  const { total, requests } = await pendingRequests(admin)
  expect(total).toBe(2)
  expect(requests).toMatchObject([
    {
      requestedAt: expect.any(Date),
      person: {
        firstName: 'Ada',
        lastName: 'Prova',
        email: 'ada@example.it',
        phone: '0736 1',
        company: 'Ada srl',
      },
      course: { id: course.id, title: 'Ceramica', maxPartecipanti: 5, archivedAt: null },
      seatsTaken: 1,
    },
    { person: { email: 'bruno@example.it', phone: null, company: null }, seatsTaken: 1 },
  ])
})

test('without pending requests the list is empty', async () => {
  expect(await pendingRequests(admin)).toEqual({ total: 0, late: 0, requests: [] })
})

test('fifty are shown, all are counted', async () => {
  const courses = await Promise.all(Array.from({ length: 51 }, () => aCourse()))
  await db.insert(userCourses).values(courses.map(({ id }) => ({ userId: 'carla', courseId: id })))
  const { total, requests } = await pendingRequests(admin)
  expect([total, requests.length]).toEqual([51, 50])
})

test('a request is found by its id, also beyond the list', async () => {
  for (const id of ['', 'richiesta', '\0', '00000000-0000-4000-8000-000000000000'])
    expect(await requestById(admin, id)).toBeUndefined()
  const oldest = await aCourse({ title: 'Ceramica' })
  const newer = await Promise.all(Array.from({ length: 100 }, () => aCourse()))
  const rows = newer.map(({ id }) => ({ userId: 'carla', courseId: id }))
  await db.insert(userCourses).values(rows)
  const before = { courseId: oldest.id, requestedAt: addDays(new Date(), -1) }
  const [made] = await db
    .insert(userCourses)
    .values({ userId: (await aMember('ada')).id, ...before })
    .returning()
  const id = made?.id ?? ''
  expect(ids((await pendingRequests(admin)).requests)).not.toContain(id)
  const found = { id, status: 'pending', person: { firstName: 'Ada' }, course: { title: 'Ceramica' } }
  expect(await requestById(admin, id)).toMatchObject({ ...found, seatsTaken: 0 })
  await approveRequest(admin, id)
  expect(await requestById(admin, id)).toMatchObject({ ...found, status: 'approved', seatsTaken: 1 })
})

test('requests are counted by week from Monday, empty weeks included', async () => {
  const monday = startOfWeek(parseISO(today()), { weekStartsOn: 1 })
  const noonOf = (weeks: number) => new Date(addWeeks(monday, -weeks).setHours(12))
  for (const weeks of [0, 2, 2, 3, 9]) {
    const { id } = await aCourse()
    await db.insert(userCourses).values({ userId: 'carla', courseId: id, requestedAt: noonOf(weeks) })
  }
  const counted = await requestsPerWeek(admin, 4)
  expect(counted.map(({ requests }) => requests)).toEqual([1, 2, 0, 1])
  expect(counted.at(-1)?.week).toBe(formatISO(monday, { representation: 'date' }))
  expect(await requestsPerWeek(admin)).toHaveLength(8)
})

test('whom the office enrols by itself has not asked', async () => {
  const [mine, ada] = [await aCourse(), await aMember('ada')]
  await enrolSelf(admin, mine.id)
  await enrolPerson(admin, ada.email, [mine.id])
  expect(await requestsPerWeek(admin, 1)).toMatchObject([{ requests: 0 }])
  await requestEnrolment(ada, (await aCourse()).id)
  expect(await requestsPerWeek(admin, 1)).toMatchObject([{ requests: 1 }])
})

test('a week begins at midnight in Italy', async () => {
  const [thisWeek] = await requestsPerWeek(admin, 1)
  const stillSundayInLondon = new Date(`${thisWeek?.week}T00:30:00+01:00`)
  const { id } = await aCourse()
  await db.insert(userCourses).values({ userId: 'carla', courseId: id, requestedAt: stillSundayInLondon })
  expect((await requestsPerWeek(admin, 2)).map(({ requests }) => requests)).toEqual([0, 1])
})

test('rejected requests are listed with their reasons, latest first', async () => {
  const course = await aCourse()
  for (const name of ['ada', 'bruno', 'dora', 'elio']) await requestEnrolment(await aMember(name), course.id)
  const waiting = (await pendingRequests(admin)).requests
  const [elio, dora, bruno, ada] = ids(waiting) as [string, string, string, string]

  await rejectRequest(admin, ada, 'prima')
  await rejectRequest(admin, bruno)
  await rejectRequest(admin, dora)
  await approveRequest(admin, elio)
  await reopenRequest(admin, ada)
  await rejectRequest(admin, ada, 'seconda')
  await reopenRequest(admin, dora)

  expect(await recentlyRejected(admin)).toMatchObject([
    { id: ada, reason: 'seconda', rejectedAt: expect.any(Date), person: { email: 'ada@example.it' } },
    { id: bruno, reason: null },
  ])
})

test('a rejection can be found after a thousand other changes of enrolments', async () => {
  const course = await aCourse()
  await requestEnrolment(await aMember('ada'), course.id)
  const [id = ''] = ids((await pendingRequests(admin)).requests)
  await rejectRequest(admin, id, 'corso al completo')
  const entry = { action: 'update', entity: 'user_courses', id: course.id } as const
  await inTransaction((tx) => record(tx, null, Array(1_000).fill(entry)))
  expect(await recentlyRejected(admin)).toMatchObject([{ id, reason: 'corso al completo' }])
  await reopenRequest(admin, id)
  expect(await recentlyRejected(admin)).toEqual([])
})

test('late requests are counted, and can be read alone, the oldest first', async () => {
  const course = await aCourse()
  for (const [name, days] of [
    ['ada', 0],
    ['bruno', 4],
    ['dora', 6],
    ['elio', 9],
  ] as const) {
    const { id } = await aMember(name)
    await db
      .insert(userCourses)
      .values({ userId: id, courseId: course.id, requestedAt: addDays(new Date(), -days) })
  }
  const emails = async (onlyLate: boolean) =>
    (await pendingRequests(admin, { onlyLate })).requests.map(({ person }) => person.firstName)
  expect(await pendingRequests(admin)).toMatchObject({ total: 4, late: 2 })
  expect(await emails(false)).toEqual(['Ada', 'Bruno', 'Dora', 'Elio'])
  expect(await emails(true)).toEqual(['Elio', 'Dora'])
})
