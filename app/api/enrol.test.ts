/** Through HTTP, the guards and the router. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { withUndo } from '../../tests/decisions'
import { aCaller, aPerson, cookieOf } from '../../tests/people'
import { visit } from '../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { rateLimits, userCourses } from '../database/schema'
import { cancelEnrolment } from '../enrolments/leave/office.commands.server'
import { createHttpApp } from '../http/http.server'
import { ENROL } from './contract'

const ADDRESS = '/functions/v1/enroll_user_in_courses'
const NOWHERE = '00000000-0000-4000-8000-000000000000'
const SOCKET = aCaller('192.0.2.9')

const http = createHttpApp({ render: visit })
const tokens = { ada: '', carla: '' }
const ids = { ada: '', carla: '' }
beforeEach(async () => {
  await emptyDatabase()
  for (const [name, role] of [
    ['ada', 'member'],
    ['carla', 'admin'],
  ] as const) {
    const { id, email } = await aPerson(name, role)
    ids[name] = id
    tokens[name] = (await cookieOf(email)).replace('session=', '')
  }
})

const ask = (path: string, init: RequestInit) => http.request(`http://localhost:3000${path}`, init, SOCKET)
const call = (body: unknown, who: keyof typeof tokens = 'ada', headers: Record<string, string> = {}) =>
  raw(JSON.stringify(body), { Authorization: `Bearer ${tokens[who]}`, ...headers })
const raw = (body: BodyInit, headers: Record<string, string> = {}) =>
  ask(ADDRESS, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })

/** A refusal is JSON, and not cached. */
async function refused(response: Response, status: number) {
  expect(response.status).toBe(status)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const body = await response.json()
  expect(body).toEqual({ error: expect.stringMatching(/\p{L}{3}/u) })
  return body.error as string
}
async function done(response: Response) {
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  return ENROL.response.parse(await response.json())
}
async function aFullCourse() {
  const course = await aCourse({ maxPartecipanti: 1 })
  const { id: userId } = await aMember('bea')
  await db
    .insert(userCourses)
    .values({ userId, courseId: course.id, status: 'approved', approvedAt: new Date() })
  return course
}
const links = () => db.select().from(userCourses)

describe('who may call', () => {
  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer %',
    'Bearer a.b',
    'Bearer a.%E0%A4%A',
    'Basic YTpi',
    `Bearer ${'a.'.repeat(3_000)}`,
  ])('nobody gets in with %j', async (Authorization) => {
    const course = await aCourse()
    const response = await raw(JSON.stringify({ course_ids: [course.id] }), { Authorization })
    expect(await refused(response, 401)).toBe('Sessione non valida')
    expect(await links()).toEqual([])
  })

  test('a member cannot enrol another person', async () => {
    const course = await aCourse()
    for (const user_id of [ids.carla, 'nobody'])
      await refused(await call({ user_id, course_ids: [course.id] }), 403)
    expect(await links()).toEqual([])
  })

  test('a browser with the cookie must come from our own pages; a program has no origin', async () => {
    const course = await aCourse()
    const body = JSON.stringify({ course_ids: [course.id] })
    const Cookie = `session=${tokens.ada}`
    for (const [name, from] of [
      ['Origin', 'https://altrove.example'],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const)
      await refused(await raw(body, { Cookie, [name]: from }), 403)
    expect(await links()).toEqual([])
    const { enrolled } = await done(await raw(body, { Cookie, Origin: 'http://localhost:3000' }))
    expect(enrolled).toHaveLength(1)
  })
})

