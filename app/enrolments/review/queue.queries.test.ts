import { addDays, addMinutes } from 'date-fns'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { withUndo } from '../../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { billingDetails, profiles, userCourses } from '../../database/schema'
import { undoDecision } from '../../undo/commands.server'
import {
  admitRequest,
  approveRequest,
  approveRequests,
  rejectRequest,
  reopenRequest,
} from './commands.server'
import {
  enrolmentsOfPeople,
  pendingRequests,
  QUEUE_PAGE_SIZE,
  queueCounts,
  queuePage,
  queueRowById,
  queueRowsByIds,
  recentlyRejected,
} from './queue.queries.server'
import { isLate, type QueueView, queueView } from './queue.rules'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const viewOf = (query: string) => queueView(new URLSearchParams(query))
const names = (rows: { person: { firstName: string } }[]) => rows.map(({ person }) => person.firstName)
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** A request that is so many days old. */
async function ask(name: string, courseId: string, days = 0): Promise<string> {
  const { id: userId } = await aMember(name)
  const [made] = await db
    .insert(userCourses)
    .values({ userId, courseId, requestedAt: addDays(new Date(), -days) })
    .returning()
  return made?.id ?? ''
}

test('who pays is what the billing details say, else the company of the profile', async () => {
  const course = await aCourse()
  const people = ['ada', 'bruno', 'caio'] as const
  for (const name of people) await ask(name, course.id)
  await db.update(profiles).set({ company: 'Cantina' })
  const details = { ada: 'person', bruno: 'company' } as const
  for (const [name, kind] of Object.entries(details)) {
    const [person] = await db
      .select()
      .from(profiles)
      .where(eq(profiles.email, `${name}@example.it`))
    await db.insert(billingDetails).values({ userId: person?.id ?? '', kind, name: 'Officine' })
  }
  const { requests } = await queuePage(admin, viewOf(''))
  const payers = new Map(requests.map(({ person, payingCompany }) => [person.firstName, payingCompany]))
  expect(Object.fromEntries(payers)).toEqual({ Ada: null, Bruno: 'Officine', Caio: 'Cantina' })
})

test('a reopened request keeps its place, and is late from its reopening on', async () => {
  const course = await aCourse({ title: 'Ceramica' })
  const [ada, bruno] = [await ask('ada', course.id, 20), await ask('bruno', course.id, 6)]
  await db
    .update(userCourses)
    .set({ ...decided('rejected') })
    .where(eq(userCourses.id, ada))
  expect(await reopenRequest(admin, ada)).toMatchObject({ ok: true })
  const { requests } = await queuePage(admin, viewOf(''))
  expect(ids(requests)).toEqual([ada, bruno])
  expect(requests.map(({ awaitsAnswerSince }) => isLate(awaitsAnswerSince, new Date()))).toEqual([
    false,
    true,
  ])
  expect(ids((await queuePage(admin, viewOf('eta=in-ritardo'))).requests)).toEqual([bruno])
  expect(await queueCounts(admin, viewOf(''))).toMatchObject({ all: 2, late: 1 })
  expect(await pendingRequests(admin)).toMatchObject({ undecidedCount: 2, lateCount: 1 })
  await db.update(userCourses).set({ reopenedAt: addDays(new Date(), -5) })
  expect(ids((await queuePage(admin, viewOf('eta=in-ritardo'))).requests)).toEqual([ada, bruno])
})

test('the overview shows every pending request, the newest first, also those on a waiting list', async () => {
  const course = await aCourse({ title: 'Ceramica', maxPartecipanti: 5, location: 'Fermo, sede' }, [
    { startDate: '2999-01-10' },
  ])
  expect(await pendingRequests(admin)).toEqual({
    undecidedCount: 0,
    lateCount: 0,
    pendingCount: 0,
    requests: [],
  })
  await ask('ada', course.id, 1)
  await db.update(profiles).set({ phone: '0736 1', company: 'Ada srl' })
  await ask('bruno', course.id, 6)
  const { id: userId } = await aMember('elio')
  await db.insert(userCourses).values({ userId, courseId: course.id, ...decided('approved') })

  const admitted = await ask('dora', course.id, 3)
  await db
    .update(userCourses)
    .set({ waitingSince: new Date(), admittedAt: new Date() })
    .where(eq(userCourses.id, admitted))

  const { undecidedCount, lateCount, pendingCount, requests } = await pendingRequests(admin)
  expect([undecidedCount, lateCount, pendingCount]).toEqual([2, 1, 3])
  expect(requests).toMatchObject([
    {
      requestedAt: expect.any(Date),
      person: { firstName: 'Ada', lastName: 'Prova', email: 'ada@example.it', phone: '0736 1' },
      course: { title: 'Ceramica', startDate: '2999-01-10', place: 'Fermo', maxPartecipanti: 5 },
      seatsTaken: 1,
    },
    { person: { firstName: 'Dora' }, admittedAt: expect.any(Date) },
    { person: { email: 'bruno@example.it', phone: null, company: null }, seatsTaken: 1 },
  ])
  expect(names((await pendingRequests(admin, [], 1)).requests)).toEqual(['Ada'])
})

