import { addWeeks, formatISO, parseISO, startOfWeek } from 'date-fns'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, emptyDatabase } from '../../../tests/world'
import { type Admin, SYSTEM } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { db, inTransaction } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { enrolPerson } from '../direct/enrol.commands.server'
import { moveEnrolment } from '../leave/office.commands.server'
import { enrolSelf, requestEnrolment } from '../request/commands.server'
import { approveRequest, rejectRequest, reopenRequest } from './commands.server'
import { requestsPerWeek, undecidedCount } from './queries.server'
import { pendingRequests, recentlyRejected } from './queue.queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

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
  const [course, ada] = [await aCourse(), await aMember('ada')]
  await enrolSelf(admin, course.id)
  await enrolPerson(admin, ada.email, [course.id])
  expect(await requestsPerWeek(admin, 1)).toMatchObject([{ requests: 0 }])
  await requestEnrolment(ada, (await aCourse()).id)
  expect(await requestsPerWeek(admin, 1)).toMatchObject([{ requests: 1 }])
})

test('a request that was moved counts once, and a moved enrolment of the office still not', async () => {
  const [course, other] = [await aCourse(), await aCourse()]
  const [ada, bruno] = [await aMember('ada'), await aMember('bruno')]
  await requestEnrolment(ada, course.id)
  await enrolPerson(admin, bruno.email, [course.id])
  const [waiting] = (await pendingRequests(admin)).requests
  await approveRequest(admin, waiting?.id ?? '')
  for (const { id } of await db.select().from(userCourses)) {
    expect(await moveEnrolment(admin, id, other.id)).toMatchObject({ ok: true })
  }
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
  const waiting = (await pendingRequests(admin)).requests.toReversed()
  const [ada, bruno, dora, elio] = ids(waiting) as [string, string, string, string]

  await rejectRequest(admin, ada, 'prima')
  await rejectRequest(admin, bruno)
  await rejectRequest(admin, dora)
  await approveRequest(admin, elio)
  await reopenRequest(admin, ada)
  await rejectRequest(admin, ada, 'seconda')
  await reopenRequest(admin, dora)

  expect(await recentlyRejected(admin)).toMatchObject([
    { id: ada, rejectReason: 'seconda', rejectedAt: expect.any(Date), person: { email: 'ada@example.it' } },
    { id: bruno, rejectReason: null },
  ])
})

test('pending requests alone are counted for the frame', async () => {
  expect(await undecidedCount(admin)).toBe(0)
  const course = await aCourse()
  for (const name of ['ada', 'bruno']) await requestEnrolment(await aMember(name), course.id)
  await enrolSelf(admin, course.id)
  expect(await undecidedCount(admin)).toBe(2)
})

test('a rejection can be found after a thousand other changes of enrolments', async () => {
  const course = await aCourse()
  await requestEnrolment(await aMember('ada'), course.id)
  const [id = ''] = ids((await pendingRequests(admin)).requests)
  await rejectRequest(admin, id, 'corso al completo')
  const entry = { action: 'update', entity: 'user_courses', id: course.id } as const
  await inTransaction((tx) => record(tx, SYSTEM, Array(1_000).fill(entry)))
  expect(await recentlyRejected(admin)).toMatchObject([{ id, rejectReason: 'corso al completo' }])
  await reopenRequest(admin, id)
  expect(await recentlyRejected(admin)).toEqual([])
})
