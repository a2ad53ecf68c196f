/** What must hold when many act in the same instant. On a server these run on several connections at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { atOnce, controlled, expectToNeedLocks } from '../../../tests/unlocked'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import { type Admin, SYSTEM } from '../../accounts/rules'
import { lockCourse } from '../../courses/lock.server'
import { db, inTransaction } from '../../database/client.server'
import { auditLogs, courseSessions, courses, userCourses } from '../../database/schema'
import { startEnrolments } from '../../editions/start.commands.server'
import { enrolPerson } from '../direct/enrol.commands.server'
import { holdsSeat } from '../enrolments.sql'
import { requestEnrolment, withdrawRequest } from '../request/commands.server'
import type { EnrolmentOutcome } from '../rules'
import { approveRequest, rejectRequest, stepEverybody } from './commands.server'

beforeEach(emptyDatabase)

const CROWD = 50
const seatsTaken = (courseId: string) =>
  db.$count(userCourses, and(eq(userCourses.courseId, courseId), holdsSeat))
const accepted = (decisions: EnrolmentOutcome[]) => decisions.filter(({ ok }) => ok).length

/** A course with one seat, and the requests of this many people for it. */
async function aCourseWithRequests(people: number) {
  const course = await aCourse({ maxPartecipanti: 1 })
  const members = await Promise.all(Array.from({ length: people }, (_, i) => aMember(`persona${i}`)))
  const links = members.map(({ id }) => ({ userId: id, courseId: course.id }))
  const requests = await db.insert(userCourses).values(links).returning()
  return { course, requests: requests.map(({ id }) => id) }
}

/** What must hold because of a lock. */
const LOCKED: Record<string, () => Promise<void>> = {
  'of fifty approvals at once for one seat, one goes through': async () => {
    const admin = await anAdmin()
    const { course, requests } = await aCourseWithRequests(CROWD)
    const decisions = await atOnce(requests.map((id) => approveRequest(admin, id)))
    expect(accepted(decisions)).toBe(1)
    expect(decisions.filter((decision) => !decision.ok && decision.refusal === 'full')).toHaveLength(
      CROWD - 1,
    )
    expect(await seatsTaken(course.id)).toBe(1)
  },

  'approving, rejecting and withdrawing at once is one decision': async () => {
    const admin = await anAdmin()
    const [ada, course] = [await aMember('ada'), await aCourse()]
    for (let round = 0; round < 10; round++) {
      await requestEnrolment(ada, course.id)
      const [request] = await db.select().from(userCourses)
      const id = request?.id ?? ''
      const decisions = await atOnce([
        approveRequest(admin, id),
        rejectRequest(admin, id),
        withdrawRequest(ada, id),
      ])
      expect(accepted(decisions)).toBe(1)
      const changes = await db.select().from(auditLogs).where(eq(auditLogs.entityId, id))
      expect(changes).toHaveLength(2)
      await db.delete(userCourses)
    }
  },

  'fifty identical requests are one row': async () => {
    const [ada, course] = [await aMember('ada'), await aCourse()]
    const decisions = await atOnce(Array.from({ length: CROWD }, () => requestEnrolment(ada, course.id)))
    expect(accepted(decisions)).toBe(1)
    const refused = { ok: false, refusal: 'existing', state: 'pending' }
    expect(decisions.filter(({ ok }) => !ok)).toEqual(Array(CROWD - 1).fill(refused))
    expect(await db.$count(userCourses)).toBe(1)
    expect(await db.$count(auditLogs)).toBe(1)
  },
}

test.each(Object.entries(LOCKED))('%s', (_what, holds) => holds())

test.each(controlled(LOCKED))('the control, without the lock: %s fails', (_what, holds) =>
  expectToNeedLocks(holds),
)

test('of two administrators and fifty forms for the last seat, one enrols', async () => {
  const admins = [await anAdmin('carla'), await anAdmin('diego')]
  const course = await aCourse({ maxPartecipanti: 1 })
  const members = await Promise.all(Array.from({ length: CROWD }, (_, i) => aMember(`persona${i}`)))
  const enrolled = await Promise.all(
    members.map(({ email }, i) => enrolPerson(admins[i % 2] as Admin, email, [course.id])),
  )
  const outcomes = enrolled.flatMap((result) =>
    result.ok ? result.outcomes.map(({ outcome }) => outcome) : [],
  )
  expect(outcomes.filter((outcome) => outcome === 'enrolled')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(CROWD - 1)
  expect(await seatsTaken(course.id)).toBe(1)
})

test.each([
  ['the same form sent fifty times enrols once', CROWD, 1],
  ['any order of courses causes no deadlock', 10, 5],
])('%s', async (_what, forms, courses) => {
  const admin = await anAdmin()
  const { email } = await aMember('ada')
  const ids = (await Promise.all(Array.from({ length: courses }, () => aCourse()))).map(({ id }) => id)
  await Promise.all(
    Array.from({ length: forms }, (_, i) => enrolPerson(admin, email, i % 2 ? ids : ids.toReversed())),
  )
  expect(await db.$count(userCourses)).toBe(ids.length)
  expect(await db.$count(auditLogs)).toBe(ids.length)
})

test('everybody is moved once, however many press at once', async () => {
  const admin = await anAdmin()
  const { course, requests } = await aCourseWithRequests(5)
  await Promise.all(requests.map((id) => approveRequest(admin, id, { overCapacity: true })))
  const steps = await Promise.all(Array.from({ length: 8 }, () => stepEverybody(admin, course.id, 'start')))
  expect(steps.map((step) => (step.ok ? step.stepped : 0)).reduce((sum, stepped) => sum + stepped, 0)).toBe(5)
})

test('the schedule does not start an edition that gets new dates meanwhile', async () => {
  const admin = await anAdmin()
  const course = await aCourse({}, [{ startDate: '2020-01-01' }])
  const ada = await aMember('ada')
  await db.insert(userCourses).values({ userId: ada.id, courseId: course.id, ...decided('approved') })
  const day = inDays(30)
  await Promise.all([
    inTransaction(async (tx) => {
      await lockCourse(tx, course.id)
      await sleep(300)
      await tx.update(courseSessions).set({ startDate: day, endDate: day })
      await tx.update(courses).set({ startDate: day, endDate: day, updatedBy: admin.id })
    }),
    sleep(100).then(() => startEnrolments(SYSTEM)),
  ])
  expect(await db.select().from(userCourses)).toMatchObject([{ status: 'approved' }])
})

test('decisions and the schedule cause no deadlock', async () => {
  const admin = await anAdmin()
  const sessions = [{ startDate: '2020-01-01' }]
  const begunCourses = [await aCourse({}, sessions), await aCourse({}, sessions)]
  const members = await Promise.all(Array.from({ length: 6 }, (_, i) => aMember(`persona${i}`)))
  const links = begunCourses.flatMap((course) =>
    members.map((member) => ({ userId: member.id, courseId: course.id })),
  )
  const requests = await db.insert(userCourses).values(links).returning()
  await Promise.all([
    ...requests.map(({ id }) => approveRequest(admin, id)),
    ...Array.from({ length: 4 }, () => startEnrolments(SYSTEM)),
    ...requests.toReversed().map(({ id }) => rejectRequest(admin, id)),
  ])
  await startEnrolments(SYSTEM)
  const undecided = await db.select().from(userCourses).where(sql`status in ('pending', 'approved')`)
  expect(undecided).toEqual([])
})