test('a request is found by its id in any state', async () => {
  for (const id of ['', 'richiesta', '\0', '00000000-0000-4000-8000-000000000000'])
    expect(await queueRowById(admin, id)).toBeUndefined()
  const id = await ask('ada', (await aCourse({ title: 'Ceramica' })).id)
  const found = { id, status: 'pending', person: { firstName: 'Ada' }, course: { title: 'Ceramica' } }
  expect(await queueRowById(admin, id)).toMatchObject({ ...found, seatsTaken: 0 })
  await approveRequest(admin, id)
  expect(await queueRowById(admin, id)).toMatchObject({ ...found, status: 'approved', seatsTaken: 1 })
})

test('filters by course, age and seats join, and each choice counts what it would show', async () => {
  const free = await aCourse({ title: 'Ceramica' })
  const unlimited = await aCourse({ title: 'Disegno', maxPartecipanti: null })
  const full = await aCourse({ title: 'Restauro', maxPartecipanti: 1 })
  const { id: userId } = await aMember('inside')
  await db.insert(userCourses).values({ userId, courseId: full.id, ...decided('in_progress') })
  await ask('ada', free.id, 9)
  await ask('bruno', full.id, 7)
  await ask('dora', full.id, 1)
  await ask('elio', unlimited.id, 0)

  const shown = async (query: string) => names((await queuePage(admin, viewOf(query))).requests)
  expect(await shown('')).toEqual(['Ada', 'Bruno', 'Dora', 'Elio'])
  expect(await shown('ordine=recenti')).toEqual(['Elio', 'Dora', 'Bruno', 'Ada'])
  expect(await shown('eta=in-ritardo')).toEqual(['Ada', 'Bruno'])
  expect(await shown('posti=pieni')).toEqual(['Bruno', 'Dora'])
  expect(await shown('posti=liberi')).toEqual(['Ada', 'Elio'])
  expect(await shown(`corso=${full.id}&eta=in-ritardo`)).toEqual(['Bruno'])
  expect(await shown('corso=x&eta=y&posti=z&ordine=q&dopo=w')).toHaveLength(4)

  const counts = await queueCounts(admin, viewOf('eta=in-ritardo'))
  expect(counts).toMatchObject({
    total: 2,
    all: 4,
    late: 2,
    free: 2,
    full: 2,
  })
  const offered = counts.courses.map(({ title, requests }) => [title, requests])
  expect(offered).toEqual([
    ['Ceramica', 1],
    ['Restauro', 1],
  ])
  const chosen = await queueCounts(admin, viewOf(`corso=${unlimited.id}&posti=pieni`))
  expect(chosen.total).toBe(0)
  expect(chosen.courses.map(({ id }) => id)).toEqual([unlimited.id, full.id])
})

test('pages lead through every request, there and back, in both orders, also asked at one moment', async () => {
  const course = await aCourse()
  const moment = addDays(new Date(), -10)
  const many = Array.from({ length: 2 * QUEUE_PAGE_SIZE + 7 }, (_, i) => `p${String(i).padStart(3, '0')}`)
  await db
    .insert(profiles)
    .values(many.map((id) => ({ id, email: `${id}@example.it`, firstName: id, lastName: 'Prova' })))
  await db.insert(userCourses).values(
    many.map((userId, i) => ({
      userId,
      courseId: course.id,
      requestedAt: addMinutes(moment, Math.floor(i / 4)),
    })),
  )
  for (const ordine of ['', 'recenti'] as const) {
    const view: QueueView = { ...viewOf(''), ordine }
    const first = await queuePage(admin, view)
    const second = await queuePage(admin, { ...view, dopo: first.onward ?? '' })
    const third = await queuePage(admin, { ...view, dopo: second.onward ?? '' })
    const all = [first, second, third].flatMap(({ requests }) => ids(requests))
    expect(new Set(all).size).toBe(many.length)
    expect([first.back, third.onward]).toEqual([undefined, undefined])
    expect((await queueCounts(admin, view)).total).toBe(many.length)

    const back = await queuePage(admin, { ...view, prima: third.back ?? '' })
    expect(ids(back.requests)).toEqual(ids(second.requests))
    const last = ids(third.requests).at(-1) ?? ''
    expect(ids((await queuePage(admin, { ...view, dopo: last })).requests)).toEqual(ids(first.requests))
    // A request that was decided meanwhile still marks its place.
    await approveRequest(admin, first.onward ?? '', { overCapacity: true })
    expect(ids((await queuePage(admin, { ...view, dopo: first.onward ?? '' })).requests)).toEqual(
      ids(second.requests),
    )
    await db.update(userCourses).set({ status: 'pending', approvedAt: null, approvedBy: null })
  }
})

