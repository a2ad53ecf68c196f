import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logPage, queryOf } from '../app/audit/queries.server'
import { catalogueView } from '../app/catalogue/filters.rules'
import { catalogue, facetCounts } from '../app/catalogue/list/catalogue.queries.server'
import { contactsFrom, searchContacts } from '../app/contacts/admin/queries.server'
import { managedCourses } from '../app/courses/table/queries.server'
import { tableView } from '../app/courses/table/rules'
import { db, inTransaction } from '../app/database/client.server'
import { courses, userCourses } from '../app/database/schema'
import { documentsOfPerson } from '../app/documents/course/queries.server'
import { pendingRequests, queueCounts, queuePage } from '../app/enrolments/review/queue.queries.server'
import { queueView } from '../app/enrolments/review/queue.rules'
import { dropUnsentEmails } from '../app/enrolments/unsent-emails.server'
import { peopleToCall, waitingListOf } from '../app/enrolments/waiting-list/list.queries.server'
import { editionsToOffer, offersToEnd } from '../app/enrolments/waiting-list/offers.queries.server'
import { countPeopleAhead, enrolmentsOnList } from '../app/enrolments/waiting-list/order.queries.server'
import { waitingPlacesOf } from '../app/enrolments/waiting-list/queries.server'
import { emailsTo, searchEmails } from '../app/mail/outbox.server'
import { mailCounts, mailMessages } from '../app/office/mail.queries.server'
import { detailedEnrolmentsOf, nextSessionOf } from '../app/people/enrolments.queries.server'
import { peopleCounts, peoplePage } from '../app/people/people.queries.server'
import { personFacts } from '../app/people/person.queries.server'
import { searchCompanies, searchPeople } from '../app/people/search.queries.server'
import { isTeacher, lessonsOfTeacher } from '../app/teachers/queries.server'
import { manyCourses } from './many-courses'
import { aMember, anAdmin, emptyDatabase } from './world'

// Plans do not depend on the number of rows; figures are in lab/bench/RESULTS.md.

const sent = vi.spyOn(Client.prototype, 'query')
afterAll(() => sent.mockRestore())

beforeAll(async () => {
  await emptyDatabase()
  await manyCourses()
})

test('the log is read through indexes for every person and day', async () => {
  const [admin, ada] = [await anAdmin('log-carla'), await aMember('log-ada')]
  await db.execute(sql`
    insert into audit_logs (user_id, action, entity_type, entity_id, details, created_at)
    select ${admin.id}, 'update', (array['user_courses', 'profiles', 'courses'])[1 + n % 3], 'x' || n,
      jsonb_build_object('email', case when n % 2000 = 0 then ${ada.email} else 'p' || n || '@example.it' end),
      timestamptz '2026-01-01' - (30000 - n) * interval '1 hour'
    from generate_series(1, 30000) n`)
  await db.execute(sql`analyze audit_logs`)
  const days = { dal: '2024-05-01', al: '2024-05-31' }
  for (const [filters, found] of [
    [{ persona: ada.email }, 15],
    [{ persona: ada.email, utente: admin.email, azione: 'update' }, 15],
    [{ persona: ada.email, ...days }, 1],
    [days, 50],
    [{ ...days, entita: 'profiles' }, 50],
    [{ ...days, utente: admin.email, azione: 'update' }, 50],
    [{ dal: '2030-01-01' }, 0],
    [{ al: '2020-01-01' }, 0],
  ] as const) {
    const all = { utente: '', persona: '', azione: '', entita: '', dal: '', al: '', ...filters } as const
    const plans = await plansOf(async () => {
      const query = await queryOf(admin, all)
      if ('unmatched' in query) throw new Error('Both people are there')
      expect((await logPage(admin, query)).entries, JSON.stringify(filters)).toHaveLength(found)
    })
    for (const plan of plans) expect(plan, JSON.stringify(filters)).not.toContain('Seq Scan on audit_logs')
  }
})

