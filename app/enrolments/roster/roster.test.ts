import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, profiles, userCourses } from '../../database/schema'
import { cancelEdition, postponeEdition } from '../../editions/commands.server'
import { answerPostponement } from '../../editions/postponement-answers.commands.server'
import { approveRequest, stepEverybody } from '../review/commands.server'
import { ENROLMENT_STATES, ENROLMENTS_AT_ONCE } from '../rules'
import { rosterCounts, rosterPeople, wholeRoster } from './queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

/** A page of the whole roster. */
const view = (page: number) => ({ text: '', state: null, page })

type State = (typeof ENROLMENT_STATES)[number]

async function enrol(courseId: string, name: string, status: State, facts = {}) {
  const { id } = await aMember(name, facts)
  await db.insert(userCourses).values({ userId: id, courseId, ...decided(status) })
}

test('only those who are in are on the roster, by name, with what the office needs to reach them', async () => {
  const { id } = await aCourse()
  for (const status of ENROLMENT_STATES) await enrol(id, status, status)
  await enrol(id, 'ada', 'approved', { lastName: 'Àbaco', company: 'Ada srl', phone: '0736 1' })
  await enrol((await aCourse()).id, 'altrove', 'approved')
  const people = await rosterPeople(admin, id, view(1))
  expect(people.map(({ lastName, firstName }) => `${lastName} ${firstName}`)).toEqual([
    'Àbaco Ada',
    'Prova Approved',
    'Prova Completed',
    'Prova In_progress',
  ])
  expect(people[0]).toMatchObject({
    email: 'ada@example.it',
    company: 'Ada srl',
    phone: '0736 1',
    status: 'approved',
  })
  expect(await rosterCounts(admin, id, view(1))).toEqual({
    approved: 2,
    in_progress: 1,
    completed: 1,
    'da-pagare': 0,
    found: 4,
  })
})

test('a cancelled edition still shows who had a seat, and a postponed one who has answered', async () => {
  const course = await aCourse({}, [{ startDate: inDays(9) }])
  for (const status of ENROLMENT_STATES) await enrol(course.id, status, status)
  await postponeEdition(admin, course.id, { sessions: inDays(30), answerBy: inDays(5) })
  const roster = async () =>
    (await rosterPeople(admin, course.id, view(1))).map(({ firstName, ending, newDatesAnswer }) => [
      firstName,
      ending,
      newDatesAnswer,
    ])
  const [asked] = await db.select().from(userCourses).where(eq(userCourses.status, 'approved'))
  const [person] = await db.select().from(profiles).where(eq(profiles.id, 'approved'))
  expect(await answerPostponement(person as never, asked?.id ?? '', true)).toEqual({ ok: true })
  expect(await roster()).toEqual([
    ['Approved', null, 'resta'],
    ['Completed', null, null],
    ['In_progress', null, 'aperta'],
  ])
  await cancelEdition(admin, course.id, { title: course.title, reason: 'Pochi iscritti' })
  expect(await roster()).toEqual([
    ['Approved', 'edition_cancelled', null],
    ['Completed', null, null],
    ['In_progress', 'edition_cancelled', null],
  ])
  const names = (people: { firstName: string; ending: unknown }[]) =>
    people.map(({ firstName, ending }) => [firstName, ending])
  const shown = names(await rosterPeople(admin, course.id, view(1)))
  expect(names(await wholeRoster(admin, course.id))).toEqual(shown)
})

test('what is printed says who approved each participant', async () => {
  const { id } = await aCourse()
  await enrol(id, 'ada', 'pending')
  await approveRequest(admin, (await db.select().from(userCourses))[0]?.id ?? '')
  await enrol(id, 'bruno', 'completed')
  await enrol(id, 'dora', 'rejected')
  const printed = await wholeRoster(admin, id)
  expect(
    printed.map(({ firstName, lastName, status, approvedBy }) => [
      `${firstName} ${lastName}`,
      status,
      approvedBy,
    ]),
  ).toEqual([
    ['Ada Prova', 'approved', 'Carla Prova'],
    ['Bruno Prova', 'completed', null],
  ])
  expect(printed[0]?.approvedAt).toBeInstanceOf(Date)
})

