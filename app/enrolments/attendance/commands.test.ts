import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCourse, aMember, anAdmin, aSecretary, decided, emptyDatabase } from '../../../tests/world'
import type { Staff } from '../../accounts/rules'
import { sessionsOf } from '../../courses/sessions.server'
import { db, inTransaction } from '../../database/client.server'
import { attendance, auditLogs, courseSessions, courses, userCourses } from '../../database/schema'
import { plannedMinutes } from './attendance.sql'
import {
  closeRegister,
  emptyRegister,
  markAttendance,
  markEverybody,
  reopenRegister,
} from './commands.server'
import { attendanceGrid, lessonsWithRegister, registerPeople } from './queries.server'

const DAY = '2026-11-21'
const PRESENT = { minutes: 480, arrived: null, left: null }
const ABSENT = { minutes: 0, arrived: null, left: null }
const PART = { minutes: 240, arrived: '9:00', left: '14:00' }
const HOURS = { startTime: '09:00', endTime: '18:00', hours: 8 }

let staff: Staff
let course: string
let [ada, bea]: string[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${DAY}T12:00:00Z`) })
  await emptyDatabase()
  staff = await anAdmin()
  course = (
    await aCourse({}, [
      { startDate: DAY, ...HOURS },
      { startDate: '2026-11-28', ...HOURS },
    ])
  ).id
  const members = [await aMember('ada'), await aMember('bea')]
  const rows = members.map(({ id }) => ({ userId: id, courseId: course, ...decided('approved') }))
  ;[ada, bea] = (await db.insert(userCourses).values(rows).returning()).map(({ id }) => id)
  return () => vi.useRealTimers()
})

const mark = (
  enrolment = '',
  mark = PRESENT as typeof PART | typeof PRESENT,
  shown: typeof mark | null = null,
) => ({
  enrolment,
  mark,
  shown,
})
const marks = () => db.select().from(attendance).orderBy(attendance.minutes)
const lastEntry = async () => (await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1))[0]

test('marks are kept with their times and their entries, and the later one counts', async () => {
  expect(await markAttendance(staff, course, 1, [mark(ada), mark(bea, PART)])).toEqual({
    ok: true,
    replaced: [],
  })
  expect(await marks()).toMatchObject([
    { enrolmentId: bea, minutes: 240, arrivedAt: '09:00:00', leftAt: '14:00:00', markedBy: staff.id },
    { enrolmentId: ada, minutes: 480, arrivedAt: null },
  ])
  const sara = await aSecretary()
  const changed = await markAttendance(sara, course, 1, [mark(bea, ABSENT)])
  expect(changed).toEqual({ ok: true, replaced: [{ name: 'Bea Prova', by: 'Carla Prova', mark: PART }] })
  expect(await lastEntry()).toMatchObject({
    action: 'update',
    entityType: 'attendance',
    entityId: bea,
    details: { old: PART, new: { minutes: 0 }, email: 'bea@example.it' },
  })
  // Who saw the mark of the colleague has replaced it on purpose, and the same mark again changes nothing.
  expect(await markAttendance(staff, course, 1, [mark(bea, PRESENT, ABSENT)])).toEqual({
    ok: true,
    replaced: [],
  })
  const entries = await db.$count(auditLogs)
  expect(await markAttendance(staff, course, 1, [mark(bea)])).toEqual({ ok: true, replaced: [] })
  expect(await db.$count(auditLogs)).toBe(entries)
})

test('a mark is refused as a whole where one of its people is not enrolled, or its minutes are beyond the lesson', async () => {
  await db
    .update(userCourses)
    .set({ endedAt: new Date(), ending: 'cancelled_by_office' })
    .where(eq(userCourses.id, bea ?? ''))
  expect(await markAttendance(staff, course, 1, [mark(ada), mark(bea)])).toEqual({
    ok: false,
    refusal: 'ended',
  })
  const beyond = { ...PRESENT, minutes: 700 }
  expect(await markAttendance(staff, course, 1, [mark(ada, beyond)])).toEqual({
    ok: false,
    refusal: 'unreadable',
  })
  expect(await markAttendance(staff, course, 2, [mark(ada)])).toEqual({ ok: false, refusal: 'early' })
  expect(await markAttendance(staff, course, 99_999, [mark(ada)])).toEqual({ ok: false, refusal: 'unknown' })
  expect(await marks()).toEqual([])
})

test('a register is closed when everybody is marked, changes no more, and is opened for a reason', async () => {
  await markAttendance(staff, course, 1, [mark(ada, ABSENT)])
  expect(await closeRegister(staff, course, 1)).toEqual({ ok: false, refusal: 'unmarked' })
  expect(await markEverybody(staff, course, 1)).toEqual({ ok: true, markedCount: 1, unshownCount: 0 })
  expect(await closeRegister(staff, course, 1)).toEqual({ ok: true })
  expect(await lastEntry()).toMatchObject({
    entityType: 'courses',
    details: { register: 'closed', count: 2 },
  })
  expect(await closeRegister(staff, course, 1)).toEqual({ ok: false, refusal: 'closed' })
  expect(await markAttendance(staff, course, 1, [mark(ada)])).toEqual({ ok: false, refusal: 'closed' })
  expect(await emptyRegister(staff, course, 1)).toEqual({ ok: false, refusal: 'closed' })
  expect(await reopenRegister(staff, course, 1, ' ')).toEqual({ ok: false, refusal: 'no-reason' })
  expect(await reopenRegister(staff, course, 1, 'Ada c’era')).toEqual({ ok: true })
  const [lesson] = await lessonsWithRegister(staff, course)
  expect(lesson).toMatchObject({ closedAt: null, reopenReason: 'Ada c’era', markedCount: 2, presentCount: 1 })
  expect(await markAttendance(staff, course, 1, [mark(ada, PRESENT, ABSENT)])).toMatchObject({ ok: true })
  expect(await closeRegister(staff, course, 1)).toEqual({ ok: true })
})

test('a register whose people have all left is closed again after it was opened', async () => {
  await markEverybody(staff, course, 1)
  await closeRegister(staff, course, 1)
  await db.update(userCourses).set({ endedAt: new Date(), ending: 'cancelled_by_office' })
  await reopenRegister(staff, course, 1, 'Ada c’era')
  expect(await closeRegister(staff, course, 1)).toEqual({ ok: true })
})

test('the register shows hours so far, and whom it marked before the enrolment ended', async () => {
  await markAttendance(staff, course, 1, [mark(ada), mark(bea, PART)])
  await db
    .update(userCourses)
    .set({ endedAt: new Date(), ending: 'cancelled_by_office' })
    .where(eq(userCourses.id, bea ?? ''))
  expect(await registerPeople(staff, course, 1)).toMatchObject([
    { id: ada, isEnrolled: true, mark: PRESENT, attended: 480, soFar: 480, markerName: 'Carla Prova' },
    { id: bea, isEnrolled: false, mark: PART },
  ])
  expect(await registerPeople(staff, course, 2)).toMatchObject([{ id: ada, mark: null, soFar: 480 }])
  expect(await attendanceGrid(staff, course)).toMatchObject([{ id: ada, minutes: { 1: 480 } }])
})

test('a lesson that somebody is marked in keeps its row until its register is emptied', async () => {
  await markAttendance(staff, course, 1, [mark(ada)])
  const isFirst = eq(courseSessions.number, 1)
  await expect(db.delete(courseSessions).where(isFirst)).rejects.toThrow()
  expect(await emptyRegister(staff, course, 1)).toEqual({ ok: true, removed: 1 })
  expect(await lastEntry()).toMatchObject({ details: { register: 'emptied', count: 1 } })
  await db.delete(courseSessions).where(isFirst)
  expect(await inTransaction((tx) => sessionsOf(tx, course))).toHaveLength(1)
})

test('a register that was reopened to move its lesson is as new once it is emptied', async () => {
  await markEverybody(staff, course, 1)
  await closeRegister(staff, course, 1)
  await reopenRegister(staff, course, 1, 'Data sbagliata')
  expect(await emptyRegister(staff, course, 1)).toEqual({ ok: true, removed: 2 })
  expect((await lessonsWithRegister(staff, course))[0]).toMatchObject({ closedAt: null, reopenReason: null })
})

test('a lesson of hundreds of hours, such as an internship, is marked whole', async () => {
  const { id } = await aCourse({}, [{ startDate: '2026-11-01', hours: 999 }])
  const [row] = await db
    .insert(userCourses)
    .values({ userId: 'ada', courseId: id, ...decided('approved') })
    .returning()
  const wholeLesson = { minutes: 999 * 60, arrived: null, left: null }
  expect(await markAttendance(staff, id, 1, [mark(row?.id, wholeLesson)])).toMatchObject({ ok: true })
  expect(await registerPeople(staff, id, 1)).toMatchObject([{ attended: 59_940, soFar: 59_940 }])
})

test('lessons of twenty minutes more or less add up as they are marked', async () => {
  const sessions = [1, 2, 3].map((day) => ({ startDate: `2026-11-0${day}`, hours: 2.67 }))
  const { id } = await aCourse({}, sessions)
  const [row] = await db
    .insert(userCourses)
    .values({ userId: 'ada', courseId: id, ...decided('approved') })
    .returning()
  const wholeLesson = { minutes: 160, arrived: null, left: null }
  for (const lesson of [1, 2, 3]) await markAttendance(staff, id, lesson, [mark(row?.id, wholeLesson)])
  expect(await registerPeople(staff, id, 1)).toMatchObject([{ attended: 480, soFar: 480 }])
  const [planned] = await db
    .select({ minutes: plannedMinutes })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.id, row?.id ?? ''))
  expect(planned).toEqual({ minutes: 480 })
})
