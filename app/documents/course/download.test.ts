import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyFolder } from '../../../tests/files'
import { aPdf } from '../../../tests/pdfs'
import { aContext, aPerson, aRequest, cookieOf, sentBack } from '../../../tests/people'
import { aCourse, decided, emptyDatabase, tableDown } from '../../../tests/world'
import type { Admin, Member } from '../../accounts/rules'
import { SEATED_STATES } from '../../courses/seats.rules'
import { db } from '../../database/client.server'
import { courseDocuments, courseSlugs, courses, userCourses } from '../../database/schema'
import { ENROLMENT_STATES } from '../../enrolments/rules'
import { readFlash } from '../../http/toasts.server'
import { brochureAddress } from '../brochure/brochure-link'
import { publishBrochure } from '../brochure/commands.server'
import { loader as brochureLoader } from '../brochure/download.resource'
import { VISIBILITIES, type Visibility } from '../rules'
import { brochures, documents } from '../stored.server'
import { addDocument } from './commands.server'
import { loader as documentLoader } from './download.resource'
import { readableDocuments } from './queries.server'

type Loader<Args> = (args: Args) => Promise<Response>

/** What somebody gets who asks for an address, as React Router would ask. */
async function ask<Args>(
  loader: Loader<Args>,
  path: string,
  params: object,
  cookie = '',
  init?: RequestInit,
) {
  const request = aRequest(path, cookie, init)
  const response = await loader({ request, params, context: aContext(), url: new URL(request.url) } as Args)
  return { status: response.status, headers: response.headers, body: await response.text() }
}
const getDocument = (id: string, cookie = '', init?: RequestInit) =>
  ask(documentLoader, `/documenti/${id}`, { document: id }, cookie, init)
const getBrochure = (slug: string, init?: RequestInit, address = `/corsi/${slug}/brochure`) =>
  ask(brochureLoader, address, { slug }, '', init)

const AS_PERSON = { headers: { Accept: 'text/html,*/*' } }
const TOLD = ['Errore durante il download']

/** Status and address of the answer to a person, and what the next page says. */
async function personGets(id: string, cookie = '') {
  const { status, headers } = await getDocument(id, cookie, AS_PERSON)
  const { toasts } = await readFlash(aRequest('/', sentBack(headers)))
  return [status, headers.get('Location'), toasts.map(({ title }) => title)]
}

describe('a document', () => {
  const ids = {} as Record<Visibility, string>
  const people = {} as Record<string, { member: Member; cookie: string }>
  let courseId: string

  beforeAll(async () => {
    await emptyDatabase()
    emptyFolder()
    courseId = (await aCourse()).id
    const elsewhere = (await aCourse()).id
    for (const name of ['carla', 'elsewhere', ...ENROLMENT_STATES]) {
      const member = await aPerson(name, name === 'carla' ? 'admin' : 'member')
      people[name] = { member, cookie: await cookieOf(member.email) }
      if (name === 'carla') continue
      const status = name === 'elsewhere' ? 'approved' : (name as (typeof ENROLMENT_STATES)[number])
      await db.insert(userCourses).values({
        userId: member.id,
        courseId: name === 'elsewhere' ? elsewhere : courseId,
        ...decided(status),
      })
    }
    const admin = people.carla?.member as Admin
    for (const visibility of VISIBILITIES) {
      const file = { name: `${visibility} è qui.txt`, bytes: Buffer.from(visibility) }
      const added = await addDocument(admin, courseId, file, { description: '', visibility })
      if (!added.ok) throw new Error(added.refusal)
      ids[visibility] = added.id
    }
  }, 120_000)

  const statuses = async (cookie = '') =>
    Object.fromEntries(
      await Promise.all(
        VISIBILITIES.map(async (name) => [name, (await getDocument(ids[name], cookie)).status]),
      ),
    )
  const listed = async (member: Member | null) => {
    const readable = (await readableDocuments(member, [courseId])).map(({ id }) => id)
    return VISIBILITIES.filter((name) => readable.includes(ids[name])).sort()
  }

  test('that does not exist is 404', async () => {
    for (const id of ['', 'uno', '00000000-0000-4000-8000-000000000000', '../../etc/passwd'])
      expect((await getDocument(id)).status).toBe(404)
  })

  test('is read by a stranger if it is public; what is for members leads to the sign-in without its name', async () => {
    expect(await statuses()).toEqual({ pubblico: 200, iscritti: 302, ufficio: 404 })
    expect(await listed(null)).toEqual(['pubblico'])
    const turned = await getDocument(ids.iscritti)
    expect(turned.headers.get('Location')).toBe(
      `/auth?verso=${encodeURIComponent(`/documenti/${ids.iscritti}`)}`,
    )
    const name = Buffer.from(
      turned.headers.get('Set-Cookie')?.split('avviso=')[1]?.split('.')[0] ?? '',
      'base64',
    )
    expect(`${name}${turned.body}`).not.toContain('qui')
    expect((await getDocument(ids.ufficio)).body).not.toContain('qui')
  })

  test.each(['elsewhere', 'pending', 'rejected'])(
    'is public or nothing to a member who is %s',
    async (name) => {
      expect(await statuses(people[name]?.cookie)).toEqual({ pubblico: 200, iscritti: 404, ufficio: 404 })
      expect(await listed(people[name]?.member ?? null)).toEqual(['pubblico'])
    },
  )

  test.each([...SEATED_STATES])('is read by who is %s, unless it is for the office', async (name) => {
    expect(await statuses(people[name]?.cookie)).toEqual({ pubblico: 200, iscritti: 200, ufficio: 404 })
    expect(await listed(people[name]?.member ?? null)).toEqual(['iscritti', 'pubblico'])
  })

  test('is read by the office', async () => {
    expect(await statuses(people.carla?.cookie)).toEqual({ pubblico: 200, iscritti: 200, ufficio: 200 })
    expect(await listed(people.carla?.member ?? null)).toHaveLength(3)
  })

  test('is an attachment with its name; a restricted one is not stored', async () => {
    const open = await getDocument(ids.pubblico)
    expect(open.body).toBe('pubblico')
    expect(open.headers.get('Content-Disposition')).toBe(
      `attachment; filename="pubblico e qui.txt"; filename*=UTF-8''pubblico%20%C3%A8%20qui.txt`,
    )
    expect(open.headers.get('Cache-Control')).toBe('no-cache')
    const closed = await getDocument(ids.iscritti, people.approved?.cookie)
    expect(closed.headers.get('Cache-Control')).toBe('private, no-store')
    expect(closed.headers.get('Content-Security-Policy')).toBe(
      "sandbox; default-src 'none'; frame-ancestors 'none'",
    )
  })

  test('of a deleted course stays with those enrolled', async () => {
    await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, courseId))
    try {
      expect(await statuses()).toEqual({ pubblico: 404, iscritti: 302, ufficio: 404 })
      expect(await statuses(people.pending?.cookie)).toEqual({ pubblico: 404, iscritti: 404, ufficio: 404 })
      expect(await statuses(people.completed?.cookie)).toEqual({ pubblico: 200, iscritti: 200, ufficio: 404 })
      expect(await statuses(people.carla?.cookie)).toEqual({ pubblico: 200, iscritti: 200, ufficio: 200 })
    } finally {
      await db.update(courses).set({ archivedAt: null }).where(eq(courses.id, courseId))
    }
  })

  test('without its file is a logged fault', async () => {
    const [row] = await db.select().from(courseDocuments).where(eq(courseDocuments.id, ids.pubblico))
    await documents.remove(row?.filePath ?? '')
    expect(await getDocument(ids.pubblico)).toMatchObject({
      status: 503,
      body: 'Non è stato possibile scaricare il documento. Riprova più tardi.',
    })
    const [{ slug } = { slug: '' }] = await db.select().from(courses).where(eq(courses.id, courseId))
    expect(await personGets(ids.pubblico)).toEqual([302, `/corsi/${slug}`, TOLD])
    await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, courseId))
    expect(await personGets(ids.pubblico, people.approved?.cookie)).toEqual([302, '/dashboard', TOLD])
    await tableDown('course_documents')
    expect(await personGets(ids.pubblico)).toEqual([302, '/corsi', TOLD])
  })
})

