/** Exports through the real guards. */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf, sentBack } from '../../tests/people'
import { visit } from '../../tests/site'
import { aCourse, aMember, decided, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs, courses, profiles, seatOffers, userCourses } from '../database/schema'
import { readFlash } from '../http/toasts.server'
import { today } from '../runtime/clock'

const UNAUTHORIZED = 'Unauthorized: Admin access required'
const FILES = [
  '/admin/audit.csv',
  '/admin/courses.csv',
  '/admin/courses/uno/iscritti.csv',
  '/admin/pagamenti.csv',
]

let cookie: string
beforeEach(async () => {
  await emptyDatabase()
  cookie = await cookieOf((await aPerson('carla', 'admin')).email)
})

const exports = () => db.select().from(auditLogs).where(eq(auditLogs.entityType, 'exports'))
const get = (path: string, headers: Record<string, string> = {}) => visit(aRequest(path, cookie, { headers }))
const linesOf = async (response: Response) => (await response.text()).trimEnd().split('\r\n')
const toastsOf = async (response: Response) =>
  (await readFlash(aRequest('/', sentBack(response.headers)))).toasts

describe('the door', () => {
  test.each([...FILES, '/admin/audit.data', '/admin/audit.csv.data'])(
    'strangers and members get 403 for %s, and nothing is recorded',
    async (path) => {
      const member = await cookieOf((await aPerson('ada')).email)
      for (const sent of ['', 'session=forged.signature', member]) {
        const response = await visit(aRequest(path, sent))
        expect(response.status).toBe(403)
        expect(await response.text()).toContain(UNAUTHORIZED)
      }
      expect(await exports()).toEqual([])
    },
  )

  test('the page leads visitors to the sign-in, and members away with a toast', async () => {
    const stranger = await visit(aRequest('/admin/audit'))
    expect(stranger.headers.get('Location')).toBe('/auth?verso=%2Fadmin%2Faudit')
    const member = await cookieOf((await aPerson('ada')).email)
    const response = await visit(aRequest('/admin/audit', member))
    expect(response.headers.get('Location')).toBe('/')
    expect(await toastsOf(response)).toMatchObject([{ title: 'Accesso negato' }])
  })

  test('a browser whose session has ended signs in again', async () => {
    const sent = { headers: { 'Sec-Fetch-Mode': 'navigate' } }
    const response = await visit(aRequest('/admin/audit.csv', 'session=forged.signature', sent))
    expect(response.headers.get('Location')).toBe('/auth?verso=%2Fadmin%2Faudit.csv')
  })

  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Purpose': 'prefetch' },
    { 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Site': 'same-origin' },
  ])('an administrator’s browser that nobody told to gets nothing: %j', async (headers) => {
    expect((await get('/admin/audit.csv', headers)).status).toBe(403)
    expect(await exports()).toEqual([])
  })

  test('asking for the headers alone leaves nothing behind; data becomes a visit to the file', async () => {
    const head = await visit(aRequest('/admin/audit.csv', cookie, { method: 'HEAD' }))
    expect(head.headers.get('Content-Disposition')).toContain('audit_logs_')
    expect(await (await get('/admin/audit.csv.data?azione=create')).text()).toContain(
      '/admin/audit.csv?azione=create',
    )
    expect(await exports()).toEqual([])
  })
})

