import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { courseCounts, coursesForSeatsChart, editionsToConfirm, managedCourses } from './queries.server'
import { type CourseFilter, type TableView, tableView } from './rules'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
})

const PLAIN = tableView(new URLSearchParams())
const titles = async (view: Partial<TableView> = {}) =>
  (await managedCourses(admin, { ...PLAIN, ...view })).courses.map(({ title }) => title)

async function seat(courseId: string, people: number, status: 'approved' | 'pending' = 'approved') {
  const members = await Promise.all(
    Array.from({ length: people }, (_, i) => aMember(`${courseId}-${status}-${i}`)),
  )
  const approvedAt = status === 'approved' ? new Date() : null
  await db.insert(userCourses).values(members.map(({ id }) => ({ userId: id, courseId, status, approvedAt })))
}

/** One of each kind. */
async function someCourses() {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await aCourse({
    title: 'Vecchio',
    createdAt: at(50),
    endDate: inDays(-1),
    startDate: inDays(-9),
    price: 10,
  })
  const full = await aCourse({ title: 'Èlite', createdAt: at(40), maxPartecipanti: 3, price: 900 }, [
    { startDate: inDays(14) },
  ])
  await seat(full.id, 1)
  await seat(full.id, 4, 'pending')
  await aCourse({ title: 'Zero limiti', createdAt: at(30), maxPartecipanti: 0, price: null }, [
    { startDate: inDays(15) },
  ])
  await aCourse({ title: 'Senza date', createdAt: at(20), maxPartecipanti: 9, price: 50 })
  await aCourse({
    title: 'Futuro',
    createdAt: at(10),
    comingSoon: true,
    startDate: inDays(3),
    endDate: inDays(3),
    price: null,
  })
  await aCourse({ title: 'Sparito', archivedAt: new Date() })
}

test('archived courses are not listed; published before coming, newest first', async () => {
  await someCourses()
  expect(await titles()).toEqual(['Senza date', 'Zero limiti', 'Èlite', 'Vecchio', 'Futuro'])
})

test('each filter shows its courses, and each number of today is that of its filter', async () => {
  await someCourses()
  await aCourse({ title: 'Cominciato', createdAt: new Date(0) }, [
    { startDate: inDays(-1) },
    { startDate: inDays(0) },
  ])
  expect(await titles({ filter: 'in-corso' })).toEqual(['Cominciato'])
  expect(await titles({ filter: 'prossimi' })).toEqual(['Zero limiti', 'Èlite'])
  expect(await titles({ filter: 'in-arrivo' })).toEqual(['Futuro'])
  expect(await titles({ filter: 'conclusi' })).toEqual(['Vecchio'])
  expect(await titles({ filter: 'senza-date' })).toEqual(['Senza date'])
  expect(await titles({ filter: 'in-partenza' })).toEqual(['Èlite', 'Futuro'])
  expect(await titles({ filter: 'pieni' })).toEqual(['Èlite'])
})

test('each filter tells how many it finds, among the courses with the text', async () => {
  await someCourses()
  const counts = await courseCounts(admin, '')
  expect(counts).toEqual({
    tutti: 5,
    'in-corso': 0,
    prossimi: 2,
    'in-arrivo': 1,
    bozze: 0,
    conclusi: 1,
    'senza-date': 1,
    'in-partenza': 2,
    'da-confermare': 0,
  })
  for (const [filter, count] of Object.entries(counts))
    expect(await titles({ filter: filter as CourseFilter }), filter).toHaveLength(count)
  expect(await courseCounts(admin, 'futuro')).toMatchObject({ tutti: 1, prossimi: 0, 'in-arrivo': 1 })
})

test('editions stand together by start, where the newest of them would stand; a chosen order is kept', async () => {
  const seriesId = randomUUID()
  const edition = (title: string, minutes: number, day?: number, more = {}) =>
    aCourse(
      { title, seriesId, createdAt: new Date(Date.now() - minutes * 60_000), ...more },
      day === undefined ? [] : [{ startDate: inDays(day) }],
    )
  await edition('A seconda', 10, 60, { price: 5 })
  await aCourse({ title: 'Altro corso', createdAt: new Date(Date.now() - 20 * 60_000), price: 4 })
  await edition('A prima', 30, 20, { price: 3 })
  await edition('A bozza', 40, undefined, { draft: true, price: 2 })
  await edition('A in arrivo', 5, 90, { comingSoon: true, price: 1 })
  expect(await titles()).toEqual(['A prima', 'A seconda', 'A bozza', 'Altro corso', 'A in arrivo'])
  expect(await titles({ order: 'prezzo' })).toEqual([
    'A in arrivo',
    'A bozza',
    'A prima',
    'Altro corso',
    'A seconda',
  ])
})

