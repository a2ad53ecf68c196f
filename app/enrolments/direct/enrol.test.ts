import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { settleDecisions, withUndo } from '../../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courses, outgoingMail, userCourses } from '../../database/schema'
import { rejectRequest } from '../review/commands.server'
import { ENROLMENT_STATES } from '../rules'
import { enrolPerson } from './enrol.commands.server'
import { coursesToChoose, enrolOutcomesOf } from './enrol.queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)
const emails = () => db.select({ kind: outgoingMail.kind, to: outgoingMail.toAddress }).from(outgoingMail)

test('an unknown e-mail changes nothing', async () => {
  const course = await aCourse()
  for (const email of ['', 'ada', 'ada@example.it', 'ada@example.it\0'])
    expect(await enrolPerson(admin, email, [course.id])).toEqual({ ok: false, refusal: 'unknown-person' })
  expect(await db.$count(userCourses)).toBe(0)
})

test('a person is enrolled in several courses by an e-mail in any spelling, with an e-mail for each', async () => {
  await aMember('ada')
  const [first, second] = [await aCourse({ title: 'Uno' }), await aCourse({ title: 'Due' })]
  const enrolled = await enrolPerson(admin, ' ADA@example.it ', [second.id, first.id, first.id])
  expect(enrolled).toMatchObject({
    ok: true,
    personId: 'ada',
    outcomes: [
      { courseId: second.id, outcome: 'enrolled' },
      { courseId: first.id, outcome: 'enrolled' },
    ],
  })
  expect(await db.select().from(userCourses)).toMatchObject(
    Array(2).fill({ userId: 'ada', status: 'approved', approvedBy: 'carla', approvedAt: expect.any(Date) }),
  )
  expect(await emails()).toEqual(Array(2).fill({ kind: 'enrolled-by-office', to: 'ada@example.it' }))
  expect(await entries()).toMatchObject([
    {
      userId: 'carla',
      action: 'create',
      entityType: 'user_courses',
      details: { course: 'Due', email: 'ada@example.it' },
    },
    { action: 'create', details: { new: { status: 'approved' }, course: 'Uno' } },
  ])
})

test('a request is not enrolled while its rejection can be taken back: that e-mail would still leave', async () => {
  withUndo()
  const [ada, course, other] = [await aMember('ada'), await aCourse(), await aCourse()]
  const [request] = await db.insert(userCourses).values({ userId: ada.id, courseId: course.id }).returning()
  await rejectRequest(admin, request?.id ?? '')
  const outcomes = [
    { courseId: course.id, outcome: 'rejection-open' },
    { courseId: other.id, outcome: 'enrolled' },
  ]
  expect(await enrolPerson(admin, ada.email, [course.id, other.id])).toMatchObject({ outcomes })
  expect(await enrolOutcomesOf(admin, ada.id, [course.id])).toMatchObject({
    outcomes: [{ outcome: 'rejection-open', status: 'rejected' }],
  })
  await settleDecisions()
  expect(await enrolPerson(admin, ada.email, [course.id])).toMatchObject({
    outcomes: [{ outcome: 'enrolled' }],
  })
})

test('pending and rejected enrolments are approved, others stay', async () => {
  await aMember('ada')
  const made = await Promise.all(ENROLMENT_STATES.map((state) => aCourse({ title: state })))
  const before = new Date('2026-01-01T10:00:00Z')
  for (const course of made) {
    const status = course.title as (typeof ENROLMENT_STATES)[number]
    await db
      .insert(userCourses)
      .values({ userId: 'ada', courseId: course.id, ...decided(status), requestedAt: before })
  }
  const ids = made.map(({ id }) => id)
  const enrolled = await enrolPerson(admin, 'ada@example.it', ids)
  const outcomes = Object.fromEntries(
    enrolled.ok
      ? enrolled.outcomes.map(({ courseId, outcome }) => [
          made.find(({ id }) => id === courseId)?.title,
          outcome,
        ])
      : [],
  )
  expect(outcomes).toEqual({
    pending: 'enrolled',
    rejected: 'enrolled',
    approved: 'already',
    in_progress: 'already',
    completed: 'already',
  })
  const stateOf = async (title: string) => {
    const [row] = await db
      .select({
        status: userCourses.status,
        approvedBy: userCourses.approvedBy,
        asked: userCourses.requestedAt,
      })
      .from(userCourses)
      .innerJoin(courses, eq(courses.id, userCourses.courseId))
      .where(eq(courses.title, title))
    return row
  }
  expect(await stateOf('pending')).toEqual({ status: 'approved', approvedBy: 'carla', asked: before })
  expect(await stateOf('rejected')).toMatchObject({ status: 'approved' })
  expect(await stateOf('in_progress')).toMatchObject({ status: 'in_progress', approvedBy: null })
  expect(await stateOf('completed')).toMatchObject({ status: 'completed' })
  expect((await emails()).map(({ kind }) => kind).sort()).toEqual(['enrolled-by-office', 'request-approved'])
  expect((await entries()).map(({ details }) => details.old)).toEqual(
    expect.arrayContaining([{ status: 'pending' }, { status: 'rejected' }]),
  )
})