test('a roster without participants, or of an unknown course, is empty', async () => {
  const { id } = await aCourse()
  await enrol(id, 'ada', 'pending')
  expect(await rosterPeople(admin, id, view(1))).toEqual([])
  expect(await rosterCounts(admin, id, view(1))).toEqual({
    approved: 0,
    in_progress: 0,
    completed: 0,
    'da-pagare': 0,
    found: 0,
  })
})

test('a long roster has pages', async () => {
  const { id } = await aCourse({ maxPartecipanti: 0 })
  for (let i = 0; i <= 50; i++) await enrol(id, `persona${i}`, 'approved')
  expect(await rosterPeople(admin, id, view(1))).toHaveLength(50)
  expect(await rosterPeople(admin, id, view(2))).toHaveLength(1)
})

test('a search finds more people than one page shows, and they are counted', async () => {
  const { id } = await aCourse({ maxPartecipanti: 0 })
  for (let i = 0; i <= 50; i++) await enrol(id, `persona${i}`, 'approved', { company: 'Verdi srl' })
  await enrol(id, 'ada', 'completed', { company: 'Verdi srl' })
  await enrol(id, 'bruno', 'approved')
  const search = { text: 'verdi', state: 'approved' as const }
  expect(await rosterCounts(admin, id, search)).toMatchObject({ approved: 52, completed: 1, found: 51 })
  expect(await rosterPeople(admin, id, { ...search, page: 2 })).toHaveLength(1)
})

test('no step in an unknown or archived course', async () => {
  const gone = await aCourse({ archivedAt: new Date() })
  await enrol(gone.id, 'ada', 'approved')
  for (const id of ['', 'corso', '00000000-0000-4000-8000-000000000000', gone.id])
    expect(await stepEverybody(admin, id, 'start')).toEqual({ ok: false, refusal: 'unknown-course' })
  expect(await db.$count(auditLogs)).toBe(0)
})

test('one step moves everybody it applies to, each with an audit entry', async () => {
  const { id } = await aCourse({ title: 'Ceramica' })
  for (const status of ENROLMENT_STATES) await enrol(id, status, status)
  await enrol(id, 'ada', 'approved')
  expect(await stepEverybody(admin, id, 'start')).toMatchObject({ ok: true, stepped: 2, remaining: 0 })
  expect(await stepEverybody(admin, id, 'start')).toMatchObject({ ok: true, stepped: 0, remaining: 0 })
  expect(await rosterCounts(admin, id, view(1))).toEqual({
    approved: 0,
    in_progress: 3,
    completed: 1,
    'da-pagare': 0,
    found: 4,
  })
  const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(entries).toHaveLength(2)
  expect(entries[0]).toMatchObject({
    userId: 'carla',
    action: 'update',
    details: { old: { status: 'approved' }, new: { status: 'in_progress' }, course: 'Ceramica' },
  })
  expect(await stepEverybody(admin, id, 'complete')).toMatchObject({ stepped: 3 })
  expect(await db.$count(userCourses)).toBe(6)
})

test('no press moves more than its limit, and says how many are left', async () => {
  const { id } = await aCourse({ maxPartecipanti: 0 })
  const people = Array.from({ length: ENROLMENTS_AT_ONCE + 3 }, (_, i) => `p${i}`)
  for (let i = 0; i < people.length; i += 100)
    await Promise.all(people.slice(i, i + 100).map((name) => enrol(id, name, 'approved')))
  expect(await stepEverybody(admin, id, 'start')).toMatchObject({
    ok: true,
    stepped: ENROLMENTS_AT_ONCE,
    remaining: 3,
  })
  expect(await stepEverybody(admin, id, 'start')).toMatchObject({ ok: true, stepped: 3, remaining: 0 })
})
