import { add } from 'date-fns'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aFinishedCourse } from '../../tests/certificates'
import { enrolmentOfPerson } from '../../tests/waiting'
import { aCourse, aMember, anAdmin, anInterest, emptyDatabase, inDays } from '../../tests/world'
import { emailAddressesOf } from '../accounts/queries.server'
import { SYSTEM } from '../accounts/rules'
import { ERASED_VALUE } from '../audit/codes.rules'
import { record } from '../audit/record.server'
import { db, inTransaction } from '../database/client.server'
import {
  attendance,
  auditLogs,
  bankLines,
  contactSubmissions,
  courseTeachers,
  decisionRows,
  decisions,
  formerEmails,
  interests,
  outgoingMail,
  payments,
  profiles,
  signIns,
  userCourses,
} from '../database/schema'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import { brokenInvariants } from '../operations/invariants.queries.server'
import { ALL_PAYMENTS, receivedPayments } from '../payments/list.queries.server'
import { registerStatement } from '../payments/statements/commands.server'
import type { Booking } from '../payments/statements/form.rules'
import { deletePerson } from './commands.server'
import { forgetExpired } from './retention.commands.server'

beforeEach(emptyDatabase)

const message = { name: 'Ada', surname: '', email: 'ada@example.it', phone: '0736 1', message: 'Salve' }
const email = { kind: 'prova', toName: '', toAddress: 'ada@example.it', subject: '', html: '', text: '' }
const purges = async () =>
  (await db.select().from(auditLogs).where(eq(auditLogs.entityId, 'scadenza'))).map((entry) => [
    entry.entityType,
    entry.userId,
    entry.details.count,
  ])

/** The time `time` ago, a minute short or over. */
const before = (time: Parameters<typeof add>[1]) => add(add(new Date(), time), { minutes: -1 })
const after = (time: Parameters<typeof add>[1]) => add(add(new Date(), time), { minutes: 1 })

test('a message goes two years after the office was done with it, or after it came', async () => {
  const handled = { ...message, name: 'Bea', handledAt: add(new Date(), { months: 1 }) }
  await db
    .insert(contactSubmissions)
    .values([message, handled].map((row) => ({ ...row, privacyVersion: '2025-05-02' })))
  await forgetExpired(SYSTEM, before({ months: 24 }))
  expect(await db.$count(contactSubmissions)).toBe(2)
  await forgetExpired(SYSTEM, after({ months: 24 }))
  expect(await db.select().from(contactSubmissions)).toMatchObject([{ name: 'Bea' }])
  await forgetExpired(SYSTEM, after({ months: 25 }))
  expect(await db.$count(contactSubmissions)).toBe(0)
  expect(await purges()).toEqual([
    ['contact_submissions', null, 1],
    ['contact_submissions', null, 1],
  ])
})

test('unconfirmed accounts are deleted, unless the office enrolled them or put them to an edition', async () => {
  await aMember('ada', { emailVerified: false })
  await aMember('bea')
  const enrolled = await aMember('carla', { emailVerified: false })
  const course = await aCourse()
  await db.insert(userCourses).values({ userId: enrolled.id, courseId: course.id })
  const teacher = await aMember('dora', { emailVerified: false })
  await db.insert(courseTeachers).values({ userId: teacher.id, courseId: course.id })
  await forgetExpired(SYSTEM, before({ days: 30 }))
  expect(await db.$count(profiles)).toBe(4)
  await forgetExpired(SYSTEM, after({ days: 30 }))
  expect((await db.select().from(profiles).orderBy(profiles.id)).map(({ id }) => id)).toEqual([
    'bea',
    'carla',
    'dora',
  ])
  expect(await purges()).toEqual([['profiles', null, 1]])
})

test('of an unconfirmed account that is deleted, the log has no values, former e-mails included', async () => {
  const { id } = await aMember('ada', { emailVerified: false })
  await db.insert(formerEmails).values({ userId: id, email: 'ada@vecchia.example', proven: false })
  const bea = await aMember('bea')
  const entries = [
    { entity: 'profiles', id, details: { old: { lastName: 'Prova' }, new: { lastName: 'Rossi' } } },
    { entity: 'user_courses', id: 'e', details: { course: 'Paghe', email: 'ada@vecchia.example' } },
    { entity: 'profiles', id: bea.id, details: { old: { lastName: 'Prova' }, new: { lastName: 'Bianchi' } } },
  ] as const
  await inTransaction((tx) =>
    record(
      tx,
      SYSTEM,
      entries.map((entry) => ({ action: 'update', ...entry })),
    ),
  )
  await forgetExpired(SYSTEM, after({ days: 30 }))
  const log = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(log.map(({ details }) => details)).toEqual([
    { old: { lastName: ERASED_VALUE }, new: { lastName: ERASED_VALUE } },
    { course: 'Paghe', email: ERASED_VALUE },
    entries[2].details,
    { cause: 'retention', count: 1 },
  ])
})

