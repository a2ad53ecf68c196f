import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Member } from '../app/accounts/rules'
import { signOwner } from '../app/accounts/session/saved-form.server'
import { db } from '../app/database/client.server'
import { contactSubmissions, courseDocuments, userCourses } from '../app/database/schema'
import { OWNER_FIELD } from '../app/ui/forms/form'
import { aPerson, aRequest, cookieOf, sentBack } from './people'
import { wholeSite } from './site'
import { aCourse, aSubmission, emptyDatabase } from './world'

// During an outage pages answer 503 with a sentence.

let site: Awaited<ReturnType<typeof wholeSite>>
let cookie: string
let carla: Member
const ids: Record<string, string> = {}

beforeAll(async () => {
  await emptyDatabase()
  site = await wholeSite(await import('../app/entry.server'))
  carla = await aPerson('carla', 'admin')
  cookie = await cookieOf(carla.email)
  const course = await aCourse()
  const person = await aPerson('ada')
  const facts = {
    courseId: course.id,
    fileName: 'a.txt',
    fileType: 'text/plain',
    fileSize: 1,
    filePath: 'a/b.txt',
  }
  const [document] = await db.insert(courseDocuments).values(facts).returning()
  const [enrolment] = await db
    .insert(userCourses)
    .values({ courseId: course.id, userId: person.id })
    .returning()
  const approved = { status: 'approved', approvedAt: new Date() } as const
  await db.insert(userCourses).values({ courseId: course.id, userId: carla.id, ...approved })
  const [contact] = await db.insert(contactSubmissions).values(aSubmission()).returning()
  Object.assign(ids, {
    contact: contact?.id,
    course: course.id,
    slug: course.slug,
    person: person.id,
    document: document?.id,
    enrolment: enrolment?.id,
  })
})

/** A missing table, a request, and the expected status or redirect. */
const ASKED: [away: string, path: string, fields: Record<string, string> | null, outcome: string][] = [
  ['courses', '/', null, '503'],
  ['courses', '/corsi?q=a', null, '503'],
  ['user_courses', '/admin', null, '503'],
  ['user_courses', '/admin', { intent: 'approve' }, '503'],
  ['audit_logs', '/admin', { intent: 'approve' }, '503'],
  ['audit_logs', '/admin?q=a', { intent: 'reject' }, '503'],
  ['course_seats', '/admin/courses/:course/iscritti?q=a', null, '→ /admin?q=a'],
  ['audit_logs', '/admin/courses/:course/iscritti', { intent: 'start-everybody', course: ':course' }, '503'],
  [
    'course_seats',
    '/admin/courses/:course/iscritti',
    { intent: 'start-everybody', course: ':course' },
    '→ /admin',
  ],
  ['course_seats', '/admin/courses/:course/pdf', null, '→ /admin'],
  ['course_documents', '/admin/documents', null, '503'],
  ['course_documents', '/admin/documents?corso=:course', { intent: 'restore', document: ':document' }, '503'],
  ['course_documents', '/admin/documents/:document', null, '→ /admin/documents'],
  ['audit_logs', '/admin/documents/:document', { newDescription: 'altro' }, '503'],
  [
    'course_documents',
    '/admin/documents/:document/elimina?corso=:course',
    null,
    '→ /admin/documents?corso=:course',
  ],
  ['audit_logs', '/admin/documents/:document/elimina', {}, '503'],
  ['audit_logs', '/admin/audit', null, '503'],
  ['audit_logs', '/admin/audit/1?azione=create', null, '→ /admin/audit?azione=create'],
  ['contact_submissions', '/admin/oggi', null, '503'],
  ['course_sessions', '/admin/oggi', null, '503'],
  ['contact_submissions', '/admin/contacts?q=a', null, '503'],
  ['contact_submissions', '/admin/contacts/:contact?q=a', null, '→ /admin/contacts?q=a'],
  ['audit_logs', '/admin/contacts/:contact', { intent: 'handle' }, '503'],
  ['user_courses', '/admin/people', null, '503'],
  ['audit_logs', '/admin/people/:person/ruolo', { role: 'admin' }, '503'],
  ['outgoing_mail', '/admin/mail', null, '503'],
  ['outgoing_mail', '/admin/stato', null, '503'],
  ['sessions', '/logout', {}, '→ /'],
]

test.each(ASKED)('without %s, %s %j ends as %s', async (table, path, fields, outcome) => {
  const filled = (text: string) => text.replace(/:(\w+)/g, (_, name) => ids[name] ?? '')
  const named = Object.entries({ enrolment: ids.enrolment ?? '', ...fields })
  const init = fields ? posting(Object.fromEntries(named.map(([name, value]) => [name, filled(value)]))) : {}
  const response = await without(table, () => site(aRequest(filled(path), cookie, init)))
  const location = response.headers.get('Location')
  expect(location ? `→ ${location}` : String(response.status)).toBe(filled(outcome))
  if (!fields)
    expect(await response.text(), 'calls none what could not be read').not.toMatch(/>(Nessun|Niente)/)
})

