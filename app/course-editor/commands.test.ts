import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { created, typed } from '../../tests/course-form'
import { anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, courseSessions, courseSlugs, courses } from '../database/schema'
import { archiveCourse, createCourse, restoreCourse, updateCourse } from './commands.server'
import { COMING_DESCRIPTION } from './rules'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const stored = () => db.select().from(courses)
const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)

test('what does not exist cannot be deleted', async () => {
  for (const id of ['', 'corso', '00000000-0000-4000-8000-000000000000']) {
    expect(await archiveCourse(admin, id)).toEqual({ ok: false, refusal: 'unknown' })
  }
  expect(await entries()).toEqual([])
})

test('a new course has its address, its sessions and what follows from them', async () => {
  const sessions = [
    { startDate: '2027-01-16', startTime: '09:00', endDate: '2027-01-16', endTime: '18:00', hours: 8 },
    { startDate: '2027-01-23', endDate: '2027-01-23', hours: 4 },
  ]
  const { id, slug } = await created(admin, { title: 'Leadership & Team', price: 980, sessions })

  expect(slug).toBe('leadership-team')
  expect(await stored()).toMatchObject([
    { id, slug, price: 980, startDate: '2027-01-16', endDate: '2027-01-23', totalHours: 12, version: 1 },
  ])
  expect(await db.select().from(courseSessions).orderBy(courseSessions.position)).toMatchObject([
    { courseId: id, position: 0, startDate: '2027-01-16', startTime: '09:00:00', hours: 8 },
    { courseId: id, position: 1, startDate: '2027-01-23', startTime: null, hours: 4 },
  ])
  expect(await entries()).toMatchObject([
    { userId: 'carla', action: 'create', entityType: 'courses', entityId: id, details: { slug } },
  ])
})

test('a coming course needs nothing but its title', async () => {
  await createCourse(admin, { title: 'Bilancio Sociale', comingSoon: true })
  expect(await stored()).toMatchObject([
    { description: COMING_DESCRIPTION, startDate: null, totalHours: null },
  ])
})

test('an address that another course has, or once had, is not given again', async () => {
  const first = await created(admin, { title: 'Marketing' })
  await db.insert(courseSlugs).values({ slug: 'marketing-2', courseId: first.id })
  const slugs = await Promise.all(['Marketing', 'Marketing!'].map((title) => created(admin, { title })))
  expect(slugs.map(({ slug }) => slug).sort()).toEqual(['marketing-3', 'marketing-4'])
})

test('a deleted course is archived and recorded; the second time is refused', async () => {
  const { id } = await created(admin, { title: 'Marketing' })
  expect(await archiveCourse(admin, id)).toEqual({ ok: true })
  expect(await stored()).toMatchObject([{ id, archivedAt: expect.any(Date), version: 2 }])
  expect((await entries()).at(-1)).toMatchObject({
    userId: 'carla',
    action: 'delete',
    entityType: 'courses',
    entityId: id,
    details: { title: 'Marketing' },
  })
  expect(await archiveCourse(admin, id)).toEqual({ ok: false, refusal: 'already-archived' })
})

test('a deletion can be taken back, once', async () => {
  const { id } = await created(admin, { title: 'Marketing' })
  expect(await restoreCourse(admin, id)).toEqual({ ok: false, refusal: 'not-archived' })
  await archiveCourse(admin, id)
  expect(await restoreCourse(admin, id)).toEqual({ ok: true })
  expect(await stored()).toMatchObject([{ archivedAt: null, version: 3 }])
  expect((await entries()).at(-1)).toMatchObject({ action: 'update', details: { restored: true } })
})

test('what does not exist, or is deleted, cannot be changed', async () => {
  const edit = { version: 1, address: '' }
  for (const id of ['', '00000000-0000-4000-8000-000000000000'])
    expect(await updateCourse(admin, id, typed({ title: 'Altro' }), edit)).toEqual({
      ok: false,
      refusal: 'unknown',
    })
  const { id } = await created(admin, { title: 'Marketing' })
  await archiveCourse(admin, id)
  expect(await updateCourse(admin, id, typed({ title: 'Altro' }), { version: 2, address: '' })).toEqual({
    ok: false,
    refusal: 'archived',
  })
})