test('a sign-up with the former address of a member, never confirmed, takes nothing of the member along', async () => {
  const giulia = await aMember('giulia', { email: 'giulia@nuova.example' })
  const email = 'giulia@prima.example'
  await db.insert(formerEmails).values({ userId: giulia.id, email, proven: true })
  await aMember('ugo', { email, emailVerified: false })
  expect(await emailAddressesOf(db, giulia, { proven: true })).toEqual([giulia.email, email])
  await inTransaction((tx) =>
    record(tx, SYSTEM, {
      action: 'update',
      entity: 'user_courses',
      id: 'e',
      details: { course: 'Paghe', email },
    }),
  )
  await forgetExpired(SYSTEM, after({ days: 30 }))
  expect(await db.$count(profiles)).toBe(1)
  const [entry] = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(entry?.details).toEqual({ course: 'Paghe', email })
})

test('an address that waits for a course goes after a year, or after a week without its confirmation', async () => {
  const course = await aCourse()
  await anInterest(course, { email: 'ada@example.it' })
  await anInterest(course, { email: 'bea@example.it', notifiedAt: new Date() })
  await anInterest(course, { email: 'eva@example.it', confirmedAt: null })
  await forgetExpired(SYSTEM, before({ days: 7 }))
  expect(await db.$count(interests)).toBe(3)
  await forgetExpired(SYSTEM, after({ days: 7 }))
  expect(await db.$count(interests)).toBe(2)
  await forgetExpired(SYSTEM, before({ months: 12 }))
  expect(await db.$count(interests)).toBe(2)
  await forgetExpired(SYSTEM, after({ months: 12 }))
  expect(await db.$count(interests)).toBe(0)
  expect(await purges()).toEqual([
    ['interests', null, 1],
    ['interests', null, 2],
  ])
})

test('e-mails go, sent or not, however many there are', async () => {
  const many = Array.from({ length: 1_001 }, (_, i) => ({ ...email, sentAt: i % 2 ? new Date() : null }))
  await db.insert(outgoingMail).values(many)
  await forgetExpired(SYSTEM, before({ days: 90 }))
  expect(await db.$count(outgoingMail)).toBe(1_001)
  await forgetExpired(SYSTEM, after({ days: 90 }))
  expect(await db.$count(outgoingMail)).toBe(0)
  expect((await purges()).map(([, , count]) => count)).toEqual([500, 500, 1])
})

test('what a decision overwrote goes after a month, and whom a message reached stays', async () => {
  const [member, course] = [await aMember('ada'), await aCourse()]
  for (const kind of ['approve', 'message'] as const) {
    const [decision] = await db.insert(decisions).values({ kind, heldUntil: new Date() }).returning()
    const row = { decisionId: decision?.id ?? '', userId: member.id, courseId: course.id }
    await db.insert(decisionRows).values(row)
  }
  await forgetExpired(SYSTEM, before({ days: 30 }))
  expect(await db.$count(decisionRows)).toBe(2)
  await forgetExpired(SYSTEM, after({ days: 30 }))
  const left = db.select({ kind: decisions.kind }).from(decisionRows)
  expect(await left.innerJoin(decisions, eq(decisions.id, decisionRows.decisionId))).toEqual([
    { kind: 'message' },
  ])
})

test('what was tried with an account goes after half a year', async () => {
  const { id } = await aMember('ada')
  await db.insert(signIns).values({ userId: id, outcome: 'entered', network: '', device: '' })
  await forgetExpired(SYSTEM, before({ days: 180 }))
  expect(await db.$count(signIns)).toBe(1)
  await forgetExpired(SYSTEM, after({ days: 180 }))
  expect(await db.$count(signIns)).toBe(0)
  expect(await purges()).toEqual([['sign_ins', null, 1]])
})

