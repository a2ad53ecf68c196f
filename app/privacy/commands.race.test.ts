/** The office acts on an enrolment while its person is deleted. On a server: on several connections. */

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { expectToNeedLocks } from '../../tests/unlocked'
import { aCourse, aMember, anAdmin, anInterest, decided, emptyDatabase, inDays } from '../../tests/world'
import { SYSTEM } from '../accounts/rules'
import { db, engine } from '../database/client.server'
import { interests, outgoingMail, personalDocuments, seatOffers, userCourses } from '../database/schema'
import { giveDocument } from '../documents/personal/commands.server'
import { postponeEdition } from '../editions/commands.server'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { cancelEnrolment } from '../enrolments/leave/office.commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import type { EnrolmentState } from '../enrolments/rules'
import { offerSeats } from '../enrolments/waiting-list/offers.commands.server'
import { notifyInterested } from '../interests/notify.commands.server'
import { sendMessage } from '../messages/commands.server'
import { deleteFromConsole } from './commands.server'

beforeEach(emptyDatabase)

/** The embedded database has one connection: there each round is like the one before. */
const ROUNDS = engine === 'postgres' ? 15 : 3
const NOON = new Date('2026-11-23T11:00:00Z')
const FILE = { name: 'Lettera.txt', bytes: Buffer.from('Gentile Ada') }

async function anEnrolment(status: EnrolmentState, from = -1) {
  await emptyDatabase()
  const [admin, { id: person, email }] = [await anAdmin(), await aMember()]
  const course = await aCourse({}, [{ startDate: inDays(from) }, { startDate: inDays(9) }])
  const link = { userId: person, courseId: course.id, ...decided(status) }
  const [row] = await db.insert(userCourses).values(link).returning()
  return { admin, person, email, course: course.id, id: row?.id ?? '' }
}

type Setting = Awaited<ReturnType<typeof anEnrolment>>

const ACTS: Record<
  string,
  [from: EnrolmentState, act: (setting: Setting) => Promise<unknown>, start?: number]
> = {
  'is approved': ['pending', ({ admin, id }) => approveRequest(admin, id)],
  'is enrolled': ['pending', ({ admin, email, course }) => enrolPerson(admin, email, [course])],
  'is cancelled': ['in_progress', ({ admin, id }) => cancelEnrolment(admin, id, 'Chiuso')],
  'gets a document': [
    'in_progress',
    ({ admin, id }) => giveDocument(admin, id, FILE, { key: randomUUID(), kind: 'lettera' }),
  ],
  'gets a message': [
    'in_progress',
    ({ admin, course, id }) =>
      sendMessage(admin, course, {
        to: [id],
        key: randomUUID(),
        attachments: [],
        subject: 'Aula',
        text: 'Nuova',
      }),
  ],
  'is offered a seat': [
    'pending',
    async ({ id }) => {
      const waits = { waitingSince: new Date(), admittedAt: new Date() }
      await db.update(userCourses).set(waits).where(eq(userCourses.id, id))
      await offerSeats(SYSTEM)
    },
    8,
  ],
  'gets new dates': [
    'in_progress',
    ({ admin, course }) => postponeEdition(admin, course, { sessions: inDays(30), answerBy: inDays(5) }),
  ],
}

const nothingIsLeft = (name: string) => async () => {
  const [from, act, start] = ACTS[name] ?? []
  for (let round = 0; round < ROUNDS && from && act; round++) {
    const setting = await anEnrolment(from, start)
    const { person, email } = setting
    const [deleted] = await Promise.all([deleteFromConsole(SYSTEM, person), act(setting)])
    expect(deleted).toEqual({ ok: true })
    expect(await db.$count(userCourses, eq(userCourses.userId, person))).toBe(0)
    expect(await db.$count(outgoingMail, eq(outgoingMail.toAddress, email))).toBe(0)
    expect(await db.$count(personalDocuments)).toBe(0)
    expect(await db.$count(seatOffers, isNull(seatOffers.answeredAt))).toBe(0)
  }
}

for (const name of Object.keys(ACTS))
  test(`nothing is left of a person who ${name} meanwhile`, nothingIsLeft(name))

test('nothing is left of a person who is told of a course meanwhile', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { person, email, course } = await anEnrolment('in_progress')
    await anInterest({ id: course }, { email })
    // Their transaction takes a while.
    for (let other = 0; other < 60; other++)
      await anInterest({ id: course }, { email: `p${other}@example.it` })
    const deletion = pause(2 * round).then(() => deleteFromConsole(SYSTEM, person))
    const [deleted] = await Promise.all([deletion, notifyInterested(SYSTEM, NOON)])
    expect(deleted).toEqual({ ok: true })
    expect(await db.$count(interests, eq(interests.email, email))).toBe(0)
    expect(await db.$count(outgoingMail, eq(outgoingMail.toAddress, email))).toBe(0)
  }
})

test('without the locks a server leaves a document; the embedded database queues them anyway', () =>
  expectToNeedLocks(nothingIsLeft('gets a document')))
