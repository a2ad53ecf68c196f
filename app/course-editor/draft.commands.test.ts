import { beforeEach, expect, test } from 'vitest'
import { created, typed } from '../../tests/course-form'
import { aMember, anAdmin, decided, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, courses, userCourses } from '../database/schema'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { createCourse, updateCourse } from './commands.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const stored = () => db.select().from(courses)
const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)

test('a draft is published, and goes back while nobody has asked for it', async () => {
  const { id } = await created(admin, { title: 'Marketing', draft: true })
  const save = (draft: boolean, version: number) =>
    updateCourse(admin, id, typed({ title: 'Marketing', draft }), { version, address: 'marketing' })
  for (const [i, draft] of [false, true, false].entries()) {
    expect(await save(draft, i + 1)).toMatchObject({ ok: true })
    expect((await entries()).at(-1)?.details).toMatchObject({ old: { draft: !draft }, new: { draft } })
  }
  await aMember('ada')
  for (const state of ['pending', 'rejected', 'approved'] as const) {
    await db.insert(userCourses).values({ userId: 'ada', courseId: id, ...decided(state) })
    expect(await save(true, 4), state).toEqual({ ok: false, refusal: 'has-people' })
    await db.delete(userCourses)
  }
  expect(await save(true, 4)).toMatchObject({ ok: true })
})

test('of a request and the return to draft at once, one comes first and the other is refused', async () => {
  const { id } = await created(admin, { title: 'Marketing', price: 1 })
  const ada = await aMember('ada')
  const back = typed({ title: 'Marketing', price: '1', comingSoon: false, draft: true })
  const [asked, drawn] = await Promise.all([
    requestEnrolment(ada, id),
    updateCourse(admin, id, back, { version: 1, address: 'marketing' }),
  ])
  expect([asked.ok, drawn.ok].filter(Boolean)).toHaveLength(1)
})

test('an edition begins in the series of its original, with a numbered address', async () => {
  const first = await created(admin, { title: 'Marketing' })
  const [course] = await stored()
  const saved = await createCourse(admin, { title: 'Marketing', draft: true }, { seriesId: course?.seriesId })
  expect(saved).toMatchObject({ ok: true, slug: 'marketing-2' })
  expect(new Set((await stored()).map(({ seriesId }) => seriesId)).size).toBe(1)
  expect(first.slug).toBe('marketing')
})
