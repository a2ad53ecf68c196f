import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { plainPages, serving } from '../../tests/serving'
import { aCourse, aMember, emptyDatabase } from '../../tests/world'
import { seenByAll } from '../database/changes.server'
import { db } from '../database/client.server'
import { courseDocuments, courseSessions, courses, userCourses } from '../database/schema'
import type { RenderPage } from './http.server'
import { stampAge } from './stamp.server'

let render: RenderPage
beforeAll(async () => {
  render = await plainPages()
})
beforeEach(emptyDatabase)

const html = (text: string, init: ResponseInit = {}) =>
  new Response(`<!DOCTYPE html>${text}`, {
    ...init,
    headers: { 'Content-Type': 'text/html', ...init.headers },
  })
const nonceOf = (text: string) => text.match(/nonce="([\w-]{24})"/)?.[1]
const stampIn = (text: string) => text.match(/\d{13}\.[\w-]{43}/)?.[0] ?? ''
/** Without what differs in each answer. */
const blank = (text: string) => text.replaceAll(nonceOf(text) ?? '?', '').replaceAll(stampIn(text) || '?', '')

test('a page is kept for whoever asks for it without a cookie, and for nobody else', async () => {
  const { ask, pages } = await serving(render)
  await ask('/corsi')
  expect(pages.state().hits).toBe(0)
  await ask('/corsi')
  await ask('/corsi', {}, { method: 'HEAD' })
  expect(pages.state().hits).toBe(2)
  await ask('/corsi', { Cookie: 'avviso=' })
  await ask('/corsi', { Authorization: 'Bearer nessuno' })
  await ask('/corsi?q=vino')
  await ask('/corsi', {}, { method: 'POST' })
  expect(pages.state().hits).toBe(2)
})

test.each<[string, () => Response]>([
  ['not found', () => html('', { status: 404 })],
  ['a fault', () => html('', { status: 500 })],
  ['with a cookie', () => html('', { headers: { 'Set-Cookie': 'a=b' } })],
  ['with a rule of its own', () => html('', { headers: { 'Cache-Control': 'no-store' } })],
  ['no page', () => new Response('{}', { headers: { 'Content-Type': 'application/json' } })],
  ['too large', () => html('x'.repeat(1_100_000))],
])('what is %s is not kept', async (_what, answer) => {
  const { ask, pages } = await serving(async () => answer())
  for (let i = 0; i < 3; i++) await ask('/pagina')
  expect(pages.state().hits).toBe(0)
})

test('a kept page has the headers of a fresh one, and a nonce and a stamp of its own', async () => {
  const [fresh, kept] = [await serving(render, null), await serving(render)]
  const seen = new Set<string>()
  let former: Record<string, string> | undefined
  for (const { ask } of [fresh, kept, kept, kept]) {
    const answer = await ask('/contatti')
    const text = await answer.text()
    const nonce = nonceOf(text) ?? 'none'
    const policy = answer.headers.get('content-security-policy')
    expect(policy?.match(new RegExp(`'nonce-${nonce}'`, 'g'))).toHaveLength(2)
    expect(text.match(new RegExp(`nonce="${nonce}"`, 'g'))).toHaveLength(2)
    expect(await stampAge(stampIn(text))).toBeLessThan(2)
    seen.add(nonce).add(stampIn(text))
    const {
      date,
      etag,
      'content-length': length,
      'x-request-id': number,
      ...rest
    } = Object.fromEntries(answer.headers)
    rest['content-security-policy'] = policy?.replaceAll(nonce, '') ?? ''
    expect(rest).toEqual(former ?? rest)
    former = rest
    await new Promise((done) => setTimeout(done, 5))
  }
  expect(seen.size).toBe(8)
  expect(kept.pages.state().hits).toBe(2)
})