test('the log is exported as its filters say, and the export is recorded', async () => {
  await db.insert(auditLogs).values([
    { action: 'delete', entityType: 'courses', entityId: '1', details: { title: '=Uno; due' } },
    { action: 'create', entityType: 'courses', entityId: '2' },
  ])
  const response = await get('/admin/audit.csv?azione=delete&utente=sistema', {
    'Sec-Fetch-Site': 'same-origin',
  })
  const file = `audit_logs_${today()}.csv`
  expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${file}"`)
  const [head, ...rows] = await linesOf(response)
  expect(head).toBe(
    '\ufeff"ID";"Utente";"Azione";"Entità";"ID Entità";"Data";"Dettagli"'.replace('\ufeff', ''),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(
    /^\d+;Sistema;Eliminazione;Corso;1;\d\d\/\d\d\/\d{4} \d\d:\d\d;"Titolo: =Uno; due"$/,
  )
  expect(await exports()).toMatchObject([
    { action: 'create', entityId: file, details: { file, action: 'delete', user: 'sistema' } },
  ])
})

test('the entry of an export has the e-mails of its filters as profiles have them', async () => {
  const { email } = await aPerson('ada')
  const typed = encodeURIComponent(`Ada <${email.toUpperCase()}>`)
  expect((await get(`/admin/audit.csv?utente=${typed}&persona=${typed}`)).status).toBe(200)
  expect(await exports()).toMatchObject([{ details: { user: email, email } }])
})

test('the courses have the e-mails of those who are in, and no deleted course', async () => {
  const course = await aCourse({
    title: 'Marketing',
    description: 'Uno\n- due',
    price: 1250,
    startDate: '2027-01-16',
  })
  await aCourse({ title: 'Bilancio', description: null, price: null, comingSoon: true })
  await aCourse({ title: 'Tolto', archivedAt: new Date() })
  const states = {
    ada: 'approved',
    bea: 'in_progress',
    cia: 'completed',
    dea: 'pending',
    eva: 'rejected',
  } as const
  for (const [name, status] of Object.entries(states)) {
    await db
      .insert(userCourses)
      .values({ userId: (await aMember(name)).id, courseId: course.id, ...decided(status) })
  }
  const response = await get('/admin/courses.csv')
  expect(response.headers.get('Content-Disposition')).toContain(`corsi_utenti_${today()}.csv`)
  const [head, ...rows] = await linesOf(response)
  expect(head).toContain('"ID";"Titolo";"Descrizione";"Prezzo";"Data Inizio";"User Emails"')
  expect(rows).toEqual([
    `${course.id};Marketing;"Uno\n'- due";1250,00;16/01/2027;"ada@example.it, bea@example.it, cia@example.it"`,
    expect.stringMatching(/;Bilancio;;;;$/),
  ])
})

test('programs get ISO dates and decimal points, in the same columns', async () => {
  const course = await aCourse({
    title: 'Marketing',
    description: null,
    price: 1250.5,
    startDate: '2027-01-16',
  })
  await db.insert(auditLogs).values({
    ...{ action: 'delete', entityType: 'courses', entityId: '1', details: { title: 'Uno' } },
    createdAt: new Date('2026-11-21T14:31:05.250Z'),
  })
  const lines = async (path: string) => linesOf(await get(path))
  expect(await lines('/admin/courses.csv?formato=iso')).toEqual([
    (await lines('/admin/courses.csv'))[0],
    `${course.id};Marketing;;1250.50;2027-01-16;`,
  ])
  const [, entry] = await lines('/admin/audit.csv?entita=courses&formato=iso')
  expect(entry).toMatch(/;Eliminazione;Corso;1;2026-11-21T14:31:05\.250Z;Titolo: Uno$/)
  const [, other] = await lines('/admin/courses.csv?formato=altro')
  expect(other).toBe(`${course.id};Marketing;;1250,50;16/01/2027;`)
})

test('neither an open offer nor a deleted account is an e-mail that is left out', async () => {
  const course = await aCourse()
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(seatOffers).values({ courseId: course.id, tokenHash: 'x', expiresAt })
  const emails = async () => (await linesOf(await get('/admin/courses.csv')))[1]?.split(';').at(-1)
  expect(await emails()).toBe('')
  const gone = await aMember('gone', { email: 'eliminato-gone@utente.invalid' })
  for (const { id: userId } of [await aMember('ada'), gone])
    await db.insert(userCourses).values({ userId, courseId: course.id, ...decided('completed') })
  expect(await emails()).toBe('ada@example.it')
})

test('more e-mails than a cell holds are counted', async () => {
  const course = await aCourse()
  const many = Array.from({ length: 2_100 }, (_, i) => ({
    id: `p${i}`,
    email: `persona.con.un.nome.lungo.${i}@example.it`,
    firstName: 'Ada',
    lastName: 'Prova',
  }))
  await db.insert(profiles).values(many)
  const links = many.map(({ id }) => ({ userId: id, courseId: course.id, status: 'approved' as const }))
  await db.insert(userCourses).values(links.map((link) => ({ ...link, approvedAt: new Date() })))
  const [, row = ''] = await linesOf(await get('/admin/courses.csv'))
  const [, listed = '', more] = row.match(/"(persona.*) … e altri (\d+)"$/) ?? []
  expect(listed.split(', ').length + Number(more)).toBe(2_100)
  expect(listed.split(', ').every((email) => email.endsWith('@example.it'))).toBe(true)
})

test('the people of a course, found by its id or address', async () => {
  const course = await aCourse({ slug: 'marketing' })
  const [ada, bea] = [
    await aMember('ada', { lastName: 'Òrsini', phone: '+39 0736 1', company: 'Bar' }),
    await aMember('bea'),
  ]
  const approved = { courseId: course.id, status: 'approved' as const, approvedAt: new Date() }
  await db.insert(userCourses).values({ ...approved, userId: ada.id })
  await db.insert(userCourses).values({ ...approved, userId: bea.id, status: 'in_progress' })
  await db.insert(userCourses).values({ courseId: course.id, userId: (await aMember('cia')).id })
  for (const address of [course.id, 'marketing']) {
    const response = await get(`/admin/courses/${address}/iscritti.csv`)
    expect(response.headers.get('Content-Disposition')).toContain(`iscritti_marketing_${today()}.csv`)
    expect((await linesOf(response)).slice(1)).toEqual([
      'ada@example.it;Ada;Òrsini;Bar;0039 0736 1;Approvato;;;',
      'bea@example.it;Bea;Prova;;;In corso;;;',
    ])
  }
  expect((await get('/admin/courses/non-esiste/iscritti.csv')).status).toBe(404)
})

test('the seventh export of the log within an hour is refused: with a status, or on the page it came from', async () => {
  for (let i = 0; i < 6; i++) expect((await get('/admin/audit.csv')).status).toBe(200)
  const refused = await get('/admin/audit.csv')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000)
  expect(await refused.text()).toMatch(/^Puoi esportare al massimo 6 file all’ora: riprova tra \d+ minuti\.$/)

  const page = await get('/admin/audit.csv?azione=create', { Accept: 'text/html,*/*' })
  expect([page.status, page.headers.get('Location')]).toEqual([302, '/admin/audit?azione=create'])
  expect(await toastsOf(page)).toMatchObject([{ tone: 'destructive', title: 'Errore' }])
  expect(await exports()).toHaveLength(6)

  const other = await cookieOf((await aPerson('dora', 'admin')).email)
  expect((await visit(aRequest('/admin/audit.csv', other))).status).toBe(200)
})

