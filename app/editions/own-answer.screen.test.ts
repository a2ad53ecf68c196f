import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { markupOf } from '../../tests/failing-writes'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { courseSessions, postponementAnswers, userCourses } from '../database/schema'
import { formatDate } from '../italian/dates'
import { postponeEdition } from './commands.server'

let site: Awaited<ReturnType<typeof wholeSite>>
beforeAll(async () => {
  site = await wholeSite(await import('../entry.server'))
})
beforeEach(emptyDatabase)

const lineOn = (day: string) => formatDate(day, 'dd/MM/yyyy')

/** An edition that the office has postponed, and the pages where its participant answers, herself and by telephone. */
async function aPostponedEdition() {
  const [ada, office] = [await aPerson('ada'), await aPerson('dino', 'admin')]
  const { id } = await aCourse({}, [{ startDate: inDays(9) }])
  const enrolments = await db
    .insert(userCourses)
    .values({ userId: ada.id, courseId: id, ...decided('approved') })
    .returning()
  const postpone = async (day: string) =>
    postponeEdition(await anAdmin(`carla${day}`), id, { sessions: lineOn(day), answerBy: inDays(3) })
  expect(await postpone(inDays(30))).toMatchObject({ ok: true })
  const enrolment = enrolments[0]?.id ?? ''
  const pages = [
    { path: `/dashboard/iscrizioni/${enrolment}/rinvio`, cookie: await cookieOf(ada.email) },
    { path: `/admin/iscrizioni/${enrolment}/rinvio?torna=%2Fadmin`, cookie: await cookieOf(office.email) },
  ]
  return { course: id, pages, postpone }
}

/** A page where a postponement is answered. `open` returns the sessions that the page asks about; `answer` sends them. */
const answerForm = ({ path, cookie }: { path: string; cookie: string }) => ({
  async open() {
    return (await markupOf(await site(aRequest(path, cookie)))).match(/name="sessions" value="([^"]*)"/)?.[1]
  },
  async answer(answer: 'stays' | 'leaves', sessions?: string) {
    const body = new URLSearchParams({ answer, ...(sessions !== undefined && { sessions }) })
    return (await site(aRequest(path, cookie, { method: 'POST', body }))).headers.get('Location')
  },
})

test('an answer about dates that were postponed again is not stored, and leads to the present ones', async () => {
  const { pages, postpone } = await aPostponedEdition()
  const shown = await Promise.all(pages.map((page) => answerForm(page).open()))
  expect(shown).toEqual([lineOn(inDays(30)), lineOn(inDays(30))])
  expect(await postpone(inDays(60))).toMatchObject({ ok: true })
  for (const page of pages)
    for (const answer of ['stays', 'leaves'] as const) {
      expect(await answerForm(page).answer(answer, lineOn(inDays(30)))).toBe(page.path)
      expect(await answerForm(page).answer(answer)).toBe(page.path)
    }
  expect(await db.$count(postponementAnswers)).toBe(0)
  expect(await db.select().from(userCourses)).toMatchObject([{ endedAt: null }])
  for (const page of pages) {
    const form = answerForm(page)
    expect(await form.answer('stays', await form.open())).not.toBe(page.path)
    expect(await db.delete(postponementAnswers).returning()).toMatchObject([{ stays: true }])
  }
})

test('an answer about dates that were changed in the course form since then is not stored', async () => {
  const { course, pages } = await aPostponedEdition()
  const [startDate, endDate] = [inDays(40), inDays(40)]
  await db.update(courseSessions).set({ startDate, endDate }).where(eq(courseSessions.courseId, course))
  for (const page of pages) {
    expect(await answerForm(page).answer('leaves', lineOn(inDays(30)))).toBe(page.path)
    expect(await answerForm(page).open()).toBe(lineOn(inDays(40)))
  }
  expect(await db.select().from(userCourses)).toMatchObject([{ endedAt: null }])
})

test('an answer with the line ends of a browser is about the dates that the page shows', async () => {
  const { course, pages } = await aPostponedEdition()
  const day = inDays(31)
  await db
    .insert(courseSessions)
    .values({ courseId: course, number: 2, position: 1, startDate: day, endDate: day })
  const [own] = pages.map(answerForm)
  await own?.answer('leaves', `${lineOn(inDays(30))}\r\n${lineOn(day)}`)
  expect(await db.select().from(userCourses)).toMatchObject([{ ending: 'cancelled_by_person' }])
})