test('doing it twice changes nothing', async () => {
  await aMember('ada')
  const { id } = await aCourse()
  await enrolPerson(admin, 'ada@example.it', [id])
  expect(await enrolPerson(admin, 'ada@example.it', [id])).toMatchObject({
    outcomes: [{ outcome: 'already' }],
  })
  expect([(await entries()).length, (await emails()).length]).toEqual([1, 1])
})

test('a full course is left out, and taken only knowingly: the log says so', async () => {
  await aMember('ada')
  await aMember('bruno')
  const [small, large] = [await aCourse({ maxPartecipanti: 1 }), await aCourse({ maxPartecipanti: 0 })]
  await enrolPerson(admin, 'bruno@example.it', [small.id], { overCapacity: true })
  expect((await entries()).at(-1)?.details).not.toHaveProperty('overCapacity')

  expect(await enrolPerson(admin, 'ada@example.it', [small.id, large.id])).toMatchObject({
    outcomes: [{ outcome: 'full' }, { outcome: 'enrolled' }],
  })
  expect(await enrolPerson(admin, 'ada@example.it', [small.id], { overCapacity: true })).toMatchObject({
    outcomes: [{ outcome: 'enrolled' }],
  })
  expect((await entries()).at(-1)?.details).toMatchObject({ overCapacity: true })
})

test('deleted, coming and unknown courses are refused, even knowingly; one that is over is not', async () => {
  await aMember('ada')
  const gone = await aCourse({ archivedAt: new Date() })
  const coming = await aCourse({ comingSoon: true })
  const over = await aCourse({}, [{ startDate: '2020-01-01' }])
  const ids = [gone.id, coming.id, NOWHERE, 'corso', over.id.toUpperCase()]
  expect(await enrolPerson(admin, 'ada@example.it', ids, { overCapacity: true })).toMatchObject({
    outcomes: [
      { outcome: 'archived' },
      { outcome: 'coming' },
      { outcome: 'unknown' },
      { outcome: 'enrolled' },
    ],
  })
  expect(
    await db.$count(userCourses, and(eq(userCourses.userId, 'ada'), eq(userCourses.courseId, over.id))),
  ).toBe(1)
})

test('courses to choose are those that begin next; by their title also those that are over, last', async () => {
  await aCourse({ title: 'Marketing passato' }, [{ startDate: '2020-01-01' }])
  await aCourse({ title: 'Marketing lontano' }, [{ startDate: '2099-02-01' }])
  await aCourse({ title: 'Vicino' }, [{ startDate: '2099-01-01' }])
  await aCourse({ title: 'Marketing in arrivo', comingSoon: true })
  await aCourse({ title: 'Marketing eliminato', archivedAt: new Date() })
  const titles = async (text?: string) => (await coursesToChoose(admin, text)).map(({ title }) => title)
  expect(await titles()).toEqual(['Vicino', 'Marketing lontano'])
  expect(await titles('market')).toEqual(['Marketing lontano', 'Marketing passato'])
  for (let i = 0; i < 25; i++) await aCourse()
  expect(await titles()).toHaveLength(20)
})

test('the state of a person tells the outcome of an enrolment', async () => {
  await aMember('ada')
  const [full, free] = [await aCourse({ maxPartecipanti: 1 }), await aCourse()]
  await aMember('bruno')
  await enrolPerson(admin, 'bruno@example.it', [full.id])
  await enrolPerson(admin, 'ada@example.it', [free.id])
  expect(await enrolOutcomesOf(admin, 'nessuno', [free.id])).toBeUndefined()
  expect(await enrolOutcomesOf(admin, 'ada', [free.id, full.id, NOWHERE])).toMatchObject({
    person: { email: 'ada@example.it' },
    outcomes: [
      { id: free.id, outcome: 'already', status: 'approved' },
      { id: full.id, outcome: 'full', status: null },
      { id: NOWHERE, outcome: 'unknown' },
    ],
  })
})
