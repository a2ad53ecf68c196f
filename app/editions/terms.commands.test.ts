import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, courses } from '../database/schema'
import { joinSeries, leaveSeries } from './series.commands.server'
import { coursesToJoin, editionsOf } from './series.queries.server'
import { changeTerms, setReminders } from './terms.commands.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
})

const NONE = { minParticipants: null, confirmBy: null }
const NOBODY = '00000000-0000-4000-8000-000000000000'
const stored = async (id: string) => {
  const [course] = await db.select().from(courses).where(eq(courses.id, id))
  if (!course) throw new Error('no course')
  return course
}
const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)
const refused = (refusal: string) => ({ ok: false, refusal })

test('what does not exist, or is deleted, has no terms and no series', async () => {
  const gone = await aCourse({ archivedAt: new Date() })
  const course = await aCourse()
  for (const [id, refusal] of [
    ['corso', 'unknown'],
    [NOBODY, 'unknown'],
    [gone.id, 'archived'],
  ] as const) {
    expect(await changeTerms(admin, id, { ...NONE, minParticipants: 3 }, NONE)).toEqual(refused(refusal))
    expect(await joinSeries(admin, id, course.id)).toEqual(refused(refusal))
    expect(await joinSeries(admin, course.id, id)).toEqual(refused(refusal))
    expect(await leaveSeries(admin, id)).toEqual(refused(refusal))
  }
  expect(await entries()).toEqual([])
})

test('the terms of an edition are written with what they were; the form of the course stays current', async () => {
  const { id, version } = await aCourse({ maxPartecipanti: 12 }, [{ startDate: inDays(30) }])
  const terms = { minParticipants: 8, confirmBy: inDays(20) }
  expect(await changeTerms(admin, id, terms, NONE)).toEqual({ ok: true })
  expect(await stored(id)).toMatchObject({ ...terms, version })
  expect(await entries()).toMatchObject([
    { action: 'update', entityType: 'courses', entityId: id, details: { old: NONE, new: terms } },
  ])
  expect(await changeTerms(admin, id, terms, NONE), 'a repetition').toEqual({ ok: true })
  expect(await entries()).toHaveLength(1)
})

test('automatic e-mails are switched together, and the log has only what changed', async () => {
  const { id } = await aCourse({}, [{ startDate: inDays(30) }])
  const joiningOnly = { joiningEmail: true, thanksEmail: false }
  const both = { joiningEmail: true, thanksEmail: true }
  for (const reminders of [joiningOnly, joiningOnly, both])
    expect(await setReminders(admin, id, reminders)).toEqual({ ok: true })
  expect(await stored(id)).toMatchObject(both)
  expect((await entries()).map(({ details }) => details.new)).toEqual([
    { joiningEmail: true },
    { thanksEmail: true },
  ])
  expect(await setReminders(admin, id, { joiningEmail: false })).toEqual({ ok: true })
  expect(await stored(id)).toMatchObject({ joiningEmail: false, thanksEmail: true })
})

test('of two people the second is told, and a contradiction is refused', async () => {
  const { id } = await aCourse({ maxPartecipanti: 12, minParticipants: 4 }, [{ startDate: inDays(30) }])
  expect(await changeTerms(admin, id, { ...NONE, minParticipants: 6 }, NONE)).toEqual(refused('stale'))
  const before = { ...NONE, minParticipants: 4 }
  for (const wrong of [
    { ...before, minParticipants: 13 },
    { ...before, confirmBy: inDays(31) },
    { ...before, confirmBy: inDays(-1) },
  ])
    expect(await changeTerms(admin, id, wrong, before)).toEqual(refused('stale'))
  expect(await stored(id)).toMatchObject(before)
})

test('a stored day of confirmation that has passed does not keep the minimum from changing', async () => {
  const before = { minParticipants: 4, confirmBy: inDays(-1) }
  const { id } = await aCourse(before, [{ startDate: inDays(30) }])
  const terms = { ...before, minParticipants: 3 }
  expect(await changeTerms(admin, id, terms, before)).toEqual({ ok: true })
  expect(await stored(id)).toMatchObject(terms)
})

test('a course joins the series of another; its former editions stay', async () => {
  const first = await aCourse({ title: 'Guidare' })
  const sibling = await aCourse({ seriesId: first.seriesId })
  const other = await aCourse({ title: 'Delegare' })
  expect(await joinSeries(admin, first.id, first.id)).toEqual(refused('together'))
  expect(await joinSeries(admin, first.id, sibling.id)).toEqual(refused('together'))
  const joined = await joinSeries(admin, first.id, other.id)
  expect(joined).toEqual({ ok: true, title: 'Delegare' })
  expect((await stored(first.id)).seriesId).toBe(other.seriesId)
  expect((await stored(sibling.id)).seriesId).toBe(sibling.seriesId)
  expect((await entries()).at(-1)?.details).toMatchObject({
    old: { seriesId: first.seriesId },
    new: { seriesId: other.seriesId },
    joined: 'Delegare',
  })
})

test('a course leaves its series for one of its own, where it has others', async () => {
  const first = await aCourse()
  expect(await leaveSeries(admin, first.id)).toEqual({ ok: true })
  expect(await entries()).toEqual([])
  const second = await aCourse({ seriesId: first.seriesId })
  expect(await leaveSeries(admin, second.id)).toEqual({ ok: true })
  const { seriesId } = await stored(second.id)
  expect(seriesId).not.toBe(first.seriesId)
  expect((await entries()).at(-1)?.details).toMatchObject({
    old: { seriesId: first.seriesId },
    new: { seriesId },
  })
  expect(await leaveSeries(admin, second.id), 'a repetition').toEqual({ ok: true })
  expect((await stored(second.id)).seriesId).toBe(seriesId)
})

test('two courses that join each other at once end in one series, or exchange theirs', async () => {
  const [first, second] = [await aCourse(), await aCourse()]
  const outcomes = await Promise.all([
    joinSeries(admin, first.id, second.id),
    joinSeries(admin, second.id, first.id),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await stored(first.id)).seriesId).toBe((await stored(second.id)).seriesId)
})

test('the editions of a course, drafts and cancelled ones too, the latest first; others are offered by title', async () => {
  const first = await aCourse({ title: 'Primo' }, [{ startDate: inDays(-30) }])
  const { seriesId } = first
  await aCourse({ title: 'Bozza', seriesId, draft: true })
  await aCourse({ title: 'Annullato', seriesId, cancelledAt: new Date() }, [{ startDate: inDays(9) }])
  await aCourse({ title: 'Eliminato', seriesId, archivedAt: new Date() })
  await aCourse({ title: 'Primo di altri' })
  expect((await editionsOf(admin, first)).map(({ title }) => title)).toEqual(['Bozza', 'Annullato', 'Primo'])
  expect((await coursesToJoin(admin, seriesId, 'primo')).map(({ title }) => title)).toEqual([
    'Primo di altri',
  ])
  expect(await coursesToJoin(admin, seriesId, ' ')).toEqual([])
})
