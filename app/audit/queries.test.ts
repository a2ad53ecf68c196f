import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { actions, expected, numbers, readThereAndBack, someEntries } from '../../tests/log-entries'
import { aCourse, aMember, anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, profiles, userCourses } from '../database/schema'
import {
  entryById,
  LOG_PAGE_SIZE,
  type LogQuery,
  loggedEntities,
  logInBatches,
  logPage,
  queryOf,
} from './queries.server'
import { subjectsOf } from './subject.queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const queries: LogQuery[] = [undefined, null, 'p1', 'nessuno'].flatMap((user) =>
  [undefined, ...actions].flatMap((action) =>
    [undefined, 'courses', 'mai_vista', 'inesistente'].map((entity) => ({ user, action, entity })),
  ),
)

test('an empty log is one empty page', async () => {
  for (const span of [{}, { before: 5 }, { after: 5 }])
    expect(await logPage(admin, { action: 'create' }, span)).toEqual({
      entries: [],
      newer: undefined,
      older: undefined,
    })
})

test('every combination of filters finds what matches, newest first, on every page there and back', async () => {
  const rows = await someEntries(5 * LOG_PAGE_SIZE + 3)
  for (const query of queries) {
    expect(await readThereAndBack(admin, query), JSON.stringify(query)).toEqual(expected(rows, query))
  }
})

test('a page before which there are too few is the newest page', async () => {
  await someEntries(LOG_PAGE_SIZE + 10)
  const { entries } = await logPage(admin, {})
  const near = await logPage(admin, {}, { after: entries.at(5)?.id ?? 0 })
  expect(numbers(near.entries)).toEqual(numbers(entries))
  expect(near.newer).toBeUndefined()
})

test('the batches of an export are the whole log, and nothing written meanwhile', async () => {
  const rows = await someEntries(4_500)
  for (const query of [{}, { action: 'update' } as const, { user: 'p1', entity: 'courses' }]) {
    const seen: number[] = []
    for await (const batch of logInBatches(admin, query)) {
      seen.push(...numbers(batch))
      await db
        .insert(auditLogs)
        .values({ action: 'update', entityType: 'courses', entityId: '-1', userId: 'p1' })
    }
    expect(seen.filter((id) => id >= 0)).toEqual(expected(rows, query))
    expect(seen[0]).not.toBe(-1)
    await emptyDatabase()
    await db.insert(auditLogs).values(rows)
  }
})

test('unknown entities can be selected', async () => {
  await someEntries(10)
  const entities = await loggedEntities(admin)
  expect(entities.slice(0, 3)).toEqual(['courses', 'course_documents', 'user_courses'])
  expect(entities).toContain('mai_vista')
  expect(new Set(entities).size).toBe(entities.length)
})

describe('the user filter', () => {
  const by = (utente: string) =>
    queryOf(admin, { utente, persona: '', azione: '', entita: '', dal: '', al: '' })

  test('takes the exact e-mail or id of a person, however written', async () => {
    await aMember('ada')
    for (const typed of ['ada', 'ADA@example.it', ' ada@example.it'])
      expect(await by(typed)).toMatchObject({ user: 'ada' })
  })

  test('accepts the id of a deleted account, and the site', async () => {
    await db
      .insert(auditLogs)
      .values({ userId: 'sparita', action: 'create', entityType: 'courses', entityId: '1' })
    expect(await by('sparita')).toMatchObject({ user: 'sparita' })
    expect(await by('sistema')).toMatchObject({ user: null })
  })

  test('distinguishes unmatched from everybody', async () => {
    for (const typed of ['ad', 'nessuno@example.it', "' or 1=1 --", '%'])
      expect(await by(typed)).toEqual({ unmatched: 'utente' })
    expect(await by('')).not.toHaveProperty('user')
  })
})

test('an entry has the e-mail of who acted, while there is one', async () => {
  await aMember('ada')
  await someEntries(2, (i) => ({ userId: i === 0 ? 'ada' : 'sparita' }))
  const { entries } = await logPage(admin, {})
  expect(entries.map(({ email, userId }) => [email, userId])).toEqual([
    [null, 'sparita'],
    ['ada@example.it', 'ada'],
  ])
  const id = entries[0]?.id ?? 0
  expect(await entryById(admin, id)).toMatchObject({ id, entityId: '1' })
  expect(await entryById(admin, id + 1)).toBeUndefined()
})

test('the subject of an entry has a name and an address; an archived course is marked', async () => {
  const [ada, course] = [await aMember('ada'), await aCourse({ title: 'Marketing', startDate: '2027-03-12' })]
  const gone = await aCourse({ title: 'Tolto', archivedAt: new Date() })
  const [link] = await db.insert(userCourses).values({ userId: ada.id, courseId: course.id }).returning()
  const subjects = await subjectsOf(admin, [
    { entityType: 'courses', entityId: course.id },
    { entityType: 'courses', entityId: gone.id },
    { entityType: 'courses', entityId: 'non è un id' },
    { entityType: 'user_courses', entityId: link?.id ?? '' },
    { entityType: 'profiles', entityId: 'ada' },
    { entityType: 'mai_vista', entityId: course.id },
  ])
  expect(Object.fromEntries(subjects)).toEqual({
    [course.id]: {
      name: 'Marketing',
      edition: '12 mar 2027, Ascoli Piceno',
      address: `/admin/courses/${course.id}`,
    },
    [gone.id]: { name: 'Tolto', edition: 'senza date, Ascoli Piceno', address: null, archived: true },
    [link?.id ?? '']: {
      name: 'ada@example.it, Marketing',
      edition: '12 mar 2027, Ascoli Piceno',
      address: `/admin/courses/${course.id}/iscritti`,
    },
    ada: { name: 'ada@example.it', address: '/admin/people/ada' },
  })
  expect(await db.$count(profiles, eq(profiles.id, 'ada'))).toBe(1)
})
