import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, outgoingMail, profiles, userCourses } from '../../database/schema'
import { startEnrolments } from '../../editions/start.commands.server'
import { env } from '../../runtime/env.server'
import { OK } from '../../runtime/outcome.rules'
import { ENROLMENTS_AT_ONCE } from '../rules'
import { enrolSelf, requestEnrolment, withdrawRequest } from './commands.server'

beforeEach(emptyDatabase)

const NOWHERE = '00000000-0000-4000-8000-000000000000'

const links = () => db.select().from(userCourses)
const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)
async function theLink() {
  const [link] = await links()
  if (!link) throw new Error('Nobody is linked to a course')
  return link
}

test("nobody withdraws somebody else's request", async () => {
  await requestEnrolment(await aMember('ada'), (await aCourse()).id)
  const stranger = await aMember('bruno')
  expect(await withdrawRequest(stranger, (await theLink()).id)).toEqual({
    ok: false,
    refusal: 'unknown-request',
  })
  expect(await links()).toHaveLength(1)
})

test('an id that is none, or of nothing, is refused', async () => {
  const ada = await aMember('ada')
  for (const id of ['', 'corso', NOWHERE, `${NOWHERE}\0`]) {
    expect(await requestEnrolment(ada, id)).toEqual({ ok: false, refusal: 'unknown-course' })
    expect(await withdrawRequest(ada, id)).toEqual({ ok: false, refusal: 'unknown-request' })
  }
  expect(await entries()).toEqual([])
})

test('courses that are deleted, coming or over cannot be asked for', async () => {
  const ada = await aMember('ada')
  const deleted = await aCourse({ archivedAt: new Date() })
  const coming = await aCourse({ comingSoon: true })
  const over = await aCourse({}, [{ startDate: inDays(-2) }])
  expect(await requestEnrolment(ada, deleted.id)).toMatchObject({ refusal: 'unknown-course' })
  expect(await requestEnrolment(ada, coming.id)).toMatchObject({ refusal: 'coming' })
  expect(await requestEnrolment(ada, over.id)).toMatchObject({ refusal: 'concluded' })
  expect(await links()).toEqual([])
  expect(await db.$count(outgoingMail)).toBe(0)
})

test('asking leaves a waiting request, an audit entry and two e-mails', async () => {
  const [ada, course] = [await aMember('ada'), await aCourse({ title: 'Ceramica' })]
  expect(await requestEnrolment(ada, course.id)).toEqual(OK)

  const link = await theLink()
  expect(link).toMatchObject({ userId: 'ada', courseId: course.id, status: 'pending', approvedAt: null })
  expect(await entries()).toMatchObject([
    {
      userId: 'ada',
      action: 'create',
      entityType: 'user_courses',
      entityId: link.id,
      details: { new: { status: 'pending' }, course: 'Ceramica', email: 'ada@example.it' },
    },
  ])
  expect(await db.select().from(outgoingMail).orderBy(outgoingMail.id)).toMatchObject([
    { kind: 'request-received', toAddress: 'ada@example.it' },
    { kind: 'request-for-office', toAddress: env.officeEmail },
  ])
})

test('a full course may be asked for: the office decides', async () => {
  const course = await aCourse({ maxPartecipanti: 1 })
  expect(await enrolSelf(await anAdmin(), course.id)).toEqual(OK)
  expect(await requestEnrolment(await aMember('ada'), course.id)).toEqual(OK)
  const [received] = await db.select().from(outgoingMail).orderBy(outgoingMail.id)
  expect(received?.text).toContain('I posti sono presi')
})

test('asking twice leaves one request, one entry, one pair of e-mails', async () => {
  const [ada, course] = [await aMember('ada'), await aCourse()]
  await requestEnrolment(ada, course.id)
  expect(await requestEnrolment(ada, course.id)).toEqual({ ok: false, refusal: 'existing', state: 'pending' })
  expect(await links()).toHaveLength(1)
  expect(await entries()).toHaveLength(1)
  expect(await db.$count(outgoingMail)).toBe(2)
})

test('an administrator takes a seat at once, in their own name', async () => {
  const [admin, course] = [await anAdmin('carla'), await aCourse()]
  expect(await enrolSelf(admin, course.id)).toEqual(OK)
  expect(await theLink()).toMatchObject({
    status: 'approved',
    approvedBy: 'carla',
    approvedAt: expect.any(Date),
  })
  expect(await entries()).toMatchObject([{ action: 'create', details: { new: { status: 'approved' } } }])
})