test.each(['/privacy-policy', '/chi-siamo'])(
  'without sessions whoever is signed in still reads %s, as one who is not known',
  async (path) => {
    const response = await without('sessions', () => site(aRequest(path, cookie)))
    expect(response.status).toBe(200)
    const page = await response.text()
    expect(page).not.toContain('action="/logout"')
    expect(page).not.toContain('Accedi / Registrati')
  },
)

const FAILED = "Si è verificato un errore durante l'iscrizione: Errore durante l'iscrizione al corso"

test.each<[away: string[], what: string, path: string, page: string, sentence: string]>([
  [['courses'], 'enrols', '/corsi/:slug/iscrizione', '/corsi', FAILED],
  [['sessions'], 'enrols', '/corsi/:slug/iscrizione', '/corsi', FAILED],
  [['courses', 'sessions', 'profiles'], 'enrols', '/corsi/:slug/iscrizione', '/corsi', FAILED],
  [['sessions'], 'signs out', '/logout', '/', 'Errore durante il logout'],
  [['courses', 'sessions', 'profiles'], 'signs out', '/logout', '/', 'Errore durante il logout'],
])('without %j whoever %s at %s reads on %s: %s', async (tables, _, path, page, sentence) => {
  const fields = { [OWNER_FIELD]: await signOwner(carla) }
  for (const sent of path === '/logout' || !tables.includes('courses') ? [cookie] : [cookie, '']) {
    await without(tables, async () => {
      const post = aRequest(path.replace(':slug', ids.slug ?? ''), sent, posting(fields))
      const response = await site(post)
      expect([response.status, response.headers.get('Location')]).toEqual([302, page])
      // Kept by the browser: the toast and the session.
      const shown = await site(aRequest(page, [sent, sentBack(response.headers)].filter(Boolean).join('; ')))
      const text = await shown.text()
      expect(text.replaceAll('&#x27;', "'")).toContain(sentence)
      expect(text).not.toContain('Qualcosa è andato storto')
    })
  }
})

test.each(['enrol', 'search'])(
  'without seats the form of a direct enrolment (%s) keeps what was typed',
  async (intent) => {
    const fields = { intent, email: 'ada@example.it', course: ids.course ?? '', cerca: 'ceramica' }
    const response = await without('course_seats', () =>
      site(aRequest('/admin/iscrivi', cookie, posting(fields))),
    )
    expect(response.status).toBe(503)
    const text = await response.text()
    for (const typed of ['value="ada@example.it"', 'value="ceramica"', 'Impossibile caricare i corsi'])
      expect(text).toContain(typed)
    expect(text).not.toContain('Nessun corso trovato')
  },
)

test('a direct enrolment leads to its result though the seats cannot be read after it', async () => {
  const course = await aCourse()
  const fields = { intent: 'enrol', email: 'ada@example.it', course: course.id }
  await db.execute(sql`create function take_seats_away() returns trigger language plpgsql as
    $$ begin alter table course_seats rename to away; return null; end $$`)
  await db.execute(sql`create constraint trigger take_seats_away after insert on user_courses
    deferrable initially deferred for each row execute function take_seats_away()`)
  const response = await site(aRequest('/admin/iscrivi', cookie, posting(fields)))
  await db.execute(sql`alter table away rename to course_seats`)
  await db.execute(sql`drop function take_seats_away cascade`)
  expect(response.status).toBe(302)
  expect(response.headers.get('Location')).toContain(`ora=${course.id}`)
  expect(await db.$count(userCourses, eq(userCourses.courseId, course.id))).toBe(1)
})

const ADA = {
  email: 'ada@example.it',
  password: 'loggia-dei-mercanti',
  confirmPassword: 'loggia-dei-mercanti',
}

test.each([
  ['accounts', { intent: 'login', ...ADA }, 'Errore durante il login'],
  [
    'audit_logs',
    { intent: 'signup', firstName: 'Eva', lastName: 'Neri', ...ADA, email: 'eva@example.it' },
    'Errore durante la registrazione',
  ],
])('without %s whoever stands at the door reads why', async (table, fields, sentence) => {
  const response = await without(table, () => site(aRequest('/auth.data', '', posting(fields))))
  expect(response.status).toBe(503)
  expect(await response.text()).toContain(sentence)
})

function posting(fields: Record<string, string>): RequestInit {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', headers, body: new URLSearchParams(fields).toString() }
}

async function without<Result>(away: string | string[], work: () => Promise<Result>): Promise<Result> {
  const tables = [away].flat()
  for (const table of tables) await db.execute(sql.raw(`alter table ${table} rename to away_${table}`))
  try {
    return await work()
  } finally {
    for (const table of tables) await db.execute(sql.raw(`alter table away_${table} rename to ${table}`))
  }
}
