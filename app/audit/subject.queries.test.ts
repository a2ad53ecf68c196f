import { beforeEach, expect, test } from 'vitest'
import { type Fact, readThereAndBack, someEntries } from '../../tests/log-entries'
import { aCourse, aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { type Admin, deletedAccountProfile } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, personalDocuments, profiles, userCourses } from '../database/schema'
import { LOG_PAGE_SIZE, type LogQuery, logPage, queryOf } from './queries.server'
import { subjectsOf } from './subject.queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const NO_FILTER = { utente: '', persona: '', azione: '', entita: '', dal: '', al: '' } as const

const about = (persona: string, filters: Partial<Parameters<typeof queryOf>[1]> = {}) =>
  queryOf(admin, { ...NO_FILTER, persona, ...filters })
const read = async (query: Awaited<ReturnType<typeof about>>) => {
  if ('unmatched' in query) throw new Error('Somebody has this e-mail')
  return readThereAndBack(admin, query)
}

test('entries about a person are found by profile, enrolments and e-mail', async () => {
  const [ada, course] = [await aMember('ada'), await aCourse()]
  const [link] = await db.insert(userCourses).values({ userId: 'ada', courseId: course.id }).returning()
  const facts: Fact[] = [
    { userId: 'carla', entityType: 'user_courses', entityId: link?.id ?? '' },
    { userId: 'carla', entityType: 'profiles', entityId: 'ada' },
    { userId: 'ada', entityType: 'user_courses', entityId: 'withdrawn', details: { email: ada.email } },
    { userId: 'ada', entityType: 'courses', entityId: course.id },
    { userId: 'carla', entityType: 'courses', entityId: 'ada' },
    { userId: null, entityType: 'user_courses', entityId: 'other', details: { email: 'bea@example.it' } },
  ]
  await db
    .insert(auditLogs)
    .values(facts.map((fact) => ({ action: 'update' as const, entityId: '', entityType: '', ...fact })))
  const ids = async (query: LogQuery) => (await logPage(admin, query)).entries.map(({ entityId }) => entityId)
  for (const typed of ['ada', 'ADA@example.it']) {
    const query = await about(typed)
    expect('unmatched' in query ? query : await ids(query)).toEqual(['withdrawn', 'ada', link?.id])
  }
  const decided = await about('ada', { utente: 'carla', entita: 'user_courses' })
  expect('unmatched' in decided ? decided : await ids(decided)).toEqual([link?.id])
  expect(await about('nessuno@example.it')).toEqual({ unmatched: 'persona' })
  expect(await about('ada', { utente: 'nessuno' })).toEqual({ unmatched: 'utente' })
})

test('what is about a person has pages, there and back, with each filter', async () => {
  await aMember('ada')
  const start = Date.UTC(2026, 2, 1)
  const rows = await someEntries(3 * LOG_PAGE_SIZE, (i) => ({
    createdAt: new Date(start + i * 3_600_000),
    ...(i % 2
      ? { details: { email: 'ada@example.it' } }
      : i % 7
        ? {}
        : { entityType: 'profiles', entityId: 'ada' }),
  }))
  const isAboutAda = (i: number) => i % 2 === 1 || rows[i]?.entityId === 'ada'
  const numbersOf = (isIncluded: (i: number) => boolean) =>
    rows.flatMap((row, i) => (isAboutAda(i) && isIncluded(i) ? [Number(row.entityId)] : [])).reverse()
  expect(await read(await about('ada'))).toEqual(numbersOf(() => true))
  expect(await read(await about('ada', { azione: 'delete' }))).toEqual(numbersOf((i) => i % 3 === 2))
  expect(await read(await about('ada', { utente: 'p1' }))).toEqual(numbersOf((i) => i % 4 === 1))
  const late = await about('ada', { dal: '2026-03-05', utente: 'sistema' })
  expect(await read(late)).toEqual(numbersOf((i) => i % 4 === 0 && i >= 4 * 24 - 1))
})

test('what is about a deleted account has neither its e-mail nor the address of a person', async () => {
  const course = await aCourse({ title: 'Marketing', startDate: '2027-03-12' })
  await db.insert(profiles).values(deletedAccountProfile('anonimo'))
  const enrolment = { id: crypto.randomUUID(), userId: 'anonimo', courseId: course.id }
  await db.insert(userCourses).values(enrolment)
  const paper = { id: crypto.randomUUID(), enrolmentId: enrolment.id, kind: 'attestato' as const }
  const file = { fileName: 'Attestato.pdf', fileType: 'application/pdf', fileSize: 1, filePath: 'attestato' }
  await db.insert(personalDocuments).values({ ...paper, ...file })
  const subjects = await subjectsOf(admin, [
    { entityType: 'profiles', entityId: 'anonimo' },
    { entityType: 'user_courses', entityId: enrolment.id },
    { entityType: 'personal_documents', entityId: paper.id },
  ])
  expect(Object.fromEntries(subjects)).toMatchObject({
    anonimo: { name: 'Utente eliminato', address: null },
    [enrolment.id]: {
      name: 'Utente eliminato, Marketing',
      address: `/admin/courses/${course.id}/iscritti`,
    },
    [paper.id]: { name: 'Utente eliminato, Marketing', address: null },
  })
})