test('a change is written with its dates, and the log has the changed fields as they were and are', async () => {
  const { id } = await created(admin, { title: 'Marketing', comingSoon: true, price: 100 })
  const saved = await updateCourse(
    admin,
    id,
    typed({ title: 'Marketing', price: '1.250,50', sessions: '12/03/2027\n10/03/2027 9:00-13:00 (4 ore)' }),
    { version: 1, address: 'marketing' },
  )
  expect(saved).toEqual({ ok: true, id, slug: 'marketing' })
  expect(await stored()).toMatchObject([
    { price: 1250.5, startDate: '2027-03-10', endDate: '2027-03-12', totalHours: null, version: 2 },
  ])
  expect((await entries()).at(-1)).toMatchObject({
    action: 'update',
    entityType: 'courses',
    details: {
      old: { price: 100, sessions: [] },
      new: { price: 1250.5, sessions: ['10/03/2027 9:00-13:00 (4 ore)', '12/03/2027'] },
      version: 2,
    },
  })
  expect(Object.keys((await entries()).at(-1)?.details.new ?? {})).toEqual(['price', 'sessions'])
})

test('a session keeps its number when one before it is removed', async () => {
  const title = 'Marketing'
  const { id } = await created(admin, typed({ title, sessions: '10/03/2027\n12/03/2027\n14/03/2027' }))
  const numbers = async () =>
    db.select({ on: courseSessions.startDate, number: courseSessions.number }).from(courseSessions)
  await updateCourse(admin, id, typed({ title, sessions: '12/03/2027\n14/03/2027\n16/03/2027 (4 ore)' }), {
    version: 1,
    address: 'marketing',
  })
  await updateCourse(admin, id, typed({ title, sessions: '12/03/2027\n14/03/2027' }), {
    version: 2,
    address: 'marketing',
  })
  expect(await numbers()).toEqual([
    { on: '2027-03-12', number: 2 },
    { on: '2027-03-14', number: 3 },
  ])
})

test('nothing is written, and nothing logged, when nothing changed', async () => {
  const partners = 'Ente Uno | uno.svg | Capofila'
  const { id } = await created(admin, { ...typed({ title: 'Marketing', partnerPromotori: partners }) })
  const same = typed({ title: 'Marketing', partnerPromotori: partners, description: COMING_DESCRIPTION })
  expect(await updateCourse(admin, id, same, { version: 1, address: 'marketing' })).toMatchObject({
    ok: true,
  })
  expect(await stored()).toMatchObject([{ version: 1 }])
  expect(await entries()).toHaveLength(1)
})

test('of two concurrent changes of a course the second is refused', async () => {
  const { id } = await created(admin, { title: 'Marketing', comingSoon: true })
  const outcomes = await Promise.all(
    ['Primo', 'Secondo'].map((title) =>
      updateCourse(admin, id, typed({ title }), { version: 1, address: 'marketing' }),
    ),
  )
  expect(outcomes.map((saved) => (saved.ok ? 'saved' : saved.refusal)).sort()).toEqual(['saved', 'stale'])
  expect(await stored()).toMatchObject([{ version: 2 }])
})

test('the threshold of the certificate is saved, recorded with the one before it, and kept by a restored course', async () => {
  const { id } = await created(admin, typed({ title: 'Marketing', attendanceThreshold: '75' }))
  expect((await entries()).at(-1)).toMatchObject({ details: { new: { attendanceThreshold: 75 } } })
  const change = typed({ title: 'Marketing', attendanceThreshold: '90 %' })
  expect(await updateCourse(admin, id, change, { version: 1, address: 'marketing' })).toMatchObject({
    ok: true,
  })
  expect((await entries()).at(-1)?.details).toMatchObject({
    old: { attendanceThreshold: 75 },
    new: { attendanceThreshold: 90 },
  })
  await archiveCourse(admin, id)
  expect((await entries()).at(-1)).toMatchObject({ details: { old: { attendanceThreshold: 90 } } })
  await restoreCourse(admin, id)
  expect(await stored()).toMatchObject([{ attendanceThreshold: 90 }])
})