test('the queue and its counts are read through indexes, whatever was decided before', async () => {
  const admin = await anAdmin('queue-carla')
  await db.execute(sql`
    insert into profiles (id, email, first_name, last_name)
    select 'queue-' || n, 'queue-' || n || '@example.it', 'Coda', 'Prova' from generate_series(1, 1000) n`)
  await db.execute(sql`
    insert into user_courses (user_id, course_id, status, requested_at, approved_at)
    select 'queue-' || n, course.id, case when n % 250 = 0 then 'pending' else 'completed' end,
      now() - n * interval '1 hour', case when n % 250 = 0 then null else now() end
    from generate_series(1, 1000) n, (select id from courses order by slug limit 20) course`)
  await db.execute(sql`vacuum analyze user_courses`)
  const [first] = (await queuePage(admin, queueView(new URLSearchParams()))).requests
  for (const query of ['', 'ordine=recenti', 'eta=in-ritardo', 'posti=pieni', `dopo=${first?.id}`]) {
    const view = queueView(new URLSearchParams(query))
    const plans = await plansOf(() => Promise.all([queuePage(admin, view), queueCounts(admin, view)]))
    for (const plan of plans) expect(plan, query).not.toContain('Seq Scan on user_courses')
  }
  const decided = first ? [first.id] : []
  for (const plan of await plansOf(() => pendingRequests(admin, decided)))
    expect(plan, 'the overview').not.toContain('Seq Scan on user_courses')
})

test('waiting lists, places and offers are read through indexes', async () => {
  const [admin, ada] = [await anAdmin('list-carla'), await aMember('list-ada')]
  await db.execute(sql`
    insert into courses (slug, title, max_partecipanti) select 'lista-' || n, 'Lista ' || n, 10 from generate_series(1, 500) n`)
  await db.execute(sql`
    insert into profiles (id, email, first_name, last_name)
    select 'list-' || n, 'list-' || n || '@example.it', 'Lista', 'Prova' from generate_series(1, 300) n`)
  await db.execute(sql`
    insert into user_courses (user_id, course_id, status, requested_at, waiting_since, admitted_at, approved_at)
    select 'list-' || n, course.id, case when course.nth < 20 then 'pending' else 'completed' end, now(),
      case when course.nth < 20 then now() end, case when course.nth < 10 then now() end,
      case when course.nth < 20 then null else now() end
    from generate_series(1, 300) n, (select id, row_number() over (order by slug) as nth from courses where slug like 'lista-%'
      order by slug limit 60) course`)
  const [course] = await db.select({ id: courses.id }).from(courses).where(eq(courses.slug, 'lista-1'))
  const id = course?.id ?? ''
  await db.insert(userCourses).values({ userId: ada.id, courseId: id, waitingSince: new Date() })
  await db.execute(sql`vacuum analyze user_courses, courses, profiles, seat_offers`)
  const looked: [string, () => Promise<unknown>][] = [
    ['the list of a course', () => waitingListOf(admin, id)],
    ['own places', () => waitingPlacesOf(ada)],
    ['how many wait', () => countPeopleAhead(ada, id)],
    ['whom to call', () => peopleToCall(admin)],
    ['what the schedule offers', () => enrolmentsOnList(db, id)],
    ['editions with seats to offer', () => editionsToOffer()],
    ['offers to end', () => offersToEnd(db)],
  ]
  for (const [what, run] of looked)
    for (const plan of await plansOf(run)) expect(plan, what).not.toContain('Seq Scan on user_courses')
})

test('the filters of the catalogue and their counts are read through indexes', async () => {
  await db.execute(sql`
    insert into courses (slug, title, theme, location, modalita, price, end_date, start_date)
    select 'storico-' || n, 'Storico ' || n, 'leadership', 'Fermo', 'In presenza', n % 1000,
      date '2026-01-01' + n % 300, date '2026-01-01' + n % 300
    from generate_series(1, 2000) n`)
  await db.execute(sql`vacuum analyze courses`)
  for (const filters of [
    '',
    'luogo=Fermo',
    'tema=leadership&prezzo=500&posti=liberi&ordine=titolo',
    'q=storico+42',
    'q=storico+serale',
  ]) {
    const { page: _, comingPage: __, ...filtered } = catalogueView(new URLSearchParams(filters))
    const view = { ...filtered, page: 1, comingPage: 1 }
    const plans = await plansOf(() => Promise.all([catalogue(view), facetCounts(view)]))
    expect(plans.length, filters).toBe(2)
    for (const plan of plans) expect(plan, filters).not.toContain('Seq Scan on courses')
  }
})

test('editions that are to be confirmed are found through an index', async () => {
  const admin = await anAdmin('confirm-carla')
  const view = tableView(new URLSearchParams({ stato: 'da-confermare' }))
  for (const plan of await plansOf(() => managedCourses(admin, view)))
    expect(plan).not.toContain('Seq Scan on courses')
})