test('the marks of a register go ten years after the end of their course', async () => {
  const { enrolments } = await aFinishedCourse(['ada', 'bea'])
  const left = async (time: Parameters<typeof add>[1]) => {
    await forgetExpired(SYSTEM, add(new Date(), time))
    return db.$count(attendance)
  }
  // The course ended nine days ago.
  expect(await left({ years: 10, days: -11 })).toBe(enrolments.length)
  expect(await left({ years: 10, days: -7 })).toBe(0)
  expect(await purges()).toEqual([['attendance', null, 2]])
})

test('payments of a deleted account go ten years after the money came, with their line of the statement; others stay', async () => {
  const admin = await anAdmin()
  const course = await aCourse({ price: 980 }, [{ startDate: inDays(60) }])
  const day = inDays(-30)
  const bookings: Booking[] = []
  for (const [place, name] of ['ada', 'bea'].entries()) {
    const member = await aMember(name)
    await requestEnrolment(member, course.id)
    const request = await enrolmentOfPerson(member, course)
    await approveRequest(admin, request?.id ?? '')
    const text = `BONIFICO ${name}`
    const line = { line: place, day, cents: 49_000, text, bankReference: null, ordinal: 1 }
    bookings.push({ line, reference: request?.reference ?? 0 })
  }
  await registerStatement(admin, '', bookings)
  const sum = async () =>
    (await receivedPayments(admin, { ...ALL_PAYMENTS, page: 1 })).map((row) => row.amount)
  await deletePerson(admin, 'ada', 'ada@example.it')
  expect(await sum(), 'what has come has come').toEqual([490, 490])
  expect(await brokenInvariants()).toEqual([])
  const left = async () => [await db.$count(payments), await db.$count(bankLines)]
  const tenYears = add(new Date(`${day}T12:00Z`), { years: 10 })
  await forgetExpired(SYSTEM, tenYears)
  expect(await left()).toEqual([2, 2])
  await forgetExpired(SYSTEM, add(tenYears, { days: 1 }))
  expect(await left()).toEqual([1, 1])
  expect(await db.select().from(bankLines)).toMatchObject([{ text: 'BONIFICO bea' }])
  expect(await brokenInvariants()).toEqual([])
  expect(await purges()).toContainEqual(['payments', null, 1])
})

test('the log loses entries of ten years ago; younger ones the database itself keeps, whatever the clock says', async () => {
  const entry = { action: 'create', entityType: 'courses', entityId: 'x' } as const
  const ago = (time: Parameters<typeof add>[1]) => add(new Date(), time)
  await db.insert(auditLogs).values([
    { ...entry, createdAt: ago({ years: -10, days: -1 }) },
    { ...entry, createdAt: ago({ years: -10, days: 1 }) },
  ])
  await forgetExpired(SYSTEM)
  expect(await db.$count(auditLogs, eq(auditLogs.entityId, 'x'))).toBe(1)
  await expect(forgetExpired(SYSTEM, add(new Date(), { days: 2 }))).rejects.toThrow()
  expect(await db.$count(auditLogs, eq(auditLogs.entityId, 'x'))).toBe(1)
})

test('of an entry in the log nothing can be changed but that a person is taken out of it', async () => {
  const details = {
    old: { firstName: 'Ada', role: 'member', phone: null },
    new: { firstName: 'Bea', role: 'admin' },
    email: 'ada@example.it',
    cause: 'sign_up',
  } as const
  await inTransaction((tx) =>
    record(tx, SYSTEM, [
      { action: 'update', entity: 'profiles', id: 'ada', details },
      {
        action: 'update',
        entity: 'user_courses',
        id: 'x',
        details: {
          reason: 'Ada non può',
          course: 'Uno',
          new: { priceReason: 'Ada è disoccupata', price: 100 },
        },
      },
    ]),
  )
  for (const change of [
    "details = '{}'",
    "user_id = 'eva'",
    "details = without_person('', details), action = 'delete'",
  ])
    await expect(db.execute(sql.raw(`update audit_logs set ${change}`))).rejects.toThrow()
  await db.update(auditLogs).set({ details: sql`without_person(entity_type, details)` })
  expect((await db.select().from(auditLogs).orderBy(auditLogs.id)).map((entry) => entry.details)).toEqual([
    {
      old: { firstName: ERASED_VALUE, role: 'member', phone: ERASED_VALUE },
      new: { firstName: ERASED_VALUE, role: 'admin' },
      email: ERASED_VALUE,
      cause: 'sign_up',
    },
    { reason: ERASED_VALUE, course: 'Uno', new: { priceReason: ERASED_VALUE, price: 100 } },
  ])
})
