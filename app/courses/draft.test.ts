import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { emptyFolder } from '../../tests/files'
import { aPdf } from '../../tests/pdfs'
import { aCaller, aPerson, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, emptyDatabase, inDays } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses, userCourses } from '../database/schema'
import { publishBrochure } from '../documents/brochure/commands.server'
import { addDocument } from '../documents/course/commands.server'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { coursesToChoose } from '../enrolments/direct/enrol.queries.server'
import { enrolSelf, requestEnrolment } from '../enrolments/request/commands.server'
import { createHttpApp } from '../http/http.server'

const TITLE = 'Segreto di bottega'
const SLUG = 'segreto-di-bottega'
const cookies = { stranger: '', member: '', other: '', office: '' }
const OUTSIDE = ['stranger', 'member', 'other'] as const

let http: ReturnType<typeof createHttpApp>
let admin: Admin
let draft: Awaited<ReturnType<typeof aCourse>>
let document: string

beforeAll(async () => {
  await emptyDatabase()
  emptyFolder()
  http = createHttpApp({ render: await wholeSite(await import('../entry.server')) })
  admin = (await aPerson('carla', 'admin')) as Admin
  const day = [{ startDate: inDays(30) }]
  const open = await aCourse({ slug: 'aperto', title: 'Aperto', theme: 'leadership' }, day)
  const facts = { slug: SLUG, title: TITLE, draft: true, theme: 'leadership', seriesId: open.seriesId }
  draft = await aCourse({ ...facts, teachers: [{ name: 'Ignota Docente', about: '' }] }, day)
  await publishBrochure(admin, draft.id, { name: 'a.pdf', bytes: await aPdf() })
  const file = { name: 'a.txt', bytes: Buffer.from('Appunti') }
  const added = await addDocument(admin, draft.id, file, { description: '', visibility: 'pubblico' })
  document = added.ok ? added.id : ''
  cookies.member = await cookieOf((await aPerson('ada')).email)
  cookies.other = await cookieOf((await aPerson('bruno')).email)
  cookies.office = await cookieOf('carla@example.it')
})

const CALLER = aCaller('192.0.2.7')

async function ask(who: keyof typeof cookies, path: string, init?: RequestInit) {
  const headers = { Cookie: cookies[who], Origin: 'http://localhost:3000' }
  const response = await http.request(`http://localhost:3000${path}`, { ...init, headers }, CALLER)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each(OUTSIDE)('no public address tells the %s of a draft', async (who) => {
  for (const path of [
    '/',
    '/_.data',
    '/corsi',
    '/corsi.data',
    '/corsi?q=segreto',
    '/corsi?tema=leadership&posti=liberi',
    '/corsi?luogo=Roma',
    '/corsi/aperto',
    '/corsi/aperto.data',
    `/confronta?corsi=${SLUG},aperto`,
    `/contatti?corso=${SLUG}`,
    '/contatti/corsi',
    '/chi-siamo',
    '/sitemap.xml',
    '/dashboard',
  ]) {
    const { text } = await ask(who, path)
    const shown = text.replaceAll(`/confronta?corsi=${SLUG}`, '').replaceAll(`corso=${SLUG}`, '')
    expect(shown, path).not.toContain(TITLE)
    expect(shown, path).not.toContain(`/corsi/${SLUG}`)
  }
  expect((await ask(who, '/corsi.data')).text).not.toContain('Ignota')
})

test.each(OUTSIDE)('its own addresses do not exist for the %s', async (who) => {
  for (const path of ['', '.data', '/anteprima.png', '/calendario.ics', '/brochure']) {
    const { status, text } = await ask(who, `/corsi/${SLUG}${path}`)
    expect([status, text.includes(TITLE)], path).toEqual([404, false])
  }
  const asked = await ask(who, `/corsi/${SLUG}/iscrizione`, { method: 'POST' })
  expect([asked.status, asked.headers.get('Location')]).toEqual([302, '/corsi'])
  expect((await ask(who, `/documenti/${document}`)).status).not.toBe(200)
  expect((await ask(who, `/admin/courses/${draft.id}/pubblica`, { method: 'POST' })).status).toBe(302)
  expect(await db.$count(courses, eq(courses.draft, true))).toBe(1)
})

test('a draft that had another address tells nobody the new one', async () => {
  await db.execute(`insert into course_slugs (slug, course_id) values ('nome-di-prima', '${draft.id}')`)
  for (const path of ['', '/brochure', '/calendario.ics'])
    expect((await ask('stranger', `/corsi/nome-di-prima${path}`)).status, path).toBe(404)
})

test('an administrator sees it as it will be, kept by nobody, with its files', async () => {
  const page = await ask('office', `/corsi/${SLUG}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('Cache-Control')).toContain('no-store')
  for (const text of [TITLE, 'Bozza: la vede solo la segreteria', 'Pubblica', 'noindex'])
    expect(page.text).toContain(text)
  expect(page.text).not.toContain('Iscriviti ora')
  const brochure = await ask('office', `/corsi/${SLUG}/brochure`)
  expect([brochure.status, brochure.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect((await ask('office', `/documenti/${document}`)).status).toBe(200)
})

test('nobody gets into a draft, and the office is told why', async () => {
  const member = await aPerson('dino')
  expect(await requestEnrolment(member, draft.id)).toEqual({ ok: false, refusal: 'unknown-course' })
  expect(await enrolSelf(admin, draft.id)).toEqual({ ok: false, refusal: 'draft' })
  const enrolled = await enrolPerson(admin, member.email, [draft.id])
  expect(enrolled).toMatchObject({ outcomes: [{ outcome: 'draft' }] })
  expect((await coursesToChoose(admin, 'segreto')).length).toBe(0)
  expect(await db.$count(userCourses)).toBe(0)
})

test('published from its page, it is everybody’s; what it lacks is asked in its form', async () => {
  await db.update(courses).set({ location: null }).where(eq(courses.id, draft.id))
  const publish = () => ask('office', `/admin/courses/${draft.id}/pubblica`, { method: 'POST' })
  const form = `/admin/courses/${draft.id}?pubblica`
  expect((await publish()).headers.get('Location')).toBe(form)
  expect((await ask('office', form)).text).toContain('Il luogo è obbligatorio')
  expect((await ask('stranger', `/corsi/${SLUG}`)).status).toBe(404)

  const whole = { location: 'Fermo', contattiEmail: ['a@example.it'] }
  await db.update(courses).set(whole).where(eq(courses.id, draft.id))
  for (let time = 0; time < 2; time++)
    expect((await publish()).headers.get('Location')).toBe(`/corsi/${SLUG}`)
  expect((await ask('stranger', `/corsi/${SLUG}`)).status).toBe(200)
  expect((await ask('stranger', '/corsi')).text).toContain(TITLE)
})