test('an administrator takes no seat beyond the limit, nor a second one', async () => {
  const course = await aCourse({ maxPartecipanti: 1 })
  const [carla, dino] = [await anAdmin('carla'), await anAdmin('dino')]
  await enrolSelf(carla, course.id)
  expect(await enrolSelf(dino, course.id)).toEqual({ ok: false, refusal: 'full' })
  expect(await enrolSelf(carla, course.id)).toMatchObject({ refusal: 'existing', state: 'approved' })
})

test('a withdrawn request is gone but remembered, and may be sent again', async () => {
  const [ada, course] = [await aMember('ada'), await aCourse()]
  await requestEnrolment(ada, course.id)
  const { id } = await theLink()
  expect(await withdrawRequest(ada, id)).toEqual(OK)
  expect(await links()).toEqual([])
  expect(await entries()).toMatchObject([
    {},
    { userId: 'ada', action: 'delete', entityId: id, details: { old: { status: 'pending' } } },
  ])
  expect(await withdrawRequest(ada, id)).toMatchObject({ refusal: 'unknown-request' })
  expect(await requestEnrolment(ada, course.id)).toEqual(OK)
})

test('a seat cannot be withdrawn', async () => {
  const [admin, course] = [await anAdmin(), await aCourse()]
  await enrolSelf(admin, course.id)
  const { id } = await theLink()
  expect(await withdrawRequest(admin, id)).toEqual({
    ok: false,
    refusal: 'already-decided',
    state: 'approved',
  })
})

test('the first session starts approved enrolments only', async () => {
  const begun = await aCourse({}, [{ startDate: inDays(-1) }, { startDate: inDays(3) }])
  const future = await aCourse({}, [{ startDate: inDays(1) }])
  const [carla, ada] = [await anAdmin('carla'), await aMember('ada')]
  await enrolSelf(carla, begun.id)
  await enrolSelf(carla, future.id)
  await requestEnrolment(ada, begun.id)

  expect(await startEnrolments(SYSTEM)).toBe(1)
  expect(await startEnrolments(SYSTEM)).toBe(0)
  const states = (await links()).map(({ userId, courseId, status }) => [
    userId,
    courseId === begun.id ? 'begun' : 'future',
    status,
  ])
  expect(states.sort()).toEqual([
    ['ada', 'begun', 'pending'],
    ['carla', 'begun', 'in_progress'],
    ['carla', 'future', 'approved'],
  ])
  expect((await entries()).at(-1)).toMatchObject({
    userId: null,
    action: 'update',
    details: { old: { status: 'approved' }, new: { status: 'in_progress' } },
  })
})

test('a large course begins in several steps, with an entry for each person', async () => {
  const { id: courseId } = await aCourse({ maxPartecipanti: 0 }, [{ startDate: inDays(-1) }])
  const people = Array.from({ length: ENROLMENTS_AT_ONCE + 3 }, (_, i) => ({
    ...{ id: `p${i}`, email: `p${i}@example.it`, firstName: 'P', lastName: 'Prova' },
  }))
  await db.insert(profiles).values(people)
  const seated = { courseId, status: 'approved', approvedAt: new Date() } as const
  await db.insert(userCourses).values(people.map(({ id }) => ({ ...seated, userId: id })))
  expect(await startEnrolments(SYSTEM)).toBe(ENROLMENTS_AT_ONCE + 3)
  expect(new Set((await entries()).map(({ details }) => details.email)).size).toBe(ENROLMENTS_AT_ONCE + 3)
})

test('a session begins at its hour in Italy', async () => {
  const hour = 60 * 60 * 1000
  const [day, time] = romeAt(new Date(Date.now() + hour)).split(' ') as [string, string]
  const [past, pastTime] = romeAt(new Date(Date.now() - hour)).split(' ') as [string, string]
  const later = await aCourse({}, [{ startDate: day, startTime: time }])
  const earlier = await aCourse({}, [{ startDate: past, startTime: pastTime, endDate: inDays(1) }])
  const carla = await anAdmin('carla')
  await enrolSelf(carla, later.id)
  await enrolSelf(carla, earlier.id)
  await startEnrolments(SYSTEM)
  const attending = (await links()).filter(({ status }) => status === 'in_progress')
  expect(attending.map(({ courseId }) => courseId)).toEqual([earlier.id])
})

/** 'YYYY-MM-DD HH:MM:SS' on an Italian clock. */
function romeAt(instant: Date): string {
  return instant.toLocaleString('sv-SE', { timeZone: 'Europe/Rome' })
}