test('of courses, rosters and payments sixty files an hour are exported, whatever was exported of the log', async () => {
  await aCourse({ slug: 'uno' })
  for (let i = 0; i < 6; i++) await get('/admin/audit.csv')
  for (let i = 0; i < 20; i++)
    for (const path of FILES.slice(1)) expect((await get(path)).status, `${path} ${i}`).toBe(200)
  const refused = await get('/admin/courses/uno/iscritti.csv')
  expect(refused.status).toBe(429)
  expect(await refused.text()).toMatch(
    /^Puoi esportare al massimo 60 file all’ora: riprova tra \d+ minuti\.$/,
  )
  for (const [from, back] of [
    ['http://localhost/admin?q=vendite', '/admin?q=vendite'],
    ['http://localhost/altro?q=vendite', '/admin'],
  ] as const) {
    const searched = await get('/admin/courses.csv', { Accept: 'text/html', Referer: from })
    expect(searched.headers.get('Location')).toBe(back)
  }
})

test.each([
  ['user_courses', 'Errore nel recuperare le iscrizioni', '/admin/courses.csv'],
  ['courses', 'Impossibile caricare i dati: il database non risponde', '/admin/courses.csv'],
])('where %s cannot be read, it is said before any file begins', async (table, sentence, path) => {
  await aCourse()
  await db.execute(sql.raw(`alter table ${table} rename to away`))
  try {
    const response = await get(path)
    expect([response.status, await response.text()]).toEqual([503, sentence])
    const page = await get(path, { Accept: 'text/html' })
    expect(page.headers.get('Location')).toBe('/admin')
    expect(await toastsOf(page)).toMatchObject([{ title: 'Errore', description: sentence }])
    expect(await exports()).toEqual([])
  } finally {
    await db.execute(sql.raw(`alter table away rename to ${table}`))
  }
  expect(await db.$count(courses)).toBe(1)
})
