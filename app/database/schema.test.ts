import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { db } from './client.server'
import * as schema from './schema'

beforeEach(emptyDatabase)

const { auditLogs, courseDocuments, courses, courseSlugs, outgoingMail, profiles, userCourses } = schema

/** The violated constraint or error code; 'accepted' without one. */
const verdict = (query: PromiseLike<unknown>): PromiseLike<string> =>
  query.then(
    () => 'accepted',
    ({ cause }) => cause.constraint ?? cause.code,
  )
const INSUFFICIENT_PRIVILEGE = '42501'

const wrong = (value: string) => value as never

test('a profile has an address of its own, in lower case, and a role that exists', async () => {
  await aMember('ada')
  expect(await verdict(aMember('eva', { email: 'ada@example.it' }))).toBe('profiles_email_unique')
  expect(await verdict(aMember('eva', { email: 'Eva@example.it' }))).toBe('profiles_email_lowercase')
  expect(await verdict(aMember('eva', { role: wrong('owner') }))).toBe('profiles_role')
})

test('a person takes their sessions and ways to sign in with them', async () => {
  const { id: userId } = await aMember()
  const expiresAt = new Date()
  const session = { id: 's1', token: 'uno', userId, expiresAt }
  const account = { id: 'a1', accountId: userId, providerId: 'credential', userId }
  await db.insert(schema.sessions).values(session)
  await db.insert(schema.accounts).values(account)
  expect(await verdict(db.insert(schema.sessions).values({ ...session, id: 's2' }))).toBe(
    'sessions_token_unique',
  )
  expect(await verdict(db.insert(schema.accounts).values({ ...account, id: 'a2' }))).toMatch(
    /^accounts_.*_unique$/,
  )
  await db.delete(profiles)
  expect([await db.$count(schema.sessions), await db.$count(schema.accounts)]).toEqual([0, 0])
})

test('the activity log takes known actions and is never changed', async () => {
  const entry = { userId: 'chi non c’è più', entityType: 'courses', entityId: 'x' }
  expect(await verdict(db.insert(auditLogs).values({ ...entry, action: wrong('read') }))).toBe(
    'audit_logs_action',
  )
  await db.insert(auditLogs).values({ ...entry, action: 'create' })
  expect(await verdict(db.update(auditLogs).set({ entityId: 'y' }))).toBe(INSUFFICIENT_PRIVILEGE)
  expect(await verdict(db.delete(auditLogs))).toBe(INSUFFICIENT_PRIVILEGE)
  expect(await verdict(db.execute(sql`truncate audit_logs`))).toBe(INSUFFICIENT_PRIVILEGE)
  expect(await db.select().from(auditLogs)).toMatchObject([entry])
})

test.each([
  ['a blank title', { title: ' ' }, 'courses_title_present'],
  ['a negative number of seats', { maxPartecipanti: -1 }, 'courses_seats'],
  ['a negative price', { price: -1 }, 'courses_prices'],
  ['a negative early price', { price: null, priceEarlyBird: -1 }, 'courses_prices'],
  ['a negative price of a module', { priceSingleModule: -0.01 }, 'courses_prices'],
  ['an end before its start', { startDate: '2026-03-02', endDate: '2026-03-01' }, 'courses_dates'],
])('a course never has %s', async (_what, facts, constraint) => {
  expect(await verdict(aCourse(facts))).toBe(constraint)
})

test.each(['', 'Corso', 'due--trattini', '-corso', 'corso-', 'più', 'a b', 'a/b', 'a\n'])(
  'a course never stands at the address %j',
  async (slug) => {
    expect(await verdict(aCourse({ slug }))).toBe('courses_slug_form')
  },
)

test('no two courses share an address, now or before', async () => {
  const { id: courseId } = await aCourse({ slug: 'pnl-2' })
  expect(await verdict(aCourse({ slug: 'pnl-2' }))).toBe('courses_slug_unique')
  await db.insert(courseSlugs).values({ slug: 'pnl', courseId })
  expect(await verdict(db.insert(courseSlugs).values({ slug: 'pnl', courseId }))).toBe('course_slugs_pkey')
})