test('what was decided on a page stays in its place, with what takes it back, and is pending again once taken back', async () => {
  withUndo()
  const course = await aCourse({ maxPartecipanti: 1 })
  const [ada, bruno, dora, elio] = (await Promise.all(
    ['ada', 'bruno', 'dora', 'elio'].map((name, i) => ask(name, course.id, 9 - i)),
  )) as [string, string, string, string]
  const approved = await approveRequest(admin, bruno)
  await admitRequest(admin, dora)
  await rejectRequest(admin, elio)
  const decided = [elio, bruno, dora]
  const shown = async (query: string) =>
    (await queuePage(admin, viewOf(query), decided)).requests.map(
      ({ id, isDecided, status, openDecision }) => ({
        id,
        isDecided: isDecided ?? false,
        status,
        hasOpenDecision: openDecision !== null,
      }),
    )
  const inPlace = [
    { id: ada, isDecided: false, status: 'pending', hasOpenDecision: false },
    { id: bruno, isDecided: true, status: 'approved', hasOpenDecision: true },
    { id: dora, isDecided: true, status: 'pending', hasOpenDecision: true },
    { id: elio, isDecided: true, status: 'rejected', hasOpenDecision: true },
  ]
  expect(await shown('')).toEqual(inPlace)
  expect(await shown('ordine=recenti')).toEqual(inPlace.toReversed())
  expect(ids((await queuePage(admin, viewOf(''))).requests)).toEqual([ada])
  const overview = (await pendingRequests(admin, decided)).requests
  expect(ids(overview)).toEqual([elio, dora, bruno, ada])

  if (approved.ok && approved.decision) await undoDecision(admin, approved.decision)
  expect((await shown(''))[1]).toEqual({
    id: bruno,
    isDecided: false,
    status: 'pending',
    hasOpenDecision: false,
  })
})

test('a row says how many requests were decided together', async () => {
  withUndo()
  const course = await aCourse()
  const [ada, bruno, dora] = await Promise.all(
    ['ada', 'bruno', 'dora'].map((name) => ask(name, course.id, 1)),
  )
  await approveRequests(admin, [ada ?? '', bruno ?? ''])
  await approveRequest(admin, dora ?? '')
  const rows = await queueRowsByIds(admin, [ada ?? '', bruno ?? '', dora ?? ''])
  expect(rows.map(({ id, decidedTogether }) => [id === dora, decidedTogether]).sort()).toEqual([
    [false, 2],
    [false, 2],
    [true, 1],
  ])
})

test('a page that ends at a mark begins with the same request while its requests are decided', async () => {
  const course = await aCourse({ maxPartecipanti: null })
  const all: string[] = []
  for (let i = 0; i < QUEUE_PAGE_SIZE + 10; i++) all.push(await ask(`p${i}`, course.id, 100 - i))
  const view = viewOf(`prima=${all[QUEUE_PAGE_SIZE + 5]}`)
  const before = ids((await queuePage(admin, view)).requests)
  expect(before[0]).toBe(all[5])
  const decided = [all[20] ?? '', all[30] ?? '']
  for (const id of decided) await approveRequest(admin, id)
  expect(ids((await queuePage(admin, view, decided)).requests)).toEqual(before)
})

test('what else a person asks for and takes part in, requests first, without what has ended', async () => {
  const titles = ['Chiesto', 'Anche', 'Dentro', 'Disdetto']
  const [asked, also, inside, ended] = await Promise.all(titles.map((title) => aCourse({ title })))
  const id = await ask('ada', asked?.id ?? '')
  await ask('bruno', asked?.id ?? '')
  const left = { endedAt: new Date(), ending: 'cancelled_by_person' as const }
  await db.insert(userCourses).values([
    { userId: 'ada', courseId: inside?.id ?? '', ...decided('in_progress') },
    { userId: 'ada', courseId: also?.id ?? '' },
    { userId: 'ada', courseId: ended?.id ?? '', ...decided('approved'), ...left },
  ])
  const { requests } = await queuePage(admin, viewOf(''))
  const others = (await enrolmentsOfPeople(admin, requests)).filter(
    (other) => other.personId === 'ada' && other.id !== id,
  )
  expect(others.map(({ course, status }) => [course.title, status])).toEqual([
    ['Anche', 'pending'],
    ['Dentro', 'in_progress'],
  ])
  expect(await enrolmentsOfPeople(admin, [])).toEqual([])
})

test('a page of the queue asks the database six times, with a mark and with what was decided on it', async () => {
  const course = await aCourse()
  const [first, second] = [await ask('ada', course.id, 3), await ask('bruno', course.id, 2)]
  await approveRequest(admin, first)
  const view = viewOf(`dopo=${first}`)
  const sent = vi.spyOn(Client.prototype, 'query')
  const [{ requests }] = await Promise.all([
    queuePage(admin, view, [first]),
    queueCounts(admin, view),
    recentlyRejected(admin),
  ])
  await enrolmentsOfPeople(admin, requests)
  expect(ids(requests)).toEqual([first, second])
  expect(sent.mock.calls).toHaveLength(6)
  sent.mockRestore()
})
