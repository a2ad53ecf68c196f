import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCourse, aMember, anAdmin, aSecretary, aTeacher, decided, emptyDatabase } from '../../tests/world'
import type { Staff, Teacher } from '../accounts/rules'
import { db } from '../database/client.server'
import {
  attendance,
  auditLogs,
  courses,
  courseTeachers,
  outgoingMail,
  profiles,
  userCourses,
} from '../database/schema'
import { closeRegister, markAttendance, markEverybody } from '../enrolments/attendance/commands.server'
import {
  peopleToSign,
  readRegister,
  registerOf,
  registerPeople,
} from '../enrolments/attendance/queries.server'
import { addTeacher, removeTeacher } from './commands.server'
import { isTeacher, lessonsOfTeacher, teachersOf } from './queries.server'

const DAY = '2026-11-21'
const LESSON = { startDate: DAY, startTime: '09:00', endTime: '13:00', hours: 4 }
const PRESENT = { minutes: 240, arrived: null, left: null }
const ABSENT = { minutes: 0, arrived: null, left: null }

let staff: Staff
let course: string
let other: string
let enrolment: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${DAY}T12:00:00Z`) })
  await emptyDatabase()
  staff = await anAdmin()
  course = (await aCourse({ title: 'Uno' }, [LESSON])).id
  other = (await aCourse({ title: 'Due' }, [LESSON])).id
  const ada = await aMember('ada')
  const rows = [course, other].map((courseId) => ({ userId: ada.id, courseId, ...decided('approved') }))
  enrolment = (await db.insert(userCourses).values(rows).returning())[0]?.id ?? ''
  return () => vi.useRealTimers()
})

const mark = (values: typeof PRESENT = PRESENT) => [{ enrolment, mark: values, shown: null }]
const UNKNOWN = { ok: false, refusal: 'unknown' }

test('a teacher of another edition, or one who was removed, neither reads nor marks', async () => {
  const stranger = await aTeacher(other, 'teo')
  const removed = await aTeacher(course)
  expect(await removeTeacher(staff, course, removed.id)).toEqual({ ok: true, name: 'Tea Prova' })
  // A proof of one edition opens no other one.
  for (const teacher of [stranger, removed]) {
    expect(await markAttendance(teacher, course, 1, mark())).toEqual(UNKNOWN)
    expect(await markEverybody(teacher, course, 1)).toEqual(UNKNOWN)
    expect(await closeRegister(teacher, course, 1)).toEqual(UNKNOWN)
    expect(await registerOf(teacher, course, '1')).toBeUndefined()
    expect(await registerPeople(teacher, course, 1)).toEqual([])
    expect(await peopleToSign(teacher, course)).toEqual([])
    expect(await isTeacher(teacher, course)).toBe(false)
  }
  expect(await db.$count(attendance)).toBe(0)
  expect(await isTeacher(stranger, other)).toBe(true)
})

test('a teacher marks and closes the register; entries name the teacher', async () => {
  const teacher = await aTeacher(course)
  expect(await markAttendance(teacher, course, 1, mark())).toEqual({ ok: true, replaced: [] })
  expect((await db.select().from(attendance))[0]).toMatchObject({ minutes: 240, markedBy: teacher.id })
  expect(await closeRegister(teacher, course, 1)).toEqual({ ok: true })
  const entries = await db.select().from(auditLogs)
  expect(entries.map(({ userId, entityType }) => [userId, entityType])).toEqual([
    [teacher.id, 'attendance'],
    [teacher.id, 'courses'],
  ])
  expect(await markAttendance(teacher, course, 1, mark(ABSENT))).toEqual({ ok: false, refusal: 'closed' })
})

test('of the marks of a teacher and of the office the later counts, and its author reads whose it replaced', async () => {
  const teacher = await aTeacher(course)
  await markAttendance(teacher, course, 1, mark())
  expect(await markAttendance(staff, course, 1, mark(ABSENT))).toEqual({
    ok: true,
    replaced: [{ name: 'Ada Prova', by: 'Tea Prova', mark: PRESENT }],
  })
  expect(await markAttendance(teacher, course, 1, mark())).toMatchObject({
    replaced: [{ by: 'Carla Prova', mark: ABSENT }],
  })
})

test('the register of a teacher holds names, and nothing else about people', async () => {
  const teacher: Teacher = await aTeacher(course)
  const [stored] = await db.select().from(courses).where(eq(courses.id, course))
  const register = await readRegister(teacher, { ...stored, teachers: [] } as never, '1')
  expect(Object.keys(register?.people[0] ?? {}).sort()).toEqual(
    ['attended', 'firstName', 'id', 'isEnrolled', 'lastName', 'mark', 'markerName', 'soFar'].sort(),
  )
  expect(JSON.stringify(register)).not.toMatch(/@example\.it|Due/)
  expect(await peopleToSign(teacher, course)).toEqual([
    { id: enrolment, firstName: 'Ada', lastName: 'Prova' },
  ])
})

test('the office adds a person by e-mail, who is told, and removes them; both are logged', async () => {
  const lastEntry = async () => (await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1))[0]
  const tea = await aMember('tea')
  expect(await isTeacher(tea)).toBe(false)
  expect(await addTeacher(staff, course, 'nessuno@example.it')).toEqual({
    ok: false,
    refusal: 'unknown-person',
  })
  expect(await addTeacher(staff, crypto.randomUUID(), tea.email)).toEqual({
    ok: false,
    refusal: 'unknown-course',
  })
  expect(await addTeacher(staff, 'x', tea.email)).toEqual({ ok: false, refusal: 'unknown-course' })
  expect(await addTeacher(await aSecretary(), course, ' TEA@example.it ')).toEqual({
    ok: true,
    name: 'Tea Prova',
  })
  expect(await lastEntry()).toMatchObject({
    action: 'create',
    entityType: 'course_teachers',
    entityId: course,
    details: { course: 'Uno', email: tea.email },
  })
  expect(await db.select({ to: outgoingMail.toAddress, kind: outgoingMail.kind }).from(outgoingMail)).toEqual(
    [{ to: tea.email, kind: 'may-mark-registers' }],
  )
  expect(await addTeacher(staff, course, tea.email)).toEqual({ ok: false, refusal: 'already-teacher' })
  expect(await teachersOf(staff, course)).toMatchObject([
    { id: tea.id, addedBy: 'Sara Prova', emailVerified: true },
  ])
  expect(await isTeacher(tea)).toBe(true)
  expect(await lessonsOfTeacher(tea)).toMatchObject({
    lessons: [{ number: 1, edition: { title: 'Uno' }, peopleCount: 1, markedCount: 0 }],
    undatedEditions: [],
  })
  expect(await removeTeacher(staff, course, tea.id)).toEqual({ ok: true, name: 'Tea Prova' })
  expect(await lastEntry()).toMatchObject({ action: 'delete', entityType: 'course_teachers' })
  for (const person of [tea.id, '', "x'\0", 'nessuno'])
    expect(await removeTeacher(staff, course, person)).toEqual({ ok: false, refusal: 'not-teacher' })
  expect(await removeTeacher(staff, 'x', tea.id)).toEqual({ ok: false, refusal: 'unknown-course' })
})

test('the e-mail to a teacher asks an invited person for a password, and who has signed up for a confirmation', async () => {
  const [tea, teo, ugo] = [
    await aMember('tea'),
    await aMember('teo', { emailVerified: false, invitedAt: new Date() }),
    await aMember('ugo', { emailVerified: false }),
  ]
  for (const { email } of [tea, teo, ugo]) await addTeacher(staff, course, email)
  const emails = await db.select().from(outgoingMail).orderBy(outgoingMail.id)
  const texts = emails.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  const sentences = [
    'il link sta nell’email d’invito.',
    'il link sta nell’email che hai ricevuto alla registrazione.',
  ]
  expect(texts.map((text) => sentences.map((sentence) => text.includes(sentence)))).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
})

test('a teacher who is removed before the e-mail was sent gets none about that edition', async () => {
  const [tea, teo] = [await aMember('tea'), await aMember('teo')]
  for (const edition of [course, other]) await addTeacher(staff, edition, tea.email)
  await addTeacher(staff, course, teo.email)
  await db.update(outgoingMail).set({ attempts: 1 }).where(eq(outgoingMail.toAddress, teo.email))
  for (const { id } of [tea, teo]) await removeTeacher(staff, course, id)
  const emails = await db.select().from(outgoingMail).orderBy(outgoingMail.id)
  expect(emails).toMatchObject([{ toAddress: tea.email }, { toAddress: teo.email }])
  expect(emails[0]?.text).toContain('Due')
})

test('an archived edition is nobody’s to mark', async () => {
  const teacher = await aTeacher(course)
  await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, course))
  expect(await isTeacher(teacher)).toBe(false)
  expect(await isTeacher(teacher, course)).toBe(false)
  expect(await addTeacher(staff, course, 'ada@example.it')).toEqual({ ok: false, refusal: 'unknown-course' })
})

test('an account that goes takes its assignments along, and leaves its marks', async () => {
  const teacher = await aTeacher(course)
  await markAttendance(teacher, course, 1, mark())
  await db.delete(profiles).where(eq(profiles.id, teacher.id))
  expect(await db.$count(courseTeachers)).toBe(0)
  expect(await registerPeople(staff, course, 1)).toMatchObject([{ mark: PRESENT, markerName: null }])
  const replacing = await markAttendance(staff, course, 1, mark(ABSENT))
  expect(replacing).toMatchObject({ replaced: [{ by: null }] })
})
