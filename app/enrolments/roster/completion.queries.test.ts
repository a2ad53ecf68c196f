import { beforeEach, expect, test, vi } from 'vitest'
import { aPerson, aRequest, cookieOf } from '../../../tests/people'
import { visit } from '../../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { courseById } from '../../courses/queries.server'
import { db } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { closeRegister, markAttendance } from '../attendance/commands.server'
import { markEnrolments } from '../review/commands.server'
import { completionOf } from './completion.queries.server'

const DAY = '2026-11-21'
const HOURS = { startDate: DAY, startTime: '09:00', endTime: '18:00', hours: 8 }

let admin: Admin
let course: { id: string; slug: string }
let [ada, bea]: string[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${DAY}T12:00:00Z`) })
  await emptyDatabase()
  admin = await anAdmin()
  course = await aCourse({ attendanceThreshold: 60 }, [HOURS])
  const members = [await aMember('ada'), await aMember('bea')]
  const rows = members.map(({ id }) => ({ userId: id, courseId: course.id, ...decided('in_progress') }))
  ;[ada, bea] = (await db.insert(userCourses).values(rows).returning()).map(({ id }) => id)
  const none = { arrived: null, left: null, shown: null }
  const mark = (enrolment = '', minutes = 0) => ({ enrolment, mark: { minutes, ...none }, shown: null })
  await markAttendance(admin, course.id, 1, [mark(ada, 300), mark(bea, 285)])
  return () => vi.useRealTimers()
})

async function completion() {
  const stored = await courseById(course.id)
  if (!stored) throw new Error('The course is there')
  return completionOf(admin, stored)
}

test('nothing is proposed before the lessons are over, then those who reached the threshold until they are completed', async () => {
  expect((await completion()).proposal).toBeNull()
  await closeRegister(admin, course.id, 1)
  const below = [{ name: 'Bea Prova', sharePercent: 59 }]
  expect(await completion()).toMatchObject({
    requirement: { planned: 480, threshold: 60 },
    proposal: { reachedCount: 1, idsToComplete: [ada], below, openRegisters: 0 },
  })
  await markEnrolments(admin, [ada ?? ''], 'complete')
  expect((await completion()).proposal).toMatchObject({
    reachedCount: 0,
    idsToComplete: [],
    below,
  })
})

test('the file of the roster ends with the hours of each person', async () => {
  const cookie = await cookieOf((await aPerson('sara', 'admin')).email)
  const linesOf = async (query: string) => {
    const file = await visit(aRequest(`/admin/courses/${course.slug}/iscritti.csv${query}`, cookie))
    return (await file.text()).split('\r\n')
  }
  const [head, ...rows] = await linesOf('')
  expect(head).toContain('"Stato";"Ore frequentate";"Ore previste";"Frequenza (%)"')
  expect(rows[0]).toMatch(/;In corso;5;8;62$/)
  expect(rows[1]).toMatch(/;In corso;4,75;8;59$/)
  expect((await linesOf('?formato=iso'))[2]).toMatch(/;In corso;4.75;8;59$/)
})
