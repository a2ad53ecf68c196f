import { beforeEach, describe, expect, test } from 'vitest'
import { aContext, aPerson, aRequest, aVisitor, cookieOf, emailsTo } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, anInterest, decided, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs, courseSlugs, interests, userCourses } from '../database/schema'
import { createFormTimestamp } from '../http/form-timestamp.server'

const site = await wholeSite(await import('../entry.server'))
beforeEach(emptyDatabase)

const EMAIL = 'bea@example.it'
const aFullCourse = async (facts: Parameters<typeof aCourse>[0] = {}) => {
  const course = await aCourse({ maxPartecipanti: 1, ...facts })
  const { id } = await aMember('zoe')
  await db.insert(userCourses).values({ userId: id, courseId: course.id, ...decided('approved') })
  return course
}
const WAITED = {
  coming: () => aCourse({ comingSoon: true }),
  full: () => aFullCourse(),
  concluded: () => aCourse({}, [{ startDate: '2020-01-01' }]),
  cancelled: () => aCourse({ cancelledAt: new Date() }),
}

const pageOf = ({ slug }: { slug: string }) => `/corsi/${slug}/avvisami`
const past = () => createFormTimestamp(Date.now() - 10_000)

async function answered(response: Response) {
  const location = response.headers.get('Location')
  return { status: response.status, location, text: await response.text() }
}
const read = async (path: string, cookie = '') => answered(await site(aRequest(path, cookie)))

async function send(path: string, fields: Record<string, string>, visitor = aVisitor()) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ email: EMAIL, timestamp: await past(), ...fields }).toString()
  return answered(
    await site(aRequest(path, '', { method: 'POST', headers, body }), aContext(visitor.address)),
  )
}

describe('the page', () => {
  test.each(Object.entries(WAITED))('of a course that is %s takes an address', async (_state, some) => {
    const course = await some()
    const { status, text } = await read(pageOf(course))
    expect(status).toBe(200)
    for (const part of [course.title, 'Avvisami', 'content="noindex"', 'href="/privacy-policy"', '12 mesi'])
      expect(text.replaceAll('<!-- -->', '')).toContain(part)
  })

  test('names the early bird price as today’s only where one can ask', async () => {
    const prices = { price: 490, priceEarlyBird: 390 }
    const strips = await Promise.all(
      [await aCourse({ ...prices, comingSoon: true }), await aFullCourse(prices)].map(
        async (course) => (await read(pageOf(course))).text.split('Il corso scelto')[1]?.split('</aside>')[0],
      ),
    )
    expect(strips[0]).toContain('490')
    expect(strips[0]).not.toContain('390')
    expect(strips[1]).toContain('390')
  })

  test('of a course with free seats is that of the course', async () => {
    const course = await aCourse()
    const away = { status: 302, location: `/corsi/${course.slug}` }
    expect(await read(pageOf(course))).toMatchObject(away)
    expect(await send(pageOf(course), {})).toMatchObject(away)
  })

  test('is 404 for a draft and an unknown course, 410 for a deleted one, 301 at a former address', async () => {
    const [draft, gone] = [await aCourse({ draft: true }), await aCourse({ archivedAt: new Date() })]
    const moved = await WAITED.coming()
    await db.insert(courseSlugs).values({ slug: 'prima', courseId: moved.id })
    for (const path of [pageOf(draft), '/corsi/nessuno/avvisami', '/corsi/%00/avvisami'])
      expect([(await read(path)).status, (await send(path, {})).status], path).toEqual([404, 404])
    expect((await read(pageOf(gone))).status).toBe(410)
    expect(await read('/corsi/prima/avvisami')).toMatchObject({ status: 301, location: pageOf(moved) })
  })

  test('knows the address of a member', async () => {
    const course = await WAITED.coming()
    const cookie = await cookieOf((await aPerson('ada')).email)
    expect((await read(pageOf(course))).text).not.toContain('value="ada@example.it"')
    expect((await read(pageOf(course), cookie)).text).toContain('value="ada@example.it"')
  })
})

describe('the form', () => {
  test('keeps an address and mails it a link', async () => {
    const course = await WAITED.coming()
    const sent = { status: 302, location: `${pageOf(course)}?inviata` }
    expect(await send(pageOf(course), { email: ' BEA@Example.it ' })).toMatchObject(sent)
    expect(await db.select().from(interests)).toMatchObject([{ email: EMAIL, confirmedAt: null }])
    expect((await emailsTo(EMAIL)).map(({ kind }) => kind)).toEqual(['confirm-interest'])
    const { text } = await read(`${pageOf(course)}?inviata`)
    expect(text).toContain('Controlla la tua email')
    expect(text).toContain('Se l’indirizzo è giusto, trovi un’email con un pulsante per confermare.')
  })

  test('answers alike for an address that is unknown, known, confirmed, notified, or had enough e-mails', async () => {
    const course = await WAITED.coming()
    const notified = { confirmedAt: new Date(), notifiedAt: new Date() }
    await anInterest(course, { email: 'nota@example.it', confirmedAt: null })
    await anInterest(course, { email: 'confermata@example.it' })
    await anInterest(course, { email: 'avvisata@example.it', ...notified })
    for (let i = 0; i < 3; i++) await send(pageOf(course), { email: 'stanca@example.it' })
    const answers = []
    for (const name of ['nuova', 'nota', 'confermata', 'avvisata', 'stanca'])
      answers.push(await send(pageOf(course), { email: `${name}@example.it` }))
    expect(new Set(answers.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(await emailsTo('stanca@example.it')).toHaveLength(3)
  })

  test('from one network address is taken five times an hour', async () => {
    const [course, visitor] = [await WAITED.coming(), aVisitor()]
    for (let i = 0; i < 5; i++)
      expect((await send(pageOf(course), { email: `ada${i}@example.it` }, visitor)).status).toBe(302)
    const { status, text } = await send(pageOf(course), {}, visitor)
    expect(status).toBe(429)
    expect(text).toContain('Troppi tentativi')
    expect(text).toContain(`value="${EMAIL}"`)
    expect(await db.$count(interests)).toBe(5)
  })

  test('of a robot is refused, with what was typed', async () => {
    const course = await WAITED.coming()
    const robots: Record<string, string>[] = [
      { timestamp: '' },
      { timestamp: `${Date.now() - 10_000}.forged` },
      { timestamp: await createFormTimestamp() },
      { fax: 'spam' },
    ]
    for (const robot of robots) {
      const { status, text } = await send(pageOf(course), robot)
      expect([status, text.includes(`value="${EMAIL}"`)], JSON.stringify(robot)).toEqual([400, true])
    }
    expect(await db.$count(interests)).toBe(0)
  })

  test.each([
    '',
    'bea',
    'a'.repeat(5_000),
    `${'a'.repeat(250)}@example.it`,
    'be\0a bea@example.it',
    'bea@example.it\r\nBcc: eva@example.it',
    '\u202ebea@example',
    `'";--%_\\\ud800@example.it`,
  ])('%j is no address', async (email) => {
    const { status, text } = await send(pageOf(await WAITED.coming()), { email })
    expect(status).toBe(400)
    expect(text).toContain('Email non valida')
    expect(await db.$count(interests)).toBe(0)
  })

  test('leaves no address in the log', async () => {
    const course = await WAITED.coming()
    await send(pageOf(course), {})
    const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
    expect(entries).toMatchObject([
      { action: 'create', entityType: 'interests', userId: null, details: { course: course.title } },
    ])
    expect(JSON.stringify(entries)).not.toContain(EMAIL)
  })
})
