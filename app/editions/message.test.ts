import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs, outgoingMail, profiles, userCourses } from '../database/schema'
import { approveRequest } from '../enrolments/review/commands.server'
import { ENROLMENT_STATES } from '../enrolments/rules'
import { dataOf } from '../privacy/queries.server'
import { undoDecision } from '../undo/commands.server'
import { messageEdition } from './message.commands.server'
import { messagesOf, messagesTo, peopleByState } from './message.queries.server'

beforeEach(emptyDatabase)

async function anEdition() {
  const course = await aCourse()
  for (const status of ENROLMENT_STATES) {
    const { id } = await aMember(status.replace('_', ''))
    await db.insert(userCourses).values({ userId: id, courseId: course.id, ...decided(status) })
  }
  return course
}
const hello = { subject: 'Aula nuova', text: 'Ci vediamo al piano terra.\n\nA presto' }

test('a message goes to the chosen states, once each, and is kept', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  expect(await peopleByState(admin, course.id)).toEqual({
    pending: 1,
    approved: 1,
    rejected: 1,
    in_progress: 1,
    completed: 1,
  })
  const sent = await messageEdition(admin, course.id, {
    to: ['approved', 'completed'],
    key: randomUUID(),
    ...hello,
  })
  expect(sent).toMatchObject({ ok: true, notified: 2 })
  const mails = await db.select().from(outgoingMail).orderBy(outgoingMail.toAddress)
  expect(mails.map(({ toAddress, replyTo }) => [toAddress, replyTo])).toEqual([
    ['approved@example.it', 'segreteria@example.org'],
    ['completed@example.it', 'segreteria@example.org'],
  ])
  expect(mails[0]?.subject).toContain('Aula nuova')
  expect(mails[0]?.text).toContain('Ciao Approved')
  expect(mails[0]?.text).toContain('Ci vediamo al piano terra.')
  expect(await messagesOf(admin, course.id)).toMatchObject([
    { ...hello, people: 2, by: 'Carla Prova', undoneAt: null },
  ])
  const [reached] = await db.select().from(profiles).where(eq(profiles.email, 'approved@example.it'))
  expect(await messagesTo(admin, reached?.id ?? '', 5)).toMatchObject([
    { subject: 'Aula nuova', course: course.title, by: 'Carla Prova' },
  ])
  expect(await messagesTo(admin, 'pending', 5)).toEqual([])
  expect((await dataOf(reached as never)).messaggi_ricevuti).toMatchObject([{ oggetto: 'Aula nuova' }])
  expect(await db.select().from(auditLogs)).toMatchObject([
    { action: 'create', entityType: 'edition_messages', details: { subject: 'Aula nuova', count: 2 } },
  ])
})

test('a message is taken back until it leaves, and changes no enrolment', async () => {
  withUndo()
  const [admin, course] = [await anAdmin(), await anEdition()]
  const before = await db.select().from(userCourses)
  const sent = await messageEdition(admin, course.id, { to: ['approved'], key: randomUUID(), ...hello })
  expect(await db.select().from(userCourses)).toEqual(before)
  expect(await undoDecision(admin, decisionOf(sent))).toMatchObject({ ok: true })
  expect(await db.$count(outgoingMail)).toBe(0)
  expect(await messagesOf(admin, course.id)).toMatchObject([{ undoneAt: expect.any(Date) }])
  expect(await messagesTo(admin, 'approved', 5)).toEqual([])
})

test('an empty message, one for nobody and an unknown edition are refused', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  const send = (facts: Partial<Parameters<typeof messageEdition>[2]>, id = course.id) =>
    messageEdition(admin, id, { to: ['approved'], key: randomUUID(), ...hello, ...facts })
  expect(await send({ subject: ' \0' })).toMatchObject({ refusal: 'no-subject' })
  expect(await send({ text: '\n' })).toMatchObject({ refusal: 'no-text' })
  expect(await send({ subject: 'x'.repeat(121) })).toMatchObject({ refusal: 'long-text' })
  expect(await send({ text: 'x'.repeat(4_001) })).toMatchObject({ refusal: 'long-text' })
  expect(await send({ to: [] })).toMatchObject({ refusal: 'nobody' })
  expect(await send({}, 'x')).toMatchObject({ refusal: 'unknown' })
  expect(await send({ key: 'x' })).toMatchObject({ refusal: 'unknown' })
  expect(await send({}, '00000000-0000-4000-8000-000000000000')).toMatchObject({ refusal: 'nobody' })
})

test('the same form twice, at once or later, is one message', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  const message = { to: ['approved'] as const, key: randomUUID(), ...hello }
  const send = () => messageEdition(admin, course.id, message)
  const outcomes = await Promise.all([send(), send()])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await send()).toMatchObject({ refusal: 'sent-twice' })
  expect(await db.$count(outgoingMail)).toBe(1)
})

test('a message after a decision does not keep it from being taken back', async () => {
  withUndo()
  const [admin, course] = [await anAdmin(), await anEdition()]
  const [asked] = await db.select().from(userCourses).where(eq(userCourses.status, 'pending'))
  const approved = await approveRequest(admin, asked?.id ?? '')
  expect(
    await messageEdition(admin, course.id, { to: ['approved'], key: randomUUID(), ...hello }),
  ).toMatchObject({
    notified: 2,
  })
  expect(await undoDecision(admin, decisionOf(approved))).toMatchObject({ ok: true })
})
