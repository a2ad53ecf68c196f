import { beforeEach, expect, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../../tests/decisions'
import { aFullCourse, aList, enrolmentOfPerson, freeSeat, kindsTo, waitFor } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, userCourses } from '../../database/schema'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { undoDecision } from '../../undo/commands.server'
import { enrolmentsOf } from '../mine/queries.server'
import { rejectRequest } from '../review/commands.server'
import { ENROLMENT_STATES } from '../rules'
import { offerSeats } from './offers.commands.server'
import { putOnList } from './office.commands.server'
import { enrolmentsOnList } from './order.queries.server'

beforeEach(emptyDatabase)

const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)
const NOWHERE = '00000000-0000-4000-8000-000000000000'

test('an unknown e-mail or edition changes nothing', async () => {
  const [admin, course] = [await anAdmin(), await aFullCourse()]
  await aMember('ada')
  const before = await db.$count(userCourses)
  for (const email of ['', 'ada', 'nessuna@example.it'])
    expect(await putOnList(admin, email, course.id)).toEqual({ ok: false, refusal: 'unknown-person' })
  for (const id of ['corso', NOWHERE])
    expect(await putOnList(admin, 'ada@example.it', id)).toEqual({ ok: false, refusal: 'unknown-course' })
  expect(await db.$count(userCourses)).toBe(before)
  expect(await entries()).toEqual([])
})

test('a person goes to the end of the list, admitted, with an e-mail and an entry; nobody is overtaken', async () => {
  const { admin, course, members } = await aList(['ada', 'bea'])
  const dora = await aMember('dora')
  const put = await putOnList(admin, ' DORA@example.it ', course.id)
  const enrolment = await enrolmentOfPerson(dora, course)
  expect(put).toEqual({ ok: true, decision: expect.any(String) })
  expect(enrolment).toMatchObject({ status: 'pending', agreedPrice: course.price })
  expect((await enrolmentsOnList(db, course.id)).map(({ id }) => id)).toEqual([
    ...members.map(({ id }) => id),
    enrolment?.id,
  ])
  expect(await kindsTo(dora)).toEqual(['admitted-to-list'])
  expect((await entries()).at(-1)).toMatchObject({
    userId: admin.id,
    action: 'create',
    entityType: 'user_courses',
    details: {
      new: { status: 'pending', admitted: true },
      course: course.title,
      email: 'dora@example.it',
    },
  })
  expect(await brokenInvariants()).toEqual([])
})

test('a request is not put on the list while its rejection can be taken back: that e-mail would still leave', async () => {
  withUndo()
  const [admin, course, ada] = [await anAdmin(), await aFullCourse(), await aMember('ada')]
  const [request] = await db.insert(userCourses).values({ userId: ada.id, courseId: course.id }).returning()
  await rejectRequest(admin, request?.id ?? '')
  expect(await putOnList(admin, ada.email, course.id)).toEqual({ ok: false, refusal: 'rejection-open' })
  await settleDecisions()
  expect(await putOnList(admin, ada.email, course.id)).toMatchObject({ ok: true })
})

test('the person reads of it once it cannot be undone; undoing it leaves nothing', async () => {
  withUndo()
  const [admin, course, ada] = [await anAdmin(), await aFullCourse(), await aMember('ada')]
  const decision = decisionOf(await putOnList(admin, ada.email, course.id))
  expect(await enrolmentsOf(ada)).toEqual([])
  await freeSeat(course)
  expect(await offerSeats(SYSTEM)).toBe(0)
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await db.$count(userCourses)).toBe(0)
  expect(await kindsTo(ada)).toEqual([])

  const full = await aFullCourse()
  await putOnList(admin, ada.email, full.id)
  await settleDecisions()
  expect(await enrolmentsOf(ada)).toMatchObject([
    { waitingPlace: { isAdmitted: true, ahead: { people: 0 } } },
  ])
  await freeSeat(full)
  expect(await offerSeats(SYSTEM)).toBe(1)
})

test('a request that waits for an answer is admitted and keeps its place; one who is on the list stays', async () => {
  const [admin, course] = [await anAdmin(), await aFullCourse()]
  const [ada, bea] = [await aMember('ada'), await aMember('bea')]
  const asked = await waitFor(ada, course)
  await waitFor(bea, course)
  expect(await putOnList(admin, ada.email, course.id)).toMatchObject({ ok: true })
  expect((await enrolmentsOnList(db, course.id))[0]).toMatchObject({ id: asked, isAdmitted: true })
  expect(await putOnList(admin, ada.email, course.id)).toEqual({ ok: false, refusal: 'admitted' })
  expect((await entries()).filter(({ userId }) => userId === admin.id)).toHaveLength(1)
})

test('who was refused waits again, at the end; undoing it gives the refusal back', async () => {
  withUndo()
  const { admin, course } = await aList(['ada'])
  const bea = await aMember('bea')
  await db.insert(userCourses).values({
    userId: bea.id,
    courseId: course.id,
    ...decided('rejected'),
    waitingSince: new Date('2026-01-01T10:00:00Z'),
    priority: 3,
    moveReason: 'Prima di tutti',
  })
  const before = await enrolmentOfPerson(bea, course)
  const put = await putOnList(admin, bea.email, course.id)
  expect(put).toMatchObject({ ok: true })
  expect((await enrolmentsOnList(db, course.id))[1]).toMatchObject({ id: before?.id })
  expect(await enrolmentOfPerson(bea, course)).toMatchObject({ status: 'pending', rejectedAt: null })
  await undoDecision(admin, decisionOf(put))
  expect(await enrolmentOfPerson(bea, course)).toEqual(before)
})

test('who has a seat is not put on the list', async () => {
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  for (const state of ENROLMENT_STATES.filter((state) => state !== 'pending' && state !== 'rejected')) {
    const course = await aFullCourse()
    await db.insert(userCourses).values({ userId: ada.id, courseId: course.id, ...decided(state) })
    expect(await putOnList(admin, ada.email, course.id)).toEqual({ ok: false, refusal: 'same-course', state })
  }
})

test('a free seat, and an edition that takes nobody, are refused; a free seat for which others wait is not', async () => {
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  const refusalOf = async (course: { id: string }) => {
    const put = await putOnList(admin, ada.email, course.id)
    return put.ok ? 'ok' : put.refusal
  }
  expect(await refusalOf(await aCourse({ maxPartecipanti: 2 }))).toBe('seats-free')
  expect(await refusalOf(await aCourse({ maxPartecipanti: 0 }))).toBe('seats-free')
  expect(await refusalOf(await aFullCourse(1, { comingSoon: true }))).toBe('coming')
  expect(await refusalOf(await aFullCourse(1, { draft: true }))).toBe('draft')
  expect(await refusalOf(await aFullCourse(1, { cancelledAt: new Date() }))).toBe('cancelled')
  expect(await refusalOf(await aFullCourse(1, { archivedAt: new Date() }))).toBe('unknown-course')
  expect(await refusalOf(await aFullCourse(1, {}, '2020-01-01'))).toBe('concluded')
  const awaited = await aFullCourse()
  await waitFor(await aMember('bea'), awaited)
  await freeSeat(awaited)
  expect(await refusalOf(awaited)).toBe('ok')
})
