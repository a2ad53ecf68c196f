import { addDays } from 'date-fns'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { enrolSelf, requestEnrolment } from '../request/commands.server'
import { ENROLMENT_STATES } from '../rules'
import { enrolmentState, enrolmentsOf } from './queries.server'

beforeEach(emptyDatabase)

test('a person sees only their own enrolments', async () => {
  const [ada, bruno, course] = [await aMember('ada'), await aMember('bruno'), await aCourse()]
  await requestEnrolment(ada, course.id)
  expect(await enrolmentsOf(bruno)).toEqual([])
  expect(await enrolmentState(bruno, course.id)).toBeNull()
  expect(await enrolmentState(ada, course.id)).toBe('pending')
})

test('enrolments come newest first, with their course', async () => {
  const ada = await aMember('ada')
  const [older, newer] = [await aCourse({ title: 'Prima' }), await aCourse({ title: 'Dopo' })]
  await db.insert(userCourses).values([
    { userId: 'ada', courseId: older.id, requestedAt: addDays(new Date(), -2) },
    { userId: 'ada', courseId: newer.id, requestedAt: addDays(new Date(), -1) },
  ])
  expect(await enrolmentsOf(ada)).toMatchObject([
    { status: 'pending', course: { id: newer.id, slug: newer.slug, title: 'Dopo', price: 100 } },
    { status: 'pending', course: { title: 'Prima' } },
  ])
})

test('a deleted course stays with those enrolled, a past one is concluded', async () => {
  const ada = await aMember('ada')
  const past = await aCourse({ archivedAt: new Date() }, [{ startDate: inDays(-3) }])
  await db.insert(userCourses).values({ userId: 'ada', courseId: past.id })
  expect(await enrolmentsOf(ada)).toMatchObject([
    { course: { archivedAt: expect.any(Date), concluded: true }, nextSession: null },
  ])
})

test('a participant sees the next session', async () => {
  const admin = await anAdmin()
  const course = await aCourse({}, [
    { startDate: inDays(9) },
    { startDate: inDays(2), startTime: '09:00', endTime: '18:00' },
    { startDate: inDays(-5) },
  ])
  await enrolSelf(admin, course.id)
  expect(await enrolmentsOf(admin)).toMatchObject([
    {
      course: { concluded: false },
      nextSession: { date: inDays(2), startTime: '09:00', endTime: '18:00', number: 2, total: 3, ahead: 2 },
    },
  ])
})

test('a pending request and a concluded course have no next session', async () => {
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  const course = await aCourse({}, [{ startDate: inDays(2) }])
  await requestEnrolment(ada, course.id)
  expect(await enrolmentsOf(ada)).toMatchObject([{ nextSession: null }])
  const over = await aCourse({}, [{ startDate: inDays(-2) }])
  await db
    .insert(userCourses)
    .values({ userId: admin.id, courseId: over.id, status: 'approved', approvedAt: new Date() })
  expect(await enrolmentsOf(admin)).toMatchObject([{ nextSession: null }])
})

test('a session of today without times lasts all day', async () => {
  const admin = await anAdmin()
  const today = inDays(0)
  const course = await aCourse({}, [{ startDate: today }])
  await enrolSelf(admin, course.id)
  expect(await enrolmentsOf(admin)).toMatchObject([
    { nextSession: { date: today, startTime: null, endTime: null, number: 1, total: 1, ahead: 0 } },
  ])
})

