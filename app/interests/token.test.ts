import { addMonths, subMonths } from 'date-fns'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aRequest, aVisitor, emailsTo } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, emptyDatabase } from '../../tests/world'
import { SYSTEM } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, courses, interests } from '../database/schema'
import { forgetExpired } from '../privacy/retention.commands.server'
import { registerInterest } from './commands.server'

const site = await wholeSite(await import('../entry.server'))
beforeEach(emptyDatabase)

const EMAIL = 'bea@example.it'
const WHEN = 'quando si può chiedere l’iscrizione'

/** Asks, and returns the link of the e-mail as a path. */
async function askedFor(course: Awaited<ReturnType<typeof aCourse>>): Promise<string> {
  expect(await registerInterest(aVisitor(), course, EMAIL, WHEN)).toEqual({ ok: true })
  const [email] = await emailsTo(EMAIL)
  return email?.text.match(/http:\/\/localhost:3000(\/avvisi\/[\w-]{32})\s/)?.[1] ?? ''
}
const aComingCourse = () => aCourse({ comingSoon: true, title: 'Export' })

async function open(path: string, intent?: string) {
  const body = new URLSearchParams(intent ? { intent } : {}).toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const init = intent === undefined ? {} : { method: 'POST', headers, body }
  const response = await site(aRequest(path, '', init))
  const { status } = response
  return { status, location: response.headers.get('Location'), response, text: await response.text() }
}
const stored = async () => (await db.select().from(interests))[0]
const entries = async () =>
  (await db.select().from(auditLogs).orderBy(auditLogs.id)).map(({ action, entityType, userId, details }) => [
    action,
    entityType,
    userId,
    details,
  ])

test('an unknown token leads nowhere', async () => {
  await askedFor(await aComingCourse())
  for (const path of ['a'.repeat(32), 'corto', '%00', '%0d%0aSet-Cookie:a', 'a'.repeat(5_000)]) {
    const { status, text } = await open(`/avvisi/${path}`)
    expect([status, text.includes('Questo link non vale più')], path).toEqual([404, true])
  }
  for (const path of ['corto', '%00', '%0d%0aSet-Cookie:a'])
    expect((await open(`/avvisi/${path}`, 'confirm')).status, path).toBe(404)
  expect(await stored()).toMatchObject({ confirmedAt: null })
})

test('only the hash of a token is stored', async () => {
  const [path, row] = [await askedFor(await aComingCourse()), await stored()]
  expect(row?.tokenHash).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(row)).not.toContain(path.split('/')[2])
})

