import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../../../tests/decisions'
import { anOwing, dueFell } from '../../../../tests/payments'
import { aRequest, cookieOf, sentBack } from '../../../../tests/people'
import { wholeSite } from '../../../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../../tests/world'
import type { Member } from '../../../accounts/rules'
import { db } from '../../../database/client.server'
import { auditLogs, courses, profiles, userCourses } from '../../../database/schema'
import { cancelEdition, postponeEdition } from '../../../editions/commands.server'
import { readFlash } from '../../../http/toasts.server'
import { registerPayment } from '../../../payments/commands.server'
import { undoDecision } from '../../../undo/commands.server'
import { ENROLMENT_STATES } from '../../rules'
import { openFeed, renewFeed } from './commands.server'
import { loader } from './feed.resource'
import { feedAddress } from './queries.server'

beforeEach(emptyDatabase)

/** The token in the address of a person's calendar; '' while they have none. */
const tokenOf = async (member: Member) =>
  (await feedAddress(member))?.match(/^http:\/\/localhost:3000\/calendario\/(.+)\.ics$/)?.[1] ?? ''

async function read(token: string) {
  const args: unknown = { request: aRequest(`/calendario/${token}.ics`), params: { token } }
  const response = await loader(args as Parameters<typeof loader>[0])
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const titlesIn = (text: string) =>
  [...text.replaceAll('\r\n ', '').matchAll(/SUMMARY:(.*) – Sessione 1/g)].map(([, title]) => title)

async function enrol(member: Member, title: string, status: (typeof ENROLMENT_STATES)[number], facts = {}) {
  const course = await aCourse({ title, ...facts }, [{ startDate: '2999-01-01' }])
  await db.insert(userCourses).values({ userId: member.id, courseId: course.id, ...decided(status) })
  return course
}

test('an unknown token finds nothing', async () => {
  await openFeed(await aMember('ada'))
  const tokens = ['a'.repeat(32), 'corto', 'NUL\0', `${'a'.repeat(31)}'`]
  const answers = await Promise.all(tokens.map(read))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['404 Calendario non trovato.']),
  )
})

test('an address is made on demand, once per person', async () => {
  const [ada, bruno] = [await aMember('ada'), await aMember('bruno')]
  expect(await feedAddress(ada)).toBeNull()
  await openFeed(ada)
  const token = await tokenOf(ada)
  expect(token).toMatch(/^[\w-]{32}$/)
  await openFeed(ada)
  expect(await tokenOf(ada)).toBe(token)
  expect(await feedAddress(bruno)).toBeNull()
  await openFeed(bruno)
  expect(await tokenOf(bruno)).not.toBe(token)
})

test('a calendar has the courses in which its person holds a seat', async () => {
  const [ada, bruno] = [await aMember('ada'), await aMember('bruno')]
  for (const state of ENROLMENT_STATES) await enrol(ada, state, state)
  await enrol(ada, 'Eliminato', 'approved', { archivedAt: new Date() })
  await enrol(bruno, 'Di Bruno', 'approved')
  await openFeed(ada)
  const { text, headers } = await read(await tokenOf(ada))
  expect(titlesIn(text).toSorted()).toEqual(['approved', 'completed', 'in_progress'])
  expect(headers.get('Cache-Control')).toBe('private, no-cache')
})

test('a course leaves the calendar when the seat is lost or the course deleted', async () => {
  const ada = await aMember('ada')
  const course = await enrol(ada, 'Uno', 'approved')
  await openFeed(ada)
  const token = await tokenOf(ada)
  expect(titlesIn((await read(token)).text)).toEqual(['Uno'])
  await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, course.id))
  expect(titlesIn((await read(token)).text)).toEqual([])
})

test('new dates are in the calendar once they can no longer be taken back', async () => {
  withUndo()
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  const course = await enrol(ada, 'Uno', 'approved')
  await openFeed(ada)
  const token = await tokenOf(ada)
  const days = async () =>
    [...(await read(token)).text.matchAll(/DTSTART;VALUE=DATE:(\d+)/g)].map(([, day]) => day)
  const dayIn = (days: number) => inDays(days).replaceAll('-', '')
  const stampOf = async () => {
    const { text } = await read(token)
    const [, version] = text.match(/SEQUENCE:(\d+)/) ?? []
    const [, changedAt = ''] = text.match(/LAST-MODIFIED:(\w+)/) ?? []
    return { version: Number(version), changedAt }
  }
  const postpone = (sessions: string) =>
    postponeEdition(admin, course.id, { sessions, answerBy: inDays(3) }).then(decisionOf)

  const first = await postpone(`${inDays(30)}\n${inDays(31)}`)
  expect(first).not.toBe('')
  expect(await days()).toEqual(['29990101'])
  await undoDecision(admin, first)
  expect(await days()).toEqual(['29990101'])

  const stampBefore = await stampOf()
  await postpone(`${inDays(30)}\n${inDays(31)}`)
  const stampWhileOpen = await stampOf()
  expect(stampWhileOpen.version).toBe(stampBefore.version)
  await db.update(courses).set({ updatedAt: sql`now() - interval '1 minute'` })
  const stampOfOldDates = await stampOf()
  await settleDecisions()
  const stampAfter = await stampOf()
  expect(stampAfter.version).toBe(stampBefore.version + 1)
  expect(stampAfter.changedAt > stampOfOldDates.changedAt).toBe(true)
  expect(await days()).toEqual([30, 31].map(dayIn))
  for (const sessions of [inDays(40), inDays(50)]) await postpone(sessions)
  expect(await days()).toEqual([30, 31].map(dayIn))
  await settleDecisions()
  expect(await days()).toEqual([dayIn(50)])
})