test('a new address leaves the old one behind, and it may be taken back; others may not have it', async () => {
  const { id } = await created(admin, { title: 'Marketing', comingSoon: true })
  const other = await created(admin, { title: 'Vendite', comingSoon: true })
  const rename = (version: number, address: string) =>
    updateCourse(admin, id, typed({ title: 'Marketing' }), { version, address })

  expect(await rename(1, 'vendite')).toEqual({ ok: false, refusal: 'taken' })
  expect(await rename(1, 'Nuovo indirizzo')).toMatchObject({ slug: 'nuovo-indirizzo' })
  expect(await db.select().from(courseSlugs)).toMatchObject([{ slug: 'marketing', courseId: id }])
  expect(
    await updateCourse(admin, other.id, typed({ title: 'Vendite' }), { version: 1, address: 'marketing' }),
  ).toEqual({ ok: false, refusal: 'taken' })
  expect(await createCourse(admin, { title: 'Terzo' }, { address: 'marketing' })).toEqual({
    ok: false,
    refusal: 'taken',
  })

  expect(await rename(2, 'marketing')).toMatchObject({ slug: 'marketing' })
  expect(await db.select().from(courseSlugs)).toMatchObject([{ slug: 'nuovo-indirizzo' }])
})

test('a form sent twice makes one course', async () => {
  const id = randomUUID()
  const outcomes = await Promise.all([1, 2].map(() => createCourse(admin, { title: 'Marketing' }, { id })))
  expect(outcomes.map((saved) => (saved.ok ? 'created' : saved.refusal)).sort()).toEqual([
    'created',
    'exists',
  ])
  expect(await stored()).toHaveLength(1)
  expect(await entries()).toHaveLength(1)
})

test('a form sent twice is not refused for the address that it asked for itself', async () => {
  const asked = { id: randomUUID(), address: 'marketing' }
  expect(await createCourse(admin, { title: 'Marketing' }, asked)).toMatchObject({ ok: true })
  expect(await createCourse(admin, { title: 'Marketing' }, asked)).toMatchObject({ refusal: 'exists' })
})

test('an old form with nothing new is no conflict, with something new it is, and its address stays', async () => {
  const { id } = await created(admin, { ...typed({ title: 'Marketing' }) })
  const save = (title: string, address: string, version: number) =>
    updateCourse(admin, id, typed({ title }), { version, address })
  expect(await save('Marketing', 'marketing', 0)).toMatchObject({ ok: true })
  expect(await save('Marketing', 'vendite', 1)).toMatchObject({ ok: true, slug: 'vendite' })
  expect(await save('Marketing', 'marketing', 1)).toMatchObject({ refusal: 'stale' })
  expect(await db.select({ slug: courseSlugs.slug }).from(courseSlugs)).toEqual([{ slug: 'marketing' }])
  expect(await stored()).toMatchObject([{ version: 2, slug: 'vendite' }])
})

test('no course has the address of the form for new ones', async () => {
  expect(await created(admin, { title: 'New' })).toMatchObject({ slug: 'new-2' })
  expect(await createCourse(admin, { title: 'Altro' }, { address: 'new' })).toMatchObject({
    refusal: 'taken',
  })
})

test('a lesson moved to a later day keeps its number, and all lessons are stored in order of time', async () => {
  const days = ['2027-01-23', '2027-01-30', '2027-02-06']
  const sessions = days.map((day) => ({ startDate: day, endDate: day, hours: 4 }))
  const { id, slug } = await created(admin, { title: 'Marketing', comingSoon: true, sessions })
  await db.update(courseSessions).set({ topic: 'Prezzi' }).where(eq(courseSessions.number, 2))

  const lines = ['23/01/2027 (4 ore)', '13/02/2027 (4 ore)', '06/02/2027 (4 ore)'].join('\n')
  const facts = typed({ title: 'Marketing', sessions: lines })
  expect(await updateCourse(admin, id, facts, { version: 1, address: slug })).toMatchObject({ ok: true })
  const columns = {
    number: courseSessions.number,
    day: courseSessions.startDate,
    topic: courseSessions.topic,
  }
  expect(await db.select(columns).from(courseSessions).orderBy(courseSessions.position)).toEqual([
    { number: 1, day: '2027-01-23', topic: null },
    { number: 3, day: '2027-02-06', topic: null },
    { number: 2, day: '2027-02-13', topic: 'Prezzi' },
  ])
  expect((await entries()).at(-1)).toMatchObject({
    details: { new: { sessions: ['23/01/2027 (4 ore)', '06/02/2027 (4 ore)', '13/02/2027 (4 ore)'] } },
  })
  const savedAgain = await updateCourse(admin, id, facts, { version: 2, address: slug })
  expect(savedAgain).toMatchObject({ ok: true })
  expect(await stored()).toMatchObject([{ version: 2 }])
})