test('reading the page changes nothing, its button confirms, as often as it is pressed', async () => {
  const path = await askedFor(await aComingCourse())
  const { status, text, response } = await open(path)
  expect([status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  for (const part of ['Export', 'Conferma', 'Non avvisatemi più', 'content="noindex"'])
    expect(text).toContain(part)
  expect(text).not.toContain(EMAIL)
  expect(await stored()).toMatchObject({ confirmedAt: null })

  expect((await open(path, '')).status).toBe(400)
  expect(await open(path, 'confirm')).toMatchObject({ status: 302, location: path })
  const confirmed = await stored()
  expect(confirmed?.confirmedAt).toBeInstanceOf(Date)
  expect((await open(path)).text).toContain('Il tuo indirizzo è confermato.')
  expect(await open(path, 'confirm')).toMatchObject({ status: 302, location: path })
  expect(await stored()).toEqual(confirmed)
  expect(await entries()).toEqual([
    ['create', 'interests', null, { course: 'Export' }],
    ['update', 'interests', null, { emailVerified: true }],
  ])
})

test('a confirmed address is led to the course once it can be asked for, not to a draft or a deleted one', async () => {
  const course = await aComingCourse()
  const path = await askedFor(course)
  await open(path, 'confirm')
  for (const [facts, isLed] of [
    [{ comingSoon: false }, true],
    [{ draft: true }, false],
    [{ draft: false, archivedAt: new Date() }, false],
  ] as const) {
    await db.update(courses).set(facts)
    const { text } = await open(path)
    expect(text.includes('le iscrizioni sono aperte'), JSON.stringify(facts)).toBe(isLed)
    expect(text.includes('>Vai al corso</a>'), JSON.stringify(facts)).toBe(isLed)
  }
})

test.each([
  ['a draft', { draft: true }],
  ['deleted', { archivedAt: new Date() }],
])(
  'of a course that is %s, the page promises only a new edition, if there are others',
  async (_state, facts) => {
    const course = await aComingCourse()
    const path = await askedFor(course)
    await db.update(courses).set(facts)
    const isWithoutCourse = async () => {
      const { status, text: html } = await open(path)
      const text = html.replaceAll('<!-- -->', '')
      expect([status, text.includes('Questo corso non è più sul sito')]).toEqual([200, true])
      for (const part of ['Cancella il mio indirizzo', 'Guarda i corsi']) expect(text).toContain(part)
      for (const part of ['value="confirm"', 'Export', `/corsi/${course.slug}`])
        expect(text).not.toContain(part)
      return text
    }
    expect(await isWithoutCourse()).not.toContain('ti scriviamo')

    await open(path, 'confirm')
    expect(await isWithoutCourse()).not.toContain('Ti scriviamo')
    await aCourse({ seriesId: course.seriesId, slug: 'altra-edizione', comingSoon: true })
    expect(await isWithoutCourse()).toContain('Ti scriviamo una volta sola, quando c’è una nuova edizione.')
    await db.update(interests).set({ notifiedAt: new Date() })
    expect(await isWithoutCourse()).toContain('per questo corso non ti scriviamo più')
  },
)

test('its other button deletes the address, as often as it is pressed', async () => {
  const path = await askedFor(await aComingCourse())
  for (let press = 0; press < 2; press++) {
    const { status, text } = await open(path, 'forget')
    expect(status).toBe(200)
    expect(text).toContain('Il tuo indirizzo è cancellato: per questo corso non ti scriviamo più.')
    expect(await db.$count(interests)).toBe(0)
  }
  expect(await open(path, 'confirm')).toMatchObject({ status: 302, location: path })
  expect((await open(path)).status).toBe(404)
  expect((await entries()).map(([action]) => action)).toEqual(['create', 'delete'])
})

test('an address can be confirmed for seven days, and its confirmation lasts', async () => {
  const path = await askedFor(await aComingCourse())
  const older = (days: number) =>
    db.execute(sql`update interests set created_at = created_at - ${days} * interval '1 day'`)
  await older(6.9)
  expect((await open(path)).status).toBe(200)
  await older(0.2)
  expect((await open(path)).status).toBe(404)
  await open(path, 'confirm')
  expect(await stored()).toMatchObject({ confirmedAt: null })
  await older(-1)
  await open(path, 'confirm')
  await older(100)
  expect((await open(path)).status).toBe(200)
})

test('asking again makes a new link, and the former one stops working', async () => {
  const course = await aComingCourse()
  const [first, second] = [await askedFor(course), await askedFor(course)]
  expect(await db.$count(interests)).toBe(1)
  expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200])
  await open(first, 'confirm')
  expect(await stored()).toMatchObject({ confirmedAt: null })
})

test('asking again with a confirmed address leaves it confirmed, for twelve months more, and mails the way out', async () => {
  const course = await aComingCourse()
  await open(await askedFor(course), 'confirm')
  await db.update(interests).set({ createdAt: subMonths(new Date(), 11) })
  const { confirmedAt } = (await stored()) ?? {}
  const path = await askedFor(course)
  expect(await stored()).toMatchObject({ confirmedAt, notifiedAt: null })
  const [email] = await emailsTo(EMAIL)
  expect(email?.kind).toBe('interest-already-confirmed')
  expect(email?.text).toContain(`scriviamo una volta sola, ${WHEN}`)
  await forgetExpired(SYSTEM, addMonths(new Date(), 11))
  expect(await stored()).toMatchObject({ confirmedAt })
  await open(path, 'forget')
  expect(await db.$count(interests)).toBe(0)
})

test('who was notified may ask again, and begins anew', async () => {
  const course = await aComingCourse()
  const first = await askedFor(course)
  await open(first, 'confirm')
  await db.execute(
    sql`update interests set notified_at = '2026-03-05 12:00Z', created_at = '2026-02-05 12:00Z'`,
  )
  expect((await open(first)).text.replaceAll('<!-- -->', '')).toMatch(
    /Ti abbiamo scritto il 5 marzo 2026.*Cancella il mio indirizzo/s,
  )
  await askedFor(course)
  expect(await stored()).toMatchObject({ confirmedAt: null, notifiedAt: null })
  expect((await stored())?.createdAt.getFullYear()).toBeGreaterThan(2025)
  expect((await emailsTo(EMAIL))[0]?.kind).toBe('confirm-interest')
})

test('a mailbox that had three e-mails in an hour gets no more, and its link stays', async () => {
  const courses = [await aComingCourse(), await aComingCourse(), await aComingCourse()]
  const paths = []
  for (const course of courses) paths.push(await askedFor(course))
  const [first] = courses
  if (first) expect(await askedFor(first)).toBe(paths[2])
  expect(await emailsTo(EMAIL)).toHaveLength(3)
  for (const path of paths) expect((await open(path)).status).toBe(200)
})