test.each([
  [{ endDate: '2026-03-09' }, 'course_sessions_order'],
  [{ startTime: '18:00', endTime: '09:00' }, 'course_sessions_order'],
  [{ hours: 0 }, 'course_sessions_hours'],
  [{ position: 0, startTime: '18:00', endDate: '2026-03-11', endTime: '09:00' }, 'accepted'],
  [{ startTime: '18:00' }, 'accepted'],
  [{ endTime: '09:00', hours: 0.5 }, 'accepted'],
])('a session of %j: %s', async (facts, expected) => {
  expect(await verdict(aCourse({}, [{ startDate: '2026-03-10', ...facts }]))).toBe(expected)
})

test('sessions are deleted with their course, which an enrolment protects', async () => {
  const course = await aCourse({}, [{ startDate: '2026-03-10' }])
  const { id: userId } = await aMember()
  const [link] = await db.insert(userCourses).values({ userId, courseId: course.id }).returning()
  expect(link).toMatchObject({ status: 'pending', approvedAt: null })
  expect(await verdict(db.delete(courses))).toBe('user_courses_course_id_courses_id_fk')
  expect(await verdict(db.delete(profiles))).toBe('user_courses_user_id_profiles_id_fk')
  await db.delete(userCourses)
  await db.delete(courses)
  expect(await db.$count(schema.courseSessions)).toBe(0)
})

test('a person has one link to a course, and both exist', async () => {
  const [{ id: userId }, { id: courseId }] = [await aMember(), await aCourse()]
  const link = (facts: Partial<typeof userCourses.$inferInsert> = {}) =>
    verdict(db.insert(userCourses).values({ userId, courseId, ...facts }))
  expect(await link()).toBe('accepted')
  expect(await link()).toBe('user_courses_one_live')
  expect(await link({ courseId: randomUUID() })).toBe('user_courses_course_id_courses_id_fk')
  expect(await link({ userId: 'nessuno' })).toBe('user_courses_user_id_profiles_id_fk')
})

test('a rejection has a date, and nothing else has one', async () => {
  const [{ id: userId }, { id: courseId }, admin] = [await aMember(), await aCourse(), await anAdmin()]
  await db.insert(userCourses).values({ userId, courseId })
  const become = (facts: Partial<typeof userCourses.$inferInsert>) =>
    verdict(db.update(userCourses).set(facts))
  const rejectedAt = new Date()
  const whole = {
    status: 'rejected',
    rejectedAt,
    rejectedBy: admin.id,
    rejectReason: 'corso al completo',
  } as const
  expect(await become({ status: 'rejected' })).toBe('user_courses_rejection')
  expect(await become({ rejectedAt })).toBe('user_courses_rejection')
  expect(await become({ rejectReason: 'no' })).toBe('user_courses_rejection')
  expect(await become({ rejectedBy: admin.id })).toBe('user_courses_rejection')
  expect(await become(whole)).toBe('accepted')
  expect(await become({ status: 'pending' })).toBe('user_courses_rejection')
})

test('a state is one of the five and agrees with its approval', async () => {
  const [{ id: userId }, { id: courseId }, admin] = [await aMember(), await aCourse(), await anAdmin()]
  await db.insert(userCourses).values({ userId, courseId })
  const become = (status: string, approvedAt: Date | null = null, approvedBy: string | null = null) => {
    const rejectedAt = status === 'rejected' ? new Date() : null
    return verdict(db.update(userCourses).set({ status: wrong(status), approvedAt, approvedBy, rejectedAt }))
  }
  const now = new Date()
  expect(await become('acquistato', now)).toBe('user_courses_status')
  for (const state of ['pending', 'rejected']) {
    expect(await become(state)).toBe('accepted')
    expect(await become(state, now)).toBe('user_courses_approval')
    expect(await become(state, null, admin.id)).toBe('user_courses_approval')
  }
  for (const state of ['approved', 'in_progress', 'completed']) {
    expect(await become(state)).toBe('user_courses_approval')
    expect(await become(state, now, admin.id)).toBe('accepted')
    expect(await become(state, now)).toBe('accepted')
  }
})

