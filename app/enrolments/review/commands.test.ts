import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { settleDecisions, withUndo } from '../../../tests/decisions'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courseDocuments, courses, outgoingMail, userCourses } from '../../database/schema'
import { OK } from '../../runtime/outcome.rules'
import { explainEnrolmentRefusal } from '../refusals.rules'
import { requestEnrolment, withdrawRequest } from '../request/commands.server'
import { ROSTER_STEPS, type RosterStep } from '../steps.rules'
import { admitRequests, approveRequest, markEnrolment, rejectRequest, reopenRequest } from './commands.server'

beforeEach(emptyDatabase)

const mark = (step: RosterStep) => (admin: Admin, id: string) => markEnrolment(admin, id, step)
const knowingly = (step: RosterStep) => (admin: Admin, id: string) =>
  markEnrolment(admin, id, step, { isEarlyConfirmed: true })
const decisions = [approveRequest, rejectRequest, reopenRequest, ...ROSTER_STEPS.map(mark)]
const NOWHERE = '00000000-0000-4000-8000-000000000000'

/** A person's waiting request for a course; the id of it. */
async function aRequest(name: string, courseId: string): Promise<string> {
  await requestEnrolment(await aMember(name), courseId)
  const [row] = await db.select().from(userCourses).where(eq(userCourses.userId, name))
  if (!row) throw new Error(`${name} has no request`)
  return row.id
}

async function stateOf(id: string) {
  const [row] = await db.select().from(userCourses).where(eq(userCourses.id, id))
  return row
}
const lastEntry = async () => (await db.select().from(auditLogs).orderBy(auditLogs.id)).at(-1)
const lastEmail = async () => (await db.select().from(outgoingMail).orderBy(outgoingMail.id)).at(-1)

test('what does not exist cannot be decided', async () => {
  const admin = await anAdmin()
  for (const decide of decisions) {
    for (const id of ['', 'x', NOWHERE]) {
      expect(await decide(admin, id)).toEqual({ ok: false, refusal: 'unknown-request' })
    }
  }
})

test('a withdrawn request can no longer be approved', async () => {
  const [admin, ada, course] = [await anAdmin(), await aMember('ada'), await aCourse()]
  await requestEnrolment(ada, course.id)
  const [request] = await db.select().from(userCourses)
  const id = request?.id ?? ''
  await withdrawRequest(ada, id)
  expect(await approveRequest(admin, id)).toEqual({ ok: false, refusal: 'unknown-request' })
})

test('the approval promises documents only if the person may read some', async () => {
  const admin = await anAdmin()
  const { id: courseId } = await aCourse()
  const file = (visibility: 'iscritti' | 'ufficio', facts = {}) => ({
    ...{ courseId, visibility, fileName: 'uno.txt', fileType: 'text/plain', fileSize: 1 },
    ...{ filePath: crypto.randomUUID(), ...facts },
  })
  const other = await aCourse()
  await db
    .insert(courseDocuments)
    .values([
      file('ufficio'),
      file('iscritti', { deletedAt: new Date() }),
      file('iscritti', { courseId: other.id }),
    ])
  await approveRequest(admin, await aRequest('ada', courseId))
  expect((await lastEmail())?.text).not.toContain('documenti')
  await db.insert(courseDocuments).values(file('iscritti'))
  await approveRequest(admin, await aRequest('bruno', courseId))
  expect((await lastEmail())?.text).toContain('i documenti del corso')
})

test('an approval gives a seat, names the administrator and sends an e-mail', async () => {
  const admin = await anAdmin('carla')
  const id = await aRequest('ada', (await aCourse({ title: 'Ceramica' })).id)
  expect(await approveRequest(admin, id)).toMatchObject(OK)

  expect(await stateOf(id)).toMatchObject({
    status: 'approved',
    approvedAt: expect.any(Date),
    approvedBy: 'carla',
  })
  expect(await lastEntry()).toMatchObject({
    userId: 'carla',
    action: 'update',
    entityType: 'user_courses',
    entityId: id,
    details: { old: { status: 'pending' }, new: { status: 'approved' }, course: 'Ceramica' },
  })
  expect(await lastEmail()).toMatchObject({ kind: 'request-approved', toAddress: 'ada@example.it' })
})

test('a rejection sends its reason and is recorded', async () => {
  const admin = await anAdmin('carla')
  const id = await aRequest('ada', (await aCourse()).id)
  expect(await rejectRequest(admin, id, ' Mancano i requisiti\0 ')).toMatchObject(OK)

  expect(await stateOf(id)).toMatchObject({ status: 'rejected', approvedAt: null, approvedBy: null })
  expect(await stateOf(id)).toMatchObject({ rejectedAt: expect.any(Date), rejectedBy: admin.id })
  expect(await lastEntry()).toMatchObject({ userId: 'carla', details: { reason: 'Mancano i requisiti' } })
  const email = await lastEmail()
  expect(email).toMatchObject({ kind: 'request-rejected', toAddress: 'ada@example.it' })
  expect(email?.text).toContain('Mancano i requisiti')
})

