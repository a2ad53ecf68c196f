import { eq, getTableName, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../tests/world'
import { SYSTEM } from '../accounts/rules'
import { db } from '../database/client.server'
import { attendance, balances, dues, payments, profiles, userCourses } from '../database/schema'
import { AUTHORSHIP_BATCH, authorColumns, clearAuthorship } from './authorship.server'
import { deleteFromConsole } from './commands.server'

beforeEach(emptyDatabase)

/** Some more than two batches. */
const ROWS = 2 * AUTHORSHIP_BATCH + 7

/** A member of the office who has marked and approved so many participants of an edition of one lesson. */
async function aColleague(rows: number) {
  const [colleague, course] = [
    await anAdmin('zoe'),
    await aCourse({ maxPartecipanti: null }, [{ startDate: '2026-03-02' }]),
  ]
  await db.execute(sql`
    insert into profiles (id, email, first_name, last_name)
    select 'p' || n, 'p' || n || '@example.it', 'Ada', 'Prova' from generate_series(1, ${rows}::int) n`)
  await db.execute(sql`
    insert into user_courses (user_id, course_id, status, approved_at, approved_by)
    select 'p' || n, ${course.id}, 'approved', now(), ${colleague.id} from generate_series(1, ${rows}::int) n`)
  await db.execute(sql`
    insert into attendance (course_id, lesson, enrolment_id, minutes, marked_by)
    select course_id, 1, id, 60, ${colleague.id} from user_courses`)
  return { colleague, course }
}

test('the columns of authors are those of which the database removes a deleted profile', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select conrelid::regclass::text || '.' || attname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where confrelid = 'profiles'::regclass and confdeltype = 'n' order by 1`)
  const columns = authorColumns().map(({ table, column }) => `${getTableName(table)}.${column.name}`)
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase()
  expect(columns.map(plain).sort()).toEqual(rows.map(({ name }) => plain(name)).sort())
  expect(columns).toHaveLength(19)
})

test('work of years leaves the account in batches, and its rows stay without a name', async () => {
  const { colleague } = await aColleague(ROWS)
  await anAdmin('carla')
  await clearAuthorship(colleague.id)
  expect(await db.$count(attendance, eq(attendance.markedBy, colleague.id))).toBe(7)
  expect(await db.$count(userCourses, eq(userCourses.approvedBy, colleague.id))).toBe(7)
  expect(await deleteFromConsole(SYSTEM, colleague.id)).toEqual({ ok: true })
  expect(await db.$count(profiles, eq(profiles.id, colleague.id))).toBe(0)
  expect(await db.$count(attendance, sql`marked_by is null`)).toBe(ROWS)
  const isOfDeleted = sql`(select email like 'eliminato-%' from profiles where id = approved_by)`
  expect(await db.$count(userCourses, isOfDeleted)).toBe(ROWS)
})

test('a refused deletion leaves the names on the work', async () => {
  const { colleague } = await aColleague(AUTHORSHIP_BATCH)
  expect(await deleteFromConsole(SYSTEM, colleague.id)).toEqual({ ok: false, refusal: 'only-admin' })
  expect(await db.$count(attendance, eq(attendance.markedBy, colleague.id))).toBe(AUTHORSHIP_BATCH)
  expect(await db.$count(userCourses, eq(userCourses.approvedBy, colleague.id))).toBe(AUTHORSHIP_BATCH)
})

test('who registered a payment is removed without a new sum of the balance', async () => {
  const [admin, ada, course] = [await anAdmin(), await aMember(), await aCourse()]
  const [seat] = await db
    .insert(userCourses)
    .values({ userId: ada.id, courseId: course.id, ...decided('approved') })
    .returning()
  const enrolmentId = seat?.id ?? ''
  await db.insert(dues).values({ enrolmentId, number: 1, dueOn: '2027-01-15', amount: 100 })
  const payment = { id: crypto.randomUUID(), enrolmentId, amount: 40, receivedOn: '2027-01-10' } as const
  await db.insert(payments).values({ ...payment, method: 'transfer', registeredBy: admin.id })
  await db.update(balances).set({ paid: 7 })
  await db.update(payments).set({ registeredBy: null })
  expect(await db.select({ paid: balances.paid }).from(balances)).toEqual([{ paid: 7 }])
  await db.update(payments).set({ amount: 50 })
  await db.update(dues).set({ amount: 110 })
  expect(await db.select({ paid: balances.paid, owed: balances.owed }).from(balances)).toEqual([
    { paid: 50, owed: 110 },
  ])
})