test('a cancelled edition is so in the calendar once that can no longer be taken back', async () => {
  withUndo()
  const [admin, ada, bruno] = [await anAdmin(), await aMember('ada'), await aMember('bruno')]
  const course = await enrol(ada, 'Uno', 'approved')
  await db.insert(userCourses).values({ userId: bruno.id, courseId: course.id, ...decided('completed') })
  for (const member of [ada, bruno]) await openFeed(member)
  const shown = async (member: Member) => {
    const { text } = await read(await tokenOf(member))
    return [titlesIn(text).length, text.includes('STATUS:CANCELLED')]
  }
  await cancelEdition(admin, course.id, { title: 'Uno', reason: 'Pochi iscritti' })
  for (const member of [ada, bruno]) expect(await shown(member)).toEqual([1, false])
  await settleDecisions()
  expect(await shown(ada)).toEqual([0, false])
  expect(await shown(bruno)).toEqual([1, true])
})

test('a new address revokes the former one, and the log has both without the token', async () => {
  const ada = await aMember('ada')
  expect(await renewFeed(ada), 'there is none yet').toBe(false)
  expect(await feedAddress(ada)).toBeNull()
  await openFeed(ada)
  const before = await tokenOf(ada)
  expect(await renewFeed(ada)).toBe(true)
  const after = await tokenOf(ada)
  expect([(await read(before)).status, (await read(after)).status]).toEqual([404, 200])
  const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(entries).toMatchObject([
    { userId: 'ada', action: 'create', entityType: 'calendar_feeds', entityId: 'ada' },
    { userId: 'ada', action: 'update', entityType: 'calendar_feeds', entityId: 'ada' },
  ])
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${before}|${after}`))
})

test('a new address is announced only where there was one', async () => {
  const site = await wholeSite(await import('../../../entry.server'))
  const ada = await aMember('ada')
  const renew = async () => {
    const body = new URLSearchParams({ intent: 'renew' })
    const response = await site(
      aRequest('/dashboard/calendario', await cookieOf(ada.email), { method: 'POST', body }),
    )
    const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
    return [response.headers.get('Location'), toasts[0]?.title]
  }
  expect(await renew()).toEqual(['/dashboard/account#calendario', undefined])
  await openFeed(ada)
  expect(await renew()).toEqual(['/dashboard/account#calendario', 'Nuovo indirizzo creato'])
})

test('with its person the address goes', async () => {
  const ada = await aMember('ada')
  await openFeed(ada)
  const token = await tokenOf(ada)
  await db.delete(profiles).where(eq(profiles.id, 'ada'))
  expect((await read(token)).status).toBe(404)
})

test('a due is in the calendar on its day until it is paid', async () => {
  const { admin, member, course, id } = await anOwing('bea')
  await openFeed(member)
  const dueEvents = async () => {
    const { text } = await read(await tokenOf(member))
    const events = text.replaceAll('\r\n ', '').split('BEGIN:VEVENT')
    return events.flatMap((event) => {
      const day = /DTSTART;VALUE=DATE:(\d+)/.exec(event)?.[1]
      const summary = /SUMMARY:(Scade.*)/.exec(event)?.[1]
      return summary ? `${day} ${summary.replaceAll('\u00a0', ' ').replaceAll('\\', '')}`.trim() : []
    })
  }
  const last = inDays(59).replaceAll('-', '')
  const late = inDays(-3).replaceAll('-', '')
  await dueFell(id, -3)
  expect(await dueEvents()).toEqual([
    `${late} Scade la rata 1 di 2, 490,00 €: ${course.title}`,
    `${last} Scade la rata 2 di 2, 490,00 €: ${course.title}`,
  ])
  await db.update(courses).set({ minParticipants: 5 })
  expect(await dueEvents(), 'nobody pays before the confirmation').toEqual([])
  await db.update(courses).set({ confirmedAt: new Date() })
  const pay = (cents: number, seenPaid: number) =>
    registerPayment(
      admin,
      id,
      { cents, receivedOn: inDays(0), method: 'cash', note: null },
      { key: randomUUID(), seenPaid },
    )
  await pay(59_000, 0)
  expect(await dueEvents()).toEqual([`${last} Scade la rata 2 di 2, 390,00 €: ${course.title}`])
  await pay(39_000, 59_000)
  expect(await dueEvents()).toEqual([])
})
