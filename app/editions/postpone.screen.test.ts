import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { markupOf } from '../../tests/failing-writes'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, decided, emptyDatabase, inDays } from '../../tests/world'
import { deletedAccountProfile } from '../accounts/rules'
import { db } from '../database/client.server'
import { courseSessions, postponements, userCourses } from '../database/schema'
import { formatDate } from '../italian/dates'

let site: Awaited<ReturnType<typeof wholeSite>>
beforeAll(async () => {
  site = await wholeSite(await import('../entry.server'))
})
beforeEach(emptyDatabase)

const lineOn = (day: string) => formatDate(day, 'dd/MM/yyyy')
const rowOn = (day: string) => formatDate(day, 'EEE d MMM yyyy')

test('a form to postpone that is stale shows the sessions of the colleague and what was typed, and the next attempt goes on', async () => {
  const cookie = await cookieOf((await aPerson('dino', 'admin')).email)
  const { id } = await aCourse({}, [{ startDate: inDays(9) }])
  const page = `/admin/courses/${id}/rinvia`
  const beforeIn = (markup: string) => markup.match(/name="before" value="([^"]*)"/)?.[1]
  const opened = await markupOf(await site(aRequest(page, cookie)))
  expect(beforeIn(opened)).toBe(lineOn(inDays(9)))
  await db
    .update(courseSessions)
    .set({ startDate: inDays(16), endDate: inDays(16) })
    .where(eq(courseSessions.courseId, id))

  const send = (before = '') => {
    const body = new URLSearchParams({ before, sessions: lineOn(inDays(30)), answerBy: inDays(5) })
    return site(aRequest(page, cookie, { method: 'POST', body }))
  }
  const refused = await send(beforeIn(opened))
  const markup = await markupOf(refused)
  expect(refused.status).toBe(409)
  expect(markup).toContain('Nel frattempo qualcun altro ha cambiato le sessioni')
  expect(markup).toContain(`>${lineOn(inDays(30))}</textarea>`)
  for (const day of [inDays(16), inDays(30)]) expect(markup).toContain(rowOn(day))
  expect(beforeIn(markup)).toBe(lineOn(inDays(16)))
  expect((await send(beforeIn(markup))).status).toBe(302)
  expect(await db.select().from(courseSessions)).toMatchObject([{ startDate: inDays(30) }])
})

test('a form opened before anybody took part asks for the day to answer by once somebody does', async () => {
  const cookie = await cookieOf((await aPerson('dino', 'admin')).email)
  const { id } = await aCourse({}, [{ startDate: inDays(9) }])
  const page = `/admin/courses/${id}/rinvia`
  const send = (fields: Record<string, string> = {}) => {
    const sessions = lineOn(inDays(30))
    const body = new URLSearchParams({ before: lineOn(inDays(9)), sessions, ...fields })
    return site(aRequest(page, cookie, { method: 'POST', body }))
  }
  const opened = await markupOf(await site(aRequest(page, cookie)))
  expect(opened).not.toContain('name="answerBy"')
  const ada = await aMember('ada')
  await db.insert(userCourses).values({ userId: ada.id, courseId: id, ...decided('approved') })
  const refused = await send()
  expect(refused.status).toBe(409)
  expect(await markupOf(refused)).toContain('name="answerBy"')
  expect((await send({ answerBy: '' })).status, 'no day').toBe(400)
  expect(await db.$count(postponements)).toBe(0)
  await db.delete(userCourses)
  expect((await send()).status).toBe(302)
  expect(await db.select().from(postponements)).toMatchObject([{ courseId: id }])
})

test('an edition whose only participant has deleted the account is postponed without a day to answer by', async () => {
  const cookie = await cookieOf((await aPerson('dino', 'admin')).email)
  const { id } = await aCourse({}, [{ startDate: inDays(-2) }, { startDate: inDays(9) }])
  const { id: userId } = await aMember('eliminato', deletedAccountProfile('eliminato'))
  await db.insert(userCourses).values({ userId, courseId: id, ...decided('in_progress') })
  const page = `/admin/courses/${id}/rinvia`
  const opened = await markupOf(await site(aRequest(page, cookie)))
  expect(opened).toContain('Nessuno partecipa ancora: cambiano solo le date.')
  expect(opened).not.toContain('name="answerBy"')
  const [before, after] = [9, 30].map((days) => `${lineOn(inDays(-2))}\n${lineOn(inDays(days))}`)
  const body = new URLSearchParams({ before: before ?? '', sessions: after ?? '' })
  expect((await site(aRequest(page, cookie, { method: 'POST', body }))).status).toBe(302)
  expect(await db.$count(postponements)).toBe(1)
})