test('only a seat in a course that goes on opens its lessons and tells how one pays', async () => {
  const ada = await aMember('ada')
  const facts = { lessonsUrl: 'https://lezioni.example.it', afterApproval: 'Con bonifico.' }
  const future = [{ startDate: inDays(5) }]
  for (const state of ENROLMENT_STATES) {
    const course = await aCourse({ title: state, ...facts }, future)
    await db.insert(userCourses).values({ userId: 'ada', courseId: course.id, ...decided(state) })
  }
  for (const [title, archivedAt, startDate] of [
    ['concluso', null, inDays(-3)],
    ['eliminato', new Date(), inDays(5)],
  ] as const) {
    const course = await aCourse({ title, archivedAt, ...facts }, [{ startDate }])
    await db.insert(userCourses).values({ userId: 'ada', courseId: course.id, ...decided('approved') })
  }
  const withDetails = (await enrolmentsOf(ada)).filter(
    ({ course }) => course.lessonsUrl ?? course.afterApproval,
  )
  expect(withDetails.map(({ course, group }) => [course.title, group])).toEqual(
    expect.arrayContaining([
      ['approved', 'now'],
      ['in_progress', 'now'],
    ]),
  )
  expect(withDetails).toHaveLength(2)
  expect(withDetails[0]?.course).toMatchObject(facts)
})

test('a request tells until when the answer comes, and whether it is late', async () => {
  const ada = await aMember('ada')
  const [fresh, old] = [await aCourse(), await aCourse()]
  await db.insert(userCourses).values([
    { userId: 'ada', courseId: fresh.id },
    { userId: 'ada', courseId: old.id, requestedAt: new Date('2026-11-23T10:00:00+01:00') },
  ])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:31:00+01:00') })
  onTestFinished(() => void vi.useRealTimers())
  const answers = (await enrolmentsOf(ada)).map(({ course, officeAnswer }) => [course.id, officeAnswer])
  expect(answers).toContainEqual([old.id, { by: 'le 12:30 di martedì 24 novembre', late: true }])
  expect(answers).toContainEqual([fresh.id, expect.objectContaining({ late: false })])
})

describe('a refused person is shown another course to ask for:', () => {
  const theme = 'leadership'
  const soon = [{ startDate: inDays(20) }]
  const refusedMember = async () => {
    const ada = await aMember('ada')
    const refused = await aCourse({ title: 'Guidare', theme }, [{ startDate: inDays(9) }])
    await db.insert(userCourses).values({ userId: 'ada', courseId: refused.id, ...decided('rejected') })
    const shown = async () =>
      (await enrolmentsOf(ada)).find(({ course }) => course.id === refused.id)?.courseInstead
    return { shown, series: refused.seriesId }
  }

  test('the next edition first, else one of the theme', async () => {
    const { shown, series: seriesId } = await refusedMember()
    expect(await shown()).toBeNull()
    await aCourse({ title: 'Altro', theme: 'comunicazione' }, soon)
    expect(await shown()).toBeNull()
    const near = await aCourse({ title: 'Delegare', theme }, soon)
    expect(await shown()).toEqual({
      slug: near.slug,
      title: 'Delegare',
      startDate: inDays(20),
      isSameCourse: false,
    })
    for (const hidden of [{ draft: true }, { cancelledAt: new Date() }])
      await aCourse({ title: 'Guidare', seriesId, ...hidden }, [{ startDate: inDays(60) }])
    const next = await aCourse({ title: 'Guidare insieme', theme: null, seriesId }, [
      { startDate: inDays(90) },
    ])
    expect(await shown()).toMatchObject({ slug: next.slug, isSameCourse: true })
  })

  test('none that has begun, is full, coming, deleted, or asked for already', async () => {
    const { shown } = await refusedMember()
    await aCourse({ theme }, [{ startDate: inDays(-1) }, { startDate: inDays(8) }])
    await aCourse({ theme, comingSoon: true }, soon)
    await aCourse({ theme, archivedAt: new Date() }, soon)
    const [full, asked] = [await aCourse({ theme, maxPartecipanti: 1 }, soon), await aCourse({ theme }, soon)]
    await aMember('bruno')
    await db.insert(userCourses).values([
      { userId: 'bruno', courseId: full.id, ...decided('approved') },
      { userId: 'ada', courseId: asked.id },
    ])
    expect(await shown()).toBeNull()
    const undated = await aCourse({ theme, maxPartecipanti: null })
    expect(await shown()).toMatchObject({ slug: undated.slug, startDate: null })
  })
})