test('a reason that is too long changes nothing', async () => {
  const admin = await anAdmin()
  const id = await aRequest('ada', (await aCourse()).id)
  expect(await rejectRequest(admin, id, 'x'.repeat(501))).toMatchObject({
    refusal: 'long-reason',
  })
  expect(await stateOf(id)).toMatchObject({ status: 'pending' })
})

test('the first decision stands, the second is refused with its state', async () => {
  const admin = await anAdmin()
  const id = await aRequest('ada', (await aCourse()).id)
  await approveRequest(admin, id)
  const emails = await db.$count(outgoingMail)
  const refused = { ok: false, refusal: 'already-decided', state: 'approved' }
  expect(await rejectRequest(admin, id)).toEqual(refused)
  expect(await approveRequest(admin, id)).toEqual(refused)
  expect(await db.$count(outgoingMail)).toBe(emails)
})

test('at the limit only a knowing approval goes through, and the log says so', async () => {
  const [admin, course] = [await anAdmin(), await aCourse({ maxPartecipanti: 1 })]
  const [first, second] = [await aRequest('ada', course.id), await aRequest('bruno', course.id)]
  await approveRequest(admin, first, { overCapacity: true })
  expect((await lastEntry())?.details).not.toHaveProperty('overCapacity')

  expect(await approveRequest(admin, second)).toEqual({ ok: false, refusal: 'full' })
  expect(await stateOf(second)).toMatchObject({ status: 'pending' })
  expect(await approveRequest(admin, second, { overCapacity: true })).toMatchObject(OK)
  expect((await lastEntry())?.details).toMatchObject({ overCapacity: true })
})

test('who attends or has completed keeps the seat', async () => {
  const [admin, course] = [await anAdmin(), await aCourse({ maxPartecipanti: 1 })]
  const [first, second] = [await aRequest('ada', course.id), await aRequest('bruno', course.id)]
  await approveRequest(admin, first)
  for (const step of ['start', 'complete'] as const) {
    expect(await knowingly(step)(admin, first)).toMatchObject(OK)
    expect(await approveRequest(admin, second)).toMatchObject({ refusal: 'full' })
  }
  expect(await stateOf(first)).toMatchObject({ status: 'completed', approvedAt: expect.any(Date) })
})

test('a request for a deleted course can only be rejected', async () => {
  const [admin, course] = [await anAdmin(), await aCourse()]
  const id = await aRequest('ada', course.id)
  await db.update(courses).set({ archivedAt: new Date() })
  expect(await approveRequest(admin, id, { overCapacity: true })).toEqual({ ok: false, refusal: 'archived' })
  expect(await rejectRequest(admin, id)).toMatchObject(OK)
})

test('a rejected request for a deleted course is not reopened, since it could only be rejected again', async () => {
  const [admin, course] = [await anAdmin(), await aCourse()]
  const id = await aRequest('ada', course.id)
  await rejectRequest(admin, id)
  await db.update(courses).set({ archivedAt: new Date() })
  const refused = await reopenRequest(admin, id)
  expect(refused).toEqual({ ok: false, refusal: 'archived' })
  expect(!refused.ok && explainEnrolmentRefusal(refused)).toBe('Questo corso è stato eliminato')
  expect(await stateOf(id)).toMatchObject({ status: 'rejected' })
  await db.update(courses).set({ archivedAt: null })
  expect(await reopenRequest(admin, id)).toMatchObject(OK)
})

test('requests of a course that takes none are not admitted to its list, and stay in the queue', async () => {
  const admin = await anAdmin()
  const course = await aCourse({ maxPartecipanti: 1 }, [{ startDate: inDays(9) }])
  await approveRequest(admin, await aRequest('ada', course.id))
  const ids = [await aRequest('bruno', course.id), await aRequest('dario', course.id)]
  for (const [facts, refusal] of [
    [{ startDate: inDays(-1), endDate: inDays(-1) }, 'concluded'],
    [{ comingSoon: true }, 'coming'],
  ] as const) {
    await db.update(courses).set(facts)
    expect(await admitRequests(admin, ids)).toEqual({
      refused: ids.map((id) => ({ id, ok: false, refusal })),
    })
  }
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ status: 'pending', admittedAt: null })
})