test('a form sent at once is refused, though the page was made before', async () => {
  const passed = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T10:00:10Z') })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { ask, text, pages } = await serving(render)
  await text('/contatti')
  passed(5)
  const fields = {
    fullName: 'Ada Rossi',
    email: 'ada@example.it',
    phone: '0736 123456',
    courseInterest: 'Uno',
    privacy: 'on',
  }
  const send = async (stamp: string) => {
    const body = new URLSearchParams({ ...fields, stamp })
    return (await ask('/contatti', {}, { method: 'POST', body })).status
  }
  const stamp = stampIn(await text('/contatti'))
  expect(pages.state().hits).toBe(1)
  expect(await send(stamp)).toBe(400)
  passed(5)
  expect(await send(stamp)).toBe(302)
})

test('whoever holds the page is told so, without a policy that belongs to another', async () => {
  const { ask, pages } = await serving(render)
  const tag = (await ask('/contatti')).headers.get('etag') ?? ''
  expect(tag).toMatch(/^W\/"/)
  pages.forget() // the first of these is rendered, those after it are kept
  for (const asked of [tag, `"x", ${tag}`, tag.slice(2), '*']) {
    const answer = await ask('/contatti', { 'If-None-Match': asked })
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, ''])
    expect(answer.headers.get('content-security-policy')).toBeNull()
    expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding')
  }
  expect((await ask('/contatti', { 'If-None-Match': '"x"' })).status).toBe(200)
  expect((await ask('/contatti', { 'If-None-Match': tag, Cookie: 'a=b' })).status).toBe(200)
})

test('every encoding gives the same page', async () => {
  const { ask } = await serving(render)
  await ask('/contatti')
  const texts = new Set<string>()
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
    ['br;q=0.0', null],
  ] as const) {
    const answer = await ask('/contatti', { 'Accept-Encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    texts.add(blank(await answer.text()))
  }
  expect(texts.size).toBe(1)
})

test('the very next request shows what has changed, whoever changed it', async () => {
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
  const session = { courseId: course.id, position: 1, startDate: '2099-04-02', endDate: '2099-04-02' }
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
    await seenByAll() // as every form waits for it
    const after = blank(await text(path))
    expect(after).toContain(shown)
    expect(after).not.toBe(before)
  }
  await db.update(courses).set({ archivedAt: new Date() })
  await seenByAll()
  expect((await ask('/corsi/uno')).status).toBe(410)
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
  let go = () => {}
  let title = 'vecchio'
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const { text, pages } = await serving(async () => {
    const read = title
    if (read === 'vecchio') await held
    return html(read)
  })
  const slow = text('/pagina')
  await vi.waitFor(() => expect(title).toBe('vecchio'))
  await new Promise((done) => setTimeout(done, 50))
  title = 'nuovo'
  pages.forget()
  go()
  expect(await slow).toContain('vecchio')
  expect(await text('/pagina')).toContain('nuovo')
  expect(pages.state().hits).toBe(0)
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
  pages.forget()
  expect(await crowd()).toHaveLength(12)
  expect(count).toBe(13)
})

test('a page is read anew every minute; where it is the same, its tag is too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T10:00:59.900Z') })
  onTestFinished(() => {
    vi.useRealTimers()
  })
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
    pages.forget()
    for (const path of ['/corsi', '/contatti'])
      for (let i = 0; i < 2; i++) {
        const answer = await ask(path)
        expect([answer.status, nonceOf(await answer.text())]).toEqual([200, expect.any(String)])
      }
    expect(await text('/corsi')).toContain('Da leggere')
    expect((await ask('/corsi?q=vino')).status).toBe(503)
    expect(await text('/')).toContain('Impossibile caricare i corsi')
  } finally {
    await db.execute('alter schema away rename to public')
  }
  await db.update(courses).set({ title: 'Di nuovo qui' })
  await seenByAll()
  for (const path of ['/', '/corsi', '/contatti']) expect(await text(path)).toContain('Di nuovo qui')
})
