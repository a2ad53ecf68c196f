import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { blank, html, plainPages, serving, stopClock } from '../../tests/serving'
import { aCourse, aMember, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { courseDocuments, courseSessions, courses, userCourses } from '../database/schema'
import type { RenderPage } from './http.server'

let render: RenderPage
beforeAll(async () => {
  render = await plainPages()
})
beforeEach(emptyDatabase)
beforeEach(stopClock)
afterEach(() => void vi.useRealTimers())

/** Longer than a second: other tests run meanwhile. */
const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 4_000, interval: 20 })

test('anonymous readers see any change within a second', async () => {
  const course = await aCourse({ slug: 'uno', title: 'Primo titolo' }, [{ startDate: '2099-03-01' }])
  const member = await aMember()
  const facts = {
    courseId: course.id,
    fileName: 'dispensa',
    fileType: 'text/plain',
    fileSize: 1,
    filePath: 'a/b',
  }
  await db.insert(courseDocuments).values(facts)
  const { text, ask, pages } = await serving(render)
  const enrolment = { courseId: course.id, userId: member.id }
  const session = {
    courseId: course.id,
    position: 1,
    number: 2,
    startDate: '2099-04-02',
    endDate: '2099-04-02',
  }
  const approval = { status: 'approved', approvedAt: new Date() } as const
  const changes: [path: string, change: () => Promise<unknown>, shown: string][] = [
    ['/corsi', () => db.update(courses).set({ title: 'Nuovo titolo' }), 'Nuovo titolo'],
    ['/corsi/uno', () => db.insert(courseSessions).values(session), '2099-04-02'],
    ['/corsi/uno', () => db.update(courseDocuments).set({ visibility: 'pubblico' }), 'dispensa'],
    ['/corsi/uno', () => db.insert(userCourses).values({ ...enrolment, ...approval }), ''],
    ['/corsi', () => db.delete(userCourses), ''],
  ]
  for (const [path, change, shown] of changes) {
    const before = blank(await text(path))
    const hits = pages.state().hits
    expect(blank(await text(path))).toBe(before)
    expect(pages.state().hits).toBe(hits + 1)
    await change()
    await soon(async () => {
      const after = blank(await text(path))
      expect(after).toContain(shown)
      expect(after).not.toBe(before)
    })
  }
  await db.update(courses).set({ archivedAt: new Date() })
  await soon(async () => expect((await ask('/corsi/uno')).status).toBe(410))
})

test('what no page shows makes none of them old', async () => {
  const course = await aCourse({ slug: 'uno' })
  const member = await aMember()
  const { text, pages } = await serving(render)
  await text('/corsi/uno')
  await db.insert(userCourses).values({ courseId: course.id, userId: member.id })
  await db.delete(userCourses).where(eq(userCourses.courseId, course.id))
  await text('/corsi/uno')
  expect(pages.state().hits).toBe(1)
})

test('a page that was read before a change and finished after it is not kept', async () => {
  const begun = Promise.withResolvers<void>()
  const change = Promise.withResolvers<void>()
  let title = 'vecchio'
  const { text, pages } = await serving(async () => {
    const read = title
    begun.resolve()
    await change.promise
    return html(read)
  })
  const slow = text('/pagina')
  await begun.promise
  title = 'nuovo'
  pages.invalidate()
  change.resolve()
  expect(await slow).toContain('vecchio')
  expect(await text('/pagina')).toContain('nuovo')
  expect(pages.state().hits).toBe(0)
})

test('without the listening connection every page is rendered, and a kept one serves only where that fails', async () => {
  let title = 'vecchio'
  let status = 200
  const { ask, text, pages } = await serving(async () => html(title, { status }))
  await text('/pagina')
  await text('/pagina')
  expect(pages.state().hits).toBe(1)
  pages.setTrusted(false)
  for (title of ['nuovo', 'ancora più nuovo']) expect(await text('/pagina')).toContain(`>${title}`)
  status = 503
  expect((await ask('/pagina')).status).toBe(200)
  status = 200
  expect(pages.state().hits).toBe(1)
  pages.setTrusted(true)
  title = 'di nuovo sentito'
  for (let i = 0; i < 2; i++) expect(await text('/pagina')).toContain(title)
  expect(pages.state().hits).toBe(2)
})

test('what many ask for at once is rendered once, and by each where it cannot be', async () => {
  let count = 0
  let status = 200
  const { text, pages } = await serving(async () => {
    count += 1
    await new Promise((done) => setTimeout(done, 100))
    return html('uno per tutti', { status })
  })
  const crowd = () => Promise.all(Array.from({ length: 12 }, () => text('/pagina')))
  expect(new Set(await crowd())).toEqual(new Set(['<!DOCTYPE html>uno per tutti']))
  expect(count).toBe(1)
  status = 404
  pages.invalidate()
  expect(await crowd()).toHaveLength(12)
  expect(count).toBe(13)
})

test('a page is rendered every minute; an equal page has the same tag', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T10:00:59.900Z') })
  const { ask, pages } = await serving(async () => html('sempre uguale'))
  const tags = new Set([(await ask('/pagina')).headers.get('etag')])
  await ask('/pagina')
  expect(pages.state().hits).toBe(1)
  vi.setSystemTime(new Date('2026-03-02T10:01:00.000Z'))
  tags.add((await ask('/pagina')).headers.get('etag'))
  expect(pages.state().hits).toBe(1)
  await ask('/pagina')
  expect(pages.state().hits).toBe(2)
  expect(tags.size).toBe(1)
})

test('without a database, what was kept is still shown, however old, and nothing is kept that lacks a part', async () => {
  await aCourse({ title: 'Da leggere' })
  const { ask, text, pages } = await serving(render)
  await text('/corsi')
  await text('/contatti')
  await db.execute('alter schema public rename to away')
  try {
    expect(await text('/corsi')).toContain('Da leggere')
    pages.invalidate()
    for (const path of ['/corsi', '/contatti'])
      for (let i = 0; i < 2; i++) {
        const response = await ask(path)
        expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Da leggere')])
      }
    expect(await text('/corsi')).toContain('Da leggere')
    expect((await ask('/corsi?q=vino')).status).toBe(503)
    expect(await text('/')).toContain('Impossibile caricare i corsi')
  } finally {
    await db.execute('alter schema away rename to public')
  }
  await db.update(courses).set({ title: 'Di nuovo qui' })
  for (const path of ['/', '/corsi', '/contatti'])
    await soon(async () => expect(await text(path)).toContain('Di nuovo qui'))
})
