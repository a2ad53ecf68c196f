import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allInterestOptions, interestOptions } from '../app/contacts/queries.server'
import { seatsLeft } from '../app/courses/rules'
import { hasSeatsLeftAtMost, seatsTaken } from '../app/courses/seats.sql'
import { db } from '../app/database/client.server'
import { courses, dues, profiles, userCourses } from '../app/database/schema'
import { holdsSeat } from '../app/enrolments/enrolments.sql'
import { aFinishedCourse } from './certificates'
import { AVAILABLE, COMING, manyCourses } from './many-courses'
import { aPerson, cookieOf } from './people'
import { wholeSite } from './site'
import { aCourse, aMember, emptyDatabase, inDays } from './world'

const MOST_QUERIES = 4
const sent = vi.spyOn(Client.prototype, 'query')
afterAll(() => sent.mockRestore())

let site: Awaited<ReturnType<typeof wholeSite>>
const visit = (path: string) => site(new Request(`http://localhost:3000${path}`))

beforeAll(async () => {
  await emptyDatabase()
  site = await wholeSite()
  await manyCourses()
  await visit('/contatti') // reads the key that signs forms, once in the life of a process
})

test.each([
  '/',
  '/corsi',
  '/corsi?page=4',
  '/corsi?arrivo=2',
  '/corsi?q=tanti',
  '/corsi?q=tnti',
  '/corsi?luogo=Ascoli+Piceno&ordine=prezzo',
  '/corsi?q=tanti&prezzo=500',
  '/corsi?luogo=Roma',
  '/confronta?corsi=uno,tanti-0,tanti-1',
  '/corsi/uno',
  '/corsi/uno/calendario.ics',
  '/contatti?corso=uno',
  '/contatti/corsi',
  '/chi-siamo',
  '/privacy-policy',
  '/auth',
  '/verifica',
  '/sitemap.xml',
])('%s asks the database four times at most', async (path) => {
  sent.mockClear()
  const response = await visit(path)
  await response.text()
  expect(response.status).toBe(200)
  expect(sent.mock.calls.length).toBeLessThanOrEqual(MOST_QUERIES)
})

test('the coming courses have pages too, and no other addresses', async () => {
  const status = async (path: string) => (await visit(path)).status
  expect(await status('/corsi?arrivo=2')).toBe(200)
  expect(await status('/corsi?arrivo=1')).toBe(301)
  expect(await status('/corsi?arrivo=3')).toBe(404)
  expect(await status('/corsi?arrivo=no')).toBe(404)
  const map = await (await visit('/sitemap.xml')).text()
  expect(map).toContain('/corsi?arrivo=2<')
  expect(map).not.toContain('arrivo=3')
})

test('the contact form offers the next courses, the referring one, and all on demand', async () => {
  const { options, chosen } = await interestOptions('futuri-3')
  expect(chosen).toBe('futuri 3')
  expect(options).toContain(chosen)
  expect(options.length).toBeLessThan(50)
  expect((await interestOptions('non-c-e')).chosen).toBe('')

  const all = await allInterestOptions()
  const listed = [
    'Uno solo',
    ...Array.from({ length: AVAILABLE }, (_, i) => `tanti ${i}`),
    ...Array.from({ length: COMING }, (_, i) => `futuri ${i}`),
  ]
  expect(all.slice(6).toSorted()).toEqual(listed.toSorted())
})

test('the seats counted ahead are those of the enrolments, whatever happens to them', async () => {
  const [first, second] = [await aCourse({ maxPartecipanti: 2 }), await aCourse({ maxPartecipanti: 3 })]
  const people = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => aMember(`seat-${name}`)))
  const approvedAt = new Date()
  await db
    .insert(userCourses)
    .values(
      people.flatMap(({ id: userId }, i) => [
        { userId, courseId: first.id, status: 'approved' as const, approvedAt },
        ...(i % 2 ? [{ userId, courseId: second.id }] : []),
      ]),
    )
  const steps = [
    sql`update user_courses set status = 'in_progress' where user_id < 'seat-d' and status = 'approved'`,
    sql`update user_courses set status = 'approved', approved_at = now() where status = 'pending'`,
    sql`update user_courses set status = 'completed' where status = 'in_progress' and user_id = 'seat-a'`,
    sql`update user_courses set approved_by = 'seat-a' where approved_at is not null`,
    sql`update user_courses set status = 'rejected', rejected_at = now(), approved_at = null, approved_by = null where user_id = 'seat-e'`,
    sql`delete from user_courses where user_id in ('seat-b', 'seat-e')`,
  ]
  for (const step of [sql`select 1`, ...steps]) {
    await db.execute(step)
    const { rows } = await db.execute(sql`
      select course_id from course_seats except (
        select course_id from course_seats seats natural join lateral (
          select count(*) filter (where status = 'approved') as approved,
            count(*) filter (where status = 'in_progress') as in_progress,
            count(*) filter (where status = 'completed') as completed
          from user_courses where course_id = seats.course_id) counted)`)
    expect(rows).toEqual([])
    const counted = sql<number>`(select count(*)::int from ${userCourses} where ${userCourses.courseId} = ${courses}.id and ${holdsSeat})`
    for (const course of await db
      .select({ maxPartecipanti: courses.maxPartecipanti, seatsTaken, counted, full: hasSeatsLeftAtMost(0) })
      .from(courses)) {
      expect(course.seatsTaken).toBe(course.counted)
      expect(course.full).toBe(seatsLeft(course, course.seatsTaken) === 0)
    }
  }
  expect(await db.$count(profiles)).toBe(people.length)
})

/** Of the session, and of the counters in the frame of the office: as many on each of its pages. */
const QUERIES_OF_FRAME = 6
const MOST_QUERIES_OF_EDITION = 6

test('the tabs of an edition that is over ask the database six times at most', async () => {
  const cookie = await cookieOf((await aPerson('carla', 'admin')).email)
  const { course, enrolments } = await aFinishedCourse(['tab-ada', 'tab-bea'], { price: 100 })
  const [ada = '', bea = ''] = enrolments
  await db.update(userCourses).set({ status: 'in_progress' }).where(eq(userCourses.id, bea))
  await db.insert(dues).values({ enrolmentId: ada, number: 1, dueOn: inDays(-3), amount: 100 })
  const edition = `/admin/courses/${course.id}`
  for (const tab of TABS) {
    const request = () => new Request(`http://localhost:3000${edition}${tab}`, { headers: { cookie } })
    await (await site(request())).text()
    sent.mockClear()
    const response = await site(request())
    await response.text()
    expect(response.status, tab).toBe(200)
    expect(sent.mock.calls.length - QUERIES_OF_FRAME, tab).toBeLessThanOrEqual(MOST_QUERIES_OF_EDITION)
  }
})

const TABS = [
  '/panoramica',
  '/iscritti',
  '/lista-attesa',
  '/lezioni',
  '/lezioni/1',
  '/pagamenti',
  '/documenti',
  '/messaggi',
  '/messaggi/nuovo',
  '/attestati',
  '',
]