describe('a brochure', () => {
  let course: Awaited<ReturnType<typeof aCourse>>
  let admin: Admin

  beforeEach(async () => {
    await emptyDatabase()
    emptyFolder()
    course = await aCourse({ title: 'Leadership & Team' })
    admin = (await aPerson('carla', 'admin')) as Admin
    await publishBrochure(admin, course.id, { name: 'a.pdf', bytes: await aPdf() })
  })

  test('that is not there is not found', async () => {
    const without = await aCourse()
    for (const slug of ['', 'nessuno', 'NO', '../x', without.slug])
      expect((await getBrochure(slug)).status).toBe(404)
  })

  test('is kept for an hour under the address of this very file, and asked for again under any other', async () => {
    const addressNow = async () => {
      const [row] = await db.select().from(courses).where(eq(courses.id, course.id))
      return brochureAddress(course.slug, row?.pdfFilePath ?? '')
    }
    const first = await addressNow()
    expect((await getBrochure(course.slug, {}, first)).headers.get('Cache-Control')).toBe(
      'public, max-age=3600',
    )
    await publishBrochure(admin, course.id, { name: 'b.pdf', bytes: await aPdf() })
    expect(await addressNow()).not.toBe(first)
    expect((await getBrochure(course.slug, {}, first)).headers.get('Cache-Control')).toBe('public, no-cache')
  })

  test('is for everybody, under a readable name', async () => {
    const { status, headers, body } = await getBrochure(course.slug)
    expect(status).toBe(200)
    expect(body).toMatch(/^%PDF-/)
    expect(headers.get('Cache-Control')).toBe('public, no-cache')
    expect(headers.get('Content-Disposition')).toContain('filename="leadership-team.pdf"')
    const again = await getBrochure(course.slug, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
    expect(again).toMatchObject({ status: 304, body: '' })
    const head = await getBrochure(course.slug, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head.headers.get('Content-Length')).toBe(headers.get('Content-Length'))
  })

  test('of a deleted course is gone; of a renamed one it is found at the new address', async () => {
    await db.insert(courseSlugs).values({ slug: 'prima', courseId: course.id })
    const moved = await getBrochure('prima')
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, `/corsi/${course.slug}/brochure`])
    await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, course.id))
    expect((await getBrochure(course.slug)).status).toBe(404)
  })

  test('without its file leads a browser to the course, and answers a script', async () => {
    for (const path of await brochures.list()) await brochures.remove(path)
    const person = await getBrochure(course.slug, AS_PERSON)
    expect([person.status, person.headers.get('Location')]).toEqual([302, `/corsi/${course.slug}`])
    expect(person.headers.get('Set-Cookie')).toMatch(/^avviso=/)
    expect(await getBrochure(course.slug)).toMatchObject({ status: 503 })
    await tableDown('courses')
    const later = await getBrochure(course.slug, AS_PERSON)
    expect([later.status, later.headers.get('Location')]).toEqual([302, `/corsi/${course.slug}`])
    expect(await getBrochure(course.slug)).toMatchObject({ status: 503 })
  })
})