test('an edition is to be confirmed or cancelled from three days before its day, until it is decided or over', async () => {
  const soon = [{ startDate: inDays(9) }]
  await aCourse({ title: 'Tra tre giorni', confirmBy: inDays(3) }, soon)
  await aCourse({ title: 'Passato', confirmBy: inDays(-3) }, [{ startDate: inDays(0) }])
  await aCourse({ title: 'Senza date', confirmBy: inDays(0) })
  await aCourse({ confirmBy: inDays(4) }, soon)
  await aCourse({ minParticipants: 3 }, soon)
  await aCourse({ confirmBy: inDays(-2) }, [{ startDate: inDays(-1) }])
  for (const settled of [
    { confirmedAt: new Date() },
    { cancelledAt: new Date() },
    { archivedAt: new Date() },
    { draft: true },
    { comingSoon: true },
  ])
    await aCourse({ confirmBy: inDays(1), ...settled }, soon)
  expect(await titles({ filter: 'da-confermare', order: 'inizio' })).toEqual([
    'Passato',
    'Tra tre giorni',
    'Senza date',
  ])
  const { total, editions } = await editionsToConfirm(admin, 2)
  expect([total, ...editions.map(({ title }) => title)]).toEqual([3, 'Passato', 'Senza date'])
})

test('the table marks the editions that are to be confirmed, and no other', async () => {
  await aCourse({ title: 'Vicino', confirmBy: inDays(2) })
  await aCourse({ title: 'Lontano', confirmBy: inDays(9) })
  await aCourse({ title: 'Deciso', confirmBy: inDays(2), confirmedAt: new Date() })
  await aCourse({ title: 'Senza termine' })
  const { courses } = await managedCourses(admin, { ...PLAIN, order: 'titolo' })
  expect(courses.filter(({ toConfirm }) => toConfirm).map(({ title }) => title)).toEqual(['Vicino'])
  expect(courses).toHaveLength(4)
})

test('a draft is among the drafts alone, and a cancelled edition is no published course', async () => {
  await someCourses()
  const soon = [{ startDate: inDays(5) }]
  await aCourse({ title: 'Bozza', draft: true, maxPartecipanti: 1 }, soon)
  await aCourse({ title: 'Bozza futura', draft: true, comingSoon: true })
  await aCourse({ title: 'Annullato', cancelledAt: new Date() }, soon)
  expect(await titles({ filter: 'bozze', order: 'titolo' })).toEqual(['Bozza', 'Bozza futura'])
  for (const filter of ['in-corso', 'prossimi', 'in-arrivo', 'senza-date', 'in-partenza', 'pieni'] as const)
    expect(
      (await titles({ filter })).filter((title) => /Bozza|Annullato/.test(title)),
      filter,
    ).toEqual([])
  expect(await titles()).toEqual(expect.arrayContaining(['Bozza', 'Bozza futura', 'Annullato']))
})

test('each column orders both ways, with empty values last', async () => {
  await someCourses()
  expect(await titles({ order: 'titolo' })).toEqual([
    'Èlite',
    'Futuro',
    'Senza date',
    'Vecchio',
    'Zero limiti',
  ])
  expect((await titles({ order: '-titolo' }))[0]).toBe('Zero limiti')
  expect((await titles({ order: 'prezzo' })).slice(0, 3)).toEqual(['Vecchio', 'Senza date', 'Èlite'])
  expect((await titles({ order: '-prezzo' }))[0]).toBe('Èlite')
  expect((await titles({ order: '-inizio' })).slice(0, 2)).toEqual(['Zero limiti', 'Èlite'])
  expect((await titles({ order: 'inizio' })).at(-1)).toBe('Senza date')
  expect((await titles({ order: '-stato' }))[0]).toBe('Futuro')
})

test('every word must be in the title, without accents, case and wildcards', async () => {
  await someCourses()
  await aCourse({ title: 'Sconti al 100%_certi', description: 'elite' })
  expect(await titles({ text: 'elite' })).toEqual(['Èlite'])
  expect(await titles({ text: 'LIMITI zero' })).toEqual(['Zero limiti'])
  expect(await titles({ text: '0%_c' })).toEqual(['Sconti al 100%_certi'])
  expect(await titles({ text: '%' })).toEqual([])
  expect(await titles({ text: 'vecchio futuro' })).toEqual([])
})

test('fifty on a page; a page beyond the last is the last', async () => {
  for (let i = 0; i < 51; i++) await aCourse()
  const page = (number: number) => managedCourses(admin, { ...PLAIN, page: number })
  expect(await page(1)).toMatchObject({ total: 51, page: 1, pages: 2, courses: { length: 50 } })
  expect(await page(9)).toMatchObject({ page: 2, courses: { length: 1 } })
})

test('seats count those who are in; the next courses with a limit show how full they are', async () => {
  await someCourses()
  expect(await coursesForSeatsChart(admin)).toMatchObject([
    { title: 'Èlite', seatsTaken: 1, maxPartecipanti: 3 },
  ])
})
