import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { attendance, outgoingMail, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import { lessonsAround, oldestRequests, undeliveredEmails } from './today.queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('lessons from today on have their number and who is in', async () => {
  const course = await aCourse({ title: 'Controllo' }, [
    { startDate: inDays(-7) },
    { startDate: inDays(0), startTime: '18:30', endTime: '21:30' },
    { startDate: inDays(2), startTime: '09:00' },
  ])
  await aCourse({ title: 'Sabato e domenica' }, [{ startDate: inDays(-1), endDate: inDays(0) }])
  await aCourse({ title: 'Un mese in rete' }, [{ startDate: inDays(-20), endDate: inDays(10) }])
  for (const away of [{ draft: true }, { cancelledAt: new Date() }, { archivedAt: new Date() }])
    await aCourse(away, [{ startDate: inDays(0) }])
  for (const status of ['approved', 'in_progress', 'pending'] as const) {
    const { id } = await aMember(status)
    await db.insert(userCourses).values({ userId: id, courseId: course.id, ...decided(status) })
  }
  const { coming: lessons } = await lessonsAround(admin, today(), 3)
  expect(
    lessons.map(({ title, day, lessonNumber, lessonCount, enrolled }) => [
      title,
      day,
      lessonNumber,
      lessonCount,
      enrolled,
    ]),
  ).toEqual([
    ['Sabato e domenica', inDays(0), 1, 1, 0],
    ['Controllo', inDays(0), 2, 3, 2],
    ['Controllo', inDays(2), 3, 3, 2],
  ])
  expect(lessons[1]).toMatchObject({ startTime: '18:30:00', endTime: '21:30:00', place: 'Ascoli Piceno' })
})

test('registers of lessons before today that nobody has closed, the oldest first, with who is marked', async () => {
  const lesson = { startTime: '09:00', endTime: '13:00', hours: 4 }
  const person = await aMember('iscritta')
  const enrol = async (courseId: string) => {
    const [enrolment] = await db
      .insert(userCourses)
      .values({ userId: person.id, courseId, ...decided('approved') })
      .returning({ id: userCourses.id })
    return enrolment?.id ?? ''
  }
  const course = await aCourse({ title: 'Marketing' }, [
    { ...lesson, startDate: inDays(-70) },
    { ...lesson, startDate: inDays(-9), closedAt: new Date() },
    { ...lesson, startDate: inDays(-8), hours: null },
    { ...lesson, startDate: inDays(-7) },
    { ...lesson, startDate: inDays(-2) },
    { ...lesson, startDate: inDays(-1) },
    { ...lesson, startDate: inDays(0) },
  ])
  const enrolmentId = await enrol(course.id)
  for (const away of [{ draft: true }, { cancelledAt: new Date() }, { archivedAt: new Date() }])
    await enrol((await aCourse(away, [{ ...lesson, startDate: inDays(-1) }])).id)
  await aCourse({ title: 'Senza iscritti' }, [{ ...lesson, startDate: inDays(-1) }])
  await enrol((await aCourse({ modalita: 'E-learning' }, [{ ...lesson, startDate: inDays(-1) }])).id)
  await db.insert(attendance).values({ courseId: course.id, lesson: 4, enrolmentId, minutes: 240 })
  const { openRegisters, openRegistersTotal, coming } = await lessonsAround(admin, today(), 2)
  expect(
    openRegisters.map(({ title, day, sessionNumber, enrolled, enrolledMarked }) => [
      title,
      day,
      sessionNumber,
      enrolled,
      enrolledMarked,
    ]),
  ).toEqual([
    ['Marketing', inDays(-7), 4, 1, 1],
    ['Marketing', inDays(-2), 5, 1, 0],
  ])
  expect(openRegistersTotal).toBe(3)
  expect(
    coming.map(({ day, sessionNumber, isRegisterOpen }) => [day, sessionNumber, isRegisterOpen]),
  ).toEqual([[inDays(0), 7, true]])
})

test('the oldest requests that nobody has decided', async () => {
  const [free, full] = [
    await aCourse({ title: 'Libero' }),
    await aCourse({ title: 'Pieno', maxPartecipanti: 1 }),
  ]
  const seated = await aMember('seduta')
  await db.insert(userCourses).values({ userId: seated.id, courseId: full.id, ...decided('approved') })
  for (const [name, courseId, days, facts] of [
    ['ada', free.id, 2, {}],
    ['bea', full.id, 9, {}],
    ['cleo', free.id, 20, { admittedAt: new Date(), waitingSince: new Date() }],
    ['ezio', free.id, 1, {}],
    ['olga', free.id, 30, { reopenedAt: new Date() }],
  ] as const) {
    const { id } = await aMember(name)
    await db
      .insert(userCourses)
      .values({ userId: id, courseId, ...decided('pending'), requestedAt: daysAgo(days), ...facts })
  }
  const { total, requests } = await oldestRequests(admin, 2)
  expect(total).toBe(4)
  expect(requests.map(({ person, course, isFull }) => [person.firstName, course.title, isFull])).toEqual([
    ['Bea', 'Pieno', true],
    ['Ada', 'Libero', false],
  ])
  await db.delete(userCourses)
  expect(await oldestRequests(admin, 2)).toEqual({ total: 0, requests: [] })
})

test('e-mails that were not delivered in the last seven days, the last first', async () => {
  const email = { kind: 'prova', toName: 'Ada', toAddress: 'ada@example.it', html: '', text: '' }
  await db.insert(outgoingMail).values([
    { ...email, subject: 'In coda' },
    { ...email, subject: 'Otto giorni fa', failedAt: daysAgo(8) },
    { ...email, subject: 'Sei giorni fa', failedAt: daysAgo(6) },
    { ...email, subject: 'Oggi', failedAt: new Date() },
  ])
  const { total, emails } = await undeliveredEmails(admin, 1)
  expect([total, ...emails.map(({ subject }) => subject)]).toEqual([2, 'Oggi'])
})