test('a document has a size, a file of its own and readers that exist', async () => {
  const { id: courseId } = await aCourse()
  const document = { courseId, fileName: 'a.pdf', fileType: 'application/pdf', fileSize: 1, filePath: 'a' }
  const add = (facts: object) => verdict(db.insert(courseDocuments).values({ ...document, ...facts }))
  expect(await add({ fileSize: -1 })).toBe('course_documents_size')
  expect(await add({ visibility: 'tutti' })).toBe('course_documents_visibility')
  expect(await add({})).toBe('accepted')
  expect(await add({})).toMatch(/^course_documents_.*_unique$/)
})

test('an e-mail is sent or given up, never both', async () => {
  const email = { kind: 'prova', toName: '', toAddress: 'ada@example.it', subject: '', html: '', text: '' }
  const sentAndFailed = { ...email, sentAt: new Date(), failedAt: new Date() }
  expect(await verdict(db.insert(outgoingMail).values(sentAndFailed))).toBe('outgoing_mail_outcome')
})

test('the balance of an enrolment follows its dues and payments, the oldest due first', async () => {
  const [{ id: userId }, { id: courseId }] = [await aMember(), await aCourse()]
  const [link] = await db.insert(userCourses).values({ userId, courseId }).returning()
  const enrolmentId = link?.id ?? ''
  const balance = async () => {
    const [row] = await db.select().from(schema.balances)
    return row && [row.owed, row.paid, row.openSince]
  }
  const pay = (amount: number) =>
    db
      .insert(schema.payments)
      .values({ id: randomUUID(), enrolmentId, amount, receivedOn: '2027-01-10', method: 'transfer' })
  await db.insert(schema.dues).values([
    { enrolmentId, number: 1, dueOn: '2027-01-15', amount: 400 },
    { enrolmentId, number: 2, dueOn: '2027-02-28', amount: 580.5 },
  ])
  expect(await balance()).toEqual([980.5, 0, '2027-01-15'])
  await pay(400)
  expect(await balance()).toEqual([980.5, 400, '2027-02-28'])
  await pay(600)
  expect(await balance()).toEqual([980.5, 1000, null])
  await db.update(schema.payments).set({ amount: -100 }).where(eq(schema.payments.amount, 400))
  expect(await balance()).toEqual([980.5, 500, '2027-02-28'])
  await db.delete(schema.payments)
  await db.delete(schema.dues)
  expect(await balance()).toEqual([0, 0, null])
})

test('an enrolment with a payment stays; dues and balance go with it', async () => {
  const [{ id: userId }, { id: courseId }] = [await aMember(), await aCourse()]
  const [link] = await db.insert(userCourses).values({ userId, courseId }).returning()
  const enrolmentId = link?.id ?? ''
  await db.insert(schema.dues).values({ enrolmentId, number: 1, dueOn: '2027-01-15', amount: 400 })
  const payment = { id: randomUUID(), enrolmentId, receivedOn: '2027-01-10', method: 'cash' } as const
  expect(await verdict(db.insert(schema.payments).values({ ...payment, amount: 0 }))).toBe('payments_amount')
  await db.insert(schema.payments).values({ ...payment, amount: 400 })
  expect(await verdict(db.delete(userCourses))).toBe('payments_enrolment_id_user_courses_id_fk')
  await db.delete(schema.payments)
  await db.delete(userCourses)
  expect([await db.$count(schema.dues), await db.$count(schema.balances)]).toEqual([0, 0])
})