test('a person, a telephone number and whatever else the office looks for are read through indexes', async () => {
  const admin = await anAdmin('find-carla')
  // In parts: a busy machine would take longer for all than a statement may.
  for (let part = 0; part < 3; part++) {
    const rows = sql`generate_series(${part * 1000 + 1}::int, ${part * 1000 + 1000}::int) n`
    await db.execute(sql`
      insert into profiles (id, email, email_verified, first_name, last_name, company, phone)
      select 'find-' || n, 'find' || n || '@example.it', true, 'Ada', md5(n::text), 'Azienda ' || md5(n % 900 || 'x'),
        '0736 ' || lpad(n::text, 6, '0') from ${rows}`)
    await db.execute(sql`
      insert into user_courses (user_id, course_id, approved_at, status)
      select 'find-' || n, courses.id, now(), 'approved' from ${rows}, courses where slug in ('uno', 'tanti-1')`)
    await db.execute(sql`
      insert into contact_submissions (name, surname, email, phone, message, privacy_version)
      select 'Bea', md5(n::text), 'find' || n || '@example.it', '0734 ' || lpad(n::text, 6, '0'), md5(n || 'm'), '2025-05-02'
      from ${rows}`)
    await db.execute(sql`
      insert into outgoing_mail (kind, to_name, to_address, subject, html, text)
      select 'x', 'Ada', 'find' || n || '@example.it', md5(n || 's'), '', '' from ${rows}`)
  }
  await db.execute(sql`vacuum analyze profiles, user_courses, contact_submissions, outgoing_mail`)
  const looked = async (what: string, run: () => Promise<unknown>) => {
    for (const plan of await plansOf(run))
      expect(plan, what).not.toMatch(/Seq Scan on (profiles|user_courses|contact_submissions|outgoing_mail)/)
  }
  for (const text of [
    '0736 000078',
    '+39 0736000078',
    '000078',
    'find78@example.it',
    '3f2b91',
    'ada 3f2b91',
    'zq',
  ])
    await looked(text, async () => {
      await searchPeople(admin, text, 6)
      await searchCompanies(admin, text, 6)
      await searchContacts(admin, text, 6)
      await searchEmails([text], 6)
      await mailMessages(admin, { words: [text] })
    })
  await looked('list', async () => {
    await peoplePage(admin, { text: '0736 000078' })
    await peopleCounts(admin, '0736 000078')
  })
  await looked('page', async () => {
    expect(await personFacts(admin, 'find-78')).toMatchObject({ email: 'find78@example.it' })
    expect(await detailedEnrolmentsOf(admin, 'find-78')).toHaveLength(2)
    await mailMessages(admin, { words: [] })
    await mailMessages(admin, { words: [], state: 'undelivered', topic: 'corsi' })
    await mailCounts(admin, { words: [] })
    await nextSessionOf(admin, 'find-78')
    await documentsOfPerson(admin, 'find-78', 6)
    expect(await contactsFrom(admin, ['find78@example.it'], 5)).toHaveLength(1)
    expect(await emailsTo(['find78@example.it'], 5)).toHaveLength(1)
  })
})

test('the lessons of a teacher are read through indexes, whatever others teach', async () => {
  const teacher = await aMember('growth-tea')
  await db.execute(sql`
    insert into profiles (id, email, first_name, last_name)
    select 'teaches-' || n, 'teaches-' || n || '@example.it', 'Docente', 'Prova' from generate_series(1, 500) n`)
  await db.execute(sql`
    insert into course_teachers (course_id, user_id)
    select course.id, 'teaches-' || n from generate_series(1, 500) n, (select id from courses order by slug limit 20) course`)
  await db.execute(sql`
    insert into course_teachers (course_id, user_id) select id, ${teacher.id} from courses order by slug limit 2`)
  await db.execute(sql`analyze course_teachers`)
  for (const run of [() => lessonsOfTeacher(teacher), () => isTeacher(teacher)])
    for (const plan of await plansOf(run))
      expect(plan).not.toMatch(/Seq Scan on (course_teachers|user_courses|attendance)/)
})

test('the e-mails about enrolments that have not left are searched once each, however many enrolments there are', async () => {
  const enrolments = Array.from({ length: 200 }, () => randomUUID())
  const plans = await plansOf(() => inTransaction((tx) => dropUnsentEmails(tx, enrolments, ['payment-due'])))
  expect(plans).toHaveLength(1)
  // A subquery that names the e-mail would be run for every pair of an e-mail and an enrolment.
  for (const plan of plans) expect(plan).not.toMatch(/SubPlan \d+[\s\S]*position/i)
})

async function plansOf(run: () => Promise<unknown>): Promise<string[]> {
  sent.mockClear()
  await run()
  const statements = [...sent.mock.calls] as unknown as [{ text: string }, unknown[]][]
  const plans: string[] = []
  for (const [{ text }, values] of statements) {
    if (text === 'begin' || text === 'commit') continue
    const { rows } = await db.$client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}