describe('what comes of it', () => {
  test('a member asks; asking again, or for what cannot be asked for, changes nothing', async () => {
    const [course, coming, gone] = [
      await aCourse(),
      await aCourse({ comingSoon: true }),
      await aCourse({ archivedAt: new Date() }),
    ]
    const course_ids = [course.id.toUpperCase(), course.id, coming.id, gone.id, NOWHERE]
    const skipped = [
      { course_id: coming.id, status: 'coming' },
      { course_id: gone.id, status: 'unknown' },
      { course_id: NOWHERE, status: 'unknown' },
    ]
    const asked = { course_id: course.id, status: 'pending' }
    expect(await done(await call({ user_id: ids.ada, course_ids }))).toEqual({ enrolled: [asked], skipped })
    expect(await done(await call({ course_ids }))).toEqual({ enrolled: [], skipped: [asked, ...skipped] })
    expect(await links()).toMatchObject([{ userId: ids.ada, courseId: course.id, status: 'pending' }])
  })

  test('whose cancellation can still be taken back reads the former state, and asks for nothing', async () => {
    const course = await aCourse()
    const [enrolment] = await db
      .insert(userCourses)
      .values({ userId: ids.ada, courseId: course.id, ...decided('approved') })
      .returning()
    withUndo()
    await cancelEnrolment(await anAdmin('dora'), enrolment?.id ?? '', 'Malattia')
    expect(await done(await call({ course_ids: [course.id] }))).toEqual({
      enrolled: [],
      skipped: [{ course_id: course.id, status: 'approved' }],
    })
    expect(await links()).toHaveLength(1)
  })

  test('an administrator is in at once, while there is a seat', async () => {
    const [course, full] = [await aCourse(), await aFullCourse()]
    expect(await done(await call({ course_ids: [course.id, full.id] }, 'carla'))).toEqual({
      enrolled: [{ course_id: course.id, status: 'approved' }],
      skipped: [{ course_id: full.id, status: 'full' }],
    })
  })

  test('an administrator enrols another person, whose pending request is approved', async () => {
    const [course, full] = [await aCourse(), await aFullCourse()]
    await call({ course_ids: [course.id] })
    const body = { user_id: ids.ada, course_ids: [course.id, full.id, NOWHERE] }
    const skipped = [
      { course_id: full.id, status: 'full' },
      { course_id: NOWHERE, status: 'unknown' },
    ]
    const approved = { course_id: course.id, status: 'approved' }
    expect(await done(await call(body, 'carla'))).toEqual({ enrolled: [approved], skipped })
    expect(await done(await call(body, 'carla'))).toEqual({ enrolled: [], skipped: [approved, ...skipped] })
    expect(await refused(await call({ ...body, user_id: 'nobody' }, 'carla'), 404)).toBe('Utente non trovato')
  })

  test('courses beyond the limit of the hour are left out, and then the whole call', async () => {
    const course_ids = Array.from({ length: 21 }, (_, i) => NOWHERE.replace(/..$/, `${i + 10}`))
    const { skipped } = await done(await call({ course_ids }))
    expect(skipped.map(({ status }) => status)).toEqual([...Array(20).fill('unknown'), 'limit'])
    const over = await call({ course_ids })
    expect(Number(over.headers.get('Retry-After'))).toBeGreaterThan(3000)
    expect(await refused(over, 429)).toMatch(/^Troppe richieste, riprova tra \d+ minuti$/)
  })
})

describe('what is no call', () => {
  test.each([
    ['nothing', ''],
    ['half a body', '{"course_ids":'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['a deep one', '['.repeat(30_000)],
    ['a text', '"ciao"'],
    ['null', 'null'],
    ['no courses', '{}'],
    ['an empty list', '{"course_ids":[]}'],
    ['an id that is none', '{"course_ids":["corso"]}'],
    ['an id with NUL', `{"course_ids":["${NOWHERE}\\u0000"]}`],
    ['a person with NUL', `{"user_id":"a\\u0000","course_ids":["${NOWHERE}"]}`],
    ['an unknown field', `{"course_ids":["${NOWHERE}"],"status":"approved"}`],
    ['a prototype', `{"course_ids":["${NOWHERE}"],"__proto__":{"user_id":"carla"}}`],
    ['too many courses', JSON.stringify({ course_ids: Array(31).fill(NOWHERE) })],
  ])('%s', async (_name, body) => {
    const counted = await db.$count(rateLimits)
    await refused(await raw(body, { Authorization: `Bearer ${tokens.ada}` }), 400)
    expect(await db.$count(rateLimits)).toBe(counted)
  })

  test('what is wrong with the courses is said in Italian', async () => {
    const messageFor = async (course_ids: unknown) =>
      (await (await raw(JSON.stringify({ course_ids }), { Authorization: `Bearer ${tokens.ada}` })).json())
        .error
    expect(await messageFor('corso')).toBe('course_ids: Deve essere un elenco di id di corsi')
    expect(await messageFor(['corso'])).toBe('course_ids.0: Id di un corso non valido')
    expect(await messageFor([7])).toBe('course_ids.0: Id di un corso non valido')
  })

  test('a form, a body too large, another method', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    await refused(await call({}, 'ada', form), 415)
    await refused(await call('a'.repeat(65 * 1024)), 413)
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const response = await ask(ADDRESS, { method })
      expect(response.headers.get('Allow')).toContain('POST')
      await refused(response, 405)
    }
  })

  test('a fault is reported without its message', async () => {
    await db.execute(sql`alter table user_courses rename to away`)
    try {
      expect(await refused(await call({ course_ids: [NOWHERE] }), 503)).toMatch(/riprova tra poco$/)
      const { id } = await aCourse()
      expect(await refused(await call({ course_ids: [id] }), 503)).toMatch(/riprova tra poco$/)
    } finally {
      await db.execute(sql`alter table away rename to user_courses`)
    }
  })

  test('no JSON causes a fault', async () => {
    const course = fc.oneof(fc.uuid(), fc.string({ unit: 'binary' }), fc.json())
    const close = fc.record(
      { user_id: fc.oneof(fc.string(), fc.constant(ids.ada)), course_ids: fc.array(course), more: fc.json() },
      { requiredKeys: [] },
    )
    const bodies = fc.oneof(
      fc.json(),
      fc.string(),
      close.map((body) => JSON.stringify(body)),
    )
    const who = fc.constantFrom<keyof typeof tokens>('ada', 'carla')
    const answers = fc.asyncProperty(bodies, who, async (body, who) => {
      const response = await raw(body, { Authorization: `Bearer ${tokens[who]}` })
      if (response.status !== 200) await refused(response, response.status)
      expect(response.status).toBeLessThan(500)
    })
    await fc.assert(answers, { numRuns: 100 })
  })
})