test('a rejected request can wait again and then be approved', async () => {
  const admin = await anAdmin()
  const id = await aRequest('ada', (await aCourse()).id)
  await rejectRequest(admin, id)
  expect(await reopenRequest(admin, id)).toMatchObject(OK)
  expect(await stateOf(id)).toMatchObject({ status: 'pending', approvedAt: null })
  expect(await reopenRequest(admin, id)).toMatchObject({ refusal: 'other-state', state: 'pending' })
  expect(await approveRequest(admin, id)).toMatchObject(OK)
})

test('while a rejection can be undone it is not reopened, which would not stop its e-mail', async () => {
  withUndo()
  const admin = await anAdmin()
  const id = await aRequest('ada', (await aCourse()).id)
  await rejectRequest(admin, id)
  const refused = await reopenRequest(admin, id)
  expect(refused).toEqual({ ok: false, refusal: 'rejection-open' })
  expect(!refused.ok && explainEnrolmentRefusal(refused)).toContain('«Ripristina» in «Ultime decisioni»')
  expect(await stateOf(id)).toMatchObject({ status: 'rejected' })
  await settleDecisions()
  expect(await reopenRequest(admin, id)).toMatchObject(OK)
})

test('steps cannot be skipped', async () => {
  const admin: Admin = await anAdmin()
  const id = await aRequest('ada', (await aCourse()).id)
  expect(await mark('start')(admin, id)).toMatchObject({ refusal: 'other-state', state: 'pending' })
  await approveRequest(admin, id)
  expect(await mark('complete')(admin, id)).toMatchObject({ refusal: 'other-state', state: 'approved' })
  expect(await reopenRequest(admin, id)).toMatchObject({ refusal: 'other-state', state: 'approved' })
})

test('before the first session a step needs a confirmation', async () => {
  const admin = await anAdmin()
  for (const days of [[], [{ startDate: inDays(1) }]]) {
    const id = await aRequest(`ada${days.length}`, (await aCourse({}, days)).id)
    await approveRequest(admin, id)
    for (const step of ['start', 'complete'] as const) {
      expect(await mark(step)(admin, id)).toEqual({ ok: false, refusal: 'early' })
      expect(await knowingly(step)(admin, id)).toMatchObject(OK)
    }
    expect(await stateOf(id)).toMatchObject({ status: 'completed' })
  }
})

test('from the day of the first session a step needs no confirmation', async () => {
  const [admin, course] = [await anAdmin(), await aCourse({}, [{ startDate: inDays(0) }])]
  const id = await aRequest('ada', course.id)
  await approveRequest(admin, id)
  expect(await mark('start')(admin, id)).toMatchObject(OK)
  expect(await mark('complete')(admin, id)).toMatchObject(OK)
})

test('a course at one’s own pace without dates has no first session before which to confirm', async () => {
  const admin = await anAdmin()
  const id = await aRequest('ada', (await aCourse({ modalita: 'E-learning' })).id)
  await approveRequest(admin, id)
  for (const step of ['start', 'unstart', 'start', 'complete'] as const)
    expect(await mark(step)(admin, id)).toMatchObject(OK)
  const dated = await aCourse({ modalita: 'E-learning' }, [{ startDate: inDays(1) }])
  const bea = await aRequest('bea', dated.id)
  await approveRequest(admin, bea)
  expect(await mark('start')(admin, bea)).toEqual({ ok: false, refusal: 'early' })
})

test('the office takes a step back, and the log says so; the approval and the seat stay', async () => {
  const [admin, course] = [await anAdmin(), await aCourse({}, [{ startDate: inDays(9) }])]
  const id = await aRequest('ada', course.id)
  await approveRequest(admin, id)
  const { approvedAt } = (await stateOf(id)) ?? {}
  await knowingly('start')(admin, id)
  await knowingly('complete')(admin, id)

  expect(await mark('unstart')(admin, id)).toMatchObject({ refusal: 'other-state', state: 'completed' })
  expect(await mark('uncomplete')(admin, id)).toMatchObject(OK)
  expect((await lastEntry())?.details).toMatchObject({
    old: { status: 'completed' },
    new: { status: 'in_progress' },
  })
  expect(await mark('unstart')(admin, id)).toMatchObject(OK)
  expect(await stateOf(id)).toMatchObject({ status: 'approved', approvedAt, approvedBy: admin.id })
  expect(await mark('uncomplete')(admin, id)).toMatchObject({ refusal: 'other-state', state: 'approved' })
})

test('no step back to approved in a course that has begun', async () => {
  const [admin, course] = [
    await anAdmin(),
    await aCourse({}, [{ startDate: inDays(-1) }, { startDate: inDays(1) }]),
  ]
  const id = await aRequest('ada', course.id)
  await approveRequest(admin, id)
  await mark('start')(admin, id)
  expect(await mark('unstart')(admin, id)).toEqual({ ok: false, refusal: 'begun' })
  await mark('complete')(admin, id)
  expect(await mark('uncomplete')(admin, id)).toMatchObject(OK)
})
