/** The office acts on an enrolment while its person is deleted. On a server: on several connections. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { outcomeOf, withoutLocks } from '../../tests/unlocked'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { db, engine } from '../database/client.server'
import { outgoingMail, personalDocuments, userCourses } from '../database/schema'
import { giveDocument } from '../documents/personal.commands.server'
import { approveRequest } from '../enrolments/admin/commands.server'
import type { EnrolmentState } from '../enrolments/rules'
import { deleteFromConsole } from './commands.server'

beforeEach(emptyDatabase)

const ROUNDS = 15

async function anEnrolment(status: EnrolmentState) {
  await emptyDatabase()
  const [admin, { id: person, email }] = [await anAdmin(), await aMember()]
  const course = await aCourse({}, [{ startDate: inDays(-1) }, { startDate: inDays(9) }])
  const link = { userId: person, courseId: course.id, ...decided(status) }
  const [row] = await db.insert(userCourses).values(link).returning()
  return { admin, person, email, id: row?.id ?? '' }
}

async function nothingIsLeft(status: EnrolmentState) {
  for (let round = 0; round < ROUNDS; round++) {
    const { admin, person, email, id } = await anEnrolment(status)
    const file = { name: 'Lettera.txt', bytes: Buffer.from('Gentile Ada') }
    const [deleted] = await Promise.all([
      deleteFromConsole(null, person),
      status === 'pending'
        ? approveRequest(admin, id)
        : giveDocument(admin, id, file, { key: randomUUID(), kind: 'lettera' }),
    ])
    expect(deleted).toEqual({ ok: true })
    expect(await db.$count(userCourses, eq(userCourses.userId, person))).toBe(0)
    expect(await db.$count(outgoingMail, eq(outgoingMail.toAddress, email))).toBe(0)
    expect(await db.$count(personalDocuments)).toBe(0)
  }
}

test.each(['pending', 'in_progress'] as const)('nothing of a person who was %s is left', nothingIsLeft)

test('without the locks a server leaves a document; the embedded database queues them anyway', async () => {
  withoutLocks()
  expect(await outcomeOf(() => nothingIsLeft('in_progress'))).toBe(engine === 'postgres' ? 'fails' : 'holds')
})
